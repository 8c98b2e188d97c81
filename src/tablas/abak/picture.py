"""The Abak board as a small SVG picture, in the colours and silhouettes of the web board.

One unit is a checker with its gap; White sits below and bears off to the lower right. Trapped
checkers carry a dashed collar, buried ones are a little smaller, as on the screen.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final
from xml.sax.saxutils import escape

from tablas.abak.position import Position
from tablas.abak.stacks import run
from tablas.values import Setup, Side

WIDTH: Final = 15.5  # a rim, six points, the bar, six points, the tray
HEIGHT: Final = 13.2
RIM: Final = 0.6

FELT: Final = "#7f9183"
POINTS: Final = ("#8a7d68", "#6a8a94")
IVORY: Final = "#fbf6ea"
DARK: Final = "#16243a"
ON_IVORY: Final = "#14213d"
ON_DARK: Final = "#ffd166"
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


def svg(setup: Setup[Position], *, title: str, width: int = 460) -> str:
    """The board as a complete SVG document; `title` is what a screen reader says."""
    white = setup.position if setup.mover is Side.WHITE else setup.position.swapped()
    seen = sorted(set("".join(white.points) + white.bar + white.opp_bar))
    label = escape(title, {'"': "&quot;"})
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{width}"'
    parts = [
        f'<svg {head} role="img" aria-label="{label}">',
        f"<title>{escape(title)}</title>",
        "<defs>",
        *map(_symbol, seen),
        "</defs>",
        *_ground(),
        *(_stack(white.points[point], point) for point in range(1, 25)),
        *_waiting(white.bar, 3.2, 0.8),
        *_waiting(white.opp_bar, HEIGHT - 3.2, -0.8),
        _tray(len(white.off), HEIGHT - 1.6, IVORY),
        _tray(len(white.opp_off), 2.0, DARK),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _symbol(letter: str) -> str:
    """One checker around the origin, to be drawn wherever that class of that side stands."""
    paper, ink = (IVORY, ON_IVORY) if letter.isupper() else (DARK, ON_DARK)
    glyph = _GLYPHS[letter.upper()].format(ink=ink, paper=paper)
    disc = f'<circle r=".955" fill="{paper}" stroke="{ink}" stroke-width=".06"/>'
    return f'<g id="{_name(letter)}">{disc}{glyph}</g>'


def _name(letter: str) -> str:
    return f"{'w' if letter.isupper() else 'b'}{letter.lower()}"


def _ground() -> list[str]:
    field = f'<rect width="{WIDTH}" height="{HEIGHT}" rx=".3" fill="#3b3128"/>'
    felt = f'<rect x="{RIM}" y="{RIM}" width="13" height="{HEIGHT - 2 * RIM}" fill="{FELT}"/>'
    bar = f'<rect x="{RIM + 6}" y="{RIM}" width="1" height="{HEIGHT - 2 * RIM}" fill="#4d4135"/>'
    return [field, felt, *(_triangle(point) for point in range(1, 25)), bar, *_numbers()]


def _place(point: int) -> tuple[float, float, int]:
    """The middle of a point's base, and which way its stack grows."""
    column = 12 - (point - 1) if point <= 12 else point - 12
    x = RIM + column - 0.5 + (1 if column > 6 else 0)
    return (x, HEIGHT - RIM, -1) if point <= 12 else (x, RIM, 1)


def _triangle(point: int) -> str:
    x, y, way = _place(point)
    corners = f"{x - 0.5:g},{y:g} {x + 0.5:g},{y:g} {x:g},{y + way * 4.9:g}"
    return f'<polygon points="{corners}" fill="{POINTS[point % 2]}"/>'


def _numbers() -> list[str]:
    parts = [f'<g font-size=".36" font-family="sans-serif" text-anchor="middle" fill="{IVORY}">']
    for point in range(1, 25):
        x, y, way = _place(point)
        parts.append(f'<text x="{x:g}" y="{y - way * RIM / 2 + 0.12:.2f}">{point}</text>')
    return [*parts, "</g>"]


def _stack(stack: str, point: int) -> str:
    x, y, way = _place(point)
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
    return [_checker(letter, RIM + 6.5, y + step * at) for at, letter in enumerate(letters)]


def _tray(count: int, y: float, colour: str) -> str:
    """How many are borne off, beside the home they left."""
    if not count:
        return ""
    ink = ON_IVORY if colour == IVORY else ON_DARK
    return (
        f'<rect x="{RIM + 13.3:g}" y="{y - 0.5:g}" width="1.2" height="1" rx=".15" '
        f'fill="{colour}"/><text x="{RIM + 13.9:g}" y="{y + 0.18:g}" font-size=".6" '
        f'font-family="sans-serif" text-anchor="middle" fill="{ink}">{count}</text>'
    )
