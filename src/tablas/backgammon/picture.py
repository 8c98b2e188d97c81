"""The backgammon board as a small SVG picture: White below, in the colours of the web board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablas.backgammon.reasons import BAR, OFF
from tablas.backgammon.rules import Play, Position
from tablas.dicegame import picture as points
from tablas.dicegame.spelling import number_name
from tablas.svg import WIDTH, document
from tablas.values import Setup, Side

NAMES: Final = {True: "backgammon-white", False: "backgammon-black"}


def svg(
    setup: Setup[Position],
    *,
    title: str,
    width: int = WIDTH,
    marks: Iterable[str] = (),
    arrows: Iterable[tuple[str, str]] = (),
) -> str:
    """The board as a complete SVG document; `title` is what a screen reader says.

    Marks and the ends of arrows are places as the player to move counts them: 13, bar, off.
    """
    position = setup.position if setup.mover is Side.WHITE else setup.position.swapped()
    sides = ((True, position.own), (False, position.opp))
    checkers = (_checker(white) for white, _ in sides)
    parts = ["<defs>", points.MATERIALS, *checkers, "</defs>", *points.ground()]
    for white, counts in sides:
        for point in range(1, BAR):
            x, y, way = points.place(point if white else BAR - point)
            parts.append(_stack(counts[point], x, y, way, white=white))
        parts.append(_waiting(counts[BAR], white=white))
        parts.append(points.tray(counts[OFF], white=white))
    parts += points.overlay(marks, arrows, white=setup.mover is Side.WHITE)
    return document(parts, size=points.SIZE, title=title, width=width)


def arrows(_position: Position, play: Play) -> list[tuple[str, str]]:
    """A play as arrows, one for each step."""
    return [(number_name(step.source), number_name(step.target)) for step in play]


def _checker(white: bool) -> str:
    return f'<g id="{NAMES[white]}"><g transform="scale(.47)">{points.disc(white=white)}</g></g>'


def _stack(count: int, x: float, y: float, way: int, *, white: bool) -> str:
    """Checkers on a point; a tall stack is pushed together, so that each can be counted."""
    step = min(1.0, (points.LONGEST - 1) / max(1, count - 1))
    return "".join(
        f'<use href="#{NAMES[white]}" x="{x:g}" y="{y + way * (0.5 + at * step):g}"/>'
        for at in range(count)
    )


def _waiting(count: int, *, white: bool) -> str:
    """Checkers on the bar, from the middle towards the side that they come in from."""
    middle = points.SIZE[1] / 2
    return (
        _stack(count, points.BAR, middle - 0.5, -1, white=white)
        if white
        else _stack(count, points.BAR, middle + 0.5, 1, white=white)
    )
