"""Draws how strength grew in a training run, from its log, as an SVG for the docs.

    python tools/measure/nets/plot_training.py 2026-11-15.jsonl backgammon-training.svg \\
        --duels 2026-11-15-duels.jsonl

The logs are in docs/notes/training-logs. Above: points a game against the rules of thumb, with bars
of 1.96 standard errors. Below, if there are duels: points a game against GNU Backgammon 0-ply, luck
taken away.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 720, 240, 64, 16, 40, 64
COLOURS = {"teacher": "#1d5c73", "student": "#b45f1d"}
SIGMAS = 1.96
STYLE = (
    "<style>.title{font-weight:600;font-size:14px}.number{text-anchor:end}"
    ".minute{text-anchor:middle}.grid{stroke:#8886;stroke-width:1}text{fill:#555}</style>"
)


@dataclass(frozen=True, slots=True)
class Point:
    """Minutes of training, points a game, and its standard error."""

    minutes: float
    points: float
    error: float


Series = dict[str, list[Point]]


def thumb(log: Sequence[dict[str, Any]]) -> Series:
    """Both nets against the rules of thumb."""
    names = {"teacher": "thumb", "student": "student_thumb"}
    return {
        name: [
            Point(line["seconds"] / 60, line["match"][key][0], line["match"][key][1])
            for line in log
            if "match" in line
        ]
        for name, key in names.items()
    }


def against_gnubg(duels: Sequence[dict[str, Any]], log: Sequence[dict[str, Any]]) -> Series:
    """Duels by the window of the net that played; those of one window are put together."""
    series: Series = {}
    for name in COLOURS:
        by_window: dict[int, list[dict[str, Any]]] = {}
        for duel in duels:
            if duel["net"].startswith(name):
                window = int(duel["net"].split("window ")[1].split()[0])
                by_window.setdefault(window, []).append(duel)
        series[name] = [
            _together(duels, _minutes(window, log)) for window, duels in by_window.items()
        ]
    return series


def _together(duels: list[dict[str, Any]], minutes: float) -> Point:
    weights = [duel["standard_error"] ** -2 for duel in duels]
    mean = sum(w * duel["points_per_game"] for w, duel in zip(weights, duels, strict=True))
    return Point(minutes, mean / sum(weights), sum(weights) ** -0.5)


def _minutes(window: int, log: Sequence[dict[str, Any]]) -> float:
    """When a window was reached, between the lines of the log."""
    before = {"window": 0, "seconds": 0.0}
    for line in log:
        if line["window"] >= window:
            part = (window - before["window"]) / (line["window"] - before["window"])
            return float(before["seconds"] + part * (line["seconds"] - before["seconds"])) / 60
        before = line
    return float(before["seconds"]) / 60


def panel(series: Series, top: float, title: str, last: float) -> Iterable[str]:
    """Axes, lines and bars of one picture."""
    every = [point for points in series.values() for point in points]
    low = min(0.0, *(point.points - SIGMAS * point.error for point in every))
    high = max(point.points + SIGMAS * point.error for point in every) * 1.05

    def x(minutes: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * minutes / last

    def y(points: float) -> float:
        return top + PANEL * (high - points) / (high - low)

    yield f'<text x="{LEFT}" y="{top - 12}" class="title">{title}</text>'
    for tick in ticks(low, high):
        at = f"{y(tick):.1f}"
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}"/>'
        shown = f"{tick:+.2f}" if high - low < 10 else f"{tick:+.0f}"
        yield f'<text x="{LEFT - 8}" y="{y(tick) + 4:.1f}" class="number">{shown}</text>'
    for tick in ticks(0, last):
        yield f'<text x="{x(tick):.1f}" y="{top + PANEL + 18}" class="minute">{tick:g}</text>'
    for name, points in series.items():
        colour = COLOURS[name]
        way = " ".join(f"{x(p.minutes):.1f},{y(p.points):.1f}" for p in points)
        yield f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for p in points:
            where, half = x(p.minutes), SIGMAS * p.error
            yield (
                f'<line x1="{where:.1f}" x2="{where:.1f}" y1="{y(p.points - half):.1f}" '
                f'y2="{y(p.points + half):.1f}" stroke="{colour}" stroke-width="1.5"/>'
                f'<circle cx="{where:.1f}" cy="{y(p.points):.1f}" r="3.5" fill="{colour}"/>'
            )


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers between two."""
    step = next(
        step
        for power in range(-3, 4)
        for step in (10.0**power, 2 * 10.0**power, 5 * 10.0**power)
        if (high - low) / step <= 6
    )
    first = int(low / step) - 1
    return [round(n * step, 6) for n in range(first, first + 12) if low <= n * step <= high]


def drawing(panels: list[tuple[str, Series]], last: float, machine: str) -> str:
    height = TOP + len(panels) * (PANEL + GAP) + 16
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
    lines = [opened + 'font-family="sans-serif" font-size="12">', STYLE]
    for number, (title, series) in enumerate(panels):
        lines += panel(series, TOP + number * (PANEL + GAP), title, last)
    bottom = height - 20
    lines.append(f'<text x="{LEFT}" y="{bottom}">minutes of training on {machine}</text>')
    drawn = [name for name in COLOURS if any(name in series for _, series in panels)]
    for number, name in enumerate(drawn):
        at = WIDTH - 110 * (len(drawn) - number)
        lines.append(f'<circle cx="{at}" cy="{bottom - 4}" r="5" fill="{COLOURS[name]}"/>')
        lines.append(f'<text x="{at + 10}" y="{bottom}">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--duels", type=Path)
    parser.add_argument("--machine", default="one NVIDIA H200")
    options = parser.parse_args()
    log = read(options.log)
    last = log[-1]["seconds"] / 60 * 1.02
    panels = [("Points a game against rules of thumb", thumb(log))]
    if options.duels:
        series = against_gnubg(read(options.duels), log)
        panels.append(("Points a game against GNU Backgammon 0-ply", series))
    options.out.write_text(drawing(panels, last, options.machine), encoding="utf-8")


if __name__ == "__main__":
    main()
