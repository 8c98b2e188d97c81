"""The engines of the dice games: the kernel's search, asked with positions, answering with plays.

The kernel gives boards; each one is looked up among the plays of the Python rules, so that nothing
is ever played that the rules do not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tablas import kernel
from tablas.engine.dice.equity import equity
from tablas.engine.dice.limit import DiceLimit
from tablas.errors import IllegalAction, KernelDisagrees, NotationError
from tablas.kind import Kind
from tablas.values import Dice, Setup, Side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import AbakSearcher, CubeState, Net, Searcher

MEGABYTES: Final = 16
"""What the cache of judged positions takes if nobody says otherwise."""

Widths = list[tuple[int, float]]
"""At most so many plays, none of them worse than the best by more than so many points."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How a game ends for one player; a gammon counts among the wins or losses."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """Points expected in a game without a cube."""
        lost = self.lose_gammon, self.lose_backgammon
        return equity(self.win, self.win_gammon, self.win_backgammon, *lost)


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """A play as the engine sees it: for who plays it, `plies` rolls and best plays ahead.

    `trials` is how often it was rolled out after that (`roller.py`); then its worth is theirs.
    """

    text: str
    play: Any
    reached: Any
    equity: float
    chances: Chances
    plies: int
    trials: int = 0


@dataclass(frozen=True, slots=True)
class DiceAnalysis:
    """The plays of a roll, those looked at most deeply first, then by equity.

    Only plays of equal `plies` are compared with each other: what one level of looking ahead finds
    worth more than another level does is no reason to rank it higher.
    """

    plays: tuple[RankedPlay, ...]
    plies: int
    nodes: int
    seconds: float

    @property
    def best(self) -> RankedPlay:
        return self.plays[0]


class DiceEngine:
    """A search with its nets and cache; one question at a time.

    Results do not depend on `threads`, nor on earlier questions.
    """

    def __init__(
        self,
        game: Kind[Any, Any],
        net: Net,
        searcher: Searcher | AbakSearcher,
        threads: int,
        replies: Widths | None = None,
        choosing: Widths | None = None,
        ranking: Widths | None = None,
    ) -> None:
        self.game, self.net, self.threads = game, net, threads
        self._codec, self._searcher = game.codec, searcher
        self._replies, self._choosing, self._ranking = replies, choosing, ranking

    def analyse(
        self, position: Any, dice: Dice, limit: DiceLimit, *, cube: CubeState | None = None
    ) -> DiceAnalysis:
        """Every play of the roll, ranked; the best ones as deeply as the limit allows.

        With a `cube`, as who is to move sees it with the score, both sides look for what cube and
        score make of the chances, and equities are in units of that cube; else for points.
        """
        return self._asked(position, dice, limit, only_choose=False, cube=cube)

    def choose(
        self, position: Any, dice: Dice, limit: DiceLimit, *, cube: CubeState | None = None
    ) -> RankedPlay:
        """The best play; looks no deeper once a single one is left."""
        return self._asked(position, dice, limit, only_choose=True, cube=cube).best

    def choose_many(
        self,
        boards: NDArray[np.uint8],
        dice: NDArray[np.uint8],
        plies: int,
        cube: CubeState | None = None,
    ) -> NDArray[np.uint8]:
        """The best board after each roll, seen by the next player; for matches between engines."""
        _check_plies(plies)
        return self._searcher.choose(
            boards,
            dice,
            plies=plies,
            threads=self.threads,
            widths=self._choosing,
            replies=self._replies,
            cube=cube,
        )[0]

    def chances(self, position: Any, plies: int = 0) -> Chances:
        """The chances of the player to move before the roll, `plies` rolls ahead."""
        _check_plies(plies)
        rows = self._codec.encode_many([position])
        chances = self._searcher.values(
            rows, plies=plies, threads=self.threads, replies=self._replies
        )
        return Chances(*map(float, chances[0]))

    def valued(self, position: Any, plies: int, cube: CubeState) -> tuple[Chances, float]:
        """The same at cube and score, and the equity in units of the cube."""
        _check_plies(plies)
        rows = self._codec.encode_many([position])
        chances, equities = self._searcher.cube_values(
            rows, cube, plies=plies, threads=self.threads, replies=self._replies
        )
        return Chances(*map(float, chances[0])), float(equities[0])

    def judged(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The chances of many boards before the roll, without looking ahead; shape (n, 5)."""
        return self._searcher.values(boards, plies=0, threads=self.threads)

    def stop(self) -> None:
        """Ends a question that another thread has asked: it gets what was finished."""
        self._searcher.stop()

    def _asked(
        self,
        position: Any,
        dice: Dice,
        limit: DiceLimit,
        *,
        only_choose: bool,
        cube: CubeState | None,
    ) -> DiceAnalysis:
        plays = self.game.rules.plays(position, dice)
        if not plays:
            raise IllegalAction(
                f"no play: the game is over, in {self._text(position)}",
                f"no hay jugada: la partida ha terminado, en {self._text(position)}",
            )
        plies = kernel.MAX_PLIES if limit.plies is None else limit.plies
        _check_plies(plies)
        boards, chances, equities, depths, reached, nodes, seconds = self._searcher.plays(
            self._codec.encode_many([position]),
            _rolled(dice),
            seconds=limit.seconds or 0.0,
            nodes=limit.nodes or 0,
            plies=plies,
            threads=self.threads,
            only_choose=only_choose,
            widths=self._choosing if only_choose else self._ranking,
            replies=self._replies,
            cube=cube,
        )
        ranked = tuple(
            self._ranked(position, plays, dice, boards[i], chances[i], equities[i], depths[i])
            for i in range(len(boards))
        )
        return DiceAnalysis(ranked, reached, nodes, seconds)

    def _ranked(
        self,
        position: Any,
        plays: Any,
        dice: Dice,
        board: NDArray[np.uint8],
        chances: Sequence[float] | NDArray[np.float32],
        equity: float,
        plies: int,
    ) -> RankedPlay:
        reached = self._codec.decode(board.tobytes())
        play = plays.get(reached)
        if play is None:
            raise KernelDisagrees(
                f"the kernel plays {dice.high}-{dice.low} to {self._text(reached)}, which the "
                f"rules do not reach from {self._text(position)}",
                f"el núcleo juega {dice.high}-{dice.low} hasta {self._text(reached)}, "
                f"adonde las reglas no llegan desde {self._text(position)}",
            )
        text = self.game.notation.write(position, play)
        seen = Chances(*map(float, chances))
        return RankedPlay(text, play, reached, float(equity), seen, int(plies))

    def _text(self, position: Any) -> str:
        return self.game.formats.write(Setup(position, Side.WHITE))


def _check_plies(plies: int) -> None:
    if not 0 <= plies <= kernel.MAX_PLIES:
        raise NotationError(
            f"plies: found {plies}, expected 0 to {kernel.MAX_PLIES}",
            f"jugadas por delante: {plies}, se esperaba de 0 a {kernel.MAX_PLIES}",
        )


def _rolled(dice: Dice) -> NDArray[np.uint8]:
    import numpy as np  # noqa: PLC0415 (loaded with the first question)

    return np.array([[dice.high, dice.low]], np.uint8)
