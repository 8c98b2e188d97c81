"""The race net of backgammon: near what is exact, near rollouts, and asked wherever it reaches."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from tablas import kernel
from tablas.backgammon.codec import decode, encode_many
from tablas.backgammon.formats import from_position_id
from tablas.backgammon.rules import Position, start
from tablas.engine import weights
from tablas.engine.backgammon.bearoff import bearoff
from tablas.engine.backgammon.search import BackgammonEngine
from tree import CORPUS

RACES = [
    json.loads(line) for line in (CORPUS / "backgammon_races.jsonl").read_text("utf-8").splitlines()
]
PLACES, ROLLS = 26, 12
OUT_OF_THE_WAY = (14, 1, *[0] * 24)  # nobody but a checker on the ace point
DICE = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.uint8)
WEIGHT = np.array([1 if high == low else 2 for high, low in DICE]) / 36


@cache
def exact(side):
    """The chances of 0, 1, … rolls of a side that hurries, by trying everything."""
    if side[0] == 15:
        return np.eye(1, ROLLS)[0]
    board = encode_many([Position(side, OUT_OF_THE_WAY)])
    after, offsets = kernel.backgammon.successors(np.repeat(board, len(DICE), axis=0), DICE)
    chances = np.zeros(ROLLS)
    for first, last, weight in zip(offsets, offsets[1:], WEIGHT, strict=False):
        plays = [exact(decode(row.tobytes()).opp) for row in after[first:last]]
        best = min(plays, key=lambda play: play @ np.arange(ROLLS))
        chances[1:] += weight * best[:-1]
    return chances


def side_of(*points):
    counts = [0] * PLACES
    counts[0] = 15 - len(points)
    for point in points:
        counts[point] += 1
    return tuple(counts)


FEW = [
    ((7,), (1, 1, 1)),
    ((9,), (6, 6)),
    ((12,), (4, 4, 1)),
    ((15,), (3, 3, 3)),
    ((18,), (5, 5, 2)),
    ((8, 3), (7, 2)),
    ((10, 6), (9, 9)),
    ((14, 1), (6, 5, 4)),
    ((11, 2, 1), (6, 6, 2)),
]


def test_races_of_few_checkers_are_near_the_exact_ones():
    boards, exact_wins = [], []
    for own, opp in FEW:
        mine, theirs = exact(side_of(*own)), exact(side_of(*opp))
        at_least = 1 - np.concatenate([[0], np.cumsum(theirs)[:-1]])
        exact_wins.append(float(mine @ at_least))
        boards.append(Position(side_of(*own), side_of(*opp)))
    judged = bearoff().race(encode_many(boards))
    by_net = weights.net("backgammon-large").evaluate(encode_many(boards))
    assert judged[:, 0] == pytest.approx(exact_wins, abs=0.04)
    assert off(judged[:, 0], exact_wins) < 0.5 * off(by_net[:, 0], exact_wins)
    assert (judged[:, 1:] == 0).all()  # all have borne off: nobody loses a gammon


def boards_and_chances():
    boards = np.array([list(bytes.fromhex(race["board"])) for race in RACES], np.uint8)
    return boards, np.array([race["chances"] for race in RACES])


def off(judged, truth):
    return float(np.sqrt(np.square(judged - truth).mean()))


def test_races_of_games_are_nearer_to_their_rollouts_than_by_the_net_alone():
    boards, truth = boards_and_chances()
    judged = bearoff().race(boards)
    assert len(RACES) >= 100
    assert not np.isnan(judged).any()
    by_net = weights.net("backgammon-large").evaluate(boards)
    assert off(judged[:, 0], truth[:, 0]) < 0.004
    assert off(judged[:, 0], truth[:, 0]) < 0.8 * off(by_net[:, 0], truth[:, 0])


def test_who_evaluates_with_the_tables_asks_the_race_net_where_gammons_are_far():
    boards, _ = boards_and_chances()
    judged, by_net = bearoff().race(boards), weights.net("backgammon-large").evaluate(boards)
    engine = BackgammonEngine()
    met = set()
    for race, expected, alone in list(zip(RACES, judged, by_net, strict=True))[:40]:
        far = expected[1] + expected[3] < 0.02
        met.add(bool(far))
        chances = engine.chances(from_position_id(race["position"]), 0)
        assert chances.win == pytest.approx(float((expected if far else alone)[0]), abs=1e-5)
    assert met == {True, False}


def test_nothing_is_said_where_somebody_can_be_hit_and_without_a_net():
    boards = encode_many([start(), from_position_id(RACES[0]["position"])])
    assert np.isnan(bearoff().race(boards)).all(axis=1).tolist() == [True, False]
    tables = kernel.backgammon.Bearoff(*kernel.backgammon.build_bearoff())
    assert np.isnan(tables.race(boards)).all()


def test_layers_of_another_shape_are_refused():
    tables = kernel.backgammon.build_bearoff()
    wrong = [(np.zeros((64, 10), np.float32), np.zeros(64, np.float32))] * 2
    with pytest.raises(ValueError, match="race: the first layer has the wrong number of inputs"):
        kernel.backgammon.Bearoff(*tables, race=wrong)
