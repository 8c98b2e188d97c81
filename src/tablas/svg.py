"""An SVG document: what every picture of a board begins and ends with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape

IVORY: Final = "#fbf6ea"
DARK: Final = "#16243a"
ON_IVORY: Final = "#14213d"
ON_DARK: Final = "#ffd166"
WOOD: Final = "#3b3128"
WIDTH: Final = 460  # pixels, where nobody says otherwise


def document(
    parts: Iterable[str], *, size: tuple[float, float], title: str, width: int = WIDTH
) -> str:
    """A complete document of `size` units; `title` is what a screen reader says."""
    label = escape(title, {'"': "&quot;"})
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]:g} {size[1]:g}"'
    lines = [
        f'<svg {head} width="{width}" role="img" aria-label="{label}">',
        f"<title>{escape(title)}</title>",
        *parts,
        "</svg>",
    ]
    return "\n".join(line for line in lines if line) + "\n"
