"""What one reviewed game says about somebody's play, in numbers that add up over many games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tablas.review.as_json import Fields
from tablas.review.openings import first_plays
from tablas.review.review import Part
from tablas.review.value import Decision
from tablas.values import Side


def sum_of(
    review: Fields,
    side: Side,
    parts: Iterable[Part],
    themes: Callable[[Decision], Sequence[str]],
) -> Fields:
    """Decisions, costs and luck of one side, by phase and by theme, and how it opened."""
    own: Fields = review[side.value]
    decisions = [part for part in parts if isinstance(part, Decision)]
    by_theme: dict[str, list[float]] = {}
    for one in decisions:
        if one.side is side:
            for theme in themes(one):
                count, cost = by_theme.get(theme, (0, 0.0))
                by_theme[theme] = [count + 1, round(cost + one.cost, 6)]
    return {
        "unit": review["unit"],
        "decisions": own["plays"] + own["cubes"],
        "cost": round(own["play_cost"] + own["cube_cost"], 6),
        "luck": own["luck"] if review["rolls"] else None,
        "accuracy": own["accuracy"],
        "phases": {
            name: [phase["decisions"], phase["cost"]] for name, phase in own["phases"].items()
        },
        "themes": by_theme,
        "openings": [
            [one.dice, one.played, one.cost] for one in first_plays(decisions) if one.side is side
        ],
    }


def added(sums: Iterable[Fields], name: str) -> dict[str, list[Any]]:
    """The pairs of count and cost under `name`, added up over many games, the dearest first."""
    total: dict[str, list[Any]] = {}
    for one in sums:
        for key, (count, cost) in one[name].items():
            before = total.setdefault(key, [0, 0.0])
            before[0] += count
            before[1] += cost
    return dict(sorted(total.items(), key=lambda entry: -entry[1][1]))


def openings(sums: Iterable[Fields]) -> list[tuple[str, str, int, float]]:
    """How each first roll was played: dice, play, games, mean cost; the most frequent first."""
    costs: dict[tuple[str, str], list[float]] = {}
    for one in sums:
        for dice, play, cost in one["openings"]:
            costs.setdefault((dice, play), []).append(cost)
    rows = [(dice, play, len(each), sum(each) / len(each)) for (dice, play), each in costs.items()]
    return sorted(rows, key=lambda row: (-row[2], row[0], row[1]))
