"""The heuristic Abak player: what it sees, what it counts, what it chooses, and that it wins."""

from __future__ import annotations

import random

import numpy as np
import pytest
from research.abak.self_play import dice_of, seeds_from

from setups import SETUPS
from tablas.abak import codec, formats, notation, rules
from tablas.abak.answers import answers
from tablas.abak.stacks import run
from tablas.dicegame.rolls import of_36
from tablas.duel.runner import Duel
from tablas.duel.setting import Setting
from tablas.engine.abak.choosers import greedy_evaluation, heuristic
from tablas.engine.abak.heuristic import WEIGHTS, HeuristicPlayer, evaluate, explained, packed
from tablas.engine.abak.shots import expected_loss
from tablas.engine.abak.terms import NAMES, terms
from tablas.engine.abak.view import View, views
from tablas.engine.engines import engine
from tablas.engine.player import BoardPlayer
from tablas.errors import NotationError
from tablas.games import kind
from tablas.values import Dice

ABAK = kind("abak")
CLASSES = " SGNDEO"


def setups(count: int, seed: int = 1) -> list[rules.Position]:
    rng = random.Random(seed)
    return [SETUPS["abak"](rng) for _ in range(count)]


def position(text: str) -> rules.Position:
    return formats.read(text).position


def test_a_view_tells_what_the_position_tells():
    positions = setups(60)
    for sides, seen in zip(
        (positions, [p.swapped() for p in positions]),
        views(codec.encode_many(positions)),
        strict=True,
    ):
        for board, place in enumerate(sides):
            assert (seen.pips[board], seen.bar[board]) == (place.pips, len(place.bar))
            assert seen.off[board] == len(place.off)
            for point in range(1, 25):
                look_at(seen, place.points[point], point, board)


def look_at(seen: View, stack: str, point: int, board: int) -> None:
    top = run(stack)
    mine, theirs = (top, "") if top.isupper() else ("", top)
    assert seen.run[point, board] == len(mine)
    assert seen.foe_run[point, board] == len(theirs)
    assert CLASSES[seen.top[point, board]] == (mine[-1:] or " ")
    assert CLASSES[seen.below[point, board]] == (mine[-2:-1] or " ")
    assert CLASSES[seen.foe_top[point, board]] == (theirs[-1:].upper() or " ")
    assert seen.size[point, board] == len(stack)
    assert seen.trapped[point, board] == sum(map(str.isupper, stack)) - len(mine)


def test_both_sides_are_judged_with_the_same_eyes():
    positions = setups(200)
    ours = terms(*views(codec.encode_many(positions)))
    theirs = terms(*views(codec.encode_many([p.swapped() for p in positions])))
    both = len(NAMES) - 3  # shots and the turn itself belong to who moves
    assert np.allclose(ours[:, :both], -theirs[:, :both], atol=1e-4)
    assert np.allclose(ours[:, both], -theirs[:, both + 1], atol=1e-4)


@pytest.mark.parametrize(
    ("text", "point"),
    [
        # A soldier alone, six and then seven away from another.
        ("12/S/5/s/5 -/- DEGGNOSSSSSSSS/deggnossssssss b", 12),
        ("12/S/6/s/4 -/- DEGGNOSSSSSSSS/deggnossssssss b", 12),
        # The even wounded six away: only 6s, 4-2 and 2-2.
        ("12/S/5/e/5 -/- DEGGNOSSSSSSSS/dggnosssssssss b", 12),
        # A lone guard: an assault of 5-1, or of the pair with 5-5.
        ("11/G/s/3/ss/7 -/- DEGNOSSSSSSSSS/deggnossssss b", 13),
    ],
)
def test_shots_are_counted_as_the_rules_count_them(text, point):
    shooter = position(text)
    target = 25 - point
    own, _ = views(packed([shooter]))
    loss = np.zeros((26, 1), np.uint8)
    loss[target] = 36
    exact = of_36(answers(shooter).harmful)
    assert exact > 0
    assert expected_loss(own, loss)[0] == pytest.approx(exact)


def test_batch_greedy_thinks_what_the_greedy_player_thinks():
    positions = setups(200, seed=5)
    expected = [engine("abak").simple_evaluation(place) for place in positions]
    assert np.allclose(greedy_evaluation(codec.encode_many(positions)), expected, atol=1e-3)


def test_it_is_a_player_of_abak_only():
    player: BoardPlayer = HeuristicPlayer()
    assert player.name == "heuristic"
    with pytest.raises(NotationError, match="abak, not backgammon"):
        player.choose(kind("backgammon"), kind("backgammon").rules.start(), Dice(3, 1))


def test_it_makes_the_five_point_with_an_opening_31():
    play = HeuristicPlayer().choose(ABAK, rules.start(), Dice(3, 1))
    assert notation.write(rules.start(), play) == "S8/5 N6/5"


def test_one_board_and_a_batch_get_the_same_play():
    positions = [place for place in setups(40, seed=9) if not rules.outcome(place)]
    dice = dice_of(seeds_from(3, len(positions)), 1, opening=False)
    after = heuristic()(codec.encode_many(positions), dice)
    for place, roll, board in zip(positions, dice, after, strict=True):
        play = HeuristicPlayer().choose(ABAK, place, Dice(int(roll[0]), int(roll[1])))
        reached = packed([rules.after(place, play), codec.decode(board.tobytes())])
        values = evaluate(reached)
        assert values[0] == values[1]


def test_a_finished_board_has_no_plays():
    over = position("sssnd/ggoes/sssss/21 -/- DEGGNOSSSSSSSSS/- b")
    board = codec.encode_many([over])
    assert evaluate(board)[0] < -1e5
    with pytest.raises(ValueError, match="over"):
        heuristic()(board, np.array([[2, 1]], np.uint8))


def test_the_cube_is_turned_when_ahead_and_not_when_level():
    player, level = HeuristicPlayer(), rules.start()
    ahead = position("4/sssd/sssgg/sssn/eo/10/SSSGG/SSSN/SSSD/EO/2 -/- -/- w")
    won = position("10/ssss/ssssd/gg/sneo/4/SSSGG/SSSN/SSSD/EO/2 -/- -/- w")
    assert not player.doubles(ABAK, level)
    assert player.takes(ABAK, level)
    assert player.doubles(ABAK, ahead)
    assert not player.takes(ABAK, won)
    assert not player.doubles(ABAK, ahead.swapped())


def test_explained_adds_up_to_the_worth():
    for place in setups(20, seed=4):
        assert sum(explained(place).values()) == pytest.approx(
            evaluate(packed([place]))[0], abs=1.5
        )
    assert set(explained(rules.start())) == set(WEIGHTS) == set(NAMES)


def test_it_beats_greedy_and_random():
    for opponent, pairs, least in (("greedy", 20, 0.2), ("random", 6, 1.5)):
        setting = Setting(game="abak", first="heuristic", second=opponent, seed=11, judge="none")
        with Duel(setting) as duel:
            (*_, tally) = duel.play(2 * pairs)
        assert tally.best().mean > least
    assert tally.summary()["won"] > 0.95
