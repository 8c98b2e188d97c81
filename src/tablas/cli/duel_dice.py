"""`tablas duel` for the dice games: what it shows while it plays, and what it tells at the end."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from tablas.duel.match import Duel, Setting
from tablas.duel.result import PointsTest, Tally
from tablas.engine.elo import as_text

__all__ = ["Setting", "run", "show"]


def run(
    setting: Setting,
    *,
    games: int,
    sprt: tuple[float, float] | None,
    kept: Path | None,
    quiet: bool,
) -> dict[str, Any]:
    """Play, and tell what came out; Ctrl-C ends it with what there is."""
    test = PointsTest(*sprt) if sprt else None
    begun, interrupted = time.monotonic(), False
    with Duel(setting, kept) as duel:
        try:
            for tally in duel.play(games, test):
                if not quiet:
                    progress(tally, games)
        except KeyboardInterrupt:
            interrupted = True
            if not duel.tally.raw:
                raise
        if not quiet:
            click.echo(err=True)
        first_ms, second_ms = duel.milliseconds()
        tally = duel.tally
    answer: dict[str, Any] = {
        "game": setting.game,
        "first": setting.first,
        "second": setting.second,
        "cube": setting.cube,
        **tally.summary(),
        "seed": setting.seed,
        "first_cpu_ms": first_ms,
        "second_cpu_ms": second_ms,
        "seconds": round(time.monotonic() - begun, 1),
    }
    if test:
        answer["sprt"] = test.verdict(tally.best()) or "undecided"
        answer["likelihood"] = round(test.likelihood(tally.best()), 2)
    if interrupted:
        answer["interrupted"] = True
    return answer


def progress(tally: Tally, games: int) -> None:
    """One line that is written over, on a terminal; else one now and then."""
    done = 2 * len(tally.raw)
    line = f"{done} of {games} games: {tally.best()}"
    if sys.stderr.isatty():
        click.echo(f"\r{line}\033[K", nl=False, err=True)
    elif done % 500 == 0:
        click.echo(line, err=True)


def show(answer: dict[str, Any]) -> None:
    """The duel in a few lines."""
    cube = "money games with the cube" if answer["cube"] else "money games without a cube"
    click.echo(f"{answer['first']} against {answer['second']}: {answer['games']} {cube}")
    raw = _points(answer["raw_points_per_game"], answer["raw_standard_error"])
    click.echo(f"  raw           {raw}")
    if answer["luck_adjusted"]:
        best = _points(answer["points_per_game"], answer["standard_error"])
        click.echo(f"  luck-adjusted {best}")
    click.echo(
        f"  won {answer['won']:.1%}, Elo {as_text(answer['elo'])} "
        f"[{as_text(answer['elo_low'])}, {as_text(answer['elo_high'])}]"
    )
    click.echo(
        f"  processor time a turn: {answer['first_cpu_ms']} ms, {answer['second_cpu_ms']} ms"
    )
    if "sprt" in answer:
        click.echo(f"  SPRT {answer['sprt']}: likelihood {answer['likelihood']}")
    if "interrupted" in answer:
        click.echo("  interrupted: this is the result so far")


def _points(mean: float, error: float | None) -> str:
    if error is None:
        return f"{mean:+.4f} points a game"
    low, high = mean - 1.96 * error, mean + 1.96 * error
    return f"{mean:+.4f} ± {error:.4f} points a game, 95 % [{low:+.4f}, {high:+.4f}]"
