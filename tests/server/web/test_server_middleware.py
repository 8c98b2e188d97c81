"""Limits that headers do not fool, and the form of every refusal, over a real server."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

import httpx
import pytest

from machine_delay import Delay
from people_server import PASSWORD, code, people_server
from tablas.server.limits import LOGIN_FROM_ALL
from tablas.server.people.sign_in import SignIn


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("guards")) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh_limits(server):
    server.sign_in.limits._buckets.clear()


# Limits


def guesses(server, count, **headers):
    body = {"name": "Target", "password": "a wrong guess"}
    return [
        httpx.post(
            server.url + "/api/login",
            json=body | {"name": f"Target {n}"},
            headers={name: value.format(n=n) for name, value in headers.items()},
        )
        for n in range(count)
    ]


def test_a_rotating_forwarded_address_guesses_no_faster(server):
    answers = guesses(server, 25, **{"X-Forwarded-For": "203.0.113.{n}"})
    assert [answer.status_code for answer in answers].count(429) == 5
    assert code(answers[-1]) == "too-many-requests"
    assert int(answers[-1].headers["retry-after"]) > 0


def test_behind_a_trusted_proxy_only_what_the_proxy_added_counts(tmp_path):
    with people_server(tmp_path, trusted_proxies=("127.0.0.1",)) as server:
        spoofed = guesses(server, 25, **{"X-Forwarded-For": "203.0.113.{n}, 198.51.100.7"})
        assert [answer.status_code for answer in spoofed].count(429) == 5
        others = guesses(server, 25, **{"X-Forwarded-For": "198.51.100.7, 203.0.113.{n}"})
        assert {answer.status_code for answer in others} == {401}


def test_one_password_is_not_guessed_faster_from_many_addresses(tmp_path):
    with people_server(tmp_path, trusted_proxies=("127.0.0.1",)) as server:
        server.registered("Target")
        body = {"name": "Target", "password": "a wrong guess"}
        answers = [
            httpx.post(
                server.url + "/api/login",
                json=body,
                headers={"X-Forwarded-For": f"203.0.113.{n}"},
            )
            for n in range(LOGIN_FROM_ALL.most + 5)
        ]
        assert [answer.status_code for answer in answers].count(429) == 5


def test_logging_in_rightly_uses_up_no_guesses(server):
    server.registered("Frequent")
    for _ in range(30):
        with server.browser() as browser:
            login = {"name": "Frequent", "password": PASSWORD}
            assert browser.post("/api/login", json=login).status_code == 200


def test_accounts_are_not_made_in_masses(server):
    answers = []
    for n in range(7):
        with server.browser(**{"X-Forwarded-For": f"203.0.113.{n}"}) as browser:
            body = {"name": f"Mass {n}", "password": PASSWORD}
            answers.append(browser.post("/api/register", json=body))
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2


def test_guests_are_not_made_in_masses(server):
    answers = [
        httpx.post(
            server.url + "/api/guest",
            json={},
            headers={"X-Tablas": "1", "X-Forwarded-For": f"203.0.113.{n}"},
        )
        for n in range(32)
    ]
    assert [answer.status_code for answer in answers].count(429) == 2


# Headers and forms of refusal


def test_every_answer_tells_browsers_to_trust_nothing_in_it(server):
    for path in ("/api/me", "/api/chat/phrases", "/nowhere"):
        headers = httpx.get(server.url + path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "server" not in headers


@pytest.mark.parametrize(
    ("method", "path", "refusal"),
    [
        pytest.param("GET", "/nowhere", "not-found", marks=pytest.mark.refuses("not-found")),
        pytest.param(
            "PUT",
            "/api/login",
            "method-not-allowed",
            marks=pytest.mark.refuses("method-not-allowed"),
        ),
        ("POST", "/api/login", "bad-request"),
    ],
)
def test_what_no_route_understands_has_our_form_too(server, method, path, refusal):
    answer = httpx.request(method, server.url + path, headers={"X-Tablas": "1"})
    assert code(answer) == refusal


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[" * 100_00, b"\xff\xfe", b'{"name": NaN}', b"null", b'{"name": "\\ud800"}'],
)
def test_any_body_is_answered_with_a_refusal(server, body):
    answer = httpx.post(
        server.url + "/api/login",
        content=body,
        headers={"Content-Type": "application/json", "X-Tablas": "1"},
    )
    assert 400 <= answer.status_code < 500
    assert code(answer)


@pytest.mark.refuses("internal")
def test_what_we_did_not_foresee_tells_nothing_about_us(server, monkeypatch):
    async def broken(*_):
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(SignIn, "identify", broken)
    answer = httpx.get(server.url + "/api/chat/phrases")
    assert (answer.status_code, code(answer)) == (500, "internal")
    assert "secret" not in answer.text


@pytest.mark.refuses("busy")
def test_a_database_that_cannot_be_written_is_told_in_time(tmp_path):
    with people_server(tmp_path) as server:
        browser = server.registered("Patient")
        with closing(sqlite3.connect(tmp_path / "tablas.sqlite", isolation_level=None)) as lock:
            lock.execute("BEGIN IMMEDIATE")
            with Delay() as delay:
                answer = browser.patch("/api/me", json={"about": "hello"}, timeout=60)
            assert delay.took < 5
            assert (answer.status_code, code(answer)) == (503, "busy")
            assert answer.headers["retry-after"]
            assert browser.get("/api/me").json()["about"] == ""  # reading goes on
            lock.execute("ROLLBACK")
        assert browser.patch("/api/me", json={"about": "hello"}).json()["about"] == "hello"


@pytest.mark.refuses("too-large")
def test_a_body_that_is_too_large_is_not_read(server):
    answer = httpx.post(
        server.url + "/api/login", content=b"x" * 100_000, headers={"X-Tablas": "1"}
    )
    assert (answer.status_code, code(answer)) == (413, "too-large")


# Headers


def test_a_quoted_cookie_of_any_length_costs_nothing(server):
    """Python's own reader of cookies takes minutes for the longer one of these."""
    for length in (1_800, 20_000):
        cookie = 'tablas="' + "\\a" * length + '"'
        before = time.process_time()
        for page in ("/", "/api/me"):
            httpx.get(server.url + page, headers={"Cookie": cookie})
        # The server runs in this process. Not a speed to be kept: what it once took was seconds.
        assert time.process_time() - before < 2


@pytest.mark.refuses("headers-too-large")
def test_a_cookie_header_beyond_four_kilobytes_is_refused(server):
    answer = httpx.get(server.url + "/api/me", headers={"Cookie": f"other={'x' * 4096}"})
    assert (answer.status_code, code(answer)) == (431, "headers-too-large")
    fits = httpx.get(server.url + "/api/server", headers={"Cookie": f"other={'x' * 4000}"})
    assert fits.status_code != 431


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "\\", "null", "http://a b"])
def test_an_origin_that_is_no_address_is_another_site(server, origin):
    answer = httpx.post(server.url + "/api/guest", json={}, headers={"Origin": origin})
    assert (answer.status_code, code(answer)) == (403, "wrong-origin")
