"""A game of Abalone between two programs that know nothing of each other, and who plays it.

A program is `abalone_trainer think NET`, of any build; the referee has the rules from the package,
and looks at every move. A board is its 16 bytes, seen by whoever is to move.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

import numpy as np

from tablas import kernel
from tablas.abalone import KIND
from tablas.abalone.board import NEIGHBOURS
from tablas.abalone.codec import NUMBER

ROOT: Final = Path(__file__).resolve().parents[3]
LOST: Final = 61
"""From this bit on a word counts the marbles that its side has lost."""
SIX: Final = 6
MEASURED: Final = 100_000  # nodes of the searches that tell how fast a player is
EDGES: Final = sorted(
    {1 << NUMBER[cell] | 1 << NUMBER[other] for cell in NEIGHBOURS for other in NEIGHBOURS[cell]}
)
"""Every two cells that are neighbours."""


def words(board: bytes) -> tuple[int, int]:
    """The marbles of whoever is to move and of the other, with what each has lost above them."""
    return int.from_bytes(board[:8], "little"), int.from_bytes(board[8:], "little")


def from_words(text: str) -> bytes:
    """The board that `OWN:OPP` means, both in hexadecimal."""
    return b"".join(int(word, 16).to_bytes(8, "little") for word in text.split(":"))


def lost(board: bytes) -> tuple[int, int]:
    """The marbles that whoever is to move has lost, and the other."""
    own, opp = words(board)
    return own >> LOST, opp >> LOST


def neighbours(word: int) -> int:
    """How many pairs of neighbours a side has."""
    return sum(word & edge == edge for edge in EDGES)


def marbles(word: int) -> int:
    return (word & ((1 << LOST) - 1)).bit_count()


def successors(board: bytes) -> list[bytes]:
    """The boards that a move reaches, seen by the next player."""
    rows = np.frombuffer(board, np.uint8).reshape(1, -1)
    return [row.tobytes() for row in kernel.abalone.successors(rows)[0]]


def opening(start: str, rng: np.random.Generator, plies: int) -> bytes:
    """So many random plies after a named start: nothing is ejected, nor could be at once.

    Two starts begin with marbles that can be ejected: after these only nothing is ejected yet.
    """
    begun = KIND.codec.encode(KIND.rules.start(start))
    calm = not tense(begun)
    while True:
        board = begun
        for _ in range(plies):
            around = successors(board)
            board = around[int(rng.integers(len(around)))]
        if not (sum(lost(board)) or (calm and tense(board))):
            return board


def tense(board: bytes) -> bool:
    """Whether either side could eject a marble, having the move."""
    return threatens(board) or threatens(turned(board))


def turned(board: bytes) -> bytes:
    """The same marbles seen by the other player, as if the turn were passed."""
    return board[8:] + board[:8]


def threatens(board: bytes) -> bool:
    """Whether whoever is to move can eject a marble now."""
    return any(lost(reached)[0] > lost(board)[1] for reached in successors(board))


@dataclass(frozen=True, slots=True)
class GameEnds:
    """What ends a game besides six ejections and a position met for the third time.

    The defaults are those of the rules page.
    """

    quiet: int = 200  # plies without an ejection, then it is a draw
    plies: int = 0  # in all, then more ejections win; 0: no such limit


class RefereedGame:
    """A game that goes on: the boards since the last ejection, and what has ended it."""

    def __init__(self, board: bytes, ends: GameEnds) -> None:
        self.boards, self.ends = [board], ends
        self.ply = 0
        self.ending = ""

    @property
    def board(self) -> bytes:
        return self.boards[-1]

    def question(self, nodes: int) -> str:
        left = self.ends.plies - self.ply if self.ends.plies else 0
        boards = " ".join("{:x}:{:x}".format(*words(board)) for board in self.boards)
        return f"go {nodes} {self.ends.quiet} {left} {boards}"

    def go_on(self, reached: bytes) -> None:
        """To a board that a legal move reaches; anything else is an error."""
        if reached not in successors(self.board):
            raise ValueError(f"not a legal move: from {self.board.hex()} to {reached.hex()}")
        ejected = lost(reached)[0] > lost(self.board)[1]
        self.boards = [reached] if ejected else [*self.boards, reached]
        self.ply += 1

    def result(self) -> int | None:
        """1, 0 or -1 for whoever is to move; None while the game goes on."""
        own, opp = lost(self.board)
        if max(own, opp) >= SIX:
            self.ending = "six"
            return 1 if opp > own else -1
        if self.boards.count(self.board) > 2:
            self.ending = "repetition"
            return 0
        if self.ends.quiet and len(self.boards) > self.ends.quiet:
            self.ending = "no progress"
            return 0
        if self.ends.plies and self.ply >= self.ends.plies:
            self.ending = "plies"
            return (opp > own) - (opp < own)
        return None


@dataclass(frozen=True, slots=True)
class Thought:
    """What a program has answered: the board that its move reaches, and how it came to it."""

    reached: bytes
    score: int
    depth: int
    nodes: int
    seconds: float  # of the processor


def how_to_build(trainer: Path) -> str:
    """What to do where a build of ours is missing.

    >>> how_to_build(Path("build/pool/kernel/abalone_trainer"))
    '`python -m tools.measure.abalone.pool` builds it'
    """
    command = "python -m tools.measure.abalone.pool" if "pool" in trainer.parts else "make cpp"
    return f"`{command}` builds it"


@dataclass(frozen=True, slots=True)
class PlayerFile:
    """Who plays: a build, and a network with settings of its search."""

    trainer: Path
    net: str  # a file or `hand`, settings behind it

    def thinker(self, megabytes: int = 64) -> Thinker:
        return Thinker(self, megabytes)


class Thinker:
    """A player as a process of its own; a context that ends it."""

    def __init__(self, player: PlayerFile, megabytes: int) -> None:
        if not player.trainer.exists():
            sys.exit(f"{player.trainer} is missing: {how_to_build(player.trainer)}")
        command = [str(player.trainer), "think", player.net, str(megabytes)]
        self.name = player.net
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._expect("ready")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def new(self) -> None:
        self._say("new")

    def think(self, game: RefereedGame, nodes: int) -> Thought:
        self._say(game.question(nodes))
        reached, score, depth, searched, seconds = self._expect("best")
        return Thought(from_words(reached), int(score), int(depth), int(searched), float(seconds))

    def about(self, board: bytes, nodes: int) -> Thought:
        """One board without a game, by an empty memory."""
        self.new()
        return self.think(RefereedGame(board, GameEnds()), nodes)

    def _say(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")

    def _expect(self, command: str) -> list[str]:
        assert self.process.stdout
        first, *rest = self.process.stdout.readline().split() or [""]
        if first != command:
            raise RuntimeError(f"{self.name}: ended, expected {command!r}")
        return rest


def fingerprint(thinker: Thinker) -> str:
    """What tells one player from another, whatever they are called: fixed searches."""
    rng = np.random.default_rng(1)
    boards = [opening(start, rng, 6) for start in KIND.start_names[:4]]
    thoughts = [thinker.about(board, 20_000) for board in boards]
    return " ".join(f"{thought.score}/{thought.depth}/{thought.nodes}" for thought in thoughts)


@dataclass(slots=True)
class SideTally:
    """What one side did in a game: sums over the turns."""

    turns: int = 0
    depth: int = 0
    seconds: float = 0.0
    pairs: int = 0
    marbles: int = 0


@dataclass(slots=True)
class RefereedResult:
    """A finished game: 1, 0 or -1 for the first player, and what both did."""

    result: int
    ending: str
    plies: int
    lead: int  # of the first player
    sides: tuple[SideTally, SideTally] = field(default_factory=lambda: (SideTally(), SideTally()))


def play_game(
    seats: Sequence[Thinker], nodes: Sequence[int], board: bytes, ends: GameEnds, *, begins: bool
) -> RefereedResult:
    """A whole game; the first of both seats begins if `begins`."""
    game, tallies = RefereedGame(board, ends), (SideTally(), SideTally())
    for seat in seats:
        seat.new()
    at = 0 if begins else 1
    while (result := game.result()) is None:
        own, opp = words(game.board)
        for which, word in ((at, own), (1 - at, opp)):
            tallies[which].pairs += neighbours(word)
            tallies[which].marbles += marbles(word)
        thought = seats[at].think(game, nodes[at])
        tallies[at].turns += 1
        tallies[at].depth += thought.depth
        tallies[at].seconds += thought.seconds
        game.go_on(thought.reached)
        at = 1 - at
    sign = 1 if at == 0 else -1
    own_lost, opp_lost = lost(game.board)
    lead = sign * (opp_lost - own_lost)
    return RefereedResult(sign * result, game.ending, game.ply, lead, tallies)


def speeds(seats: Sequence[Thinker], nodes: int = MEASURED, plies: int = 40) -> list[float]:
    """Nodes a second of processor time in games between both: the beginning of one from each start.

    A game is not a row of openings: the memory is warm and the board is tense, and that makes some
    searches a quarter faster and others hardly. A busy machine is busy for both of them.
    """
    rng, tallies = np.random.default_rng(2), (SideTally(), SideTally())
    for number, start in enumerate(KIND.start_names):
        board, ends = opening(start, rng, 4), GameEnds(plies=plies)
        game = play_game(seats, (nodes, nodes), board, ends, begins=number % 2 == 0)
        for tally, side in zip(tallies, game.sides, strict=True):
            tally.turns += side.turns
            tally.seconds += side.seconds
    return [tally.turns * nodes / tally.seconds for tally in tallies]
