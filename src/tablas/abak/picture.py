"""The Abak board as a small SVG picture, in the colours and silhouettes of the web board.

Trapped checkers carry a dashed collar, buried ones are dimmed, as on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Final

from tablas.abak.position import Play, Position
from tablas.abak.stacks import run
from tablas.dicegame import picture as points
from tablas.dicegame.spelling import number_name
from tablas.svg import AMBER, DARK, IVORY, ON_DARK, ON_IVORY, WIDTH, document
from tablas.values import Setup, Side

_STAR: Final = " ".join(
    f"{reach * sin(tip * pi / 5):.2f},{-reach * cos(tip * pi / 5):.2f}"
    for tip in range(10)
    for reach in ((0.62, 0.26)[tip % 2],)
)
_BAND: Final = '<rect x="-.7" y="-.28" width="1.4" height=".56" rx=".12" fill="{ink}"/>'
_GLYPHS: Final = {
    "S": '<circle r=".3" fill="none" stroke="{ink}" stroke-width=".05" opacity=".6"/>',
    "G": '<path d="M0-.56L.47-.4V.06C.47.36.22.53 0 .62C-.22.53-.47.36-.47.06V-.4Z" fill="{ink}"/>'
    '<path d="M0-.56V.62M-.47-.02H.47" stroke="{paper}" stroke-width=".1"/>',
    "N": f'<polygon points="{_STAR}" fill="{{ink}}"/>',
    "D": '<path d="M-.38.55C-.68-.1-.1-.62.5-.55C.57.08.07.57-.38.55Z" fill="{ink}"/>'
    '<path d="M-.5.68L.2-.2" fill="none" stroke="{paper}" stroke-width=".1"/>',
    "E": f'<g transform="rotate(45)">{_BAND}<circle cx="-.22" r=".13" fill="{{paper}}"/>'
    '<circle cx=".22" r=".13" fill="{paper}"/></g>',
    "O": f'<g transform="rotate(-45)">{_BAND}<circle cx="-.42" r=".13" fill="{{paper}}"/>'
    '<circle r=".13" fill="{paper}"/><circle cx=".42" r=".13" fill="{paper}"/></g>',
}


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
    white = setup.position if setup.mover is Side.WHITE else setup.position.swapped()
    classes = sorted(set("".join(white.points) + white.bar + white.opp_bar))
    parts = [
        "<defs>",
        points.MATERIALS,
        *map(_symbol, classes),
        "</defs>",
        *points.ground(),
        *(_stack(white.points[point], point) for point in range(1, 25)),
        *_waiting(white.bar, 3.2, 0.8),
        *_waiting(white.opp_bar, points.SIZE[1] - 3.2, -0.8),
        points.tray(len(white.off), white=True),
        points.tray(len(white.opp_off), white=False),
    ]
    parts += points.overlay(marks, arrows, white=setup.mover is Side.WHITE)
    return document(parts, size=points.SIZE, title=title, width=width)


def arrows(_position: Position, play: Play) -> list[tuple[str, str]]:
    """A play as arrows, one for each step."""
    return [(number_name(step.source), number_name(step.target)) for step in play]


def _symbol(letter: str) -> str:
    """One checker around the origin, to be drawn wherever that class of that side stands."""
    paper, ink = (IVORY, ON_IVORY) if letter.isupper() else (DARK, ON_DARK)
    glyph = _GLYPHS[letter.upper()].format(ink=ink, paper=paper)
    return f'<g id="{_name(letter)}">{points.disc(white=letter.isupper())}{glyph}</g>'


def _name(letter: str) -> str:
    return f"{'w' if letter.isupper() else 'b'}{letter.lower()}"


def _stack(stack: str, point: int) -> str:
    x, y, way = points.place(point)
    free_from = len(stack) - len(run(stack))
    mixed = len(set(stack)) > 1
    return "".join(
        _checker(letter, x, y + way * (depth + 0.5), dim=mixed and depth < len(stack) - 1,
                 trapped=depth < free_from)
        for depth, letter in enumerate(stack)
    )  # fmt: skip


def _checker(letter: str, x: float, y: float, *, dim: bool = False, trapped: bool = False) -> str:
    drawn = f'<use href="#{_name(letter)}" transform="translate({x:g} {y:g}) scale(.47)"/>'
    if dim:
        drawn += f'<circle cx="{x:g}" cy="{y:g}" r=".45" opacity=".3"/>'
    if trapped:
        drawn += (
            f'<circle cx="{x:g}" cy="{y:g}" r=".45" fill="none" stroke="{AMBER}" '
            'stroke-width=".07" stroke-dasharray=".14 .1"/>'
        )
    return drawn


def _waiting(letters: str, y: float, step: float) -> list[str]:
    """Checkers on the bar, from the middle towards the rim of the side they come from."""
    return [_checker(letter, points.BAR, y + step * at) for at, letter in enumerate(letters)]
