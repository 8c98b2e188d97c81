"""Who can sit in a duel of a dice game: asked for many games at once, boards in and boards out.

Boards are rows as the kernel reads them, seen by the player to move. In a duel without a cube
nobody is asked about it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from tablas.engine import weights
from tablas.engine.bot import bot
from tablas.engine.dice.cubes import Boards, Cubes, Yes
from tablas.engine.dice.evaluator import kernel_rules
from tablas.engine.dice.net_player import (
    NetPlayer,
    cube_choice,
    cube_worths,
    worths_of,
)
from tablas.engine.dice.noise import RACE_NOISE
from tablas.engine.dice.search_player import SearchPlayer
from tablas.engine.player import Answer, Player
from tablas.engine.seats import DiceSeat, SeatOptions
from tablas.errors import NotationError
from tablas.games import kind
from tablas.kernel import CubeState
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.values import Dice, Side
from tablas.words import quoted

if TYPE_CHECKING:
    from tablas.kernel._kernel import Net

Racing = Callable[[Boards], Yes]
"""Where the sides have passed each other."""
WEIGHTS_FILE: Final = ".safetensors"
MOST_PLIES: Final = 3


class OwnSeat:
    """What the seats of this process have in common: their time is ours."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spent = 0.0

    @property
    def slow(self) -> bool:
        return False

    def new(self, seed: int) -> None:
        """Nothing is remembered, and no mistake is made on purpose."""

    def cpu(self) -> float:
        return self.spent

    def close(self) -> None:
        """Nothing of it runs elsewhere."""


class NetSeat(OwnSeat):
    """A net that looks at its own plays only, through a noise or without."""

    def __init__(
        self,
        net: Net,
        name: str,
        *,
        game: str,
        noise: float = 0.0,
        racing: Racing | None = None,
        threads: int = 1,
        cube_plies: int = 0,
    ) -> None:
        super().__init__(name)
        self.net, self.game, self.noise, self.threads = net, game, noise, threads
        self.racing, self.cube_plies = racing, cube_plies
        self.new(1)

    def new(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        begun = time.process_time()
        if self.noise or cubes.used:
            after = self.judged(boards, dice, cubes)
        else:
            after = self.net.choose(boards, dice, self.threads)[0]
        self.spent += time.process_time() - begun
        return after

    def judged(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        """As `NetPlayer.reached`, for many games."""
        reached, offsets = kernel_rules(self.game).successors(boards, dice, self.threads)
        counts = np.diff(offsets)
        chances = self.net.evaluate(reached, self.threads)
        worth = worths(self.game, chances, reached, offsets, cubes)
        noise = np.full(len(boards), self.noise)
        if self.racing is not None:
            noise[self.racing(boards)] *= RACE_NOISE
        seen = worth + self.rng.standard_normal(len(worth)) * np.repeat(noise, counts)
        return reached[best_rows(seen, offsets)]

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        return np.array([doubles for doubles, _ in self._cube(boards, cubes)], np.bool_)

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        return np.array([said != "drop" for _, said in self._cube(boards, cubes)], np.bool_)

    def _cube(self, boards: Boards, cubes: Cubes) -> list[tuple[bool, str]]:
        """Whether to double, and the answer to a double; for money the value changes nothing."""
        begun = time.process_time()
        choices = [(False, "")] * len(boards)
        for owner, which in cubes.by_owner():
            state = CubeState(1, owner)
            worths = cube_worths(self.net, boards[which], state, self.game, self.cube_plies)
            for i, row in zip(which.tolist(), worths, strict=True):
                error = float(self.rng.standard_normal()) * self.noise
                doubles, _, answer = cube_choice(state, row, error)
                choices[i] = (doubles, answer)
        self.spent += time.process_time() - begun
        return choices


class SearchSeat(OwnSeat):
    """Our search, so many plies deep; many games in one call."""

    def __init__(self, player: SearchPlayer) -> None:
        super().__init__(player.name)
        self.player = player
        self.alone = PlayerSeat(player.game, player)

    @property
    def slow(self) -> bool:
        return (self.player.limit.plies or 0) > 1

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        plies = self.player.limit.plies
        if plies is None:
            return self.alone.play(boards, dice, cubes)
        begun = time.process_time()
        choose = self.player.engine.choose_many
        if cubes.used:
            after = np.empty_like(boards)
            for owner, which in cubes.by_owner():
                after[which] = choose(boards[which], dice[which], plies, CubeState(1, owner))
        else:
            after = choose(boards, dice, plies)
        self.spent += time.process_time() - begun
        return after

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        return self.alone.doubles(boards, cubes)

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        return self.alone.takes(boards, cubes)

    def cpu(self) -> float:
        return self.spent + self.alone.spent


class PlayerSeat(OwnSeat):
    """Any player of ours, shown one game after another."""

    def __init__(self, game: str, player: Player, rng: random.Random | None = None) -> None:
        super().__init__(player.name)
        self.rng = rng  # from which the player draws
        self.kind, self.player, self.codec = kind(game), player, kind(game).codec

    def new(self, seed: int) -> None:
        if self.rng is not None:
            self.rng.seed(seed)

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
        answers = np.array([one(i) for i in range(len(boards))], np.bool_)
        self.spent += time.process_time() - begun
        return answers

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


def seated(
    game: str, player: Player, rng: random.Random | None = None, racing: Racing | None = None
) -> DiceSeat:
    """A player of ours at the duel: in batches where it is a net, else game by game."""
    if isinstance(player, NetPlayer):
        return NetSeat(
            player.net,
            player.name,
            game=game,
            noise=player.noise,
            racing=racing,
            cube_plies=player.cube_plies,
        )
    if isinstance(player, SearchPlayer):
        return SearchSeat(player)
    return PlayerSeat(game, player, rng)


def level_seat(game: str, level: str, racing: Racing | None = None) -> DiceSeat:
    """A level of the game, or one of the simple players that every game has."""
    rng = random.Random()
    return seated(game, bot(game, level, rng), rng, racing)


def file_seat(game: str, file: str) -> DiceSeat:
    """The net in a file of one's own."""
    path = own_file(file)
    return NetSeat(weights.net_from(path, game), path.stem, game=game)


def own_file(file: str) -> Path:
    """The file of this name, which must be there."""
    path = Path(file)
    if not path.is_file():
        raise NotationError(
            f"player {quoted(file)}: there is no such file",
            f"jugador {quoted(file)}: no existe ese archivo",
        )
    return path


def without_limits(options: SeatOptions) -> None:
    """Refuse limits a move: the players of the dice games say how far they look."""
    if options.limited:
        raise NotationError(
            "--time, --nodes and --depth: players of dice games say their plies",
            "--time, --nodes y --depth: los jugadores de los juegos con dados "
            "dicen sus jugadas por delante",
        )


def plies_in(player: str, text: str, least: int = 0) -> int:
    """The plies that the name of a player ends with."""
    if not (text.isascii() and text.isdigit() and least <= int(text) <= least + MOST_PLIES):
        raise NotationError(
            f"player {quoted(player)}: found {quoted(text)}, expected {least} to "
            f"{least + MOST_PLIES} plies",
            f"jugador {quoted(player)}: hay {quoted(text)}, se esperaban de "
            f"{least} a {least + MOST_PLIES} jugadas por delante",
        )
    return int(text)


def worths(
    game: str,
    chances: NDArray[np.float32],
    reached: Boards,
    offsets: NDArray[np.int64],
    cubes: Cubes,
) -> NDArray[np.float64]:
    """What each board that a play reaches is worth to who plays it, with the cube of its game."""
    worth = np.empty(len(reached))
    games = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    for owner, rows in cubes.of(games).by_owner():
        stake = CubeState(1, owner) if cubes.used else None
        worth[rows] = worths_of(chances[rows], reached[rows], stake, game)
    return worth


def best_rows(worth: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each game the row of the largest worth; game i has the rows offsets[i] to [i + 1]."""
    games = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    return np.asarray(np.lexsort((worth, games))[offsets[1:] - 1])
