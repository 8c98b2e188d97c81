"""Turns played checker by checker in the kernel must reach exactly what the Python rules reach."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

from agreement import CODECS, questions
from samples import sample
from tablas import kernel
from tablas.games import NAMES, kind
from tablas.values import ROLLS, Dice

DICE_GAMES = [name for name in NAMES if kind(name).dice]
MOVE, OVER = 4, 5  # Phase of cpp/dice/episode.hpp


def fields(game: Any) -> np.dtype:
    """The bytes of an episode by name."""
    names = dict(game.EPISODE_FIELDS)
    types = {name: f"V{game.SIZE}" if kind == "V" else kind for name, (_, kind) in names.items()}
    return np.dtype(
        {
            "names": list(names),
            "formats": list(types.values()),
            "offsets": [offset for offset, _ in names.values()],
            "itemsize": game.EPISODE,
        }
    )


def begun(game: Any, board: bytes, dice: Dice) -> np.ndarray:
    """An episode in which this roll is to be played."""
    row = np.zeros((1, game.EPISODE), np.uint8)
    game.reset_episodes(row, np.array([1], np.uint64), explicit_chance=True)
    boards = np.frombuffer(board, np.uint8).reshape(1, -1)
    game.begin_turns(row, boards, np.array([[dice.high, dice.low]], np.uint8))
    return row


def masks(game: Any, rows: np.ndarray) -> np.ndarray:
    found = np.zeros((len(rows), game.ACTIONS), bool)
    game.observe(rows, masks=found)
    return found


def reached_by_steps(game: Any, board: bytes, dice: Dice) -> tuple[set[bytes], int]:
    """The boards after every sequence of allowed steps, and how many states were met."""
    dtype, ends, met = fields(game), set(), set()
    rows = begun(game, board, dice)
    while len(rows):
        allowed = masks(game, rows)
        assert allowed.any(axis=1).all(), "a state of a turn without an action"
        which, actions = np.nonzero(allowed)
        rows = np.ascontiguousarray(rows[which])
        game.act(rows, actions.astype(np.int32), np.zeros(len(rows), np.float32))
        seen = rows.view(dtype)[:, 0]
        over = seen["phase"] != MOVE
        ends |= {bytes(row) for row in seen["board"][over]}
        rows = np.unique(rows[~over], axis=0)
        met |= {row.tobytes() for row in rows}
    return ends, len(met)


@pytest.mark.parametrize("name", DICE_GAMES)
@pytest.mark.parametrize("piece", range(4))
def test_all_sequences_of_allowed_steps_reach_what_the_rules_reach(name, piece):
    game, rules, codec = getattr(kernel, name), kind(name).rules, CODECS[name]
    compared = 0
    for position, dice in islice(questions(name, random.Random(f"steps {piece}")), sample(100)):
        if rules.outcome(position):
            continue
        expected = {codec.pack(end) for end in rules.plays(position, dice)}
        ends, _ = reached_by_steps(game, codec.encode(position), dice)
        assert ends == expected, (position, dice)
        compared += 1
    assert compared > sample(75)


@pytest.mark.parametrize("name", DICE_GAMES)
def test_every_half_turn_state_is_small_and_can_be_kept(name):
    """Doubles have far fewer half-turn states than afterstates have ways to them."""
    game, codec = getattr(kernel, name), CODECS[name]
    board = codec.encode(kind(name).rules.start())
    for dice in ROLLS:
        ends, met = reached_by_steps(game, board, dice)
        assert met <= 12 * len(ends)


@pytest.mark.parametrize("name", DICE_GAMES)
def test_the_features_of_an_episode_are_what_the_net_sees(name):
    """A net that adds up its inputs by random weights says the same as the features do."""
    game, codec = getattr(kernel, name), CODECS[name]
    weight = np.random.default_rng(3).normal(0, 0.1, game.FEATURES).astype(np.float32)
    net = summing_net(game, weight)
    for position, dice in islice(questions(name, random.Random(5)), 80):
        if kind(name).rules.outcome(position):
            continue  # the net is not asked
        board = codec.encode(position)
        features = np.zeros((1, game.FEATURES), np.float32)
        game.observe(begun(game, board, dice), features=features)
        win = net.evaluate(np.frombuffer(board, np.uint8).reshape(1, -1))[0, 0]
        assert 1 / (1 + np.exp(-(features[0] @ weight))) == pytest.approx(win, abs=1e-4)


def summing_net(game: Any, weight: np.ndarray) -> Any:
    """The chance to win is the logistic of the weighted sum; gammons are all but ruled out."""
    first = np.zeros((16, game.FEATURES), np.float32)
    first[0] = weight
    second = np.zeros((6, 16), np.float32)
    second[0, 0] = 1
    # So that no sum is cut off at zero; larger numbers would leave fewer bits for what differs.
    raised = np.full(16, 4, np.float32)
    bias = np.array([-4, -99, -99, 0, -99, -99], np.float32)
    return game.Net([(first, raised), (second, bias)])


def new_episodes(game: Any, count: int, **options: Any) -> np.ndarray:
    rows = np.zeros((count, game.EPISODE), np.uint8)
    game.reset_episodes(rows, np.arange(count, dtype=np.uint64), **options)
    return rows


def play_on(game: Any, rows: np.ndarray, rng: np.random.Generator, threads: int = 1) -> np.ndarray:
    """One random action of each episode; what each actor won by it."""
    allowed = masks(game, rows)
    noise = rng.random(allowed.shape) * allowed
    rewards = np.zeros(len(rows), np.float32)
    game.act(rows, noise.argmax(axis=1).astype(np.int32), rewards, restart=True, threads=threads)
    return rewards


@pytest.mark.parametrize("name", DICE_GAMES)
def test_threads_change_nothing(name):
    game = getattr(kernel, name)
    one, four = (new_episodes(game, 1024, cube=True) for _ in range(2))
    for step in range(40):
        alone = play_on(game, one, np.random.default_rng(step))
        together = play_on(game, four, np.random.default_rng(step), threads=4)
        assert (alone == together).all()
        assert (one == four).all()


@pytest.mark.parametrize("name", DICE_GAMES)
def test_a_wrong_action_is_named_and_nothing_is_played(name):
    game = getattr(kernel, name)
    rows = new_episodes(game, 8)
    before, actions = rows.copy(), masks(game, rows).argmax(axis=1).astype(np.int32)
    for wrong in (game.ACTIONS, -1, 2 * game.SOURCES):
        actions[5] = wrong
        with pytest.raises(ValueError, match=r"actions\[5\]: not allowed"):
            game.act(rows, actions, np.zeros(8, np.float32))
        assert (rows == before).all()


@pytest.mark.parametrize("name", DICE_GAMES)
def test_any_bytes_are_an_episode_or_are_refused(name):
    """Flipped bits never lead further than to an error."""
    game, rng = getattr(kernel, name), np.random.default_rng(1)
    start, refused = new_episodes(game, 1, cube=True, match_length=5), 0
    tries = sample(400)
    for _ in range(tries):
        rows = start.copy()
        for place in rng.integers(game.EPISODE, size=rng.integers(1, 4)):
            rows[0, place] ^= np.uint8(1 << rng.integers(8))
        try:
            for _ in range(6):
                play_on(game, rows, rng)
        except ValueError:
            refused += 1
    assert 0 < refused < tries


@pytest.mark.parametrize("name", DICE_GAMES)
def test_chance_comes_in_as_actions_where_it_is_explicit(name):
    game = getattr(kernel, name)
    rows = new_episodes(game, 1, explicit_chance=True)
    seen = rows.view(fields(game))[:, 0]
    opening = np.flatnonzero(masks(game, rows)[0])
    assert len(opening) == 30
    assert all(throw // 6 != throw % 6 for throw in opening)
    game.act(rows, np.array([1 * 6 + 3], np.int32), np.zeros(1, np.float32))  # White 2, Black 4
    assert seen["mover"][0] == 1
    assert seen["dice"][0].tolist() == [4, 2]
    while seen["phase"][0] == MOVE:
        play_on(game, rows, np.random.default_rng(0))
    assert np.flatnonzero(masks(game, rows)[0]).tolist() == list(range(21))


@pytest.mark.parametrize("name", DICE_GAMES)
def test_doubles_are_offered_taken_and_dropped(name):
    game = getattr(kernel, name)
    rows = new_episodes(game, 1, cube=True)
    seen, reward = rows.view(fields(game))[:, 0], np.zeros(1, np.float32)
    no_double, double, take, drop = range(2 * game.SOURCES + 1, 2 * game.SOURCES + 5)

    def act(action: int) -> None:
        game.act(rows, np.array([action], np.int32), reward)

    def to_the_cube() -> None:
        while seen["phase"][0] == MOVE:
            act(int(masks(game, rows)[0].argmax()))

    to_the_cube()
    assert np.flatnonzero(masks(game, rows)[0]).tolist() == [no_double, double]
    doubler = seen["mover"][0]
    act(double)
    assert np.flatnonzero(masks(game, rows)[0]).tolist() == [take, drop]
    act(take)
    assert (seen["cube"][0], seen["owner"][0]) == (1, 1 - doubler)
    to_the_cube()  # of the taker, who alone may double now
    assert seen["mover"][0] == 1 - doubler
    act(double)
    act(drop)
    assert seen["phase"][0] == OVER
    assert reward[0] == -2
    assert seen["points"][0] == (2 if doubler == 1 else -2)


@pytest.mark.parametrize("name", DICE_GAMES)
def test_a_match_goes_on_until_it_is_won(name):
    game = getattr(kernel, name)
    rows, rng = new_episodes(game, 64, cube=True, match_length=3), np.random.default_rng(2)
    seen, won = rows.view(fields(game))[:, 0], np.zeros(64)
    crawford = set()
    for _ in range(60_000):
        running = seen["phase"] != OVER
        if not running.any():
            break
        crawford |= {tuple(score) for score in seen["score"][running & (seen["crawford"] == 1)]}
        part = np.ascontiguousarray(rows[running])
        won[running] += np.abs(play_on(game, part, rng))
        rows[running] = part
    assert (seen["score"].max(axis=1) == 3).all()
    assert (won == 1).all()
    assert crawford
    assert all(2 in score for score in crawford)
