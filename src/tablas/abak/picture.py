"""The Abak board as a small SVG picture, in the colours and silhouettes of the web board.

Trapped checkers carry a dashed collar, buried ones are a little smaller, as on the screen.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from tablas.abak.position import Position
from tablas.abak.stacks import run
from tablas.dicegame import picture as points
from tablas.svg import DARK, IVORY, ON_DARK, ON_IVORY, WIDTH, document
from tablas.values import Setup, Side

AMBER: Final = "#ffb000"

_STAR: Final = " ".join(
    f"{reach * sin(tip * pi / 5):.2f},{-reach * cos(tip * pi / 5):.2f}"
    for tip in range(10)
    for reach in ((0.6, 0.25)[tip % 2],)
)
_BAND: Final = '<rect x="-.72" y="-.34" width="1.44" height=".68" rx=".06" fill="{ink}"/>'
_GLYPHS: Final = {
    "S": '<circle r=".62" fill="none" stroke="{ink}" stroke-width=".07"/>',
    "G": '<circle r=".86" fill="none" stroke="{ink}" stroke-width=".14"/>'
    '<path d="M-.42-.44H.42V.02C.42.3.2.46 0 .56C-.2.46-.42.3-.42.02Z" fill="{ink}"/>'
    '<path d="M0-.46V.58M-.44-.04H.44" stroke="{paper}" stroke-width=".12"/>',
    "N": f'<polygon points="{_STAR}" fill="{{ink}}"/>',
    "D": '<path d="M-.36.58C-.62.02-.3-.5.42-.62C.62.04.34.56-.2.5Z" fill="{ink}"/>'
    '<path d="M-.42.68C-.2.2.02-.1.26-.38" fill="none" stroke="{paper}" stroke-width=".1"/>',
    "E": f'<g transform="rotate(45)">{_BAND}<circle cx="-.27" r=".15" fill="{{paper}}"/>'
    '<circle cx=".27" r=".15" fill="{paper}"/></g>',
    "O": f'<g transform="rotate(-45)">{_BAND}<circle cx="-.44" r=".14" fill="{{paper}}"/>'
    '<circle r=".14" fill="{paper}"/><circle cx=".44" r=".14" fill="{paper}"/></g>',
}


def svg(setup: Setup[Position], *, title: str, width: int = WIDTH) -> str:
    """The board as a complete SVG document; `title` is what a screen reader says."""
    white = setup.position if setup.mover is Side.WHITE else setup.position.swapped()
    classes = sorted(set("".join(white.points) + white.bar + white.opp_bar))
    parts = [
        "<defs>",
        *map(_symbol, classes),
        "</defs>",
        *points.ground(),
        *(_stack(white.points[point], point) for point in range(1, 25)),
        *_waiting(white.bar, 3.2, 0.8),
        *_waiting(white.opp_bar, points.SIZE[1] - 3.2, -0.8),
        points.tray(len(white.off), white=True),
        points.tray(len(white.opp_off), white=False),
    ]
    return document(parts, size=points.SIZE, title=title, width=width)


def _symbol(letter: str) -> str:
    """One checker around the origin, to be drawn wherever that class of that side stands."""
    paper, ink = (IVORY, ON_IVORY) if letter.isupper() else (DARK, ON_DARK)
    glyph = _GLYPHS[letter.upper()].format(ink=ink, paper=paper)
    disc = f'<circle r=".955" fill="{paper}" stroke="{ink}" stroke-width=".06"/>'
    return f'<g id="{_name(letter)}">{disc}{glyph}</g>'


def _name(letter: str) -> str:
    return f"{'w' if letter.isupper() else 'b'}{letter.lower()}"


def _stack(stack: str, point: int) -> str:
    x, y, way = points.place(point)
    free_from = len(stack) - len(run(stack))
    return "".join(
        _checker(letter, x, y + way * (depth + 0.5), top=depth == len(stack) - 1,
                 trapped=depth < free_from)
        for depth, letter in enumerate(stack)
    )  # fmt: skip


def _checker(letter: str, x: float, y: float, *, top: bool = True, trapped: bool = False) -> str:
    size = 0.485 if top else 0.45
    drawn = f'<use href="#{_name(letter)}" transform="translate({x:g} {y:g}) scale({size})"/>'
    if trapped:
        drawn += (
            f'<circle cx="{x:g}" cy="{y:g}" r=".45" fill="none" stroke="{AMBER}" '
            'stroke-width=".09" stroke-dasharray=".18 .12"/>'
        )
    return drawn


def _waiting(letters: str, y: float, step: float) -> list[str]:
    """Checkers on the bar, from the middle towards the rim of the side they come from."""
    return [_checker(letter, points.BAR, y + step * at) for at, letter in enumerate(letters)]
