"""The judges of the games by name; each is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from tablas.games import kind
from tablas.review.care import care_named
from tablas.review.judge import Judge
from tablas.review.value import Thresholds, Unit
from tablas.words import Words


def judge_of(game: str, care: str = "normal", threads: int = 1) -> Judge:
    """The judge of a game at a level of care."""
    module = import_module(f"tablas.review.{kind(game).name}")
    judge: Judge = module.make(care_named(care), threads)
    return judge


def phases_of(game: str) -> dict[str, Words]:
    """The names of the phases that the games are divided into."""
    phases: dict[str, Words] = import_module(f"tablas.review.{kind(game).name}").PHASES
    return phases


def grades_of(game: str) -> tuple[tuple[float, Words], ...]:
    """Up to which error rate play has which name; empty where nobody has agreed on names."""
    module = import_module(f"tablas.review.{kind(game).name}")
    grades: tuple[tuple[float, Words], ...] = getattr(module, "GRADES", ())
    return grades


def marks_of(game: str) -> tuple[Unit, Thresholds, float]:
    """In what costs are counted, which ones are marked, and the scale of scores without dice."""
    module = import_module(f"tablas.review.{kind(game).name}")
    judge: type[Judge] = module.JUDGE
    return judge.unit, judge.thresholds, float(getattr(module, "UNIT", 0))
