"""Both ways of a socket: they keep the order, and differ in nothing that a client can see."""

from __future__ import annotations

import asyncio
import json

import pytest
import websockets

from server_running import Running, run, table_at
from tablas.server.play.live import heartbeat
from tablas.server.play.live.seats import TableSeat
from tablas.server.web import socket_protocol
from tablas.server.web.fast_socket import FastSocket, JoinedWrites

PINGS = [json.dumps({"t": "ping", "k": k}) for k in range(9)]


@pytest.fixture(scope="module", params=["public", "fast"])
def club(request, tmp_path_factory):
    """A server for each way; every test of what a client sees runs on both."""
    fast = request.param == "fast"
    running = Running(tmp_path_factory.mktemp("club") / "data", workers=0, fast_sockets=fast)
    yield running.start()
    running.stop()


def test_the_fast_path_is_taken_only_on_request():
    assert socket_protocol.socket_protocol(fast=False) == "auto"
    assert socket_protocol.socket_protocol(fast=True) is FastSocket


@pytest.mark.parametrize("package", ["uvicorn", "websockets"])
def test_with_a_release_it_does_not_know_it_falls_back_and_says_so(package, monkeypatch, caplog):
    installed = socket_protocol.version
    newer = {package: "0.540.1"}  # neither 0.54 nor 17
    monkeypatch.setattr(socket_protocol, "version", lambda name: newer.get(name) or installed(name))
    assert socket_protocol.socket_protocol(fast=True) == "auto"
    [record] = caplog.records
    assert record.getMessage() == f"fast sockets are off: they do not know {package} 0.540.1"


class Wire:
    """A transport that keeps what is written to it."""

    def __init__(self):
        self.written, self.closed = [], False

    def write(self, data):
        assert not self.closed
        self.written.append(data)

    def is_closing(self):
        return self.closed

    def close(self):
        self.closed = True


def test_what_is_sent_in_one_turn_of_the_loop_leaves_in_one_write():
    async def scenario():
        wire = Wire()
        joined = JoinedWrites(wire, asyncio.get_running_loop())
        joined.write(b"event")
        joined.write(b"ack")
        assert wire.written == []
        await asyncio.sleep(0)
        assert wire.written == [b"eventack"]
        joined.write(b"last")
        joined.close()
        assert wire.written == [b"eventack", b"last"]
        joined.write(b"too late")
        await asyncio.sleep(0)
        assert wire.written == [b"eventack", b"last"]

    asyncio.run(scenario())


def test_a_frame_sent_at_once_never_overtakes_one_that_waits():
    async def scenario():
        sent, reads = [], True

        def at_once(frame):
            if reads:
                sent.append(frame)
            return reads

        seat = TableSeat(None, frozenset(), 8)
        seat.at_once = at_once
        seat.send("1")  # nobody has begun to pump
        assert await seat.next() == "1"
        seat.send("2")  # the pump may still be busy with the first
        assert await seat.next() == "2"
        pump = asyncio.create_task(seat.next())
        await asyncio.sleep(0)
        seat.send("3")
        assert sent == ["3"]
        reads = False
        seat.send("4")
        reads = True
        seat.send("5")  # the fourth still waits
        assert [await pump, await seat.next()] == ["4", "5"]
        assert sent == ["3"]

    asyncio.run(scenario())


def test_messages_are_heard_in_order_whatever_their_frames_are_like(club):
    async def scenario():
        async with table_at(club.base, game="abalone") as table:
            await table.white.frame("state")
            socket = table.white._socket
            for number, ping in enumerate(PINGS):
                match number % 3:
                    case 0:
                        await socket.send(ping)
                    case 1:
                        await socket.send(ping.encode())
                    case 2:
                        await socket.send([ping[:7], ping[7:]])  # in two fragments
            pongs = lambda: [f["k"] for f in table.white.frames if f["t"] == "pong"]  # noqa: E731
            await table.white.until(lambda _: len(pongs()) == len(PINGS))
            assert pongs() == [*range(len(PINGS))]

    run(scenario())


def test_a_text_that_is_not_utf_8_closes_its_socket(club):
    async def scenario():
        async with table_at(club.base, game="abalone") as table:
            await table.white.frame("state")
            await table.white._socket.send(b'{"t": "ping\xff"}', text=True)
            await table.white.until(lambda s: s.closed)
            assert table.white.closed == 1007
            await table.black.send_raw(PINGS[3])
            assert (await table.black.frame("pong"))["k"] == 3

    run(scenario())


def test_a_socket_that_closes_by_itself_is_closed_in_turn(club):
    async def scenario():
        async with table_at(club.base, game="abalone") as table:
            url = f"{club.base.replace('http', 'ws', 1)}/socket/{table.game}"
            async with websockets.connect(url) as socket:
                await socket.recv()
            assert socket.close_code == 1000

    run(scenario())


class Quiet:
    """Something that keeps the beats it gets."""

    def __init__(self):
        self.beats = asyncio.Queue()

    def beat(self):
        self.beats.put_nowait("beat")


def test_one_heartbeat_reaches_every_member_until_it_is_removed(monkeypatch):
    monkeypatch.setattr(heartbeat, "TICK", 0.005)

    async def scenario():
        going = heartbeat.Heartbeat(0.02)
        stays, leaves = Quiet(), Quiet()
        going.add(stays)
        going.add(leaves)
        async with asyncio.timeout(10):
            for quiet in (stays, leaves, stays, leaves):
                await quiet.beats.get()
            going.remove(leaves)
            for _ in range(3):
                await stays.beats.get()
        assert leaves.beats.empty()
        going.remove(stays)
        await asyncio.sleep(0.1)
        assert going._timer is None  # nobody is left, so nothing wakes the server

    asyncio.run(scenario())


def test_nobody_gets_a_beat_before_it_is_time(monkeypatch):
    monkeypatch.setattr(heartbeat, "TICK", 0.005)

    async def scenario():
        going, quiet = heartbeat.Heartbeat(10.0), Quiet()
        going.add(quiet)
        await asyncio.sleep(0.1)
        assert quiet.beats.empty()

    asyncio.run(scenario())
