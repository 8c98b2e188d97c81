"""A board as a PNG for those who preview links: the picture of a position beside our name.

The SVG is the games' own (`tablas.<game>.picture`). resvg draws it (the extra `pictures`), which
takes an eighth of a second and keeps Python waiting, so it happens in a process of its own.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tablas.kind import Kind
from tablas.values import Setup

ICONS: Final = Path(__file__).resolve().parents[1] / "web" / "icons"
SIZE: Final = (1200, 630)  # what link previews ask for
MARKS: Final = {"doubtful": "#d3b15c", "error": "#b7791f", "blunder": "#b03a2e"}
MOST_KEPT: Final = 64  # pictures, about 200 kB each
SECONDS: Final = 20.0  # that one may take on a busy machine
_DRAW: Final = (
    "import sys, resvg_py\n"
    "svg = sys.stdin.buffer.read().decode()\n"
    "sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg)))\n"
)


@cache
def can_draw() -> bool:
    """Whether the extra `pictures` is installed."""
    return find_spec("resvg_py") is not None


def card(known: Kind[Any, Any], setup: Setup[Any], raised: int = 0) -> str:
    """The position with our name beside it, as one SVG document; `raised` leaves room below it."""
    width, height = SIZE
    size = f'width="{width}" height="{height}"'
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}">',
        '<defs><linearGradient id="table" x2=".4" y2="1">',
        '<stop stop-color="#3a2a1e"/><stop offset="1" stop-color="#171310"/>',
        "</linearGradient></defs>",
        f'<rect {size} fill="url(#table)"/>',
        _placed(known.picture.svg(setup, title=""), (490, 25, 680, 580)),
        _placed(_inner(_icon("icon")), (150, 150 - raised, 200, 200)),
        _placed(_icon("wordmark"), (95, 390 - raised, 310, 90)),
        "</svg>",
    )
    return "\n".join(parts)


def review_card(
    known: Kind[Any, Any],
    setup: Setup[Any],
    curve: Sequence[float],
    marks: Sequence[tuple[int, str]],
) -> str:
    """A decision of a review with our name beside it, and White's chances through the game."""
    plain = card(known, setup, raised=90).removesuffix("</svg>")
    left, top, wide, high = 60, 430, 380, 150
    step = wide / max(1, len(curve))
    spots = [(left + (i + 1) * step, top + high * (1 - one)) for i, one in enumerate(curve)]
    line = " ".join(f"L{x:.1f} {y:.1f}" for x, y in spots)
    middle, base = top + high / 2, top + high
    box = f'x="{left}" y="{top}" width="{wide}" height="{high}"'
    parts = [
        f'<rect {box} rx="8" fill="#1d1b21"/>',
        f'<path fill="#f0dcb4" d="M{left} {base} V{middle} {line} H{left + wide} V{base} Z"/>',
        f'<path stroke="#a9542f" stroke-dasharray="5 5" d="M{left} {middle} h{wide}"/>',
    ]
    for place, mark in marks:
        x, y = spots[place]
        y = min(max(y, top + 9), top + high - 9)
        fill = MARKS[mark]
        spot = f'cx="{x:.1f}" cy="{y:.1f}" r="7"'
        parts.append(f'<circle {spot} fill="{fill}" stroke="#fff" stroke-width="2"/>')
    return "\n".join([plain, *parts, "</svg>"])


@cache
def _icon(name: str) -> str:
    return (ICONS / f"{name}.svg").read_text(encoding="utf-8")


def _placed(svg: str, box: tuple[int, int, int, int]) -> str:
    """A document within another one; its own width is left out."""
    head, rest = svg.split(">", 1)
    kept = [part for part in head.split(" ") if not part.startswith("width=")]
    x, y, width, height = box
    return f'{" ".join(kept)} x="{x}" y="{y}" width="{width}" height="{height}">{rest}'


def _inner(icon: str) -> str:
    """The icon, whose gradients must not be taken for those of the board."""
    for name in ("wood", "felt"):
        icon = icon.replace(f'id="{name}"', f'id="icon-{name}"')
        icon = icon.replace(f"url(#{name})", f"url(#icon-{name})")
    return icon


class Pictures:
    """Draws one picture at a time, and keeps the latest ones."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._turn = asyncio.Lock()

    async def png(self, svg: str) -> bytes:
        """The SVG as PNG; raises TimeoutError or OSError where it cannot be drawn."""
        async with self._turn:
            picture = self._kept.get(svg) or await _drawn(svg)
            self._kept[svg] = picture
            self._kept.move_to_end(svg)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return picture


async def _drawn(svg: str) -> bytes:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", _DRAW,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        picture, _ = await asyncio.wait_for(child.communicate(svg.encode()), SECONDS)
    except (TimeoutError, asyncio.CancelledError):
        child.kill()
        await child.wait()
        raise
    if child.returncode:
        raise OSError(f"resvg ended with {child.returncode}")
    return picture
