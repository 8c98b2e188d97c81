"""The judge of Abalone: the search with a number of nodes, scores as chances of winning."""

from __future__ import annotations

from math import exp
from typing import Any, Final

from tablas.abalone import rules
from tablas.engine.abalone.engine import PROVEN, AbaloneEngine, AbaloneLimit, EndConditions, Line
from tablas.play.state import State
from tablas.play.terms import Decides, Repetition
from tablas.review.care import Care
from tablas.review.judge import Judge, JudgedCube, JudgedPlay
from tablas.review.value import Alternative, Thresholds, Unit
from tablas.values import Dice
from tablas.words import Words

UNIT: Final = 175
"""The score, in hundredths of a marble, at which a player wins e times as often as it loses.

Fitted to the results of 29,713 positions of 300 games of the package's network with itself, 3,000
nodes a move (2026-11-17), by `Samples.unit` of the training.
"""

LINES: Final = 4
OPENING_PLIES: Final = 16
FEW_LEFT: Final = 4  # ejections of one side from which on the end is near
PHASES: Final = {
    "opening": Words("opening", "apertura"),
    "middle": Words("middle game", "medio juego"),
    "endgame": Words("endgame", "final"),
}


def phase(state: State[Any, Any]) -> str:
    if max(state.kind.ejected(state.position)) >= FEW_LEFT:
        return "endgame"
    return "opening" if state.plies < OPENING_PLIES else "middle"


def chance(score: int) -> float:
    """The chance of winning that a score means.

    >>> round(chance(175), 3), chance(29_990), chance(0)
    (0.731, 1.0, 0.5)
    """
    if abs(score) >= PROVEN:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + exp(-score / UNIT))


class AbaloneJudge:
    """One search of so many nodes for the best lines, another of the move that was made."""

    game = "abalone"
    name = "abalone-search"
    unit: Unit = "chances"
    # A twentieth, a tenth and a fifth of the game: what such a mistake gives away.
    thresholds = Thresholds(0.05, 0.1, 0.2)

    def __init__(self, care: Care) -> None:
        self.care, self._nodes = care.name, care.nodes
        self.phase = phase

    def play(self, state: State[Any, Any], play: Any) -> JudgedPlay:
        lines = self._search(state, LINES)
        reached = rules.after(state.position, play)
        ranked = [(rules.after(state.position, line.move), line) for line in lines]
        made = next((line for after, line in ranked if after == reached), None)
        text = state.kind.notation.write(state.position, play)
        score = made.score if made else self._score_after(state, reached)
        # The move that was made may turn out better than all that the first search liked.
        best = max(lines[0].score, score)
        alternatives = [_alternative(line) for line in lines]
        played = Alternative(text, chance(score), (chance(score),))
        if made is None:
            alternatives.append(played)
            alternatives.sort(key=lambda one: -one.worth)
        missed = rules.ejects(state.position, lines[0].move) and not rules.ejects(
            state.position, play
        )
        cost = chance(best) - chance(score)
        fault = "missed-ejection" if missed and cost >= self.thresholds.doubtful else ""
        forced = len(rules.plays(state.position)) == 1
        return JudgedPlay(tuple(alternatives), played, forced, 1.0, fault)

    def cube(self, state: State[Any, Any], *, sure: bool = False) -> JudgedCube:
        raise AssertionError(f"{state.kind.name} has no cube: {sure}")

    def luck(self, state: State[Any, Any], dice: Dice, *, opening: bool) -> tuple[float, float]:
        raise AssertionError(f"{state.kind.name} has no dice: {dice}, {opening}")

    def start(self, length: int, score: tuple[int, int]) -> float:
        del length
        return 0.5 if score[0] == score[1] else float(score[0] > score[1])

    def _search(self, state: State[Any, Any], lines: int) -> tuple[Line, ...]:
        engine = AbaloneEngine(megabytes=16, ends=_ends(state))
        history = [position for _, position in state.seen[:-1]]
        return engine.analyse(
            state.position, AbaloneLimit(nodes=self._nodes), history=history,
            quiet=state.quiet, lines=lines, variations=False,
        ).lines  # fmt: skip

    def _score_after(self, state: State[Any, Any], reached: Any) -> int:
        """The move's score: that of the position after it, seen by the opponent, turned."""
        outcome = rules.outcome(reached)
        if outcome:
            return -30_000 if outcome.points > 0 else 30_000
        engine = AbaloneEngine(megabytes=16, ends=_ends(state))
        quiet = state.quiet + 1
        limit = AbaloneLimit(nodes=self._nodes // LINES)
        return -engine.analyse(reached, limit, quiet=quiet, variations=False).best.score


def _ends(state: State[Any, Any]) -> EndConditions:
    limits = state.terms.limits
    return EndConditions(
        target=limits.target,
        repetition=limits.repetition is not Repetition.OFF,
        quiet=limits.quiet or 0,
        quiet_decides=limits.quiet_decides is Decides.EJECTIONS,
        plies=max(limits.plies - state.plies, 1) if limits.plies else 0,
    )


def _alternative(line: Line) -> Alternative:
    return Alternative(line.pv[0], chance(line.score), (chance(line.score),))


JUDGE: Final = AbaloneJudge


def make(care: Care, threads: int = 1) -> Judge:
    del threads  # with several the same search is not the same every time
    return AbaloneJudge(care)
