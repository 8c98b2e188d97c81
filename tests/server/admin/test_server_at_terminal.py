"""`tablas serve` at a terminal: an address, a free port, a code for phones, a line at the end."""

from __future__ import annotations

import os
import pty
import re
import signal
import socket
import time
from contextlib import contextmanager

import httpx
import pytest

from warm_start import ForkedProcess

PATIENCE = 60.0
ENDS = "Ctrl-C"


class AtTerminal:
    """A server that believes it was started by a person."""

    def __init__(self, *flags, **environment):
        self.screen, theirs = pty.openpty()
        surroundings = {**os.environ, "LANG": "C.UTF-8", "TABLAS_LANG": "", **environment}
        self.process = ForkedProcess(["serve", *flags], surroundings, theirs, theirs)
        os.close(theirs)
        self.text = ""

    def read_until(self, words):
        end = time.monotonic() + PATIENCE
        while words not in self.text:
            assert time.monotonic() < end, self.text
            self.text += self._more()
        return self.text

    def rest(self):
        while more := self._more():
            self.text += more
        return self.text

    def _more(self):
        try:
            return os.read(self.screen, 4096).decode()
        except OSError:  # Linux says so when nobody holds the other end any more
            return ""

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@contextmanager
def at_terminal(*flags, **environment):
    started = AtTerminal(*flags, **environment)
    try:
        yield started
    finally:
        started.process.kill()
        started.process.wait()
        os.close(started.screen)


def test_a_person_is_told_the_address_and_the_end_and_nothing_else(tmp_path):
    with at_terminal(f"--data={tmp_path}", "--port=0", "--workers=0", "--analysts=0") as server:
        said = server.read_until(ENDS).replace("\r", "")
        address = re.fullmatch(r"Tablas is at (http://127\.0\.0\.1:\d+)\nCtrl-C ends it\.\n?", said)
        assert address, said
        assert httpx.get(address[1] + "/api/health").status_code == 200
        assert server.interrupt() == 0
        last = server.rest().replace("\r", "").removeprefix(said).strip()
        assert last == "Tablas has ended; every game is kept."
    assert "Application startup complete" in (tmp_path / "server.log").read_text()


def test_the_log_is_shown_where_it_is_asked_for(tmp_path):
    flags = f"--data={tmp_path}", "--port=0", "--workers=0", "--analysts=0", "--verbose"
    with at_terminal(*flags) as server:
        server.read_until("Application startup complete")
    assert not (tmp_path / "server.log").exists()


@contextmanager
def held(port=0):
    with socket.create_server(("127.0.0.1", port)) as taken:
        yield taken.getsockname()[1]


def test_a_port_that_was_asked_for_and_is_taken_is_told_with_who_has_it(tmp_path):
    with held() as port, at_terminal(f"--data={tmp_path}", f"--port={port}") as server:
        assert server.process.wait(PATIENCE) == 2
        said = server.rest()
        assert f"port {port} is taken by" in said
        assert f"PID {os.getpid()}" in said
        assert "Traceback" not in said
        assert len(said.strip().splitlines()) == 1


def test_where_no_port_was_asked_for_the_next_free_one_is_used_and_named(tmp_path, monkeypatch):
    monkeypatch.delenv("TABLAS_PORT", raising=False)
    try:
        usual = socket.create_server(("127.0.0.1", 8000))
    except OSError:
        usual = None  # somebody has it already, which is as good
    try:
        with at_terminal(f"--data={tmp_path}", "--workers=0", "--analysts=0") as server:
            said = server.read_until(ENDS)
            assert re.search(r"127\.0\.0\.1:80[0-2]\d \(port 8000 was taken\)", said)
    finally:
        if usual:
            usual.close()


def test_for_the_house_the_address_of_the_network_and_its_code_are_shown(tmp_path):
    flags = f"--data={tmp_path}", "--port=0", "--workers=0", "--analysts=0", "--lan"
    with at_terminal(*flags) as server:
        said = server.read_until(ENDS)
        assert "http://127.0.0.1:" in said
        house = re.search(r"On phones and computers in this house: (http://[\d.]+:\d+)", said)
        if house is None:
            pytest.skip("this machine is in no network")
        assert not house[1].startswith("http://127.")
        assert said.count("█") > 100
        with httpx.Client(base_url=house[1], headers={"x-tablas": "test"}) as me:
            me.post("/api/guest", json={})
            asked = {"agreement": {"game": "abak"}, "invitation": True}
            offer = me.post("/api/offers", json=asked).json()
            code = me.get(f"/api/offers/{offer['id']}/qr.svg")
        assert offer["link"].startswith(house[1])
        assert code.headers["content-type"] == "image/svg+xml"
        assert "<svg" in code.text


def test_a_browser_is_opened_where_there_is_a_window_and_not_otherwise(tmp_path):
    opened = tmp_path / "opened"
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    program.chmod(0o755)
    usual = f"--data={tmp_path}", "--port=0", "--workers=0", "--analysts=0"
    shown = {"BROWSER": str(program), "DISPLAY": ":0"}
    for flags, environment in ((("--no-browser",), shown), ((), shown | {"DISPLAY": ""})):
        with at_terminal(*usual, *flags, WAYLAND_DISPLAY="", **environment) as server:
            server.read_until(ENDS)
            server.interrupt()
        assert not opened.exists()
    with at_terminal(*usual, **shown) as server:
        said = server.read_until(ENDS)
        server.interrupt()
        address = re.search(r"http://[\d.]+:\d+", said)
        assert address
        assert opened.read_text().strip() == address[0]
