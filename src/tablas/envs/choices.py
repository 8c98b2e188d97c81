"""What can be chosen in an episode: steps, or the states that a whole turn can lead to."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablas.envs.episodes import NOBODY, Episodes
from tablas.envs.options import EpisodePhase
from tablas.values import Dice

CUBE: Final = ("no double", "double", "take", "drop")


class Steps:
    """The choices of a single episode: its actions as they are."""

    def __init__(self, game: Episodes) -> None:
        self._game = game
        self.count: int = game.actions
        self.most_a_turn = 6 if game.kind.dice else 1  # the cube, its answer, four steps

    def legal(self) -> list[int]:
        """The choices in the present state."""
        return [int(action) for action in np.flatnonzero(self._game.masks[0])]

    def after(self, choice: int) -> bytes:
        """The state that follows; it is the present one from now on."""
        self._game.act(np.array([choice]))
        return self._game.states.tobytes()

    def name(self, choice: int) -> str:
        """A move as people write it; a step by its source and its die."""
        if not self._game.kind.dice:
            after = rows(self._game.states)
            self._game.kernel.act(after, np.array([choice], np.int32), np.zeros(1, np.float32))
            return self._written(after[0], choice)
        sources: int = self._game.kernel.SOURCES
        if choice >= 2 * sources:
            return ("pass", *CUBE)[choice - 2 * sources]
        smaller, source = divmod(choice, sources)
        return f"source {source} with the {self._game.fields['dice'][0][smaller]}"

    def _written(self, end: NDArray[np.uint8], choice: int) -> str:
        """The play that leads from the present state to this one."""
        kind, dice = self._game.kind, None
        position = self._game.position(0).position
        if kind.dice:
            dice = Dice(*map(int, self._game.fields["dice"][0]))
        plays = kind.rules.plays(position, dice)
        after = kind.codec.decode(bytes(end.view(self._game.fields.dtype)[0]["board"]))
        # The board of a game of a match that is over has made way for that of the next game.
        return kind.notation.write(position, plays[after]) if after in plays else f"play {choice}"


class Turns(Steps):
    """The states after a turn, numbered by their order, and behind them what the cube asks."""

    def __init__(self, game: Episodes) -> None:
        super().__init__(game)
        self._most: int = game.kernel.MAX_SUCCESSORS
        self._cube: int = 2 * game.kernel.SOURCES + 1  # the first action that is no step
        self.count = self._most + game.actions - self._cube
        self.most_a_turn = 3  # the cube, its answer, the play
        self._known = b""
        self._ends = np.zeros((0, 0), np.uint8)

    def legal(self) -> list[int]:
        if self._playing:
            return list(range(len(self._after_turn())))
        return [action + self._shift for action in super().legal()]

    def after(self, choice: int) -> bytes:
        if self._playing:
            return bytes(self._after_turn()[choice])
        return super().after(choice - self._shift)

    def name(self, choice: int) -> str:
        if not self._playing:
            return CUBE[choice - self._most]
        return self._written(self._after_turn()[choice], choice)

    @property
    def _playing(self) -> bool:
        return bool(self._game.fields["phase"][0] == EpisodePhase.MOVE)

    @property
    def _shift(self) -> int:
        """Between an action and its number here, where it is no step; chance keeps its numbers."""
        return 0 if self._game.players[0] == NOBODY else self._most - self._cube

    def _after_turn(self) -> NDArray[np.uint8]:
        """Worked out once for a state: OpenSpiel asks for it again and again."""
        state = self._game.states.tobytes()
        if state != self._known:
            self._known, self._ends = state, turn_ends(self._game, self._game.states[0])
        return self._ends


def turn_ends(game: Episodes, state: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The distinct states after a turn, as rows ordered by their bytes.

    `state` is one row of an episode whose roll is to be played; it must have explicit chance, else
    the next roll would be part of what follows.

    >>> from tablas.envs import Options
    >>> games = Episodes("backgammon", 1, options=Options(explicit_chance=True))
    >>> _ = games.act(np.array([6 * (3 - 1) + 1 - 1]))  # White throws 3, Black 1
    >>> len(turn_ends(games, games.states[0]))
    16
    """
    frontier, ends = distinct(state[None]), []
    while len(frontier):
        masks = np.zeros((len(frontier), game.actions), np.bool_)
        game.kernel.observe(frontier, masks=masks, threads=game.threads)
        which, actions = np.nonzero(masks)
        frontier = rows(frontier[which])
        rewards = np.zeros(len(frontier), np.float32)
        game.kernel.act(frontier, actions.astype(np.int32), rewards, threads=game.threads)
        fields = frontier.view(game.fields.dtype)[:, 0]
        goes_on = fields["phase"] == EpisodePhase.MOVE
        ends.append(frontier[~goes_on])
        frontier = distinct(frontier[goes_on])
    return distinct(np.concatenate(ends))


def distinct(states: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each row once: several orders of steps lead to the same state."""
    return rows(np.unique(states, axis=0))


def rows(states: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A copy in which every row begins at a multiple of eight bytes, as the kernel wants it."""
    copied = np.empty((len(states), states.shape[1] // 8), np.uint64).view(np.uint8)
    copied[:] = states
    return copied
