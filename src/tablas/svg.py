"""An SVG document: what every picture of a board begins and ends with."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import hypot
from typing import Final

# The walnut board and the ivory set of web/style/themes.css; a test compares them.
IVORY: Final = "#f6ecd8"
DARK: Final = "#26242b"
ON_IVORY: Final = "#20324f"
ON_DARK: Final = "#f3c766"
IVORY_RIM: Final = "#403018"
DARK_RIM: Final = "#e3c07a"
NUMBER: Final = "#f1e3c8"
FRAME: Final = ("#5b3a28", "#3a2318", "#25150e")
WHITE_CHECKER: Final = ("#fffdf6", IVORY, "#e6d6b8")
BLACK_CHECKER: Final = ("#4a4650", DARK, "#141318")
AMBER: Final = "#ffb52e"  # what a mark or an arrow is drawn in
WIDTH: Final = 460  # pixels, where nobody says otherwise


def document(
    parts: Iterable[str], *, size: tuple[float, float], title: str, width: int = WIDTH
) -> str:
    """A complete document of `size` units; `title` is what a screen reader says."""
    text = escape(title, quote=False)
    label = text.replace('"', "&quot;")
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]:g} {size[1]:g}"'
    lines = [
        f'<svg {head} width="{width}" role="img" aria-label="{label}">',
        f"<title>{text}</title>",
        *parts,
        "</svg>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def ring(at: tuple[float, float], radius: float) -> str:
    """A mark around what stands in a place."""
    x, y = at
    return (
        f'<circle class="mark" cx="{x:g}" cy="{y:.3f}" r="{radius:g}" fill="none" '
        f'stroke="{AMBER}" stroke-width=".12"/>'
    )


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """An arrow between two places, with a dark rim that any board lets see."""
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y) or 1.0
    along, down = (to_x - x) / length, (to_y - y) / length
    neck = to_x - 0.5 * along, to_y - 0.5 * down
    head = (
        f"{to_x:.3f},{to_y:.3f} {neck[0] - 0.26 * down:.3f},{neck[1] + 0.26 * along:.3f} "
        f"{neck[0] + 0.26 * down:.3f},{neck[1] - 0.26 * along:.3f}"
    )
    shaft = f'd="M{x:.3f} {y:.3f}L{neck[0]:.3f} {neck[1]:.3f}"'
    return (
        f'<g class="arrow" stroke-linecap="round"><path {shaft} stroke="{DARK}" '
        f'stroke-width=".26"/><polygon points="{head}" fill="{AMBER}" stroke="{DARK}" '
        f'stroke-width=".08"/><path {shaft} stroke="{AMBER}" stroke-width=".16"/></g>'
    )


def sloped(name: str, *shades: str) -> str:
    """A gradient from the upper left to the lower right, as of wood in the light."""
    return f'<linearGradient id="{name}" x2=".25" y2="1">{_stops(shades)}</linearGradient>'


def domed(name: str, *shades: str, at: tuple[float, float, float] = (0.38, 0.32, 0.8)) -> str:
    """A gradient from a bright spot outwards, as of something round."""
    x, y, r = at
    return (
        f'<radialGradient id="{name}" cx="{x:g}" cy="{y:g}" r="{r:g}">'
        f"{_stops(shades)}</radialGradient>"
    )


def _stops(shades: tuple[str, ...]) -> str:
    last = len(shades) - 1
    return "".join(
        f'<stop offset="{place / last:g}" stop-color="{shade}"/>'
        for place, shade in enumerate(shades)
    )
