"""A question to an engine as the commands take it, before a game's own part answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Protocol

import click

from tablas.cli.language import usage_error
from tablas.cli.options.arguments import read_setup
from tablas.cli.options.jsonl import answer_each, refuse_besides_jsonl
from tablas.errors import TablasError
from tablas.kind import Kind
from tablas.play.standing import in_points, state_of
from tablas.play.state import State
from tablas.situation import Situation
from tablas.values import Dice, Setup
from tablas.words import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineQuestion:
    """Which position, how long to think about it, and how to answer."""

    kind: Kind[Any, Any]
    position: str | None
    start: str | None
    dice: Dice | None
    seconds: float | None
    plies: int | None
    nodes: int | None
    threads: int
    lines: int | None
    language: Language
    as_json: bool
    reasons: bool = False
    contempt: int = 0
    cubeful: bool = False
    roller: bool = False

    def setup(self) -> Setup[Any]:
        return read_setup(self.kind, self.position, self.start)

    def situation(self) -> tuple[Any, Situation]:
        """The position, and what is said beside it; the roll in --dice comes first."""
        if self.position is None:
            setup = self.setup()
            position, situation = setup.position, Situation(turn=setup.mover)
        else:
            position, situation = self.kind.formats.read_situation(self.position)
        return position, replace(situation, dice=self.dice or situation.dice)

    def position_text(self) -> str:
        """The whole question as a position text, for whoever keeps the answer."""
        return self.kind.formats.write_situation(*self.situation())

    def state(self) -> State[Any, Any]:
        """The position with its roll, cube and score, as an engine judges it.

        Money with the cube in the middle is judged in points without a cube unless --cubeful asks
        for more; whatever else the position says of cube and score counts.
        """
        state = state_of(self.kind, *self.situation())
        return state if self.cubeful else in_points(state)


def answer_questions(
    kind: Kind[Any, Any],
    answer: Callable[[EngineQuestion], None],
    asked: dict[str, Any],
    *,
    jsonl: bool,
) -> None:
    """Lets `answer` answer what the options ask, or with --jsonl every line of standard input."""
    if not jsonl:
        answer(EngineQuestion(kind=kind, **asked))
        return
    refuse_besides_jsonl(asked["position"], asked["start"], asked["dice"], asked["as_json"])

    def answer_line(position: str, dice: Dice | None) -> None:
        line = {"position": position, "dice": dice, "as_json": True}
        answer(EngineQuestion(kind=kind, **asked | line))

    answer_each(kind, answer_line)


def dice_of(kind: Kind[Any, Any], position: str | None) -> Dice | None:
    """The dice that a position text carries, as an XGID or a match ID does."""
    if position is None:
        return None
    try:
        return kind.formats.read_situation(position)[1].dice
    except TablasError:
        return None


def needed_dice(kind: Kind[Any, Any], position: str | None) -> Dice:
    """The same; an error that asks for --dice where the text has none."""
    if dice := dice_of(kind, position):
        return dice
    raise usage_error(
        f"--dice: found nothing, expected the roll, since {kind.name} has dice",
        f"--dice: no hay nada, se esperaba la tirada, pues {kind.name} lleva dados",
    )


class GameCommands(Protocol):
    """What a game adds to the command line; the package `tablas.cli.<game>` is one."""

    COMMANDS: tuple[click.Command, ...]

    def analyse(self, asked: EngineQuestion) -> None: ...

    def bestmove(self, asked: EngineQuestion) -> None: ...


def commands_of(game: str) -> GameCommands:
    """A game's own commands, and its part in the common ones."""
    part: GameCommands = import_module(f"tablas.cli.{game}")
    return part
