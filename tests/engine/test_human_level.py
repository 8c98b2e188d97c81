"""The level like a person: legal, repeatable, at home in the opening, not blind to the obvious."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tablas import games
from tablas.backgammon import rules
from tablas.backgammon.notation import read, write
from tablas.engine import weights
from tablas.engine.bot import bot
from tablas.engine.dice.habits import PEOPLE, TERMS
from tablas.engine.dice.human_player import HumanPlayer, in_opening, terms_of
from tablas.engine.dice.sight import NAMES, noticed
from tablas.engine.engines import dice_side
from tablas.kind import Kind
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.values import Dice, Side

DICE_GAMES = ("backgammon", "abak")
BACKGAMMON = games.kind("backgammon")


def standing(
    position: object, dice: Dice | None = None, *, cube: bool = False, kind: Kind = BACKGAMMON
) -> State:
    return State(
        kind=kind, terms=Terms(stakes=Stakes(cube=cube)), position=position, turn=Side.WHITE,
        phase=Phase.TO_PLAY if dice else Phase.TO_ROLL, cube=Cube(), dice=dice,
    )  # fmt: skip


def seen(before: rules.Position, dice: Dice, text: str) -> dict[str, float]:
    """What is noticed about a play of backgammon, by name."""
    sight, encode = dice_side("backgammon").sight, BACKGAMMON.codec.encode_many
    reached = rules.after(before, read(before, dice, text))
    row = noticed(sight(encode([before]), moved=False), sight(encode([reached]), moved=True))
    return dict(zip(NAMES, row[0].tolist(), strict=True))


def test_the_eye_counts_points_blots_and_checkers():
    safe = seen(rules.start(), Dice(3, 1), "8/5 6/5")
    assert (safe["home_points"], safe["exposed"], safe["moved"]) == (2, 0, 2)
    loose = seen(rules.start(), Dice(4, 1), "13/9 6/5")
    assert (loose["exposed"], loose["far_exposed"]) == (1, 1)
    assert seen(rules.start(), Dice(6, 5), "24/13")["behind"] == 1


@pytest.mark.parametrize("game", DICE_GAMES)
def test_both_sides_see_a_mirrored_board_alike(game):
    kind, sight = games.kind(game), dice_side(game).sight
    row = kind.codec.encode_many([kind.rules.start()])
    mine, theirs = sight(row, moved=False), sight(row, moved=True)
    assert (mine.count == theirs.count).all()
    assert (mine.foes == theirs.foes).all()
    assert in_opening(mine, theirs)


def test_a_glance_hits_where_care_does_not():
    terms = np.zeros((2, len(TERMS)))
    terms[1, TERMS.index("hits")], terms[1, TERMS.index("worth")] = 1, -0.1
    careful, glancing = (
        PEOPLE.chances(terms, careful=careful, racing=False) for careful in (True, False)
    )
    assert careful[1] < 0.01
    assert glancing[1] > 0.5


def test_what_appeals_far_less_than_the_best_is_never_chosen():
    terms = np.zeros((3, len(TERMS)))
    terms[:, 0] = 0, -0.01, -2
    for careful in (True, False):
        chances = PEOPLE.chances(terms, careful=careful, racing=False)
        assert chances.sum() == pytest.approx(1)
        assert chances[1] > 0 == chances[2]


def test_the_five_point_is_made_with_31_nearly_always():
    player = bot("backgammon", "humanlike", 1)
    state = standing(rules.start(), Dice(3, 1))
    plays = [write(rules.start(), player.choose(state)) for _ in range(60)]
    assert plays.count("8/5 6/5") >= 55


def test_its_mistakes_are_those_of_a_habit_and_come_again():
    # Two plays of 21 share the favour of people; a net without noise knows only one.
    player = bot("backgammon", "humanlike", 2)
    state = standing(rules.start(), Dice(2, 1))
    plays = {write(rules.start(), player.choose(state)) for _ in range(120)}
    assert 2 <= len(plays) <= 8


@pytest.mark.parametrize("game", DICE_GAMES)
def test_the_same_seed_plays_the_same_and_only_legal_plays(game):
    kind = games.kind(game)

    def played(seed: int) -> list[object]:
        player, rng = bot(game, "humanlike", seed), random.Random(7)
        position, plays = kind.rules.start(), []
        for _ in range(30):
            dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
            legal = kind.rules.plays(position, dice)
            plays.append(player.choose(standing(position, dice, kind=kind)))
            position = kind.rules.after(position, plays[-1])
            assert position in legal
        return plays

    assert played(3) == played(3) != played(4)


def test_doubles_are_missed_more_often_than_given_wrongly():
    # Just within the window: a race of 60 pips against 66, by the net a double and a take.
    racing = rules.Position((0, 2, 2, 2, 3, 3, 3, *[0] * 19), (0, 2, 2, 2, 3, 2, 4, *[0] * 19))
    player = bot("backgammon", "humanlike", 5)
    doubled = sum(player.doubles(standing(racing, cube=True)) for _ in range(200))
    sure = HumanPlayer(weights.net("backgammon"), "backgammon", random.Random(1))
    assert 10 < doubled < 190
    assert not any(sure.doubles(standing(rules.start(), cube=True)) for _ in range(50))


def test_terms_are_counted_from_the_best_play():
    sight = dice_side("backgammon").sight
    row = BACKGAMMON.codec.encode_many([rules.start()])
    terms = terms_of(np.array([0.2]), sight(row, moved=False), sight(row, moved=True))
    assert terms.shape == (1, len(TERMS))
    assert terms[0, 0] == 0
