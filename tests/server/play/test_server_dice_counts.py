"""The public count of the dice: every roll of a finished game once, and an honest probability."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from reviewed_games import given_up, plays
from server_running import guest, run
from tablas.server.play.dice.counts import SHARES, chi_square, probability, summary

BEARING_OFF = "XGID=-BBB-BB------------bb-bbb-:0:0:1:00:0:0:0:0:10"


def rolled(count, seed, favour=0.0):
    rng = random.Random(seed)
    found = Counter()
    for _ in range(count):
        first, second = rng.randint(1, 6), rng.randint(1, 6)
        if rng.random() < favour:
            second = first
        found[f"{max(first, second)}{min(first, second)}"] += 1
    return found


def test_the_shares_are_those_of_two_dice():
    assert len(SHARES) == 21
    assert sum(SHARES.values()) == pytest.approx(1)


@pytest.mark.parametrize(("square", "expected"), [(10.851, 0.95), (28.412, 0.10), (45.315, 0.001)])
def test_the_probability_is_that_of_the_tables_for_twenty_degrees(square, expected):
    assert probability(square) == pytest.approx(expected, rel=2e-3)


def test_honest_dice_look_honest_and_loaded_ones_do_not():
    squares = [chi_square(rolled(3_600, seed)) for seed in range(40)]
    assert 15 < sum(squares) / 40 < 25  # the mean is the number of degrees
    assert summary(rolled(36_000, 1, favour=0.02))["probability"] < 1e-6
    assert summary({}) == {"rolls": 0, "doubles": 0, "chi_square": 0.0, "probability": 1.0}


def test_every_roll_of_a_finished_game_is_counted_once(server):
    async def scenario():
        me = await guest(server.base)
        expected = Counter()
        for start in ({}, {"position": BEARING_OFF}):
            began = await me.post("/api/games", agreement={"game": "backgammon"} | start)
            seat = await me.sit(began["id"])
            before = await me.get("/api/dice")
            if not start:  # a few turns from the opening roll; the other is played to its end
                await seat.play_on("backgammon", random.Random(1), lambda s: len(plays(s)) >= 6)
                await given_up(seat)
            await seat.play_on("backgammon", random.Random(2))
            for event in (frame["event"] for frame in seat.events):
                dice = event.get("dice") if event["do"] == "rolled" else None
                if event["do"] == "opening":
                    dice = [event["white"], event["black"]]
                if dice:
                    expected[f"{max(dice)}{min(dice)}"] += 1
            assert before["all"]["rolls"] < expected.total()
            await seat.close()
        server.kill()
        server.start()
        told = await me.get("/api/dice?days=2")
        assert {roll: n for roll, n in told["all"]["rolls_of"].items() if n} == expected
        assert sum(day["rolls"] for day in told["days"]) == expected.total()
        assert told["all"]["doubles"] == sum(expected[f"{n}{n}"] for n in range(1, 7))
        await me.close()

    run(scenario(), 200)
