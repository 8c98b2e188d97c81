"""The Abalone board as a small SVG picture: row a below, White ivory, Black dark."""

from __future__ import annotations

from math import sqrt
from typing import Final

from tablas.abalone.board import CELLS, ROWS
from tablas.abalone.rules import Position
from tablas.svg import DARK, IVORY, ON_DARK, ON_IVORY, WIDTH, WOOD, document
from tablas.values import Setup, Side

RISE: Final = sqrt(3) / 2  # from one row to the next, in units of one hole
SIZE: Final = (11.6, 10.4)
MIDDLE: Final = (SIZE[0] / 2, SIZE[1] / 2)
TOP: Final = len(ROWS) // 2  # rows from the middle one to the last
REACH: Final = 5.15  # of the hexagon's corners from the middle
FIELD: Final = "#8a6f4d"
HOLE: Final = "#5d4930"
NAMES: Final = {True: "abalone-white", False: "abalone-black"}


def svg(setup: Setup[Position], *, title: str, width: int = WIDTH) -> str:
    """The board as a complete SVG document; `title` is what a screen reader says."""
    position = setup.position if setup.mover is Side.WHITE else setup.position.swapped()
    parts = ["<defs>", _marble(True), _marble(False), "</defs>", *_ground()]
    for cell in CELLS:
        if cell in position.own or cell in position.opp:
            x, y = _place(cell)
            parts.append(f'<use href="#{NAMES[cell in position.own]}" x="{x:g}" y="{y:.3f}"/>')
    parts += [_lost(position.own_lost, white=True), _lost(position.opp_lost, white=False)]
    return document(parts, size=SIZE, title=title, width=width)


def _place(cell: str) -> tuple[float, float]:
    """The middle of a cell; each row above the middle one begins half a hole further right."""
    row, number = ROWS.index(cell[0]), int(cell[1])
    return MIDDLE[0] + number - 5 - (row - TOP) / 2, MIDDLE[1] - (row - TOP) * RISE


def _marble(white: bool) -> str:
    paper, shine = (IVORY, "#ffffff") if white else (DARK, "#5a6f93")
    edge = ON_IVORY if white else ON_DARK
    name = NAMES[white]
    return (
        f'<radialGradient id="{name}-glass" cx=".35" cy=".3" r=".8"><stop stop-color="{shine}"/>'
        f'<stop offset=".5" stop-color="{paper}"/></radialGradient><circle id="{name}" r=".45" '
        f'fill="url(#{name}-glass)" stroke="{edge}" stroke-width=".03"/>'
    )


def _ground() -> list[str]:
    """The hexagon, its 61 holes, and the names of rows and diagonals around it."""
    x, y = MIDDLE
    half, high = REACH / 2, REACH * RISE
    corners = [(-REACH, 0), (-half, -high), (half, -high), (REACH, 0), (half, high), (-half, high)]
    outline = " ".join(f"{x + dx:.2f},{y + dy:.2f}" for dx, dy in corners)
    holes = (_place(cell) for cell in CELLS)
    rounded = f'fill="{FIELD}" stroke="{FIELD}" stroke-width=".5" stroke-linejoin="round"'
    return [
        f'<rect width="{SIZE[0]}" height="{SIZE[1]}" rx=".3" fill="{WOOD}"/>',
        f'<polygon points="{outline}" {rounded}/>',
        *(f'<circle cx="{cx:g}" cy="{cy:.3f}" r=".36" fill="{HOLE}"/>' for cx, cy in holes),
        *_names(),
    ]


def _names() -> list[str]:
    """Letters left of the rows, numbers below the ends of the diagonals."""
    parts = [f'<g font-size=".36" font-family="sans-serif" text-anchor="middle" fill="{IVORY}">']
    for row in ROWS:
        x, y = _place(next(cell for cell in CELLS if cell[0] == row))
        parts.append(f'<text x="{x - 0.85:g}" y="{y + 0.12:.2f}">{row.upper()}</text>')
    for number in range(1, 10):
        x, y = _place(next(cell for cell in CELLS if int(cell[1]) == number))
        parts.append(f'<text x="{x + 0.42:g}" y="{y + 0.86:.2f}">{number}</text>')
    return [*parts, "</g>"]


def _lost(count: int, *, white: bool) -> str:
    """The marbles that a side has lost: Black's above, White's below, beside the board."""
    if not count:
        return ""
    y = SIZE[1] - 0.9 if white else 0.9
    ink = ON_IVORY if white else ON_DARK
    return (
        f'<use href="#{NAMES[white]}" x="{SIZE[0] - 0.9:g}" y="{y:g}"/><text '
        f'x="{SIZE[0] - 0.9:g}" y="{y + 0.17:g}" font-size=".5" font-family="sans-serif" '
        f'text-anchor="middle" fill="{ink}">{count}</text>'
    )
