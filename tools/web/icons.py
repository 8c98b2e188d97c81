"""Render the icons of the installed app and the picture of links, from icon.svg and our boards.

    python -m tools.web.icons   writes src/tablas/web/icons/*.png

It needs the extra `pictures` (resvg).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import resvg_py
from tools.web.lean_png import lean

from tablas.games import NAMES, kind
from tablas.server.pictures import card
from tablas.values import Setup

ICONS: Final = Path(__file__).resolve().parents[2] / "src" / "tablas" / "web" / "icons"
SHOWN: Final = NAMES[0]  # whose board stands for all of them


def squared(icon: str) -> str:
    """The icon to its edges, for systems that cut it to a shape: what matters is in the middle."""
    wood = '<rect width="64" height="64" fill="url(#wood)"/>'
    inside = re.sub(r"<svg[^>]*>", "", icon, count=1).removesuffix("\n").removesuffix("</svg>")
    inside = inside.replace(' rx="14"', "", 1)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
    return f'{head}{wood}<g transform="translate(8 8) scale(.75)">{inside}</g></svg>'


def featured() -> str:
    """The board in the middle of a game."""
    known = kind(SHOWN)
    placed, situation = known.formats.read_situation(known.example.position)
    return card(known, Setup(placed, situation.turn))


def main() -> None:
    icon = (ICONS / "icon.svg").read_text(encoding="utf-8")
    for name, svg, width in (
        ("icon-192", icon, 192),
        ("icon-512", icon, 512),
        ("icon-180", squared(icon), 180),
        ("icon-maskable", squared(icon), 512),
        ("social", featured(), 1200),
    ):
        picture = lean(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))
        (ICONS / f"{name}.png").write_bytes(picture)
        print(f"{name:14} {len(picture)} bytes")


if __name__ == "__main__":
    main()
