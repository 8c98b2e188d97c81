"""Decisions and rolls added up: what each side did, and what the match was without luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp
from statistics import fmean

from tablas.files import MatchSheet
from tablas.review.judge import Judge
from tablas.review.value import (
    Decision,
    Mark,
    MatchReview,
    PhaseReview,
    RollLuck,
    SideReview,
    Thresholds,
)
from tablas.values import Side


def summed_up(
    match: MatchSheet, judge: Judge, marks: Thresholds, parts: Sequence[Decision | RollLuck]
) -> MatchReview:
    """The review that these answers make."""
    decisions = tuple(part for part in parts if isinstance(part, Decision))
    rolls = tuple(part for part in parts if isinstance(part, RollLuck))
    sides = {
        side: _side(match.name(side), side, decisions, rolls, chances=judge.unit == "chances")
        for side in Side
    }
    result = _result(match, judge)
    luck = sides[Side.WHITE].gained - sides[Side.BLACK].gained
    return MatchReview(
        game=judge.game,
        unit=judge.unit,
        engine=judge.name,
        care=judge.care,
        length=match.length,
        thresholds=marks,
        decisions=decisions,
        rolls=rolls,
        white=sides[Side.WHITE],
        black=sides[Side.BLACK],
        result=result,
        adjusted=None if result is None or not rolls else round(result - luck, 6),
    )


def _side(
    name: str,
    side: Side,
    decisions: Sequence[Decision],
    rolls: Sequence[RollLuck],
    *,
    chances: bool,
) -> SideReview:
    own = [one for one in decisions if one.side is side]
    counted = [one for one in own if one.counts]
    plays = [one for one in counted if one.what == "play"]
    cubes = [one for one in counted if one.what != "play"]
    thrown = [roll for roll in rolls if roll.side is side]
    return SideReview(
        name=name,
        plays=len(plays),
        cubes=len(cubes),
        play_cost=round(sum(one.cost for one in plays), 6),
        cube_cost=round(sum(one.cost for one in cubes), 6),
        lost=round(sum(one.lost for one in counted), 6),
        luck=round(sum(roll.luck for roll in thrown), 6),
        gained=round(sum(roll.gained for roll in thrown), 6),
        accuracy=_accuracy(plays) if chances and plays else None,
        marks=dict(Counter(one.mark.value for one in own if one.mark is not Mark.FINE)),
        faults=dict(Counter(one.fault for one in own if one.fault)),
        phases=_phases(counted),
    )


def _accuracy(plays: Sequence[Decision]) -> float:
    """The mean accuracy of the moves: 100 where nothing is given away, falling with the cost.

    The curve is that of lichess (https://lichess.org/page/accuracy), made for chances of winning.
    """
    each = (103.1668 * exp(-4.354 * one.cost) - 3.1669 for one in plays)
    return round(fmean(min(100.0, max(0.0, accuracy)) for accuracy in each), 2)


def _phases(counted: Sequence[Decision]) -> dict[str, PhaseReview]:
    phases: dict[str, PhaseReview] = {}
    for one in counted:
        before = phases.get(one.phase, PhaseReview())
        phases[one.phase] = PhaseReview(
            decisions=before.decisions + 1, cost=round(before.cost + one.cost, 6)
        )
    return phases


def _result(match: MatchSheet, judge: Judge) -> float | None:
    """White's share of what was at stake; a match that goes on is worth what its score is."""
    if judge.unit == "chances":
        return None
    if not match.length:
        white, black = match.score
        return float(white - black)
    return round(judge.start(match.length, match.score), 6)
