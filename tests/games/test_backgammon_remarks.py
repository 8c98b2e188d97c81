"""What plays of backgammon do, in words: each remark on a position where one can count along."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from random_games import random_game
from samples import sample
from tablas import games
from tablas.backgammon import notation
from tablas.backgammon.remark_words import REMARKS
from tablas.backgammon.remarks import contact, reasons
from tablas.backgammon.rules import Play, Position, start
from tablas.play.actions import Played
from tablas.play.game import Game
from tablas.values import Dice


def position(own: dict[int, int], opp: dict[int, int]) -> Position:
    """Checkers by point, each side from its own; the rest is off."""
    sides = []
    for checkers in (own, opp):
        side = [0] * 26
        for place, count in checkers.items():
            side[place] = count
        side[0] = 15 - sum(side)
        sides.append(tuple(side))
    return Position(*sides)


def said(before: Position, roll: str, play: str) -> list[str]:
    dice = Dice.parse(roll)
    return [str(remark) for remark in reasons(before, dice, notation.read(before, dice, play))]


def played(seed: int) -> Iterator[tuple[Position, Dice, Play]]:
    """The plays of a random game with what they were made in."""
    game = random_game("backgammon", seed)
    now = Game(game.first, game.first)
    for entry in game.log:
        if isinstance(entry.action, Played):
            yield now.position, now.state.dice, entry.action.play
        now = now.apply(entry.action)


@pytest.mark.parametrize(
    ("roll", "play", "remarks"),
    [
        ("31", "8/5 6/5", ["makes the 5-point in the home board", "leaves nothing to hit"]),
        ("61", "13/7 8/7", ["makes the 7-point", "leaves nothing to hit"]),
        # A 3 from the midpoint of the other side, or 2-1 and 1-1: the textbook's eleven and three.
        ("21", "13/11 6/5", ["leaves a blot on the 5-point to 15 of 36 rolls"]),
    ],
)
def test_opening_plays(roll, play, remarks):
    told = said(start(), roll, play)
    assert set(remarks) <= set(told), told


def test_a_direct_shot_is_counted_by_the_rules():
    """An enemy six points behind a blot and nothing between them: the textbook's 17 rolls."""
    before = position({13: 2, 6: 2, 5: 2}, {18: 1, 6: 2})
    told = said(before, "54", "13/8/4")
    assert "leaves a blot on the 13-point to 17 of 36 rolls" in told
    assert "gives up the 13-point" in told


def test_a_blot_is_covered_or_taken_away_with_the_shots_it_stood_to():
    before = position({13: 1, 16: 1, 6: 2}, {18: 1, 6: 2})
    assert "covers the blot on the 13-point, which 17 of 36 rolls could hit" in said(
        before, "32", "16/13 6/4"
    )
    assert "takes the blot away from the 13-point, where 17 of 36 rolls could hit it" in said(
        before, "61", "13/7/6"
    )


def test_hitting_and_entering():
    before = position({25: 2, 6: 2}, {5: 1, 6: 2, 8: 2, 13: 2})
    told = said(before, "56", "bar/20*")
    assert told[:2] == ["is the only legal play", "hits on the 20-point"]
    assert {"enters from the bar", "leaves 1 on the bar"} < set(told)


def test_a_full_prime_and_a_shut_out():
    before = position({7: 1, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 1}, {25: 1, 6: 2})
    told = said(before, "62", "7/1 6/4")
    assert "shuts the opponent out: no roll enters" not in told
    closed = said(
        position({8: 1, 6: 3, 5: 2, 4: 2, 3: 2, 2: 2, 1: 1}, {25: 1, 6: 2}), "52", "8/6/1"
    )
    assert "shuts the opponent out: no roll enters" in closed
    assert "makes a prime of 6 points, 1 to 6, with 1 checkers behind it" in closed


def test_a_race_tells_the_lead_and_nothing_of_blots():
    before = position({8: 1, 6: 2}, {6: 3, 5: 2})
    told = said(before, "21", "8/5")
    assert told == ["brings everyone home: bearing off can begin", "leads the race by 11 pips"]
    assert not contact(before)


def test_the_first_checker_off_saves_the_gammon():
    before = position({6: 8, 5: 7}, {1: 2})
    told = said(before, "65", "6/off 5/off")
    assert told[:2] == ["bears off the first checker: the gammon is saved", "bears off 2"]


def test_the_last_checker_off_says_how_the_game_is_won():
    won = position({1: 1}, {24: 2, 6: 13})
    assert said(won, "21", "1/off") == ["bears off the last checker and wins a backgammon"]


def test_nearly_every_remark_is_met_in_random_games_with_its_facts_filled_in():
    met = set()
    for seed in range(sample(1)):
        for before, dice, play in played(seed):
            for remark in reasons(before, dice, play):
                met.add(remark.rule)
                assert "{" not in remark.words.en + remark.words.es
    rare = {
        "wins",
        "wins-gammon",
        "wins-backgammon",
        "shuts-out",
        "saves-gammon",
        "prime",
        "race-even",
    }
    assert set(REMARKS) - met <= rare


def test_the_game_carries_its_remarks():
    assert games.kind("backgammon").remarks is reasons
