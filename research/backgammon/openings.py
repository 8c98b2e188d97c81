"""Opening plays of backgammon and the replies to them, by rollouts of our own net.

python -m research.backgammon.openings --minutes 30

A decision is looked at two plies deep; the plays that lie close together are then rolled out with
the cube, seven turns long, the luck taken away, until one lies apart. What is known is written into
the package after each decision: a run that was stopped goes on. The opening rolls come first, then
every answer to their best plays, then to the plays that lie close behind.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from tablas.backgammon import KIND
from tablas.backgammon.rules import Position
from tablas.engine import weights
from tablas.engine.dice.cube_action import state_of as cube_of
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.opening_table import key_of, path_of
from tablas.play.standing import state_of
from tablas.review import judge_of
from tablas.situation import Situation
from tablas.values import ROLLS, Dice

CLOSE: Final = 0.04  # points behind the best play at two plies: rolled out, too
REPLIED: Final = 0.01  # points behind the best opening play: its replies are looked at, too
MOST: Final = 5  # plays of a decision that are kept
PLAN: Final = RolloutPlan(trials=324, truncate=7, until_apart=3.0, least=72)
Lines = dict[str, list[list[Any]]]


class Study:
    """The lines that are known, and the judge who finds more."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: Lines = {}
        if path.exists():
            self.lines = json.loads(path.read_text(encoding="utf-8"))["lines"]
        self._judge = judge_of(KIND.name, "normal")
        self._net = weights.net(KIND.name)

    def missing(self) -> Iterator[tuple[Position, Dice]]:
        """What is not known yet, in the order in which it is looked at."""
        start = KIND.rules.start()
        openings = [roll for roll in ROLLS if not roll.double]
        yield from self._unknown((start, roll) for roll in openings)
        for best in (True, False):
            yield from self._unknown(
                (reached, reply)
                for roll in openings
                for reached in self._reached(start, roll, best=best)
                for reply in ROLLS
            )

    def _unknown(self, all_of: Iterator[tuple[Position, Dice]]) -> Iterator[tuple[Position, Dice]]:
        return (one for one in all_of if key_of(KIND, *one) not in self.lines)

    def _reached(self, start: Position, roll: Dice, *, best: bool) -> Iterator[Position]:
        """Where the best opening play leads, or where those close behind it do."""
        first, *others = self.lines[key_of(KIND, start, roll)]
        close = [one for one in others if first[1] - one[1] < REPLIED]
        for text, *_ in [first] if best else close:
            yield KIND.rules.after(start, KIND.notation.read(start, roll, text))

    def look(self, position: Position, dice: Dice) -> list[list[Any]]:
        """The plays of a roll, the best first: text, points, standard error, trials."""
        state = state_of(KIND, position, Situation(dice=dice))
        plays = KIND.rules.plays(position, dice)
        ranked = self._judge.play(state, next(iter(plays.values()))).alternatives
        top = ranked[0]
        near = [one for one in ranked if one.plies == top.plies and top.worth - one.worth < CLOSE][
            :MOST
        ]
        found: list[list[Any]] = [[one.text, round(one.worth, 4), None, 0] for one in ranked[:MOST]]
        if len(near) > 1:
            reached = [
                KIND.rules.after(position, KIND.notation.read(position, dice, one.text))
                for one in near
            ]
            boards = KIND.codec.encode_many(reached)
            cubes = [cube_of(state).swapped()] * len(near)
            result = rollout(self._net, boards, PLAN, game=KIND.name, cubes=cubes, of_opponent=True)
            rolled: list[list[Any]] = [
                [one.text, round(start.equity, 4), round(start.error, 4), start.trials]
                for one, start in zip(near, result.starts, strict=True)
            ]
            rolled.sort(key=lambda row: -row[1])
            names = {row[0] for row in rolled}
            found = [*rolled, *(row for row in found if row[0] not in names)][:MOST]
        found.sort(key=lambda row: -row[1])
        self.lines[key_of(KIND, position, dice)] = found
        return found

    def save(self, made: str) -> None:
        """All of it, or nothing: a run that is killed here loses one decision."""
        rows = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in self.lines.items())
        fresh = self.path.with_suffix(".new")
        fresh.write_text(
            f'{{"made": {json.dumps(made)},\n"lines": {{\n{rows}\n}}}}\n', encoding="utf-8"
        )
        fresh.replace(self.path)


@click.command()
@click.option("--minutes", type=click.FloatRange(0), default=10.0, show_default=True)
def openings(minutes: float) -> None:
    """Look at opening plays and replies that are not known yet."""
    study = Study(path_of(KIND.name))
    made = f"two plies, then up to {PLAN.trials} rollouts of {PLAN.truncate} turns with the cube"
    until = time.monotonic() + 60 * minutes
    for position, dice in study.missing():
        if time.monotonic() >= until:
            break
        best, *_ = study.look(position, dice)
        study.save(made)
        click.echo(f"{len(study.lines)} {dice}: {best}")


if __name__ == "__main__":
    openings()
