"""Locked, full, read-only databases: an answer within 5 s, recovery within 10 s, nothing lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys

import pytest

from machine_delay import Delay
from server_running import Running, run, table_at

PLAIN = {"game": "abalone"}
ANSWER_SECONDS = 5
RECOVERY_SECONDS = 10


@pytest.fixture
def small_disk(tmp_path):
    """A file system of its own that a test may fill and make read-only."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("needs the right to mount a small file system")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


async def moved(server, seat, id):  # noqa: A002
    """Send the next move; gives the answer and how long it took."""
    await seat.until(lambda s: s.mine)
    play = seat.legal("abalone")[0]
    with Delay(server) as delay:
        answer = await seat.do("play", id=id, play=play)
    return answer, delay.took


async def refused_then_stored(server, table, trouble):
    """A move while there is trouble is refused for now; afterwards the same one is stored."""
    for seat in table.seats:
        await seat.until(lambda s: s.state.get("status") == "playing")
    answer, _ = await moved(server, table.black, "before")
    assert answer["t"] == "ack"
    stored = answer["seq"]
    with trouble:
        answer, took = await moved(server, table.white, "during")
        assert took < ANSWER_SECONDS
        assert answer["t"] == "refused", answer
        assert answer["error"]["code"] == "busy"
        assert answer["error"]["retry_after"] > 0
        ready = await table.white.guest.http.get("/api/ready")
        assert ready.status_code == 503
        assert ready.json()["error"]["es"]
    with Delay(server) as delay:
        answer, _ = await moved(server, table.white, "during")
        while answer["t"] != "ack":
            await asyncio.sleep(answer["error"]["retry_after"])
            answer, _ = await moved(server, table.white, "during")
    assert delay.took < RECOVERY_SECONDS
    assert answer["seq"] == stored + 1
    await table.black.until(lambda s: s.n == answer["seq"])
    return answer["seq"]


def test_a_locked_database_delays_a_move_and_loses_none(server):
    @contextlib.contextmanager
    def locked():
        other = sqlite3.connect(server.data / "tablas.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            other.close()

    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            await refused_then_stored(server, table, locked())

    run(scenario())


def test_a_full_disk_delays_a_move_and_loses_none(small_disk):
    server = Running(small_disk / "data", workers=0).start()

    @contextlib.contextmanager
    def full():
        ballast = small_disk / "ballast"
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        # What is left in the write-ahead log's own space must not be enough either.
        try:
            yield
        finally:
            ballast.unlink()

    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            await refused_then_stored(server, table, full())

    try:
        run(scenario())
    finally:
        server.stop()


def test_a_disk_gone_read_only_delays_a_move_and_loses_none(small_disk, tmp_path):
    server = Running(small_disk / "data", workers=0)
    server.log = tmp_path / "server.log"
    server.start()

    @contextlib.contextmanager
    def limited():
        """No file of the server may grow or change: what a file system gone read-only does."""
        import resource  # noqa: PLC0415

        pid = server.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            yield
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            await refused_then_stored(server, table, limited())

    try:
        run(scenario())
    finally:
        server.stop()


def test_a_server_on_a_read_only_disk_says_so_in_one_line(small_disk):
    Running(small_disk / "data", workers=0).start().stop()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    told = subprocess.run(
        [sys.executable, "-m", "tablas", "serve", f"--data={small_disk / 'data'}", "--port=0"],
        capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert len(told.stderr.strip().splitlines()) == 1
    assert "read" in told.stderr.lower()
    assert str(os.getpid()) not in told.stderr


def test_two_servers_never_share_a_sqlite_file(server):
    told = subprocess.run(
        [sys.executable, "-m", "tablas", "serve", f"--data={server.data}", "--port=0"],
        capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert "another tablas process" in told.stderr
