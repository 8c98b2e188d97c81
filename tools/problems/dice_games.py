"""Problems of the dice games: self-play of mixed levels, a search, then rollouts of what is left.

Most positions are dropped by what one look of the net says, most others by the search two plies
ahead; only what is clearly best there is rolled out. A rollout plays five turns on with the luck
of the dice taken away and lets the net judge, over the same dice for every play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from tools.problems.grading import cube_answer, cube_digits, play_digits, players

from tablas.engine import weights
from tablas.engine.dice.cube_action import judge as judge_cube
from tablas.engine.dice.evaluator import equities, kernel_rules
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.engines import dice_side
from tablas.games import kind
from tablas.kernel import CubeState
from tablas.problems import Problem
from tablas.problems.problem import asked_state
from tablas.review.themes import CUBE, play_themes
from tablas.values import Dice, Setup, Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

MARGIN: Final = 0.06  # points that the best play is ahead in the end
SURE: Final = 4.0  # standard errors
MOST_OF_A_CUBE: Final = 0.4  # points: nobody doubts what is clearer than this
NOISES: Final = (0.0, 0.03, 0.06, 0.1, 0.2, 0.3)
FEWEST_PLAYS: Final = 5
DECIDED: Final = 0.9  # points: beyond this little is left to play for
CLOSE_AT_SIGHT: Final = 0.03  # what the net sees closer than this is seldom clear
SELDOM: Final = 0.25
CUBES: Final = 0.05  # of the turns are looked at for the cube
TOO_EASY: Final = 0.93  # of all tries of all levels: of these one in fifteen is kept
KEPT_EASY: Final = 1 / 15
MOST_ROLLED_OUT: Final = 3
NEAR: Final = 0.15
PLAN: Final = RolloutPlan(trials=252, truncate=5, until_apart=SURE + 1, least=36)
CUBE_PLAN: Final = RolloutPlan(trials=144, truncate=7)


@dataclass(frozen=True, slots=True)
class Turn:
    """A packed board before a play, with the roll and what each play leads to at first sight."""

    board: NDArray[np.uint8]
    dice: Dice
    reached: NDArray[np.uint8]
    worths: NDArray[np.floating[Any]]


def mined(game: str, seed: int) -> Iterator[Problem]:
    """Problems without an end; the same seed gives the same ones."""
    miner = Miner(game, seed)
    for turn in miner.turns():
        if miner.rng.random() < CUBES and (problem := miner.cube(turn)):
            yield problem
        if problem := miner.play(turn):
            yield problem


class Miner:
    """The nets of one game, and its dice."""

    def __init__(self, game: str, seed: int) -> None:
        self.game, self.rng = game, random.Random(seed)
        self.players = players(game, seed)
        side = dice_side(game)
        self.kind = kind(game)
        self.net = weights.net(side.net)
        self.search = side.search(threads=1)
        self.kernel = kernel_rules(game)

    def turns(self) -> Iterator[Turn]:
        """Games of two levels of noise, one after the other."""
        start = np.frombuffer(bytearray(self.kind.codec.encode(self.kind.rules.start())), np.uint8)
        while True:
            board, noises = start[None], [self.rng.choice(NOISES), self.rng.choice(NOISES)]
            while True:
                dice = Dice(self.rng.randint(1, 6), self.rng.randint(1, 6))
                rolled = np.array([[dice.high, dice.low]], np.uint8)
                reached, _ = self.kernel.successors(board, rolled)
                worths = -equities(self.net.evaluate(reached))
                yield Turn(board, dice, reached, worths)
                seen = [worth + self.rng.gauss(0, noises[0]) for worth in worths.tolist()]
                board = reached[[seen.index(max(seen))]]
                noises.reverse()
                if self.kind.rules.outcome(self.kind.codec.decode(board[0].tobytes())):
                    break

    def play(self, turn: Turn) -> Problem | None:
        """The problem of a roll, if one play is clearly best and somebody may miss it."""
        ranked = np.sort(turn.worths)[::-1]
        if len(ranked) < FEWEST_PLAYS or abs(ranked[0]) > DECIDED:
            return None
        if ranked[0] - ranked[1] < CLOSE_AT_SIGHT and self.rng.random() > SELDOM:
            return None
        position = self.kind.codec.decode(turn.board[0].tobytes())
        plays = self.search.analyse(position, turn.dice, DiceLimit(plies=2)).plays
        if plays[0].equity - plays[1].equity < MARGIN:
            return None
        text = self.kind.formats.write(Setup(position, Side.WHITE))
        state = asked_state(self.game, text, str(turn.dice))
        solved = play_digits(state, plays[0].reached, self.players)
        if self._too_easy(solved):
            return None
        near = [one for one in plays if plays[0].equity - one.equity < NEAR][:MOST_ROLLED_OUT]
        near = near if len(near) > 1 else list(plays[:2])
        boards = self.kind.codec.encode_many([one.reached for one in near])
        starts = rollout(self.net, boards, PLAN, game=self.game, of_opponent=True).starts
        second = max(starts[1:], key=lambda one: one.equity)
        margin, error = starts[0].equity - second.equity, hypot(starts[0].error, second.error)
        if margin < MARGIN or margin < SURE * error:
            return None
        return Problem(
            game=self.game, position=text, dice=str(turn.dice), best=plays[0].text,
            margin=margin, error=error, effort=starts[0].trials, solved=solved,
            themes=play_themes(self.game, position, turn.dice, plays[0].play),
        )  # fmt: skip

    def cube(self, turn: Turn) -> Problem | None:
        """The problem of a cube in the middle, if both decisions about it are clear."""
        cube = CubeState(game=self.game)
        position = self.kind.codec.decode(turn.board[0].tobytes())
        glance = judge_cube(self.net, turn.board, cube, plies=1, game=self.game)
        doubled = min(glance.double_take, 1.0)
        ways = abs(doubled - glance.no_double), abs(glance.double_take - 1)
        if not MARGIN / 2 < min(ways) < MOST_OF_A_CUBE:
            return None
        text = self.kind.formats.write(Setup(position, Side.WHITE))
        answer = cube_answer(doubles=glance.doubles, drops=glance.answer == "drop")
        solved = cube_digits(asked_state(self.game, text, ""), answer, self.players)
        if self._too_easy(solved):
            return None
        boards = np.repeat(turn.board, 2, axis=0)
        hold, take = rollout(
            self.net, boards, CUBE_PLAN, game=self.game, cubes=[cube, cube.turned()],
            may_double=False,
        ).starts  # fmt: skip
        doubled = min(take.worth, 1.0)
        rolled = cube_answer(doubles=doubled > hold.worth, drops=take.worth > 1.0)
        # A drop is worth exactly one point.
        doubled_error = take.worth_error if take.worth < 1 else 0.0
        clear = (
            (abs(doubled - hold.worth), hypot(hold.worth_error, doubled_error)),
            (abs(take.worth - 1), take.worth_error),
        )
        if rolled != answer or any(ahead < SURE * error for ahead, error in clear):
            return None
        margin, error = min(clear)
        if margin < MARGIN:
            return None
        return Problem(
            game=self.game, position=text, dice="", best=answer, margin=margin, error=error,
            effort=hold.trials, solved=solved, themes=(CUBE,),
        )  # fmt: skip

    def _too_easy(self, solved: str) -> bool:
        share = sum(map(int, solved)) / (9 * len(solved))
        return share > TOO_EASY and self.rng.random() > KEPT_EASY
