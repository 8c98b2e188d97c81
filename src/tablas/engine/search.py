"""The backgammon engine: the kernel's search, asked with positions and answering with plays.

The kernel gives boards; each one is looked up among the plays of the Python rules, so that nothing
is ever played that the rules do not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tablas import kernel
from tablas.backgammon import codec, formats, notation, rules
from tablas.backgammon.rules import Position
from tablas.engine.bearoff import bearoff
from tablas.engine.limit import Limit
from tablas.engine.weights import guess_net, net
from tablas.errors import IllegalAction, KernelDisagrees, NotationError
from tablas.values import Dice, Setup, Side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import Searcher

MEGABYTES: Final = 16
"""What the cache of judged positions takes if nobody says otherwise."""


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
        won = 2 * self.win - 1 + self.win_gammon + self.win_backgammon
        return won - self.lose_gammon - self.lose_backgammon


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """A play as the engine sees it: for who plays it, `plies` rolls and best plays ahead."""

    text: str
    play: Any
    reached: Position
    equity: float
    chances: Chances
    plies: int


@dataclass(frozen=True, slots=True)
class Analysis:
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


class BackgammonEngine:
    """Nets, bear-off tables and a cache; one question at a time.

    `net` judges, `chooser` picks the plays inside the tree, the same net if it is not given.
    Results do not depend on `threads`, nor on earlier questions.
    """

    def __init__(
        self,
        *,
        net_name: str = "backgammon-large",
        chooser: str | None = None,
        threads: int = 1,
        megabytes: int = MEGABYTES,
        tables: bool = True,
        path: str = "fastest",
    ) -> None:
        self.threads = threads
        self._searcher: Searcher = kernel.backgammon.Searcher(
            net(net_name),
            net(chooser or net_name),
            guess_net(),
            bearoff() if tables else None,
            megabytes,
            path,
        )

    def analyse(self, position: Position, dice: Dice, limit: Limit) -> Analysis:
        """Every play of the roll, ranked; the best ones as deeply as the limit allows."""
        return self._asked(position, dice, limit, only_choose=False)

    def choose(self, position: Position, dice: Dice, limit: Limit) -> RankedPlay:
        """The best play; looks no deeper once a single one is left."""
        return self._asked(position, dice, limit, only_choose=True).best

    def choose_many(
        self, boards: NDArray[np.uint8], dice: NDArray[np.uint8], plies: int
    ) -> NDArray[np.uint8]:
        """The best board after each roll, seen by the next player; for matches between engines."""
        _check_plies(plies)
        return self._searcher.choose(boards, dice, plies=plies, threads=self.threads)[0]

    def chances(self, position: Position, plies: int = 0) -> Chances:
        """The chances of the player to move before the roll, `plies` rolls ahead."""
        _check_plies(plies)
        rows = codec.encode_many([position])
        found = self._searcher.values(rows, plies=plies, threads=self.threads)
        return Chances(*map(float, found[0]))

    def stop(self) -> None:
        """Ends a question that another thread has asked: it gets what was finished."""
        self._searcher.stop()

    def _asked(
        self, position: Position, dice: Dice, limit: Limit, *, only_choose: bool
    ) -> Analysis:
        plays = rules.plays(position, dice)
        if not plays:
            raise IllegalAction(f"no play: the game is over, in {_text(position)}")
        plies = kernel.MAX_PLIES if limit.plies is None else limit.plies
        _check_plies(plies)
        boards, chances, equities, depths, reached, nodes, seconds = self._searcher.plays(
            codec.encode_many([position]),
            _rolled(dice),
            seconds=limit.seconds or 0.0,
            nodes=limit.nodes or 0,
            plies=plies,
            threads=self.threads,
            only_choose=only_choose,
        )
        ranked = tuple(
            _ranked(position, plays, dice, boards[i], chances[i], equities[i], depths[i])
            for i in range(len(boards))
        )
        return Analysis(ranked, reached, nodes, seconds)


def _ranked(
    position: Position,
    plays: Any,
    dice: Dice,
    board: NDArray[np.uint8],
    chances: Sequence[float] | NDArray[np.float32],
    equity: float,
    plies: int,
) -> RankedPlay:
    reached = codec.decode(board.tobytes())
    play = plays.get(reached)
    if play is None:
        raise KernelDisagrees(
            f"the kernel plays {dice.high}-{dice.low} to {_text(reached)}, which the rules do not "
            f"reach from {_text(position)}"
        )
    text = notation.write(position, play)
    return RankedPlay(text, play, reached, float(equity), Chances(*map(float, chances)), int(plies))


def _check_plies(plies: int) -> None:
    if not 0 <= plies <= kernel.MAX_PLIES:
        raise NotationError(f"plies: found {plies}, expected 0 to {kernel.MAX_PLIES}")


def _rolled(dice: Dice) -> NDArray[np.uint8]:
    import numpy as np  # noqa: PLC0415 (loaded with the first question)

    return np.array([[dice.high, dice.low]], np.uint8)


def _text(position: Position) -> str:
    return formats.write(Setup(position, Side.WHITE))
