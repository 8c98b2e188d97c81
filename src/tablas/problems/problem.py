"""One problem: a position, what is best in it, how sure that is, and who solves it.

A problem is a line of eight fields between tabs; `problem_of` reads one, `Problem.line` writes it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any, Final

from tablas.engine.engines import engine
from tablas.errors import NotationError
from tablas.games import kind
from tablas.play.standing import in_points, state_of
from tablas.play.state import State
from tablas.values import Dice
from tablas.words import quoted

CUBE_ANSWERS: Final = ("no-double", "double-take", "double-drop", "too-good")
"""What can be said about a cube: whether to double, and what the opponent would answer."""

EASIEST: Final = 900.0
HARDEST: Final = 2100.0
"""The ratings at which a problem begins that every level solves, and one that none does."""

FIELDS: Final = 8
NO_DICE: Final = "-"
ID_LENGTH: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A position in which `best` is better than everything else by `margin`.

    Without dice a dice game asks about the cube. `margin` is in points, in games without dice in
    chances of winning; `error` is its standard error over the `effort` trials of the rollout, or by
    how much a shorter search saw it otherwise, where `effort` is the depth. `solved` has a digit
    for each level of the game that grades, from the weakest: how often of nine tries it finds the
    answer.
    """

    game: str
    position: str
    dice: str
    best: str
    margin: float
    error: float
    effort: int
    solved: str
    themes: tuple[str, ...]

    @property
    def id(self) -> str:
        """A name that follows from the question alone."""
        question = f"{self.game} {self.position} {self.dice}"
        return hashlib.sha256(question.encode()).hexdigest()[:ID_LENGTH]

    @property
    def about_cube(self) -> bool:
        return self.best in CUBE_ANSWERS

    @property
    def grade(self) -> int:
        """How many levels fail more often than not; 0 is the easiest."""
        return sum(int(digit) < 5 for digit in self.solved)

    @property
    def first_rating(self) -> float:
        """The rating before anybody has tried: by how the levels do."""
        share = sum(map(int, self.solved)) / (9 * len(self.solved))
        return round(HARDEST - (HARDEST - EASIEST) * share, 1)

    @property
    def level(self) -> str:
        """The weakest level that finds it together with all above; empty where none does."""
        names = [one.name for one in engine(self.game).levels if one.grades]
        return names[self.grade] if self.grade < len(names) else ""

    def state(self) -> State[Any, Any]:
        """The question as a game: plays are judged in points, a cube lies in the middle."""
        return asked_state(self.game, self.position, self.dice)

    def line(self) -> str:
        margin, error = round(1000 * self.margin), round(1000 * self.error)
        return "\t".join(
            [
                self.position, self.dice or NO_DICE, self.best, str(margin), str(error),
                str(self.effort), self.solved, ",".join(self.themes),
            ]
        )  # fmt: skip


def asked_state(game: str, position: str, dice: str) -> State[Any, Any]:
    """The state that a position with these dice means; without dice the turn has not begun."""
    one = kind(game)
    board, situation = one.formats.read_situation(position)
    situation = replace(situation, dice=Dice.parse(dice) if dice else None)
    state = state_of(one, board, situation)
    return in_points(state) if dice or not one.dice else state


def problem_of(game: str, line: str) -> Problem:
    """The problem that `Problem.line` wrote."""
    fields = line.rstrip("\n").split("\t")
    if len(fields) != FIELDS:
        raise NotationError(
            f"problem {quoted(line)}: found {len(fields)} fields, expected {FIELDS}",
            f"problema {quoted(line)}: hay {len(fields)} campos, se esperaban {FIELDS}",
        )
    position, dice, best, margin, error, effort, solved, themes = fields
    return Problem(
        game=game, position=position, dice="" if dice == NO_DICE else dice, best=best,
        margin=int(margin) / 1000, error=int(error) / 1000, effort=int(effort), solved=solved,
        themes=tuple(themes.split(",")),
    )  # fmt: skip
