"""Before HTTP: headers without end, silent connections, floods of them; over a real server."""

from __future__ import annotations

import contextlib
import http.client
import socket
import time

import httpx
import pytest

from server_running import Running

ONE_REQUEST = b"GET /api/ready HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Running(
        tmp_path_factory.mktemp("gate"), workers=0, analysts=0, header_seconds=1,
        connections_per_address=20, trusted_proxies="203.0.113.1",
    ).start()  # fmt: skip
    yield running
    running.stop()


def connected(server: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def answer(line: socket.socket) -> http.client.HTTPResponse:
    response = http.client.HTTPResponse(line)
    response.begin()
    return response


def status_after(line: socket.socket, data: bytes) -> int:
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        line.sendall(data)
    return answer(line).status


@pytest.mark.parametrize("cut", [1, 1000, 16 * 1024])
def test_headers_beyond_16_kilobytes_are_cut_off(server, cut):
    """However they come: at once, or piece by piece, with an end or without."""
    with connected(server) as line:
        header = b"x-long: " + b"a" * (16 * 1024) + b"\r\n"
        line.sendall(ONE_REQUEST + header[:cut])
        assert status_after(line, header[cut:]) == 431


def test_a_header_of_megabytes_holds_nobody_up(server):
    with connected(server) as flood:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            flood.sendall(ONE_REQUEST + b"x-long: " + b"a" * 60_000_000)
        assert httpx.get(server.base + "/api/ready").status_code == 200


def test_headers_of_any_usual_length_pass(server):
    headers = {"x-usual": "a" * 15_000, "x-tablas": "a program"}
    with httpx.Client(base_url=server.base, headers=headers) as client:
        for _ in range(5):  # on one connection: each request is counted for itself
            assert client.get("/api/ready").status_code == 200
            assert client.post("/api/guest", json={}).status_code == 200


def test_a_body_without_end_is_cut_off(server):
    with connected(server) as line:
        head = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n"
        assert status_after(line, head + b"x" * 200_000) in (403, 413)


def test_headers_that_come_too_slowly_end_the_connection(server):
    for beginning in (b"", ONE_REQUEST):
        with connected(server) as line:
            began = time.monotonic()
            assert status_after(line, beginning) == 408
            assert time.monotonic() - began >= 0.9  # it had its time


def test_a_kept_connection_has_as_long_for_each_request(server):
    with connected(server) as line:
        for _ in range(3):
            line.sendall(ONE_REQUEST + b"\r\n")
            response = answer(line)
            response.read()
            assert response.status == 200
        assert status_after(line, ONE_REQUEST) == 408


def test_one_address_has_only_so_many_connections_and_gets_them_back(server):
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(connected(server)) for _ in range(20)]
        assert answer(stack.enter_context(connected(server))).status == 503
        assert {answer(line).status for line in lines} == {408}
    assert httpx.get(server.base + "/api/ready").status_code == 200


@pytest.mark.parametrize("cut", range(1, 6))
def test_a_body_in_chunks_ends_the_watch_for_its_own_length_only(server, cut):
    """Wherever the network cuts the mark of its last chunk."""
    head = b"POST /api/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    last = b"0\r\n\r\n"
    with connected(server) as line:
        line.sendall(head + b"2\r\n{}\r\n" + last[:cut])
        time.sleep(0.05)  # so that it does come in two pieces
        line.sendall(last[cut:])
        response = answer(line)
        response.read()
        assert response.status == 404
        assert status_after(line, ONE_REQUEST + b"x-long: " + b"a" * 20_000) == 431
