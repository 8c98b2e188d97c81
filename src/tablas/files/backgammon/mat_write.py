"""Writing .mat as GNU Backgammon writes it, column by column, so that every program reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tablas.backgammon.rules import Play
from tablas.backgammon.rules import start as start_position
from tablas.files.backgammon.mat_rows import RIGHT
from tablas.files.backgammon.turns import SheetTurn, turns
from tablas.files.sheet import GameSheet, MatchSheet
from tablas.values import Ending, Side

DATE: Final = "EventDate"
ORDER: Final = ("Site", "Event", "Round", DATE, "Variation", "Transcriber")
LEFT_WIDTH: Final = 27
"""Columns of the left cell after the number of its row."""


def write(match: MatchSheet) -> str:
    """The match as text; comments and analysis have no place in it."""
    lines = [f'; [{name} "{value}"]' for name, value in _tags(match)]
    lines += ["", *(f"; {line}" for line in match.comment.splitlines())]
    lines.append(f" {match.length} point match")
    for number, sheet in enumerate(match.games, start=1):
        lines += ["", *_game(number, sheet)]
    return "\n".join([*lines, "", ""])


def _tags(match: MatchSheet) -> Iterator[tuple[str, str]]:
    """The head of the file, in the order of GNU Backgammon."""
    first = match.games[0].record
    stakes = first.game.first.terms.stakes
    tags = dict(match.tags)
    if first.date:
        tags[DATE] = first.date[:10].replace("-", ".")
    if first.game.first.position == start_position("nackgammon"):
        tags["Variation"] = "NackGammon"
    if match.length and not match.crawford:
        tags["Crawford"] = "Off"
    if not match.length and stakes.jacoby:
        tags["Jacoby"] = "On"
    order = [
        *(name for name in ORDER if name in tags),
        *(name for name in tags if name not in ORDER),
    ]
    for name in order:
        yield name, tags[name].replace("\n", " ")


def _game(number: int, sheet: GameSheet) -> Iterator[str]:
    paper = sheet.record
    yield f" Game {number}"
    left = f"{_bare(paper.white)} : {paper.score[0]}"
    yield f" {left:<30} {_bare(paper.black)} : {paper.score[1]}"
    yield from _rows(sheet)
    if sheet.rest_format == "mat" and not sheet.rest.startswith(" " * RIGHT):
        yield from sheet.rest.split("\n")


def _bare(name: str) -> str:
    """A name without what the format uses itself."""
    return " ".join(name.replace(":", " ").split()) or "?"


def _rows(sheet: GameSheet) -> Iterator[str]:
    number, left = 0, ""
    waiting = False  # a left cell waits for the right one
    raised = False
    for turn in turns(sheet.record.game):
        if raised and turn.what == "took":  # whoever rolls on has accepted the beaver
            continue
        raised = turn.what == "raised"
        cell = _cell(turn)
        if turn.side is Side.WHITE:
            if waiting:
                yield _row(number, left, "")
            number, left, waiting = number + 1, cell, True
        else:
            if not waiting:
                number, left = number + 1, ""
            yield _row(number, left, cell)
            waiting = False
    result = sheet.record.game.result
    if result is None or result.winner is None:
        first, *others = _rest_of_a_row(sheet)
        if waiting or first:
            yield _row(number, left if waiting else "", first)
        yield from others
        return
    wins = f"Wins {result.points} point{'s' * (result.points != 1)}"
    if waiting and result.ending is Ending.DROPPED:
        yield _row(number, left, f" {wins} ")
        return
    if waiting:
        yield _row(number, left, "")
    yield f"      {wins}" if result.winner is Side.WHITE else f"{'':34}{wins}"


def _rest_of_a_row(sheet: GameSheet) -> list[str]:
    """What could not be followed, where that begins with the right cell of a row."""
    if sheet.rest_format != "mat" or not sheet.rest.startswith(" " * RIGHT):
        return [""]
    return sheet.rest.lstrip().split("\n")


def _row(number: int, left: str, right: str) -> str:
    return f"{number:3}) {left:<{LEFT_WIDTH}} {right}"


def _cell(turn: SheetTurn) -> str:
    match turn.what:
        case "played":
            return f"{turn.dice}: {_steps(turn.play)}"
        case "doubled":
            return f" Doubles => {turn.value}"
        case "raised":
            return f" Beavers => {turn.value}"
        case "took":
            return " Takes"
        case _:
            return " Drops"


def _steps(play: Any) -> str:
    steps: Play = play
    names = (f"{step.source}/{step.target}{'*' * step.hit}" for step in steps)
    # GNU Backgammon ends every play of fewer than four steps with a blank.
    return "".join(f"{name} " for name in names) if len(steps) < 4 else " ".join(names)
