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

backgammon: DiceGame
abak: DiceGame
abalone: MoveGame

# What the processor offers, and "portable" if this build leaves it unused.
def cpu_features() -> list[str]: ...

# A digest of fixed random games of the three games: equal builds agree on it.
def signature() -> int: ...
