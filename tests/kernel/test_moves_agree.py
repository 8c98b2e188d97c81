"""Games without dice, played by numbered moves in the kernel, beside the same games in Python."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np
import pytest

from agreement import CODECS, questions
from tablas import kernel
from tablas.envs.episodes import episode_dtype
from tablas.envs.options import EpisodePhase
from tablas.games import NAMES, kind
from tablas.play.actions import Played
from tablas.play.game import Game
from tablas.play.terms import Decides, Limits, Repetition, Terms
from tablas.values import Ending, Side

GAMES = [name for name in NAMES if not kind(name).dice]
ENDS = {
    Ending.PLAYED_OUT: 1,
    Ending.REPETITION: 2,
    Ending.NO_PROGRESS: 3,
    Ending.PLY_LIMIT: 6,
}


def begun(game, boards: list[bytes], **options) -> np.ndarray:
    rows = np.zeros((len(boards), game.EPISODE), np.uint8)
    game.reset_episodes(rows, np.zeros(len(boards), np.uint64), **options)
    packed = np.frombuffer(b"".join(boards), np.uint8).reshape(len(boards), -1)
    game.place_boards(rows, packed)
    return rows


def after_each(game, row: np.ndarray) -> dict[bytes, int]:
    """The board after every action that is allowed, with the action."""
    mask = np.zeros((1, game.ACTIONS), bool)
    game.observe(row, masks=mask)
    actions = np.flatnonzero(mask[0]).astype(np.int32)
    rows = np.ascontiguousarray(np.repeat(row, len(actions), axis=0))
    game.act(rows, actions, np.zeros(len(rows), np.float32))
    boards = rows.view(episode_dtype(game))[:, 0]["board"]
    return {bytes(board): int(action) for board, action in zip(boards, actions, strict=True)}


@pytest.mark.parametrize("name", GAMES)
def test_the_allowed_actions_are_the_moves_of_the_rules(name):
    game, rules, codec = getattr(kernel, name), kind(name).rules, CODECS[name]
    for position, _ in islice(questions(name, random.Random(1)), 600):
        if rules.outcome(position):
            continue
        row = begun(game, [codec.encode(position)])
        expected = {codec.pack(end) for end in rules.plays(position)}
        assert set(after_each(game, row)) == expected, position


def test_an_action_is_the_same_move_on_every_board():
    """The number names marbles and direction: equal numbers, equal moves."""
    for name in GAMES:
        game, rules, codec = getattr(kernel, name), kind(name).rules, CODECS[name]
        moves: dict[int, object] = {}
        for position, _ in islice(questions(name, random.Random(2)), 300):
            if rules.outcome(position):
                continue
            plays = rules.plays(position)
            for board, action in after_each(game, begun(game, [codec.encode(position)])).items():
                play = plays[codec.decode(board)]
                assert moves.setdefault(action, play) == play
        assert len(set(moves.values())) == len(moves)


LIMITS = [
    Limits(),
    Limits(target=1),
    Limits(quiet=7),
    Limits(quiet=9, quiet_decides=Decides.EJECTIONS),
    Limits(plies=60, repetition=Repetition.OFF),
]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_games_end_when_and_as_the_python_game_ends(name, limits):
    """Random games; some go back and forth, so that positions recur."""
    game, codec, rng = getattr(kernel, name), CODECS[name], random.Random(3)
    for number in range(4):
        playing = Game.begin(kind(name), terms=Terms(limits=limits))
        row = begun(
            game,
            [codec.encode(playing.state.position)],
            target=limits.target,
            repetition=limits.repetition is Repetition.DRAW,
            quiet=limits.quiet or 200,
            quiet_decides=limits.quiet_decides is Decides.EJECTIONS,
            plies=limits.plies or 0,
        )
        seen = row.view(episode_dtype(game))[0, 0]
        while playing.result is None and playing.state.plies < 400:
            assert seen["phase"] == EpisodePhase.MOVE
            actions = after_each(game, row)
            plays = playing.kind.rules.plays(playing.state.position)
            choice = rng.choice(sorted(actions))
            if number % 2:
                choice = max(actions, key=lambda board: (repeats(playing, codec, board), board))
            play = plays[codec.decode(choice)]
            playing = playing.apply(Played(playing.state.turn, play), 0)
            game.act(row, np.array([actions[choice]], np.int32), np.zeros(1, np.float32))
            assert bytes(seen["board"]) == codec.pack(playing.state.position)
        if playing.result is None:
            assert seen["phase"] == EpisodePhase.MOVE
            continue
        assert seen["phase"] == EpisodePhase.OVER
        assert seen["end"] == ENDS[playing.result.ending]
        if number % 2 and limits == Limits():
            assert playing.result.ending is Ending.REPETITION
        winner = {1: Side.WHITE, -1: Side.BLACK, 0: None}[int(seen["points"])]
        assert winner is playing.result.winner


def repeats(playing, codec, board: bytes) -> int:
    """How often the position on this board has been there already."""
    return [codec.pack(position) for _, position in playing.state.seen].count(board)
