"""Positions and legal moves as JSON for the board `<tablas-abalone>`.

docs/boards.md describes the JSON. A turn is one move, so the graph is a star: node 0 with one
edge a move, and one complete node behind each. Moves are known by selection and direction.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from tablas.abalone import notation
from tablas.abalone import overlays as marks
from tablas.abalone.board import AXES, DIRECTIONS, NEXT, RAYS
from tablas.abalone.formats import by_colour
from tablas.abalone.movement import LONGEST, Move, Position
from tablas.abalone.rows import write_rows
from tablas.abalone.rules import ejects, plays, why_illegal
from tablas.values import Dice, Setup, Side
from tablas.words import Reason

Json = dict[str, Any]


def position_json(setup: Setup[Position]) -> Json:
    """What the board shows: the rows i to a, b Black and w White, and who lost how many."""
    _, _, black_lost, white_lost = by_colour(setup)
    return {
        "game": "abalone",
        "position": rows(setup.position, setup.mover),
        "turn": setup.mover.value,
        "lost": {"black": black_lost, "white": white_lost},
    }


def rows(position: Position, turn: Side) -> str:
    """The marbles by rows, as the position text begins."""
    black, white, _, _ = by_colour(Setup(position, turn))
    return write_rows(black, white, "bw")


def overlays(setup: Setup[Position]) -> Json:
    """Threats and formations, which a player may have shown."""
    return {"threats": marks.threats(setup), "formations": marks.formations_json(setup)}


def play_json(before: Position | None, play: Move) -> Json:
    """A move as the board animates it: the marbles, their way, and whom they push.

    Where the position before is known no more, the move has ejected: all that stood ahead of it
    was pushed.
    """
    if before is not None:
        return _moved_json(play, marks.pushed(before, play), ejected=ejects(before, play))
    ahead = RAYS[play.direction][play.tail][len(play.cells) - 1 :] if play.in_line else ()
    return _moved_json(play, ahead, ejected=play.in_line)


def _moved_json(move: Move, pushed: tuple[str, ...], *, ejected: bool) -> Json:
    return {
        "cells": move.cells,
        "direction": move.direction,
        "targets": [NEXT[move.direction][cell] for cell in move.cells],
        "pushed": pushed,
        "ejects": ejected,
    }


def graph(setup: Setup[Position], dice: Dice | None = None, *, why: bool = True) -> Json:
    """The legal moves of the player to move; with `why`, the reasons against the others too."""
    del dice  # played without
    position, turn = setup.position, setup.mover
    legal = plays(position)
    steps = [_step_json(position, move, number) for number, move in enumerate(legal.values(), 1)]
    refused = dict.fromkeys(refusals(position)) if why and legal else {}
    numbers = {reason: number for number, reason in enumerate({r: None for *_, r in refused})}
    first: Json = {
        "position": rows(position, turn),
        "complete": False,
        "steps": steps,
        "why": [["".join(cells), way, numbers[reason]] for cells, way, reason in refused],
    }
    after = ({"position": rows(end, turn.other), "complete": True, "steps": []} for end in legal)
    return {
        "game": "abalone",
        "side": turn.value,
        "nodes": [first, *after],
        "reasons": [
            {"rule": reason.rule, "en": reason.words.en, "es": reason.words.es}
            for reason in numbers
        ],
    }


def _step_json(position: Position, move: Move, number: int) -> Json:
    return {
        **play_json(position, move),
        "word": notation.write(position, move),
        "next": number,
    }


def refusals(position: Position) -> Iterator[tuple[tuple[str, ...], str, Reason]]:
    """Each row of own marbles with each direction in which it may not move, and why."""
    for cells in groups(position):
        for direction in DIRECTIONS:
            if reason := why_illegal(position, None, Move(cells, direction)):
                yield cells, direction, reason


def groups(position: Position) -> Iterator[tuple[str, ...]]:
    """Every one, two and three own marbles in a row, each once."""
    own = sorted(position.own)
    yield from ((cell,) for cell in own)
    for axis, cell in chain.from_iterable(((axis, cell) for cell in own) for axis in AXES):
        row = (cell, *RAYS[axis][cell][: LONGEST - 1])
        for length in range(2, len(row) + 1):
            if position.own.issuperset(row[:length]):
                yield row[:length]
