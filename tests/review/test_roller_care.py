"""The care `roller`: what two plies leave close is rolled out as the level of that name does."""

from __future__ import annotations

from dataclasses import replace

from tablas import games
from tablas.engine.dice.at_score import analysed
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.roller import rolled_out
from tablas.engine.dice.rollout_plan import RollerPlan
from tablas.engine.engines import dice_side
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.review.care import care_named
from tablas.review.dice_judge import DiceJudge
from tablas.values import Dice, Side


def test_its_numbers_are_those_of_the_level():
    care, plan = care_named("roller"), RollerPlan()
    assert (care.plies, care.trials, care.close) == (2, plan.trials, plan.within)
    assert (care.most, care.least) == (plan.most, plan.least)


def test_a_review_judges_as_the_level_does():
    kind = games.kind("backgammon")
    state = State(
        kind=kind, terms=Terms(stakes=Stakes(cube=False)), turn=Side.WHITE, phase=Phase.TO_PLAY,
        position=kind.formats.read("zJ7PAABs28AANA").position, cube=Cube(), dice=Dice(6, 4),
    )  # fmt: skip
    care = replace(care_named("roller"), trials=36, most=2)
    judge = DiceJudge("backgammon", care, lambda _: "contact")
    judged = judge.play(state, kind.notation.read(state.position, state.dice, "24/18 13/9"))
    first = judged.alternatives[0]
    assert (first.text, first.trials, judged.played.trials) == ("13/9 13/7", 36, 36)
    # The net of the search rolls out, not the small one: the numbers are the level's.
    ours, plan = dice_side("backgammon").search(), RollerPlan(trials=36, most=2, least=36)
    level = rolled_out(ours, state, analysed(ours, state, DiceLimit(plies=2)), plan)
    assert first.worth == level.best.equity
