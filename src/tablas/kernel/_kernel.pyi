# The compiled module. Boards are rows of bytes as each game's `codec` packs them.
#
# Every board that comes in is checked: a bad one raises InvalidPosition with its index and the
# reason, bad dice and shapes raise ValueError. Results do not depend on `threads`, and the
# interpreter lock is free while the work goes on.

from typing import Protocol, TypeAlias

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

# Episodes are games or matches in progress, for environments: rows of EPISODE bytes that begin at a
# multiple of eight, in an array of the caller's, moved on in place and copied at will.
class Episodes(Protocol):
    EPISODE: int  # bytes an episode
    ACTIONS: int  # of a player or of chance, numbered from 0
    PLANES: tuple[int, int]  # the shape of an observation in planes
    FEATURES: int  # the inputs of the game's nets
    # Where to find what Python may read: name -> (offset, type); "V" is a board.
    EPISODE_FIELDS: dict[str, tuple[int, str]]
    # Makes one action of each episode and writes what the actor won by it. With `restart` those
    # that are over begin anew, whatever their action; with `forfeit` an action that is not allowed
    # loses the game. Else it raises ValueError, and nothing has been played.
    def act(
        self,
        episodes: NDArray[np.uint8],
        actions: NDArray[np.int32],
        rewards: NDArray[np.float32],
        restart: bool = False,
        forfeit: bool = False,
        threads: int = 1,
        *,
        masks: NDArray[np.bool_] | None = None,
        planes: NDArray[np.int8] | None = None,
        features: NDArray[np.float32] | None = None,
    ) -> None: ...
    # Writes what is allowed (n, ACTIONS) and what is seen, by whoever acts or by one player.
    def observe(
        self,
        episodes: NDArray[np.uint8],
        *,
        masks: NDArray[np.bool_] | None = None,
        planes: NDArray[np.int8] | None = None,
        features: NDArray[np.float32] | None = None,
        player: int = -1,
        threads: int = 1,
    ) -> None: ...

class DiceGame(Game, Episodes, Protocol):
    # Ways to move with one die; action SOURCES * d + s plays source s with the larger die (d = 0)
    # or the smaller one, 2 * SOURCES is to pass; then no double, double, take, drop. Chance: throws
    # (White's die less one, times six, plus Black's less one), then the 21 rolls.
    SOURCES: int
    # Begins episodes, each by its own seed.
    def reset_episodes(
        self,
        episodes: NDArray[np.uint8],
        seeds: NDArray[np.uint64],
        *,
        cube: bool = False,
        explicit_chance: bool = False,
        match_length: int = 0,
        max_turns: int = 0,
    ) -> None: ...
    # Puts boards with a roll to play into episodes that have been begun.
    def begin_turns(
        self, episodes: NDArray[np.uint8], boards: NDArray[np.uint8], dice: NDArray[np.uint8]
    ) -> None: ...
    # The distinct boards after each board's roll (dice: shape (n, 2)), seen by the next player,
    # and offsets: those of board i are the rows offsets[i] to offsets[i + 1]. If nothing can move
    # it is the board itself, seen by the other side; none if the game is over.
    def successors(
        self, boards: NDArray[np.uint8], dice: NDArray[np.uint8], threads: int = 1
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
    # How much of a live cube each board leaves to be had, from 0 to 1.
    def cube_efficiency(self, boards: NDArray[np.uint8]) -> NDArray[np.float64]: ...
    # What boards with these chances (n, 5) are worth to the player to move, in units of the cube.
    def cube_equities(
        self, boards: NDArray[np.uint8], chances: NDArray[np.float32], state: CubeState
    ) -> NDArray[np.float64]: ...

class MoveGame(Game, Episodes, Protocol):
    # Begins episodes; what ends them is on the rules page. The seeds change nothing.
    def reset_episodes(
        self,
        episodes: NDArray[np.uint8],
        seeds: NDArray[np.uint64],
        *,
        target: int = 6,
        repetition: bool = True,
        quiet: int = 200,
        quiet_decides: bool = False,
        plies: int = 0,
        max_turns: int = 0,
    ) -> None: ...
    # Puts boards into episodes that have been begun; player 1 is to move.
    def place_boards(self, episodes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> None: ...
    # The boards after each move of each board, and offsets, as in DiceGame.
    def successors(
        self, boards: NDArray[np.uint8], threads: int = 1
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...

# A net that judges the boards of its dice game; layers: (weight (outputs, inputs), bias) in
# float32, from 312 inputs (backgammon) or 1824 (Abak) to 6 outputs. Chances are win, win gammon,
# win backgammon, lose gammon, lose backgammon. A board's result does not depend on the others;
# path: "fastest" or one of paths().
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

# Points that a player needs at most.
LONGEST_MATCH: int

# The chance of winning a match, before a game, for who needs `own_away` points.
def match_equity(
    own_away: int, opp_away: int, crawford_over: bool = False, game: str = "backgammon"
) -> float: ...

KernelChances: TypeAlias = tuple[float, float, float, float, float]

# A cube and what the game is played for, seen by the player to move; away 0 is money play. Worth:
# points in money play, in a match twice the chance of winning it less one.
class CubeState:
    value: int
    owner: str
    away: tuple[int, int]
    def __init__(
        self,
        value: int = 1,
        owner: str = "centred",  # or "own", "opponent"
        own_away: int = 0,
        opp_away: int = 0,
        crawford: bool = False,
        jacoby: bool = False,
        beavers: bool = False,
        game: str = "backgammon",  # or "abak": whose match equities count
    ) -> None: ...
    def swapped(self) -> CubeState: ...
    # Doubled by the player to move and taken.
    def turned(self) -> CubeState: ...
    def may_double(self) -> bool: ...
    def worth(self, chances: KernelChances, efficiency: float) -> float: ...
    # No double, double and take, double and drop, double and beaver.
    def worths(
        self, chances: KernelChances, efficiency: float
    ) -> tuple[float, float, float, float]: ...
    # Whether to double, whether it is too good to, and the answer to a double.
    def action(
        self, no_double: float, double_take: float, double_drop: float, double_beaver: float
    ) -> tuple[bool, bool, str]: ...
    # Take points of the player to move (dead, live, between), then cash points.
    def points(
        self, chances: KernelChances, efficiency: float
    ) -> tuple[float, float, float, float, float, float]: ...
    # Worth in units of the present cube.
    def equity(self, worth: float) -> float: ...
    # The player's own and the opponent's; .5 in money play.
    def gammon_prices(self) -> tuple[float, float]: ...

# Trials from one or more boards, each with the same dice for all of them.
class Rollout:
    def __init__(
        self,
        net: Net,
        boards: NDArray[np.uint8],
        *,
        guess: GuessNet | None = None,
        bearoff: Bearoff | None = None,  # used with a guess only
        cubes: list[CubeState] | None = None,  # None: without a cube
        may_double: bool = True,  # at the first turn
        seed: int = 1,
        truncate: int = 0,
        variance_reduction: bool = True,
        widest: int = 5,
        margin: float = 0.16,
        plies: int = 0,  # that the players look ahead, 2 at most; needs a guess
    ) -> None: ...
    # Shape (last - first, len(which), 6): five chances and the worth, seen by the player to move.
    def run(
        self, first: int, last: int, which: list[int], threads: int = 1
    ) -> NDArray[np.float64]: ...

# A net of one sparse layer of 256 units and one output, in 16-bit integers, that guesses equities;
# layers: ((256, 832), (256,)) and ((1, 256), (1,)) in float32.
class GuessNet:
    def __init__(self, layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]]) -> None: ...

# Bear-off tables as build_bearoff gives them; the arrays may be mapped from a file. `race` are the
# layers of a net for races that are not at home yet: whoever is helped by the tables uses it, too.
class Bearoff:
    def __init__(
        self,
        whole: NDArray[np.float32],
        first: NDArray[np.float32],
        two_sided: NDArray[np.float32],
        race: list[tuple[NDArray[np.float32], NDArray[np.float32]]] | None = None,
    ) -> None: ...
    # The chances of each board by the race net, shape (n, 5); NaN where it does not reach.
    def race(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]: ...
    # The chances of each board, shape (n, 5); NaN where the tables do not reach.
    def chances(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]: ...
    # Exact equities before a double, shape (n, 4): without a cube, own cube, centred, opponent's;
    # NaN unless both sides have at most six checkers, all of them at home.
    def exact(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]: ...

# Looks ahead with a cache of its own, one question at a time. At n plies a play is judged by the n
# rolls and best plays after it. `judge` has the last word about every value, `chooser` picks the
# plays inside the tree. widths: (most plays, within) that go on to 1, 2, 3, 4 plies; replies: the
# same for the plays of a roll that are judged inside the tree, at the last ply and before it.
# cube: cube and score as who is to move sees them; plays are then chosen, inside the tree too, by
# what they make of the chances, and equities are in units of the cube. Without it points count.
class _DiceSearcher:
    bytes: int
    # The plays of one board (shape (1, SIZE)) and roll, deepest first, then by equity: boards seen
    # by the next player; chances, equities seen by who plays; plies of each; then the plies
    # reached, boards judged, seconds.
    def plays(
        self,
        boards: NDArray[np.uint8],
        dice: NDArray[np.uint8],
        *,
        seconds: float = 0.0,
        nodes: int = 0,
        plies: int = ...,
        threads: int = 1,
        only_choose: bool = False,
        widths: list[tuple[int, float]] | None = None,
        replies: list[tuple[int, float]] | None = None,
        cube: CubeState | None = None,
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.int32],
        int,
        int,
        float,
    ]: ...
    # The best board of each board and roll, and the chances of who rolled.
    def choose(
        self,
        boards: NDArray[np.uint8],
        dice: NDArray[np.uint8],
        *,
        seconds: float = 0.0,
        nodes: int = 0,
        plies: int = ...,
        threads: int = 1,
        only_choose: bool = True,
        widths: list[tuple[int, float]] | None = None,
        replies: list[tuple[int, float]] | None = None,
        cube: CubeState | None = None,
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]: ...
    # The chances before the roll of each board, shape (n, 5).
    def values(
        self,
        boards: NDArray[np.uint8],
        *,
        plies: int,
        threads: int = 1,
        replies: list[tuple[int, float]] | None = None,
    ) -> NDArray[np.float32]: ...
    # The same at cube and score, and the equities in units of the cube, of who is to move.
    def cube_values(
        self,
        boards: NDArray[np.uint8],
        cube: CubeState,
        *,
        plies: int,
        threads: int = 1,
        replies: list[tuple[int, float]] | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
    # Ends a question that runs in another thread: it gives what it has found.
    def stop(self) -> None: ...
    def clear(self) -> None: ...

class Searcher(_DiceSearcher):
    def __init__(
        self,
        judge: Net,
        chooser: Net,
        guess: GuessNet,
        bearoff: Bearoff | None = None,
        megabytes: int = 16,
        path: str = "fastest",
    ) -> None: ...

# `guess` names the plays that are worth judging.
class AbakSearcher(_DiceSearcher):
    def __init__(
        self,
        judge: Net,
        chooser: Net,
        guess: Net,
        megabytes: int = 16,
        path: str = "fastest",
    ) -> None: ...

# As Rollout, without bear-off tables; `guess` is a net.
class AbakRollout:
    def __init__(
        self,
        net: Net,
        boards: NDArray[np.uint8],
        *,
        guess: Net | None = None,
        cubes: list[CubeState] | None = None,
        may_double: bool = True,
        seed: int = 1,
        truncate: int = 0,
        variance_reduction: bool = True,
        widest: int = 5,
        margin: float = 0.16,
        plies: int = 0,  # that the players look ahead, 2 at most; needs a guess
    ) -> None: ...
    def run(
        self, first: int, last: int, which: list[int], threads: int = 1
    ) -> NDArray[np.float64]: ...

_Net = Net  # inside the protocol the names are the attributes'
_GuessNet = GuessNet
_Bearoff = Bearoff

class Abak(DiceGame, Protocol):
    Net: type[_Net]
    Rollout: type[AbakRollout]
    Searcher: type[AbakSearcher]
    # As Backgammon has it.
    def cube_worths(
        self,
        net: _Net,
        boards: NDArray[np.uint8],
        state: CubeState,
        plies: int = 0,
        threads: int = 1,
        guess: _Net | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.float64]]: ...
    # The rules of thumb as browsers have them (tablas.engine.abak.heuristic): each term (n, 19),
    # what boards are worth in pips (n, 1), and the cube (n, 3): the chance, doubling, taking.
    def heuristic_terms(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]: ...
    def heuristic_evaluations(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]: ...
    def heuristic_cube(self, boards: NDArray[np.uint8]) -> NDArray[np.float64]: ...

class Backgammon(DiceGame, Protocol):
    Net: type[_Net]
    Rollout: type[Rollout]
    # Chances (n, 5), and the worth (n, 4) of no double, double and take, drop, beaver.
    def cube_worths(
        self,
        net: _Net,
        boards: NDArray[np.uint8],
        state: CubeState,
        plies: int = 0,
        threads: int = 1,
        guess: _GuessNet | None = None,
        bearoff: _Bearoff | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.float64]]: ...
    GuessNet: type[_GuessNet]
    Bearoff: type[_Bearoff]
    Searcher: type[Searcher]
    # The chances of 0, 1, … rolls to bear off everything (54264, 32) and to bear off a first
    # checker (15504, 32); equities of both sides with up to six checkers (924, 924, 4).
    def build_bearoff(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]: ...

backgammon: Backgammon
abak: Abak

# The learned part of the evaluation of Abalone, in integers (cpp/abalone/net.hpp); `path` as above,
# with the same result on every one.
class AbaloneNet:
    def __init__(
        self,
        *,
        patterns: NDArray[np.int16],
        hexagons: NDArray[np.int16],
        cells: NDArray[np.int16],
        lost: NDArray[np.int16],
        bias: NDArray[np.int16],
        hidden: NDArray[np.int16],
        hidden_bias: NDArray[np.int32],
        out: NDArray[np.int16],
        out_bias: NDArray[np.int32],
        path: str = "fastest",
    ) -> None: ...
    # What is added to the hand-made score of each board, shape (n,).
    def evaluate(self, boards: NDArray[np.uint8]) -> NDArray[np.int32]: ...
    # The whole evaluation of each board, in hundredths of a marble, without looking ahead.
    def judge(self, boards: NDArray[np.uint8]) -> NDArray[np.int32]: ...

# Searches Abalone with a transposition table of its own; one search at a time, with one thread the
# same result for the same limit of nodes or depth and the same table.
class AbaloneSearcher:
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
        press: bool = False,
        lines: int = 1,
        threads: int = 1,
        selective: bool = True,
        net: AbaloneNet | None = None,
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
    Net: type[AbaloneNet]
    Searcher: type[AbaloneSearcher]
    WIN: int
    PROVEN: int  # scores from here on are forced wins
    # One number for the nodes and results of fixed searches: equal builds agree on it.
    def search_signature(self) -> int: ...

abalone: Abalone

MAX_PLIES: int  # that a Searcher of a dice game looks ahead

# One number for fixed searches of backgammon: equal builds agree on it.
def dice_search_signature() -> int: ...

# What the processor offers, and "portable" if this build leaves it unused.
def cpu_features() -> list[str]: ...

# The ways to run a net on this processor, slowest first, which give the same to the bit:
# "portable", "avx2", "avx512", "avx512vnni".
def paths() -> list[str]: ...

# A digest of fixed random games of the three games: equal builds agree on it.
def signature() -> int: ...
