"""The Abalone engine: the kernel's search, asked with positions and answering with moves.

The kernel gives boards; each one is looked up among the plays of the Python rules, so that nothing
is ever played that the rules do not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tablas import kernel
from tablas.abalone import codec, formats, notation, rules
from tablas.abalone.rules import Move, Position
from tablas.engine.abalone.network import abalone_net
from tablas.errors import IllegalAction, KernelDisagrees
from tablas.values import Setup, Side
from tablas.words import Language, Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import AbaloneNet

MEGABYTES: Final = 64
"""What a transposition table takes if nobody says otherwise."""

JUDGE: Final = "net"
"""Who evaluates if nobody says otherwise: see `AbaloneEngine`."""

WIN: Final = 30_000
PROVEN: Final = WIN - 100
"""A score from here on is a forced win in WIN - score plies; below, hundredths of a marble."""
WON: Final = Words("won in {plies}", "ganada en {plies}")
LOST: Final = Words("lost in {plies}", "perdida en {plies}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AbaloneLimit:
    """When a search stops; 0 is no limit, and the first one reached counts."""

    seconds: float = 0.0
    nodes: int = 0
    depth: int = 0

    @classmethod
    def of_clock(cls, left: float, increment: float = 0.0) -> AbaloneLimit:
        """A move's share of the time left: a fortieth and most of the increment.

        Never more than a third of what is left; less 50 ms, where there are so many, for what
        happens around a search.

        >>> AbaloneLimit.of_clock(600.0, 5.0).seconds
        18.95
        """
        share = min(left / 40 + increment * 4 / 5, left / 3)
        return cls(seconds=max(0.001, round(share - (0.05 if share > 1 / 4 else 0.0), 3)))


@dataclass(frozen=True, slots=True, kw_only=True)
class EndConditions:
    """What ends a game besides the sixth ejection; the rules page tells the options.

    `quiet` and `plies` are limits in plies, 0 for none; `plies` counts from the position on.
    """

    target: int = 6
    repetition: bool = True
    quiet: int = 200
    quiet_decides: bool = False
    plies: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A move, its score for the player to move, and the variation that begins with it."""

    move: Move
    score: int
    pv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Iteration:
    """One finished depth: its score, and the nodes and seconds since the search began."""

    depth: int
    score: int
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class AbaloneAnalysis:
    """What a search found, the best line first."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    iterations: tuple[Iteration, ...]

    @property
    def best(self) -> Line:
        return self.lines[0]


class AbaloneEngine:
    """A search with a table of its own, which remembers from one move to the next.

    `judge` says who evaluates: `net` the network of the package on top of the hand-made terms,
    `hand` these alone, or the path of a network's file.
    """

    def __init__(
        self,
        *,
        megabytes: int = MEGABYTES,
        threads: int = 1,
        contempt: int = 0,
        ends: EndConditions | None = None,
        judge: str = JUDGE,
    ) -> None:
        self.searcher = kernel.abalone.Searcher(megabytes)
        self.net = judge_of(judge)
        self.threads, self.contempt, self.ends = threads, contempt, ends or EndConditions()

    def analyse(
        self,
        position: Position,
        limit: AbaloneLimit,
        *,
        history: Sequence[Position] = (),
        quiet: int = 0,
        lines: int = 1,
        variations: bool = True,
        press: bool = False,
    ) -> AbaloneAnalysis:
        """The best lines of a position.

        `history` holds the positions before it since the last ejection, the oldest first, each seen
        by the player who was to move; `quiet` counts the plies since then. Without `variations`
        only the first move of each line is worked out. To `press` is for playing: where nothing has
        been ejected for long, scores favour contact a little, so that the better side comes closer.
        """
        if rules.outcome(position):
            raise IllegalAction(
                f"no move in {_text(position)}: the game is over",
                f"no hay jugada en {_text(position)}: la partida ha terminado",
            )
        import numpy as np  # noqa: PLC0415 (the command line starts without it)

        ends = self.ends
        scored, depth, nodes, seconds, iterations = self.searcher.search(
            np.frombuffer(codec.encode(position), dtype=np.uint8),
            _packed(history),
            seconds=limit.seconds,
            nodes=limit.nodes,
            depth=limit.depth,
            quiet=max(quiet, len(history)),
            target=ends.target,
            repetition=ends.repetition,
            quiet_limit=ends.quiet,
            quiet_decides=ends.quiet_decides,
            plies=ends.plies,
            contempt=self.contempt,
            press=press,
            lines=lines,
            threads=self.threads,
            net=self.net,
        )
        plays = rules.plays(position)
        made = tuple(
            _line(position, plays, score, boards if variations else boards[:1])
            for score, boards in scored
        )
        return AbaloneAnalysis(
            made, depth, nodes, seconds, tuple(Iteration(*it) for it in iterations)
        )

    def stop(self) -> None:
        """End a search that runs in another thread; it answers with what it has."""
        self.searcher.stop()

    def forget(self) -> None:
        """Empty the table, as before a new game."""
        self.searcher.clear()


def judge_of(name: str) -> AbaloneNet | None:
    """The network that `AbaloneEngine` calls by this name; None for the hand-made terms."""
    if name == "hand":
        return None
    return abalone_net() if name == "net" else abalone_net(Path(name))


def write_score(score: int, language: Language = "en") -> str:
    """A score as people read it: marbles, or the plies to a forced end.

    >>> write_score(135), write_score(-29_995), write_score(29_995, "es")
    ('+1.35', 'lost in 5', 'ganada en 5')
    """
    if abs(score) >= PROVEN:
        return (WON if score > 0 else LOST).about(plies=WIN - abs(score)).spoken(language)
    return f"{score / 100:+.2f}"


def _line(
    position: Position,
    plays: dict[Position, Move],
    score: int,
    boards: Iterable[NDArray[np.uint8]],
) -> Line:
    moves = list(_moves(position, plays, boards))
    return Line(moves[0][1], score, tuple(notation.write(*move) for move in moves))


def _moves(
    position: Position, plays: dict[Position, Move], boards: Iterable[NDArray[np.uint8]]
) -> Iterator[tuple[Position, Move]]:
    """The moves that lead from board to board, as the rules know them."""
    for number, board in enumerate(boards):
        reached = codec.decode(board.tobytes())
        if number:
            plays = rules.plays(position)
        move = plays.get(reached)
        if move is None:
            raise KernelDisagrees(
                f"the search goes from {_text(position)} to {_text(reached)}, which no move does",
                f"la búsqueda va de {_text(position)} a {_text(reached)}, y ninguna jugada lo hace",
            )
        yield position, move
        position = reached


def _packed(positions: Sequence[Position]) -> NDArray[np.uint8]:
    return codec.encode_many(positions)


def _text(position: Position) -> str:
    return formats.write(Setup(position, Side.BLACK))
