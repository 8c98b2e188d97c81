"""The Abalone board as a small SVG picture: row a below, White ivory, Black dark."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final

from tablas.abalone.board import CELLS, NEXT, ROWS
from tablas.abalone.movement import Move
from tablas.abalone.rules import Position
from tablas.errors import NotationError
from tablas.svg import FRAME, ON_DARK, ON_IVORY, WIDTH, arrow, document, domed, ring, sloped
from tablas.values import Setup, Side

RISE: Final = sqrt(3) / 2  # from one row to the next, in units of one hole
SIZE: Final = (11.6, 10.4)
MIDDLE: Final = (SIZE[0] / 2, SIZE[1] / 2)
TOP: Final = len(ROWS) // 2  # rows from the middle one to the last
REACH: Final = 5.35  # of the hexagon's corners from the middle
WOOD: Final = ("#d2a56e", "#bf8f57", "#a87843")
HOLE: Final = "#5a3b20"
NAME: Final = "#26150a"
GLASS: Final = {True: ("#ffffff", "#f5f1e8", "#dad2c1"), False: ("#77798a", "#2a2b35", "#101116")}
RIM: Final = {True: "#241c10", False: "#e3c07a"}
NAMES: Final = {True: "abalone-white", False: "abalone-black"}


def svg(
    setup: Setup[Position],
    *,
    title: str,
    width: int = WIDTH,
    marks: Iterable[str] = (),
    arrows: Iterable[tuple[str, str]] = (),
) -> str:
    """The board as a complete SVG document; `title` is what a screen reader says.

    Marks and the ends of arrows are cells, such as e5.
    """
    position = setup.position if setup.mover is Side.WHITE else setup.position.swapped()
    woods = (sloped("frame", *FRAME), sloped("field", *WOOD))
    parts = ["<defs>", *woods, _marble(True), _marble(False), "</defs>", *_ground()]
    for cell in CELLS:
        if cell in position.own or cell in position.opp:
            x, y = _place(cell)
            parts.append(f'<use href="#{NAMES[cell in position.own]}" x="{x:g}" y="{y:.3f}"/>')
    parts += [_lost(position.own_lost, white=True), _lost(position.opp_lost, white=False)]
    parts += [ring(_named(cell), 0.47) for cell in marks]
    parts += [arrow(_named(start), _named(end)) for start, end in arrows]
    return document(parts, size=SIZE, title=title, width=width)


def arrows(_position: Position, move: Move) -> list[tuple[str, str]]:
    """A move as an arrow for each of its marbles, in line as one along the row."""
    ends = [(cell, NEXT[move.direction][cell]) for cell in move.cells]
    if not move.in_line:
        return ends
    (first,) = {start for start, _ in ends} - {end for _, end in ends}
    (last,) = {end for _, end in ends} - {start for start, _ in ends}
    return [(first, last)]


def _named(cell: str) -> tuple[float, float]:
    """Where a cell lies that somebody has named."""
    if cell not in CELLS:
        raise NotationError(
            f"cell {cell!r}: expected a1 to i9", f"casilla {cell!r}: se esperaba de a1 a i9"
        )
    return _place(cell)


def _place(cell: str) -> tuple[float, float]:
    """The middle of a cell; each row above the middle one begins half a hole further right."""
    row, number = ROWS.index(cell[0]), int(cell[1])
    return MIDDLE[0] + number - 5 - (row - TOP) / 2, MIDDLE[1] - (row - TOP) * RISE


def _marble(white: bool) -> str:
    name = NAMES[white]
    glass = domed(f"{name}-glass", *GLASS[white], at=(0.36, 0.3, 0.78))
    sign = f'<circle r=".15" fill="none" stroke="{RIM[white]}" stroke-width=".045"/>'
    return (
        f'{glass}<g id="{name}"><circle cx=".04" cy=".08" r=".46" opacity=".3"/>'
        f'<circle r=".45" fill="url(#{name}-glass)" stroke="{RIM[white]}" stroke-width=".03"/>'
        f"{'' if white else sign}</g>"
    )


def _ground() -> list[str]:
    """The hexagon, its 61 holes, and the names of rows and diagonals around it."""
    x, y = MIDDLE
    half, high = REACH / 2, REACH * RISE
    corners = [(-REACH, 0), (-half, -high), (half, -high), (REACH, 0), (half, high), (-half, high)]
    outline = " ".join(f"{x + dx:.2f},{y + dy:.2f}" for dx, dy in corners)
    holes = (_place(cell) for cell in CELLS)
    rounded = 'fill="url(#field)" stroke="#120a06" stroke-opacity=".5" stroke-width=".1"'
    return [
        f'<rect width="{SIZE[0]}" height="{SIZE[1]}" rx=".3" fill="url(#frame)"/>',
        f'<polygon points="{outline}" {rounded}/>',
        *(f'<circle cx="{cx:g}" cy="{cy:.3f}" r=".38" fill="{HOLE}"/>' for cx, cy in holes),
        *_names(),
    ]


def _names() -> list[str]:
    """Letters left of the rows, numbers below the ends of the diagonals."""
    parts = [f'<g font-size=".36" font-family="sans-serif" text-anchor="middle" fill="{NAME}">']
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
