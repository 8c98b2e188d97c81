"""The problems of the package: one file a game, made by `python -m tools.problems`."""

from __future__ import annotations

from functools import cache
from importlib import resources

from tablas.games import NAMES
from tablas.problems.problem import Problem, problem_of


@cache
def packaged(game: str) -> tuple[Problem, ...]:
    """The problems of a game, from the easiest."""
    file = resources.files(__name__) / f"{game}.tsv"
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(problem_of(game, line) for line in lines)


@cache
def _by_id() -> dict[str, Problem]:
    return {one.id: one for game in NAMES for one in packaged(game)}


def problem_named(name: str) -> Problem | None:
    """The problem with this id; None where there is none."""
    return _by_id().get(name)
