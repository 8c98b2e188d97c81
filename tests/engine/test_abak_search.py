"""The Abak engine that looks ahead: the same numbers as plain means over the rolls, legal plays."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tablas import Dice, IllegalAction, NotationError, kernel
from tablas.abak import formats, rules
from tablas.abak.codec import decode, encode_many
from tablas.engine import weights
from tablas.engine.abak.search import AbakEngine
from tablas.engine.bot import bot
from tablas.engine.dice.evaluator import equities
from tablas.engine.dice.limit import DiceLimit
from tablas.games import kind
from tablas.kernel import CubeState
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.values import Side

ROLLS = np.array([(a, b) for a in range(1, 7) for b in range(1, a + 1)], np.uint8)
WEIGHTS = np.array([1 if a == b else 2 for a, b in ROLLS]) / 36
EVERY = [(10000, 100.0), (10000, 100.0)]
"""Replies of which none is left out."""


@pytest.fixture(scope="module")
def engine():
    return AbakEngine(megabytes=4)


@pytest.fixture(scope="module")
def boards():
    """Positions from games of the net, some of them with a trap or somebody on the bar."""
    rng = np.random.default_rng(2)
    net = weights.net("abak")
    now = np.repeat(kernel.abak.start()[None], 6, axis=0)
    found = []
    for _ in range(40):
        now = net.choose(now, rng.integers(1, 7, (len(now), 2), dtype=np.uint8))[0]
        now = now[kernel.abak.outcomes(now) == 0]
        found.append(now)
    return np.concatenate(found)


def mean_over_rolls(net, board) -> float:
    """What the player to move expects: of each roll the play that is worst for the opponent."""
    after, offsets = kernel.abak.successors(np.repeat(board[None], len(ROLLS), 0), ROLLS)
    worth = -equities(net.evaluate(after))
    best = [worth[first:last].max() for first, last in itertools.pairwise(offsets)]
    return float(np.dot(best, WEIGHTS))


def test_one_ply_is_the_mean_over_the_rolls(boards):
    net = weights.net("abak")
    searcher = kernel.abak.Searcher(net, net, weights.net("abak-quick"))
    some = boards[::20]
    found = equities(searcher.values(some, plies=1, replies=EVERY))
    for board, equity in zip(some, found, strict=True):
        assert equity == pytest.approx(mean_over_rolls(net, board), abs=2e-5)


def test_leaving_replies_out_changes_little(boards, engine):
    net = weights.net("abak")
    searcher = kernel.abak.Searcher(net, net, weights.net("abak-quick"))
    some = boards[::4]
    whole = equities(searcher.values(some, plies=1, replies=EVERY))
    narrow = equities(searcher.values(some, plies=1, replies=engine._replies))
    assert np.abs(whole - narrow).mean() < 0.01
    assert (narrow <= whole + 1e-5).all()  # a better reply can only be overlooked


def test_without_looking_ahead_it_plays_as_the_net(boards, engine):
    dice = np.random.default_rng(3).integers(1, 7, (len(boards), 2), dtype=np.uint8)
    chosen = engine.choose_many(boards, dice, 0)
    plain, _ = weights.net("abak-large").choose(boards, dice)
    # Of more than 64 plays the small net chooses those that are judged.
    assert (chosen == plain).all(axis=1).mean() > 0.97


def test_threads_change_nothing(boards):
    dice = np.random.default_rng(4).integers(1, 7, (4, 2), dtype=np.uint8)
    one = AbakEngine(threads=1, megabytes=1).choose_many(boards[:4], dice, 2)
    two = AbakEngine(threads=2, megabytes=2).choose_many(boards[:4], dice, 2)
    assert np.array_equal(one, two)


def test_plays_are_ranked_and_legal(engine):
    start = rules.start()
    found = engine.analyse(start, Dice(3, 1), DiceLimit(plies=2))
    assert found.plies == 2
    assert found.best.text == engine.choose(start, Dice(3, 1), DiceLimit(plies=2)).text
    plays = rules.plays(start, Dice(3, 1))
    assert all(plays[one.reached] == one.play for one in found.plays)
    deepest = [one.equity for one in found.plays if one.plies == 2]
    assert deepest == sorted(deepest, reverse=True)
    assert len(found.plays) == len(plays)


def test_what_cannot_be_asked_is_refused(engine):
    over = formats.read("gg/23 -/- DEGGNOSSSSSSSSS/denosssssssss b").position
    with pytest.raises(IllegalAction, match="over"):
        engine.choose(over, Dice(2, 1), DiceLimit(plies=0))
    with pytest.raises(NotationError, match="plies"):
        engine.chances(rules.start(), 9)
    with pytest.raises(ValueError, match="shape"):
        engine.choose_many(np.zeros((1, 32), np.uint8), np.ones((1, 2), np.uint8), 0)


def test_rollouts_agree_with_the_net_about_a_decided_game():
    # White bears off two guards against a side that has not begun: a gammon for certain.
    won = formats.read("1/sssss/ssssg/gndeo/19/GG -/- DENOSSSSSSSSS/- w").position
    net, quick = weights.net("abak"), weights.net("abak-quick")
    certain = kernel.abak.Rollout(net, encode_many([won]), guess=quick).run(0, 20, [0])
    assert certain[:, 0, 1].mean() == pytest.approx(1, abs=1e-5)


def test_rollouts_are_the_same_however_they_are_cut():
    net, rows = weights.net("abak"), encode_many([rules.start()])
    rollout = kernel.abak.Rollout(net, rows, seed=5, truncate=4)
    trials = rollout.run(0, 12, [0])
    assert np.array_equal(trials[4:9], rollout.run(4, 9, [0], threads=2))
    win = trials[:, 0, 0]
    assert abs(win.mean() - net.evaluate(rows)[0, 0]) < 0.05


def at_the_last_point(board, roll) -> State:
    """A match in which both sides need one point; White has rolled."""
    return State(
        kind=kind("abak"),
        terms=Terms(stakes=Stakes(cube=False, away=(1, 1))),
        position=decode(board.tobytes()),
        turn=Side.WHITE,
        phase=Phase.TO_PLAY,
        cube=Cube(),
        dice=Dice(*map(int, roll)),
    )


LAST_POINT = CubeState(1, "centred", 1, 1, game="abak")


def test_at_the_last_point_both_sides_look_for_the_win_alone(boards):
    net = weights.net("abak")
    searcher = kernel.abak.Searcher(net, net, weights.net("abak-quick"))
    board, roll = boards[60][None], np.array([[5, 3]], np.uint8)
    ends, chances, equity, *_ = searcher.plays(
        board, roll, plies=1, widths=[(4, 100.0)] * 4, replies=EVERY, cube=LAST_POINT
    )
    assert np.allclose(equity, 2 * chances[:, 0] - 1, atol=1e-5)
    for end, win in zip(ends[:4], chances[:4, 0], strict=True):
        after, offsets = kernel.abak.successors(np.repeat(end[None], len(ROLLS), 0), ROLLS)
        theirs = 1 - net.evaluate(after)[:, 0]
        best = [theirs[first:last].max() for first, last in itertools.pairwise(offsets)]
        assert win == pytest.approx(1 - np.dot(best, WEIGHTS), abs=2e-5)
    seen, worth = searcher.cube_values(ends[:1], LAST_POINT, plies=1, replies=EVERY)
    assert seen[0, 0] == pytest.approx(1 - chances[0, 0], abs=2e-5)
    assert worth[0] == pytest.approx(-equity[0], abs=2e-5)


def test_at_the_last_point_of_a_match_the_bots_play_for_the_win_alone(boards):
    net, expert, master = weights.net("abak"), bot("abak", "expert"), bot("abak", "master")
    dice = np.random.default_rng(8).integers(1, 7, (len(boards), 2), dtype=np.uint8)
    others = searched = 0
    for board, roll in zip(boards[::12], dice[::12], strict=True):
        state = at_the_last_point(board, roll)
        after, _ = kernel.abak.successors(board[None], roll[None])
        surest = after[net.evaluate(after)[:, 0].argmin()]
        assert rules.after(state.position, expert.choose(state)) == decode(surest.tobytes())
        others += (surest != net.choose(board[None], roll[None])[0][0]).any()
        limit = DiceLimit(plies=1)
        seen = master.engine.analyse(state.position, state.dice, limit, cube=LAST_POINT)
        deepest = [one for one in seen.plays if one.plies == 1]
        assert master.choose(state) == max(deepest, key=lambda one: one.chances.win).play
        money = master.engine.choose(state.position, state.dice, DiceLimit(plies=1))
        searched += seen.best.play != money.play
    assert others > 0
    assert searched > 0
