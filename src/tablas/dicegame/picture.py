"""The board of 24 points as a picture: what Abak and backgammon lay their checkers on.

One unit is a checker with its gap; White sits below and bears off to the lower right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablas.errors import NotationError
from tablas.svg import (
    BLACK_CHECKER,
    DARK,
    DARK_RIM,
    FRAME,
    IVORY,
    IVORY_RIM,
    NUMBER,
    ON_DARK,
    ON_IVORY,
    WHITE_CHECKER,
    arrow,
    domed,
    ring,
    sloped,
)

SIZE: Final = (15.5, 13.2)  # a rim, six points, the bar, six points, the tray
RIM: Final = 0.6
LONGEST: Final = 4.9  # of a point
BAR: Final = RIM + 6.5
FELT: Final = ("#2f5a52", "#1c3b38", "#142b2a")
POINTS: Final = (("#d6b98a", "#b8935d"), ("#9c5238", "#73351f"))  # even ones, odd ones
RIDGE: Final = "#3d2519"  # the bar
MATERIALS: Final = "".join(
    (
        sloped("wood", *FRAME),
        domed("felt", *FELT, at=(0.5, 0.5, 0.75)),
        sloped("even", *POINTS[0]),
        sloped("odd", *POINTS[1]),
        domed("white", *WHITE_CHECKER),
        domed("black", *BLACK_CHECKER),
    )
)


def disc(*, white: bool) -> str:
    """The plain body of a checker of radius 1, to be drawn upon."""
    rim, shade = (IVORY_RIM, "white") if white else (DARK_RIM, "black")
    groove = "#b79f76" if white else "#5d5a66"
    return (
        '<circle cx=".07" cy=".13" r="1" opacity=".3"/>'
        f'<circle r=".965" fill="url(#{shade})" stroke="{rim}" stroke-width=".07"/>'
        f'<circle r=".79" fill="none" stroke="{groove}" stroke-width=".05"/>'
    )


def ground() -> list[str]:
    """The board without checkers, its points numbered as White counts them."""
    width, height = SIZE
    inside = height - 2 * RIM
    half = f'y="{RIM}" width="6" height="{inside}" fill="url(#felt)"'
    return [
        f'<rect width="{width}" height="{height}" rx=".3" fill="url(#wood)"/>',
        f'<rect x="{RIM}" {half}/><rect x="{RIM + 7}" {half}/>',
        *_triangles("even", range(2, 25, 2)),
        *_triangles("odd", range(1, 25, 2)),
        f'<rect x="{RIM + 6}" y="{RIM}" width="1" height="{inside}" fill="{RIDGE}"/>',
        *_numbers(),
    ]


def place(point: int) -> tuple[float, float, int]:
    """The middle of a point's base, and which way its stack grows."""
    column = 12 - (point - 1) if point <= 12 else point - 12
    x = RIM + column - 0.5 + (1 if column > 6 else 0)
    return (x, SIZE[1] - RIM, -1) if point <= 12 else (x, RIM, 1)


def overlay(
    marks: Iterable[str], arrows: Iterable[tuple[str, str]], *, white: bool
) -> Iterable[str]:
    """Rings and arrows at places as whoever is to move, White or not, counts them."""
    for name in marks:
        yield ring(named(name, white=white), 0.5)
    for source, target in arrows:
        yield arrow(named(source, white=white), named(target, white=white))


def named(name: str, *, white: bool) -> tuple[float, float]:
    """Where a place of the notation lies: 1 to 24, bar or off.

    >>> named("24", white=True) == named("1", white=False)
    True
    """
    if name == "bar":
        return BAR, SIZE[1] / 2 + (-1 if white else 1)
    if name == "off":
        return RIM + 13.9, SIZE[1] - 1.6 if white else 1.6
    if not (name.isascii() and name.isdigit() and 1 <= int(name) <= 24):
        raise NotationError(
            f"place {name!r}: expected 1 to 24, bar or off",
            f"lugar {name!r}: se esperaba de 1 a 24, bar u off",
        )
    x, y, way = place(int(name) if white else 25 - int(name))
    return x, y + way * 2.2


def tray(count: int, *, white: bool) -> str:
    """How many checkers are borne off, beside the home they left."""
    if not count:
        return ""
    y, paper, ink = (SIZE[1] - 1.6, IVORY, ON_IVORY) if white else (2.0, DARK, ON_DARK)
    return (
        f'<rect x="{RIM + 13.3:g}" y="{y - 0.5:g}" width="1.2" height="1" rx=".15" '
        f'fill="{paper}"/><text x="{RIM + 13.9:g}" y="{y + 0.18:g}" font-size=".6" '
        f'font-family="sans-serif" text-anchor="middle" fill="{ink}">{count}</text>'
    )


def _triangles(shade: str, points: range) -> list[str]:
    return [f'<g fill="url(#{shade})">', *map(_triangle, points), "</g>"]


def _triangle(point: int) -> str:
    x, y, way = place(point)
    corners = f"{x - 0.46:g},{y:g} {x + 0.46:g},{y:g} {x:g},{y + way * LONGEST:g}"
    return f'<polygon points="{corners}"/>'


def _numbers() -> list[str]:
    parts = [f'<g font-size=".36" font-family="sans-serif" text-anchor="middle" fill="{NUMBER}">']
    for point in range(1, 25):
        x, y, way = place(point)
        parts.append(f'<text x="{x:g}" y="{y - way * RIM / 2 + 0.12:.2f}">{point}</text>')
    return [*parts, "</g>"]
