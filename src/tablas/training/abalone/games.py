"""Self-play and matches by the kernel inside this process, where no `abalone_trainer` was built.

The same games as the trainer's, by its rules but other random numbers: a game begins two to nine
random plies after a named start, one move in sixteen of the first forty plies is random, and
positions without an ejection at hand are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.abalone import KIND
from tablas.engine.abalone.network import abalone_net

if TYPE_CHECKING:
    from tablas.kernel._kernel import AbaloneNet

# What is kept of a position; `abalone_trainer` writes the same.
SAMPLE = np.dtype(
    [
        ("own", "<u8"),
        ("opp", "<u8"),
        ("score", "<i2"),  # UNSCORED in the turn of a guest
        ("still", "<i2"),
        ("ply", "<u2"),  # STRAYED besides
        ("result", "i1"),
        ("lead", "i1"),
    ]
)
UNSCORED: Final = -(1 << 15)
STRAYED: Final = 1 << 15
"""Of a ply: since the sample before a move was drawn by lot, or it is the first of its game."""
PLIES: Final = STRAYED - 1
HAND: Final = "hand"
LONGEST: Final = 350  # plies; then more ejections win
RANDOM_PLIES: Final = 40
ONE_IN: Final = 16
LARGEST_SCORE: Final = 3000  # what is as good as decided teaches nothing
LOST: Final = 61  # from this bit on a word counts the marbles that were lost
MEGABYTES: Final = 4

Board = NDArray[np.uint8]


@dataclass(slots=True)
class SearchingSide:
    """Who evaluates, and how many nodes a move may take."""

    judge: str  # hand, or the file of a network
    nodes: int
    net: AbaloneNet | None = field(init=False)
    searcher: Any = field(init=False)

    def __post_init__(self) -> None:
        self.net = None if self.judge == HAND else abalone_net(Path(self.judge))
        self.searcher = kernel.abalone.Searcher(MEGABYTES)

    def move(self, game: BoardInPlay) -> tuple[int, Board]:
        """The score of the best move for whoever is to move, and the board that it reaches."""
        lines, *_ = self.searcher.search(
            game.board, game.history(), nodes=self.nodes, quiet=game.quiet,
            plies=LONGEST - game.ply, net=self.net,
        )  # fmt: skip
        score, boards = lines[0]
        return score, boards[0]


class BoardInPlay:
    """A game that goes on: the board, seen by whoever is to move, and what came before it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.since: list[Board] = []
        self.ply = 0

    @property
    def quiet(self) -> int:
        return len(self.since)

    def history(self) -> Board:
        size = kernel.abalone.SIZE
        return np.array(self.since, np.uint8).reshape(-1, size)

    def go_on(self, board: Board) -> None:
        """To the board that a move has reached."""
        ejected = lost(board)[0] > lost(self.board)[1]
        self.since = [] if ejected else [*self.since, self.board]
        self.board = board
        self.ply += 1

    def result(self) -> int | None:
        """1, 0 or -1 for whoever is to move; None while the game goes on."""
        own, opp = lost(self.board)
        if max(own, opp) >= 6:
            return 1 if opp > own else -1
        row = self.board.tobytes()
        if sum(board.tobytes() == row for board in self.since) >= 2 or self.quiet >= 200:
            return 0
        return int(np.sign(opp - own)) if self.ply >= LONGEST else None


def lost(board: Board) -> tuple[int, int]:
    """The marbles that whoever is to move has lost, and the other."""
    own, opp = board.view("<u8")
    return int(own) >> LOST, int(opp) >> LOST


def successors(board: Board) -> Board:
    """The boards that a move reaches, seen by the next player."""
    return kernel.abalone.successors(board[None])[0]


def opening(rng: np.random.Generator) -> Board:
    """A named start, two to nine random plies on."""
    start = KIND.rules.start(str(rng.choice(KIND.start_names)))
    board: Board = KIND.codec.encode_many([start])[0]
    for _ in range(int(rng.integers(2, 10))):
        board = rng.choice(successors(board))
    return board


def play_shard(
    players: Sequence[SearchingSide], seed: Sequence[int], games: int
) -> NDArray[np.void]:
    """The quiet positions of some games; of two players the second one's have no score."""
    parts = [
        _samples(players, np.random.default_rng([*seed, number]), number) for number in range(games)
    ]
    return np.concatenate(parts)


def _samples(
    players: Sequence[SearchingSide], rng: np.random.Generator, number: int
) -> NDArray[np.void]:
    game, rows, strayed = BoardInPlay(opening(rng)), [], True
    for player in players:
        player.searcher.clear()
    while (result := game.result()) is None:
        visits = len(players) > 1 and game.ply % 2 == number % 2
        score, following = players[1 if visits else 0].move(game)
        around = successors(game.board)
        prey = bool((around[:, :8].copy().view("<u8") >> LOST > lost(game.board)[1]).any())
        if not prey and abs(score) < LARGEST_SCORE:
            ply = game.ply | (STRAYED if strayed else 0)
            rows.append((game.board, UNSCORED if visits else score, ply))
            strayed = False
        if game.ply < RANDOM_PLIES and rng.integers(ONE_IN) == 0:
            following, strayed = rng.choice(around), True
        game.go_on(following)
    own, opp = lost(game.board)
    samples = np.zeros(len(rows), SAMPLE)
    if not rows:
        return samples
    boards = np.array([board for board, _, _ in rows], np.uint8)
    words, net = boards.view("<u8"), abalone_net()
    samples["own"], samples["opp"] = words[:, 0], words[:, 1]
    samples["score"] = [score for _, score, _ in rows]
    samples["still"] = net.judge(boards) - net.evaluate(boards)
    samples["ply"] = [ply for _, _, ply in rows]
    side = np.where((game.ply - samples["ply"].astype(int)) % 2 == 0, 1, -1)
    samples["result"], samples["lead"] = side * result, side * (opp - own)
    return samples


def match(first: SearchingSide, second: SearchingSide, seed: int, pairs: int) -> dict[str, float]:
    """Games in pairs from the same openings, sides changed; what the first player won."""
    points = []
    for number in range(pairs):
        board = opening(np.random.default_rng([seed, 7, number]))
        for swapped in (False, True):
            game = BoardInPlay(board)
            seats = (second, first) if swapped else (first, second)
            for player in seats:
                player.searcher.clear()
            while (result := game.result()) is None:
                game.go_on(seats[game.ply % 2].move(game)[1])
            points.append(result if (game.ply % 2 == 0) != swapped else -result)
    count = len(points)
    return {
        "games": count,
        "won": points.count(1),
        "drawn": points.count(0),
        "lost": points.count(-1),
        "score": round((sum(points) / count + 1) / 2, 4),
    }
