"""Nothing acknowledged is lost, and nothing happens twice: resends, reconnects, restarts."""

from __future__ import annotations

import asyncio
import random
import signal
import time

import pytest

from machine_delay import Delay
from server_running import guest, run, table_at

PLAIN = {"game": "backgammon", "dice": "server"}


async def some_moves(table, kind, count):
    rng = random.Random(5)
    while len([e for e in table.white.events if e["event"]["do"] == "played"]) < count:
        seat = next((s for s in table.seats if s.mine), None)
        if seat is None:
            await asyncio.sleep(0.01)
            continue
        n = seat.n
        await seat.act(kind, rng)
        for other in table.seats:
            await other.until(lambda s, n=n: s.n > n)


async def on_turn(table):
    """Who is to act, and who is not, once both have heard the same."""
    while True:
        mover, other = sorted(table.seats, key=lambda seat: not seat.mine)
        if mover.mine and not other.mine and mover.n == other.n:
            return mover, other
        await asyncio.sleep(0.01)


def test_a_command_sent_twice_is_answered_twice_and_done_once(server):
    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("phase") == "to-play")
            mover = next(s for s in table.seats if s.mine)
            play = mover.legal("backgammon")[0]
            first = await mover.acked("play", id="same", play=play)
            again = await mover.acked("play", id="same", play=play)
            assert first["seq"] == again["seq"]
            assert again["n"] == first["n"]

    run(scenario())


def test_both_players_may_use_the_same_ids(server):
    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("phase") == "to-play")
            mover = next(s for s in table.seats if s.mine)
            other = table.black if mover is table.white else table.white
            await mover.acked("play", id="1", play=mover.legal("backgammon")[0])
            await other.until(lambda s: s.mine)
            answer = await other.acked("roll", id="1")
            assert answer["seq"] > 2

    run(scenario())


def test_a_client_resumes_after_the_frame_it_saw_last(server):
    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            await some_moves(table, "backgammon", 4)
            mover, waits = await on_turn(table)
            seen = waits.n
            waits.cut()
            await mover.until(lambda s: s.presence.get(waits.sides[0]) is False)
            acted = await mover.act("backgammon", random.Random(1))
            back = await waits.guest.sit(table.game, since=seen)
            await back.frame("resumed")
            await back.until(lambda s: s.n >= acted["seq"])
            assert [e["n"] for e in back.events] == list(range(seen + 1, back.n + 1))
            nothing_new = await waits.guest.sit(table.game, since=back.n)
            await nothing_new.frame("resumed")
            assert nothing_new.events == []
            ahead = await waits.guest.sit(table.game, since=back.n + 1000)
            assert (await ahead.frame("state"))["n"] == back.n
            for seat in (back, nothing_new, ahead):
                await seat.close()

    run(scenario())


def test_a_killed_server_comes_back_with_every_acknowledged_move_and_the_same_dice(server):
    async def scenario():
        async with table_at(server.base, **PLAIN, time="fischer 5+3") as table:
            await some_moves(table, "backgammon", 3)
            await table.white.until(lambda s: s.n == table.black.n)
            before = {e["n"]: e["event"] for e in table.white.events}
            state = table.white.state
            mover = next(s for s in table.seats if s.mine)
            running = state["clock"]["running"]
            await asyncio.sleep(1.0)
            server.kill()
            killed = time.monotonic()
            await asyncio.sleep(2.5)
            server.start()
            back = await mover.guest.sit(table.game)
            frame = await back.frame("state")
            down = time.monotonic() - killed
            assert down > 2.5
            left = state["clock"][running] - frame["state"]["clock"][running]
            # A second before the crash and the time since the server is back, not what lay between.
            ran = (killed - table.white.state_at) * 1000
            back_for = (back.state_at - server.started_at) * 1000
            assert ran - 700 < left < ran + back_for + 1500, left
            other = "black" if running == "white" else "white"
            assert frame["state"]["clock"][other] == state["clock"][other]
            assert {k: v for k, v in frame["state"].items() if k != "clock"} == {
                k: v for k, v in state.items() if k != "clock"
            }
            replay = await mover.guest.sit(table.game, since=0)
            await replay.frame("resumed")
            assert {e["n"]: e["event"] for e in replay.events} == before
            for seat in (back, replay):
                await seat.close()

    run(scenario())


def test_a_resend_after_a_restart_is_answered_with_the_first_number(server):
    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("phase") == "to-play")
            mover = next(s for s in table.seats if s.mine)
            play = mover.legal("backgammon")[0]
            first = await mover.acked("play", id="kept", play=play)
            server.kill()
            server.start()
            back = await mover.guest.sit(table.game)
            await back.frame("state")
            again = await back.acked("play", id="kept", play=play)
            assert again["seq"] == first["seq"]
            await back.close()

    run(scenario())


def test_a_server_told_to_stop_says_come_back_and_leaves_within_ten_seconds(server):
    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            await table.white.frame("state")
            with Delay(server) as delay:
                code = await asyncio.to_thread(server.stop)
            assert delay.took < 10
            # uvicorn hands the signal on once everything is closed, as init systems expect.
            assert code == -signal.SIGTERM
            assert "Application shutdown complete" in server.log.read_text()
            await table.white.until(lambda s: s.closed)
            assert table.white.closed == 1012

    run(scenario())


@pytest.mark.refuses("not-a-player")
def test_spectators_see_everything_and_may_do_nothing(server):
    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            stranger = await guest(server.base)
            watching = await stranger.sit(table.game)
            assert (await watching.frame("state"))["you"] == []
            await some_moves(table, "backgammon", 2)
            await watching.until(lambda s: s.n >= table.white.n)
            assert watching.state["position"] == table.white.state["position"]
            assert await watching.refused("roll") == "not-a-player"
            assert await watching.refused("resign", side="white") == "not-a-player"
            await table.white.until(
                lambda s: any(f["t"] == "presence" and f["watching"] == 1 for f in s.frames)
            )
            await watching.close()
            await stranger.close()

    run(scenario())
