# The compiled module. Boards are rows of bytes as each game's `codec` packs them.
#
# Every board that comes in is checked: a bad one raises InvalidPosition with its index and the
# reason, bad dice and shapes raise ValueError. Results do not depend on `threads`, and the
# interpreter lock is free while the work goes on.

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

class Game(Protocol):
    SIZE: int  # bytes a board
    MAX_SUCCESSORS: int  # no turn reaches more positions than this

    # The board before the first turn, shape (SIZE,).
    def start(self) -> NDArray[np.uint8]: ...
    # Points won or lost by the player to move, 0 while the game goes on.
    def outcomes(self, boards: NDArray[np.uint8]) -> NDArray[np.int8]: ...
    # A well-mixed number for each board.
    def hashes(self, boards: NDArray[np.uint8]) -> NDArray[np.uint64]: ...
    # Raises InvalidPosition for the first bad board.
    def validate(self, boards: NDArray[np.uint8]) -> None: ...
    # Leaves of the tree of distinct successors; with dice, each of the 21 rolls counts once.
    def perft(self, board: NDArray[np.uint8], depth: int, threads: int = 1) -> int: ...
    # Of n random games: points for the first mover, turns, successors generated. A game that
    # max_turns stopped has 0 points; game i depends on (seed, i) alone.
    def play_random(
        self, n: int, seed: int, threads: int = 1, max_turns: int = ...
    ) -> tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int64]]: ...

class DiceGame(Game, Protocol):
    # The distinct boards after each board's roll (dice: shape (n, 2)), seen by the next player,
    # and offsets: those of board i are the rows offsets[i] to offsets[i + 1]. If nothing can move
    # it is the board itself, seen by the other side; none if the game is over.
    def successors(
        self, boards: NDArray[np.uint8], dice: NDArray[np.uint8], threads: int = 1
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...

class MoveGame(Game, Protocol):
    # The boards after each move of each board, and offsets, as in DiceGame.
    def successors(
        self, boards: NDArray[np.uint8], threads: int = 1
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...

# A net that judges backgammon boards; layers: (weight (outputs, inputs), bias) in float32, from 312
# inputs to 6 outputs. Chances are win, win gammon, win backgammon, lose gammon, lose backgammon.
# A board's result does not depend on the others; path: "fastest" or one of paths().
class Net:
    def __init__(self, layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]]) -> None: ...
    # The chances of each board, shape (n, 5), seen by the player to move.
    def evaluate(
        self, boards: NDArray[np.uint8], threads: int = 1, path: str = "fastest"
    ) -> NDArray[np.float32]: ...
    # The best board after each roll, seen by the next player, and the chances of who rolled.
    def choose(
        self,
        boards: NDArray[np.uint8],
        dice: NDArray[np.uint8],
        threads: int = 1,
        path: str = "fastest",
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]: ...

class Backgammon(DiceGame, Protocol):
    Net: type[Net]

backgammon: Backgammon
abak: DiceGame

# Searches Abalone with a transposition table of its own; one search at a time, with one thread the
# same result for the same limit of nodes or depth and the same table.
class Searcher:
    bytes: int
    def __init__(self, megabytes: int = 64) -> None: ...
    # Of the best moves, best first: (score, the boards that the variation reaches); then depth,
    # nodes, seconds, and (depth, score, nodes, seconds) after each depth. Scores are hundredths of
    # a marble; a win in n plies is WIN - n. `history`: the boards since the last ejection.
    def search(
        self,
        board: NDArray[np.uint8],
        history: NDArray[np.uint8],
        *,
        seconds: float = 0.0,
        nodes: int = 0,
        depth: int = 0,
        quiet: int = 0,
        target: int = 6,
        repetition: bool = True,
        quiet_limit: int = 200,
        quiet_decides: bool = False,
        plies: int = 0,
        contempt: int = 0,
        lines: int = 1,
        threads: int = 1,
        selective: bool = True,
    ) -> tuple[
        list[tuple[int, NDArray[np.uint8]]],
        int,
        int,
        float,
        list[tuple[int, int, int, float]],
    ]: ...
    # Ends a search that runs in another thread: it gives what it has found.
    def stop(self) -> None: ...
    def clear(self) -> None: ...

class Abalone(MoveGame, Protocol):
    Searcher: type[Searcher]
    WIN: int
    PROVEN: int  # scores from here on are forced wins
    # One number for the nodes and results of fixed searches: equal builds agree on it.
    def search_signature(self) -> int: ...

abalone: Abalone

# What the processor offers, and "portable" if this build leaves it unused.
def cpu_features() -> list[str]: ...

# The ways to run a net on this processor, slowest first: "portable", "avx2", "avx512".
def paths() -> list[str]: ...

# A digest of fixed random games of the three games: equal builds agree on it.
def signature() -> int: ...
