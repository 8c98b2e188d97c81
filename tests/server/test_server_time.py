"""Clocks over the wire: lag that is given back, players who stay away, who wins a race."""

from __future__ import annotations

import asyncio
import time

import pytest

from server_running import run, table_at
from tablas.clock import TimeControl
from tablas.server.absence import Absences, budget
from tablas.server.agreement import Agreement
from tablas.server.context import SystemClock
from tablas.server.scale import Scale, falls_at
from tablas.server.seats import MOST_LAG_MS, QUOTA_MS, REFILL_MS, Lag, Seat
from tablas.server.table import Table
from tablas.values import Side


async def playing(table):
    for seat in table.seats:
        await seat.until(lambda s: s.state.get("status") == "playing")


def test_only_measured_lag_is_given_back_and_never_more_than_the_quota():
    lag = Lag()
    assert lag.allowance == 0
    lag.measured(5_000)
    assert lag.allowance == MOST_LAG_MS
    lag.measured(80)
    assert lag.allowance == 80  # the smallest counts: holding answers back gains nothing
    slow = Lag()
    slow.measured(MOST_LAG_MS)
    given = [slow.spend() for _ in range(50)]
    assert sum(given) <= QUOTA_MS + 50 * REFILL_MS
    assert given[-1] == REFILL_MS


def test_a_move_sent_in_time_counts_although_the_way_was_long(club):
    async def scenario():
        late = {"pong_delay": 0.35}
        async with table_at(club.base, options=late, game="abalone", time="move 0+3") as table:
            await playing(table)
            start = time.monotonic()
            play = table.black.legal("abalone")[0]
            await asyncio.sleep(3.15 - (time.monotonic() - start))
            await table.black.acked("play", play=play)
            assert table.black.events[-1]["at"] - table.black.events[-2]["at"] < 3000
        async with table_at(club.base, game="abalone", time="move 0+3") as table:
            await playing(table)
            await asyncio.sleep(3.15)
            code = await table.black.refused("play", play=table.black.legal("abalone")[0])
            assert code in ("match-over", "illegal:flag-fell")

    run(scenario())


def test_the_opponents_clock_does_not_pay_for_the_lag_that_is_given_back(club):
    async def scenario():
        late = {"pong_delay": 0.4}
        async with table_at(club.base, options=late, game="abalone", time="sudden 1") as table:
            await playing(table)
            began = table.black.state_at
            await asyncio.sleep(2.5)
            await table.black.acked("play", play=table.black.legal("abalone")[0])
            await table.white.until(lambda s: s.mine)
            passed = (table.white.state_at - began) * 1000
            clock = table.white.state["clock"]
            both = 120_000 - clock["white"] - clock["black"]
            assert clock["white"] > 60_000 - 350  # the 400 ms that Black got are nobody's
            assert 250 < passed - both < 900

    run(scenario())


def test_talking_does_not_turn_a_clock_back(club):
    async def scenario():
        late = {"pong_delay": 0.45}
        async with table_at(club.base, options=late, game="abalone", time="sudden 1") as table:
            await playing(table)
            await asyncio.sleep(2)
            start = time.monotonic()
            before = (await table.white.acked("grant", seconds=1)) and table.white.state["clock"]
            for _ in range(4):
                await asyncio.sleep(0.4)
                await table.white.acked("grant", seconds=1)
            passed = (time.monotonic() - start) * 1000
            used = before["black"] + 4_000 - table.white.state["clock"]["black"]
            assert abs(used - passed) < 300, (used, passed)

    run(scenario())


@pytest.mark.refuses("not-absent")
def test_a_player_who_stays_away_too_long_may_lose_the_game(club):
    async def scenario():
        async with table_at(club.base, game="abalone", time="sudden 1") as table:
            await playing(table)
            assert await table.white.refused("claim") == "not-absent"
            table.black.cut()
            await table.white.until(
                lambda s: "away" in s.frames[-1] and s.frames[-1]["t"] == "presence", 5
            )
            assert 0 < table.white.frames[-1]["away"]["black"] <= 10_000
            assert await table.white.refused("claim") == "not-absent"
            await table.white.until(lambda s: s.frames[-1].get("away", {}).get("black") == 0, 15)
            await table.white.acked("claim")
            assert table.white.state["result"]["winner"] == "white"
            assert table.white.state["result"]["ending"] == "resigned"

    run(scenario())


def test_time_to_return_is_longer_in_slow_games_and_shorter_for_guests_and_losers():
    def at(time_control):
        return Table.fresh("x", Agreement(game="abalone", time=time_control))

    fast, slow = at("sudden 1"), at("sudden 60")
    assert budget(fast, Side.WHITE, anonymous=False) < budget(slow, Side.WHITE, anonymous=False)
    assert budget(slow, Side.WHITE, anonymous=True) == (
        budget(slow, Side.WHITE, anonymous=False) // 2
    )


def test_absence_adds_up_over_several_times_away():
    away = Absences()
    away.update(Side.WHITE, 0)
    away.update(None, 1_000)
    away.update(Side.WHITE, 5_000)
    assert away.spent(Side.WHITE, 5_500) == 1_500
    assert away.spent(Side.BLACK, 5_500) == 0


def test_a_seat_too_slow_for_its_queue_loses_frames_and_knows_it():
    async def scenario():
        seat = Seat(None, frozenset(), 4)
        for number in range(4):
            seat.send(str(number))
        assert await seat.next() == "0"
        for number in range(9):
            seat.send(str(number))
        assert seat.behind
        assert await seat.next() is None
        seat.behind = False
        seat.send("after")
        assert await seat.next() == "after"

    run(scenario())


def test_a_clock_falls_when_its_control_says_so():
    clock = TimeControl.parse("delay 1+12")
    game = Table.fresh("x", Agreement(game="abalone", time=str(clock))).game
    assert falls_at(game.state.clock) == 72_000
    assert falls_at(None) is None
    scale = Scale(SystemClock())
    scale.anchor(5_000, ago=300)
    assert 5_300 <= scale.now() < 5_400
