"""Positions and the legal steps of a turn as JSON for the board `<tablas-backgammon>`.

docs/boards.md describes the JSON. Positions are board fields of an XGID, seen by White; points in
steps are numbered from the mover's side, 25 the bar and 0 the tray.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablas.backgammon import reasons, xgid
from tablas.backgammon.reasons import BAR, OFF
from tablas.backgammon.rules import Play, Position, Step, plays, steps, why_no_step
from tablas.dicegame.graph import Json, ReasonTable, TurnNode, turn_graph
from tablas.dicegame.spelling import number_name
from tablas.values import Dice, Setup, Side
from tablas.words import Reason

CHECKER: Final = "S"  # the soldier of Abak: a plain checker is drawn alike in both games

Refusal = tuple[int, int, int, Reason]


def position_json(setup: Setup[Position]) -> Json:
    """What the board shows before anything is rolled."""
    seen_by = {setup.mover: setup.position, setup.mover.other: setup.position.swapped()}
    return {
        "game": "backgammon",
        "position": board_field(setup.position, setup.mover),
        "turn": setup.mover.value,
        "pips": {side.value: position.pips for side, position in seen_by.items()},
    }


def board_field(position: Position, turn: Side) -> str:
    """The 26 characters of the XGID that hold the checkers."""
    return xgid.board(position if turn is Side.WHITE else position.swapped())


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
        "piece": CHECKER,
        "source": step.source,
        "target": step.target,
        "die": step.die,
        "effect": "hit" if step.hit else "plain",
    }


def graph(setup: Setup[Position], dice: Dice | None = None) -> Json:
    """The legal steps of the player to move with this roll, and why others are not."""
    assert dice is not None, "a turn of backgammon begins with a roll"
    ends = plays(setup.position, dice)
    most = max(map(len, ends.values()), default=0)
    table = ReasonTable()
    nodes = turn_graph(setup.position, dice, steps, lambda state: state.swapped() in ends)
    return {
        "game": "backgammon",
        "side": setup.mover.value,
        "dice": [dice.high, dice.low],
        "nodes": [_node_json(node, setup.mover, most, table) for node in nodes],
        "reasons": table.json(),
    }


def _node_json(node: TurnNode[Position, Step], turn: Side, most: int, table: ReasonTable) -> Json:
    fields: Json = {
        "position": board_field(node.state, turn),
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


def _step_json(step: Step, number: int) -> Json:
    return {
        **_moved_json(step),
        "word": f"{number_name(step.source)}/{number_name(step.target)}{'*' * step.hit}",
        "next": number,
    }


def refusals(node: TurnNode[Position, Step], most: int) -> Iterator[Refusal]:
    """Place, height, die and reason of each checker on top that this die cannot move now."""
    own = node.state.own
    playable = {(step.source, step.die) for step, _ in node.steps}
    for source in range(BAR, 0, -1):
        for die in dict.fromkeys(node.left) if own[source] else ():
            if (source, die) not in playable:
                yield source, own[source] - 1, die, _why_not(node, source, die, most)


def _why_not(node: TurnNode[Position, Step], source: int, die: int, most: int) -> Reason:
    if node.state.own[BAR] and source != BAR:
        return reasons.BAR_FIRST
    return why_no_step(node.state, source, die) or why_not_enough(node, die, most)


def why_not_enough(node: TurnNode[Position, Step], die: int, most: int) -> Reason:
    """Why a movement that the board allows would leave the turn without a legal end."""
    played = node.depth + 1
    if played < most:
        return reasons.MUST_PLAY.about(most=most, played=played)
    return reasons.LARGER_DIE.about(die=max(OFF, die, *node.left))
