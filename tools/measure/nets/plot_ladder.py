"""Draws the Elo of the nets of a training run over its minutes, from the matches in its log.

    python -m tools.measure.nets.plot_ladder docs/notes/training-logs/abak/2026-11-15.jsonl \\
        docs/images/abak-training.svg

Every net of the run played the one before it and one three steps back; the Elo of all of them is
the least-squares fit to these results, the first net being nought. Bars are 1.96 standard errors
against that first net.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.measure.nets.plot_training import Point, Series, drawing, read

from tablas.duel.elo import elo

ELO_A_LOGIT = 400 / np.log(10)
RUNG = "window "  # of an earlier net, in the log


def matches(log: list[dict[str, Any]]) -> list[tuple[int, int, float, float]]:
    """Later window, earlier window, Elo between them, its standard error."""
    matches = []
    for line in log:
        for name, (_, _, share, error, _) in line.get("match", {}).items():
            if name.startswith(RUNG):
                slope = ELO_A_LOGIT / (share * (1 - share))
                earlier = int(name.removeprefix(RUNG))
                matches.append((line["window"], earlier, elo(share), slope * error))
    return matches


def fitted(
    windows: list[int], played: list[tuple[int, int, float, float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Elo of each window over the first one, and standard errors."""
    rows = np.zeros((len(played), len(windows)))
    for row, (later, earlier, _, error) in zip(rows, played, strict=True):
        row[windows.index(later)] = 1 / error
        row[windows.index(earlier)] = -1 / error
    seen = np.array([difference / error for _, _, difference, error in played])
    inverse = np.linalg.inv(rows[:, 1:].T @ rows[:, 1:])
    ratings = inverse @ rows[:, 1:].T @ seen
    return np.concatenate([[0], ratings]), np.concatenate([[0], np.sqrt(np.diag(inverse))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--machine", default="one NVIDIA H200")
    options = parser.parse_args()
    log = [line for line in read(options.log) if "match" in line]
    windows = [line["window"] for line in log]
    minutes = [line["seconds"] / 60 for line in log]
    ratings, errors = fitted(windows, matches(log))
    ladder = list(map(Point, minutes, ratings.tolist(), errors.tolist()))
    thumb = [Point(at, *line["match"]["thumb"][:2]) for at, line in zip(minutes, log, strict=True)]
    panels: list[tuple[str, Series]] = [
        (f"Elo over the net after {minutes[0]:.1f} minutes", {"teacher": ladder}),
        ("Points a game against rules of thumb", {"teacher": thumb}),
    ]
    options.out.write_text(drawing(panels, minutes[-1] * 1.02, options.machine), encoding="utf-8")
    for line in zip(windows, ratings.round(1).tolist(), errors.round(1).tolist(), strict=True):
        print(*line)


if __name__ == "__main__":
    main()
