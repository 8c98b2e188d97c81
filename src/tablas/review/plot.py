"""White's chances of winning, decision after decision, as an SVG drawing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tablas.review.value import Decision, Mark, MatchReview
from tablas.values import Side

WIDTH, HEIGHT = 860, 220
LEFT, TOP = 44, 12
INNER_WIDTH, INNER_HEIGHT = WIDTH - LEFT - 12, HEIGHT - TOP - 26
COLOURS = {Mark.DOUBTFUL: "#b8860b", Mark.ERROR: "#d2691e", Mark.BLUNDER: "#b22222"}
SHADES = ("#f6f1e7", "#ece4d4")


def plot(review: MatchReview, title: str) -> str:
    """One line a game, the games side by side, dots where mistakes were marked."""
    shown = [one for one in review.decisions if one.alternatives]
    parts = [*_games(shown), *_grid()]
    step = INNER_WIDTH / max(1, len(shown) - 1)
    for game in sorted({one.game for one in shown}):
        points = [
            (LEFT + index * step, _height(_of_white(one)))
            for index, one in enumerate(shown)
            if one.game == game
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="#1f3a5f" stroke-width="1.6"/>')
    for index, one in enumerate(shown):
        if colour := COLOURS.get(one.mark):
            x, y = LEFT + index * step, _height(_of_white(one))
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{colour}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'class="plot" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def _of_white(one: Decision) -> float:
    return one.chance if one.side is Side.WHITE else 1 - one.chance


def _height(chance: float) -> float:
    return TOP + (1 - chance) * INNER_HEIGHT


def _games(shown: list[Decision]) -> Iterator[str]:
    """A band for each game, with its number below."""
    step = INNER_WIDTH / max(1, len(shown) - 1)
    for game in sorted({one.game for one in shown}):
        places = [index for index, one in enumerate(shown) if one.game == game]
        x, width = LEFT + places[0] * step, max(1.0, (places[-1] - places[0]) * step)
        yield (
            f'<rect x="{x:.1f}" y="{TOP}" width="{width:.1f}" height="{INNER_HEIGHT}" '
            f'fill="{SHADES[game % 2]}"/>'
        )
        if width > 12:
            middle = x + width / 2
            yield (
                f'<text x="{middle:.1f}" y="{HEIGHT - 8}" text-anchor="middle" '
                f'font-size="12" fill="#333">{game + 1}</text>'
            )


def _grid() -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = _height(percent / 100)
        dash = "" if percent == 50 else ' stroke-dasharray="2 4"'
        yield (
            f'<line x1="{LEFT}" x2="{WIDTH - 12}" y1="{y:.1f}" y2="{y:.1f}" '
            f'stroke="#777" stroke-width=".7"{dash}/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" font-size="11" '
            f'fill="#333">{percent}%</text>'
        )
