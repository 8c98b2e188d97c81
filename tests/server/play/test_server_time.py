"""Clocks over the wire: lag that is given back, players who stay away, who wins a race."""

from __future__ import annotations

import asyncio

import pytest

from people_server import TurnedClock, people_server
from server_running import run, table_at
from tablas.play.clock import TimeControl
from tablas.server.play.agreement import Agreement
from tablas.server.play.game_time import GameTime, falls_at
from tablas.server.play.live.absence import Absences, budget
from tablas.server.play.live.seats import MOST_LAG_MS, QUOTA_MS, REFILL_MS, Lag, TableSeat
from tablas.server.play.table import Table
from tablas.values import Side

SILENT = {"pong_delay": 3_600}  # answers no ping: the test says how far away it is


@pytest.fixture
def turned(tmp_path):
    """A server whose clock a test can put forward, and hold."""
    with people_server(tmp_path) as running:
        yield running


def seat_of(turned, table, side):
    """A player's place at a table, as the server sees it."""
    seats = turned.app.state.services.rooms.loaded(table.game).seats
    return next(seat for seat in tuple(seats) if side in seat.sides)


def far_away(turned, table, milliseconds):
    """The way to Black takes so long, as measured."""
    seat_of(turned, table, Side.BLACK).lag.measured(milliseconds)


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


def test_the_way_to_a_client_is_measured_by_its_answers(turned):
    async def scenario():
        late = {"pong_delay": 0.2}
        async with table_at(turned.url, options=late, game="abalone") as table:
            await playing(table)
            lag = seat_of(turned, table, Side.BLACK).lag
            while not lag.samples:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            assert min(lag.samples) >= 200

    run(scenario())


def test_a_move_sent_in_time_counts_although_the_way_was_long(turned):
    async def scenario():
        turned.clock.hold()
        async with table_at(turned.url, options=SILENT, game="abalone", time="move 0+3") as table:
            await playing(table)
            far_away(turned, table, 350)
            turned.clock.ahead += 3_150
            await table.black.acked("play", play=table.black.legal("abalone")[0])
            assert table.black.events[-1]["at"] - table.black.events[-2]["at"] == 2_800
        for lag in (0, 100):
            async with table_at(
                turned.url, options=SILENT, game="abalone", time="move 0+3"
            ) as table:
                await playing(table)
                far_away(turned, table, lag)
                turned.clock.ahead += 3_150
                code = await table.black.refused("play", play=table.black.legal("abalone")[0])
                assert code in ("match-over", "illegal:flag-fell")

    run(scenario())


def test_the_opponents_clock_does_not_pay_for_the_lag_that_is_given_back(turned):
    async def scenario():
        turned.clock.hold()
        async with table_at(turned.url, options=SILENT, game="abalone", time="sudden 1") as table:
            await playing(table)
            far_away(turned, table, 400)
            turned.clock.ahead += 2_500
            await table.black.acked("play", play=table.black.legal("abalone")[0])
            await table.white.until(lambda s: s.mine)
            clock = table.white.state["clock"]
            assert (clock["white"], clock["black"]) == (60_000, 60_000 - 2_100)

    run(scenario())


def test_talking_does_not_turn_a_clock_back(turned):
    async def scenario():
        turned.clock.hold()
        async with table_at(turned.url, options=SILENT, game="abalone", time="sudden 1") as table:
            await playing(table)
            far_away(turned, table, 450)
            for _ in range(5):
                turned.clock.ahead += 400
                await table.white.acked("grant", seconds=1)
            assert table.white.state["clock"]["black"] == 60_000 + 5_000 - 5 * 400

    run(scenario())


@pytest.mark.refuses("not-absent")
def test_a_player_who_stays_away_too_long_may_lose_the_game(club):
    async def scenario():
        async with table_at(club.base, game="abalone", time="sudden 1") as table:
            await playing(table)
            assert await table.white.refused("claim") == "not-absent"
            table.black.cut()
            await table.white.until(lambda s: "away" in s.presence)
            assert 0 < table.white.presence["away"]["black"] <= 10_000
            assert "claim" not in table.white.may["white"]
            assert await table.white.refused("claim") == "not-absent"
            await table.white.until(lambda s: s.presence.get("away", {}).get("black") == 0)
            assert table.white.may["white"]["claim"] is True
            await table.white.acked("claim")
            assert table.white.state["result"]["winner"] == "white"
            assert table.white.state["result"]["ending"] == "forfeited"

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
        seat = TableSeat(None, frozenset(), 4)
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
    held = TurnedClock()
    held.hold()
    scale = GameTime(held)
    scale.anchor(5_000, ago=300)
    assert scale.now() == 5_300
    held.ahead += 70
    assert scale.now() == 5_370
