"""Lessons and boards of the rules pages, played out: every whole play in its steps."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from tablas import kernel
from tablas.games import kind
from tablas.values import Dice, Setup
from tree import ROOT

LEARN = ROOT / "src" / "tablas" / "web" / "app" / "learn"
Play = tuple[str, ...]  # its steps in notation, as the board names them


@cache
def course(game: str) -> list[dict[str, Any]]:
    """The lessons of a course, part after part."""
    parts = json.loads((LEARN / f"{game}.json").read_text(encoding="utf-8"))
    return [lesson for part in parts for lesson in part["lessons"]]


def lesson(game: str, name: str) -> dict[str, Any]:
    return next(one for one in course(game) if one["id"] == name)


def rolled(dice: list[int] | None) -> Dice | None:
    return Dice(*dice) if dice else None


def whole_plays(game: str, setup: Setup[Any], dice: Dice | None) -> dict[Play, Setup[Any]]:
    """Each way through the turn as the board lets it be played, with the set-up it reaches."""
    known = kind(game)
    graph = known.board.graph(setup, dice)
    ends = {
        known.board.position_json(Setup(end, setup.mover.other))["position"]: end
        for end in known.rules.plays(setup.position, dice)
    }
    return {
        words: Setup(ends[graph["nodes"][node]["position"]], setup.mover.other)
        for words, node in _walks(graph, 0, ())
    }


def _walks(graph: dict[str, Any], at: int, words: Play) -> Iterator[tuple[Play, int]]:
    node = graph["nodes"][at]
    if node["complete"]:
        yield words, at
    for step in node["steps"]:
        yield from _walks(graph, step["next"], (*words, step["word"]))


def standing_after(game: str, setup: Setup[Any], dice: Dice | None, words: Play) -> str:
    """The board within the turn, after these steps, as its text."""
    graph = kind(game).board.graph(setup, dice)
    node = graph["nodes"][0]
    for word in words:
        step = next(one for one in node["steps"] if one["word"] == word)
        node = graph["nodes"][step["next"]]
    return str(node["position"])


def kernel_agrees(game: str, setup: Setup[Any], dice: Dice | None) -> bool:
    """Whether the kernel reaches exactly the positions that the rules reach."""
    known, compiled = kind(game), getattr(kernel, game)
    boards = known.codec.encode_many([setup.position])
    rolls = () if dice is None else (np.array([[dice.high, dice.low]], np.uint8),)
    reached, _ = compiled.successors(boards, *rolls)
    listed = known.codec.encode_many(known.rules.plays(setup.position, dice))
    return sorted(map(bytes, reached)) == sorted(map(bytes, listed))


def within(some: list[str], words: Play, *, ordered: bool = False) -> bool:
    """Whether these steps were played, as often as they stand here (as `course.js` has it)."""
    if not ordered:
        return not Counter(some) - Counter(words)
    left = iter(words)
    return all(step in left for step in some)


def fits(lesson: dict[str, Any], steps: list[str], words: Play) -> bool:
    return within(steps, words, ordered=lesson.get("ordered", False))


def solves(lesson: dict[str, Any], words: Play) -> bool:
    return any(fits(lesson, way, words) for way in lesson["solved"])


def answers_to(
    game: str, setup: Setup[Any], reply: dict[str, Any] | list[dict[str, Any]]
) -> list[Play]:
    """The whole plays that begin with the steps of a reply, the first of several that is legal."""
    for one in reply if isinstance(reply, list) else [reply]:
        wanted = tuple(one["steps"])
        plays = whole_plays(game, setup, rolled(one.get("dice")))
        if fitting := [words for words in plays if words[: len(wanted)] == wanted]:
            return fitting
    return []
