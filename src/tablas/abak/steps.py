"""Positions and the legal steps of a turn as JSON for the board `<tablas-abak>`.

docs/boards.md describes the JSON. Positions are position texts without the turn, seen by White;
points in steps are numbered from the mover's side, 25 the bar and 0 the tray.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablas.abak import reasons
from tablas.abak.formats import points_text
from tablas.abak.movements import Turn, begun, ended, moved, settled, steps
from tablas.abak.position import BAR, GENERAL, OFF, Play, Position, Step, is_own
from tablas.abak.reasons import class_name, point_name
from tablas.abak.refusals import why_not_now
from tablas.abak.rules import plays
from tablas.abak.short_plays import MARKS
from tablas.abak.stacks import run
from tablas.dicegame.graph import Json, ReasonTable, TurnNode, turn_graph
from tablas.dicegame.spelling import number_name
from tablas.values import Dice, Setup, Side
from tablas.words import Reason

Refusal = tuple[int, int, int, Reason]


def position_json(setup: Setup[Position]) -> Json:
    """What the board shows before anything is rolled."""
    seen_by = {setup.mover: setup.position, setup.mover.other: setup.position.swapped()}
    return {
        "game": "abak",
        "position": points_text(setup),
        "turn": setup.mover.value,
        "pips": {side.value: position.pips for side, position in seen_by.items()},
    }


def overlays(setup: Setup[Position]) -> Json:
    """Nothing: the steps say it all."""
    del setup
    return {}


def play_json(before: Position | None, play: Play) -> Json:
    """A play as the board animates it, step by step."""
    del before
    return {"steps": [_moved_json(step) for step in play]}


def _moved_json(step: Step) -> Json:
    return {
        "piece": step.letter,
        "source": step.source,
        "target": step.target,
        "die": step.die,
        "effect": step.effect.value,
    }


def graph(setup: Setup[Position], dice: Dice | None = None) -> Json:
    """The legal steps of the player to move with this roll, and why others are not."""
    assert dice is not None, "a turn of Abak begins with a roll"
    ends = plays(setup.position, dice)
    most = max(map(len, ends.values()), default=0)

    def may_end(turn: Turn) -> bool:
        return settled(turn) and ended(turn) in ends

    table = ReasonTable()
    nodes = turn_graph(begun(setup.position), dice, steps, may_end)
    return {
        "game": "abak",
        "side": setup.mover.value,
        "dice": [dice.high, dice.low],
        "nodes": [_node_json(node, setup.mover, most, table) for node in nodes],
        "reasons": table.json(),
    }


def _node_json(node: TurnNode[Turn, Step], turn: Side, most: int, table: ReasonTable) -> Json:
    here = ended(node.state).swapped()
    fields: Json = {
        "position": points_text(Setup(here, turn)),
        "left": node.left,
        "complete": node.complete,
        "steps": [_step_json(step, number) for step, number in node.steps],
    }
    if not node.complete:
        fields["why"] = [
            (place, index, die, table.number(reason))
            for place, index, die, reason in refusals(node, most)
        ]
    return fields


def _step_json(step: Step, number: int) -> dict[str, Any]:
    source, target = number_name(step.source), number_name(step.target)
    return {
        **_moved_json(step),
        "word": f"{step.letter}{source}/{target}{MARKS[step.effect]}",
        "next": number,
    }


def refusals(node: TurnNode[Turn, Step], most: int) -> Iterator[Refusal]:
    """Place, height, die and reason of each own checker that cannot move now.

    The die is 0 where no die would help (covered, trapped, others on the bar), and negative for
    the general's way back.
    """
    turn = node.state
    for index, letter in enumerate(turn.bar):
        yield from _of_checker(node, letter, BAR, index, most)
    for source in range(24, 0, -1):
        stack = turn.points[source]
        for index, letter in enumerate(stack):
            if not is_own(letter):
                continue
            if index < len(stack) - 1:
                yield source, index, 0, _why_under(stack, index, source)
            elif turn.bar:
                yield source, index, 0, reasons.BAR_FIRST
            else:
                yield from _of_checker(node, letter, source, index, most)


def _why_under(stack: str, index: int, source: int) -> Reason:
    """Only the top checker moves; under the other colour it is trapped."""
    above = stack[index + 1 :]
    foe = next((letter for letter in above if not is_own(letter)), "")
    lies_under = reasons.TRAPPED if foe else reasons.COVERED
    return lies_under.about(
        klass=class_name(stack[index]),
        top=class_name(foe or above[0]),
        place=point_name(source),
    )


def _of_checker(
    node: TurnNode[Turn, Step], letter: str, source: int, index: int, most: int
) -> Iterator[Refusal]:
    """Each way of a checker on top that is closed: forward with each die, the general's back."""
    open_ways = {(step.letter, step.source, step.target, step.die) for step, _ in node.steps}
    for die in dict.fromkeys(node.left):
        ways = [(die, max(source - die, OFF))]
        if letter == GENERAL and source + die < BAR:
            ways.append((-die, source + die))
        for signed, target in ways:
            if (letter, source, target, die) not in open_ways:
                step = Step(letter, source, target, die)
                yield source, index, signed, _why_not(node, step, most)


def _why_not(node: TurnNode[Turn, Step], step: Step, most: int) -> Reason:
    turn = node.state
    if refused := why_not_now(turn, node.left, step):
        return refused
    done = moved(turn, step.letter, step.source, step.target, step.die)
    assert not isinstance(done, Reason), "why_not_now allowed it"
    if not settled(done[1]):
        # An assault of which no second half follows.
        count = len(run(turn.points[step.target]))
        return reasons.LONE_GUARD.about(place=point_name(step.target), count=count)
    played = node.depth + 1
    if played < most:
        return reasons.MUST_PLAY.about(most=most, played=played)
    return reasons.LARGER_DIE.about(die=max(step.die, *node.left))
