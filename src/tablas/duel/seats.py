"""Who can sit in a duel: asked for many games at once, boards in and boards out.

Boards are rows as the kernel reads them, seen by the player to move. In a duel without a cube
nobody is asked about it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine.abak import heuristic as abak_heuristic
from tablas.engine.dice.evaluator import kernel_rules
from tablas.engine.dice.net_player import (
    RACE_NOISE,
    NetPlayer,
    cube_choice,
    cube_worths,
    worths_of,
)
from tablas.engine.dice.search_player import SearchPlayer
from tablas.engine.player import Answer, AtBoard, Player
from tablas.games import kind
from tablas.kernel import CubeState
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.values import Dice, Side

if TYPE_CHECKING:
    from tablas.kernel._kernel import Net

Boards = NDArray[np.uint8]
Yes = NDArray[np.bool_]


@dataclass(slots=True)
class Cubes:
    """The cubes of many games: values, and owners 1 the player to move, -1 the other, 0 nobody.

    `used` says whether the games are played with one at all.
    """

    values: NDArray[np.int64]
    owners: NDArray[np.int8]
    used: bool

    @classmethod
    def fresh(cls, games: int, *, used: bool) -> Cubes:
        return cls(np.ones(games, np.int64), np.zeros(games, np.int8), used)

    def of(self, which: NDArray[Any]) -> Cubes:
        """Those of some of the games."""
        return Cubes(self.values[which], self.owners[which], self.used)

    def by_owner(self) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """The games whose cube is in the middle, the mover's, and the other's."""
        for name, owner in (("centred", 0), ("own", 1), ("opponent", -1)):
            which = np.flatnonzero(self.owners == owner)
            if len(which):
                yield name, which

    def turned(self) -> Cubes:
        """The same cubes seen by the other players."""
        return Cubes(self.values, -self.owners, self.used)


class Seat(Protocol):
    """A player of one dice game, in its own process or ours."""

    name: str

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        """The board after each roll, seen by the opponent."""

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        """Where the player to move doubles before rolling."""

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        """Where a double is taken; boards and cubes (before it) are seen by who doubled."""

    def cpu(self) -> float:
        """Seconds of processor time that its decisions have taken so far."""

    def close(self) -> None: ...


class OwnSeat:
    """What the seats of this process have in common: their time is ours."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spent = 0.0

    def cpu(self) -> float:
        return self.spent

    def close(self) -> None:
        """Nothing of it runs elsewhere."""


class NetSeat(OwnSeat):
    """A net that looks at its own plays only, with noise in its judgement or without."""

    def __init__(
        self,
        net: Net,
        name: str,
        *,
        game: str = "backgammon",
        noise: float = 0.0,
        seed: int = 1,
        threads: int = 1,
    ) -> None:
        super().__init__(name)
        self.net, self.game, self.noise, self.threads = net, game, noise, threads
        self.rng = np.random.default_rng(seed)

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        begun = time.process_time()
        if self.noise or cubes.used:
            found = self.judged(boards, dice, cubes)
        else:
            found = self.net.choose(boards, dice, self.threads)[0]
        self.spent += time.process_time() - begun
        return found

    def judged(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        """As `NetPlayer.reached`, for many games."""
        reached, offsets = kernel_rules(self.game).successors(boards, dice, self.threads)
        counts = np.diff(offsets)
        chances = self.net.evaluate(reached, self.threads)
        worth = worths(self.game, chances, reached, offsets, cubes)
        noise = np.full(len(boards), self.noise)
        if self.game == "backgammon":
            noise[~in_contact(boards)] *= RACE_NOISE
        seen = worth + self.rng.standard_normal(len(worth)) * np.repeat(noise, counts)
        return reached[best_rows(seen, offsets)]

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        return np.array([doubles for doubles, _ in self._cube(boards, cubes)], np.bool_)

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        return np.array([said != "drop" for _, said in self._cube(boards, cubes)], np.bool_)

    def _cube(self, boards: Boards, cubes: Cubes) -> list[tuple[bool, str]]:
        """Whether to double, and the answer to a double; for money the value changes nothing."""
        begun = time.process_time()
        found = [(False, "")] * len(boards)
        for owner, which in cubes.by_owner():
            state = CubeState(1, owner)
            worths = cube_worths(self.net, boards[which], state, self.game)
            for i, row in zip(which.tolist(), worths, strict=True):
                error = float(self.rng.standard_normal()) * self.noise
                doubles, _, answer = cube_choice(state, row, error)
                found[i] = (doubles, answer)
        self.spent += time.process_time() - begun
        return found


class SearchSeat(OwnSeat):
    """Our search, so many plies deep; many games in one call, but with a cube and plies ahead."""

    def __init__(self, player: SearchPlayer) -> None:
        super().__init__(player.name)
        self.player = player
        self.alone = PlayerSeat(player.game, player)

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        plies = self.player.limit.plies
        if plies is None or (cubes.used and plies > 0):
            return self.alone.play(boards, dice, cubes)
        begun = time.process_time()
        if cubes.used:
            game = self.player.game
            reached, offsets = kernel_rules(game).successors(boards, dice)
            chances = self.player.engine.judged(reached)
            found = reached[best_rows(worths(game, chances, reached, offsets, cubes), offsets)]
        else:
            found = self.player.engine.choose_many(boards, dice, plies)
        self.spent += time.process_time() - begun
        return found

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        return self.alone.doubles(boards, cubes)

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        return self.alone.takes(boards, cubes)

    def cpu(self) -> float:
        return self.spent + self.alone.spent


class HeuristicSeat(OwnSeat):
    """The heuristic Abak player, many games at once."""

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        del cubes
        begun = time.process_time()
        reached, offsets = kernel.abak.successors(boards, dice)
        found = reached[best_rows(-abak_heuristic.evaluate(reached), offsets)]
        self.spent += time.process_time() - begun
        return found

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        del cubes
        return abak_heuristic.should_double(boards)

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        del cubes
        return abak_heuristic.should_take(boards)


class PlayerSeat(OwnSeat):
    """Any player of ours, shown one game after another."""

    def __init__(self, game: str, player: Player) -> None:
        super().__init__(player.name)
        self.kind, self.player, self.codec = kind(game), player, kind(game).codec

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        begun = time.process_time()
        rows = []
        for i, roll in enumerate(dice.tolist()):
            state = self.state(boards[i], cubes, i, Dice(*roll))
            play = self.player.choose(state)
            rows.append(self.codec.encode(self.kind.rules.after(state.position, play)))
        self.spent += time.process_time() - begun
        return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1).copy()

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        return self._asked(boards, lambda i: self.player.doubles(self.state(boards[i], cubes, i)))

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        def one(i: int) -> bool:
            state = self.state(boards[i], cubes, i, doubled=True)
            return self.player.answer(state) is not Answer.DROP

        return self._asked(boards, one)

    def _asked(self, boards: Boards, one: Any) -> Yes:
        begun = time.process_time()
        found = np.array([one(i) for i in range(len(boards))], np.bool_)
        self.spent += time.process_time() - begun
        return found

    def state(
        self,
        board: Boards,
        cubes: Cubes,
        i: int,
        dice: Dice | None = None,
        *,
        doubled: bool = False,
    ) -> State[Any, Any]:
        """A money game that stands here; White is to move."""
        owner = {1: Side.WHITE, -1: Side.BLACK}.get(int(cubes.owners[i]))
        cube = Cube(int(cubes.values[i]), owner)
        return State(
            kind=self.kind,
            terms=Terms(stakes=Stakes(cube=cubes.used)),
            position=self.codec.decode(board.tobytes()),
            turn=Side.WHITE,
            phase=Phase.TO_ANSWER if doubled else Phase.TO_PLAY if dice else Phase.TO_ROLL,
            cube=cube.doubled_by(Side.WHITE) if doubled else cube,
            dice=dice,
        )


def seated(game: str, player: Player, *, seed: int = 1) -> Seat:
    """A player of ours at the duel: in batches where it is a net, else game by game."""
    if isinstance(player, NetPlayer):
        return NetSeat(player.net, player.name, game=game, noise=player.noise, seed=seed)
    if isinstance(player, SearchPlayer):
        return SearchSeat(player)
    if isinstance(player, AtBoard) and isinstance(player.player, abak_heuristic.HeuristicPlayer):
        return HeuristicSeat(player.name)
    return PlayerSeat(game, player)


def worths(
    game: str,
    chances: NDArray[np.float32],
    reached: Boards,
    offsets: NDArray[np.int64],
    cubes: Cubes,
) -> NDArray[np.float64]:
    """What each board that a play reaches is worth to who plays it, with the cube of its game."""
    found = np.empty(len(reached))
    games = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    for owner, rows in cubes.of(games).by_owner():
        stake = CubeState(1, owner) if cubes.used else None
        found[rows] = worths_of(chances[rows], reached[rows], stake, game)
    return found


def best_rows(worth: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each game the row of the largest worth; game i has the rows offsets[i] to [i + 1]."""
    games = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    found: NDArray[np.int64] = np.lexsort((worth, games))[offsets[1:] - 1]
    return found


def in_contact(boards: Boards) -> Yes:
    """Where a checker of backgammon still has to pass one of the other side."""
    sides = boards.reshape(len(boards), 2, 16)[:, :, :13]
    counts = np.stack([sides & 15, sides >> 4], axis=3).reshape(len(boards), 2, 26)
    rear = ((counts > 0) * np.arange(26)).max(axis=2)
    found: Yes = rear.sum(axis=1) > 25
    return found
