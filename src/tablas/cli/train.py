"""`tablas train`: the recipe of the backgammon net on this machine, and how strong it came out."""

from __future__ import annotations

import importlib.util
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import click

from tablas.cli.arguments import json_option
from tablas.errors import TablasError

NET = "net.safetensors"
GAME = "backgammon"  # the recipe has Abak too, which wants a GPU: training/abak/README.md


class TrainingFailed(TablasError):
    """What training needs is missing, or it broke off."""


@click.command()
@click.option("--quick", is_flag=True, help="A small net on a processor, in a few minutes.")
@click.option(
    "--plan", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A plan of your own; training/backgammon/README.md explains them.",
)  # fmt: skip
@click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path),
    default=Path("tablas-training"), show_default=True,
    help="Everything is kept here; run again, it goes on where it stopped.",
)  # fmt: skip
@click.option("--seconds", type=click.FloatRange(1), help="Stop after so long, to go on later.")
@click.option("--device", help="cpu or cuda; by default a GPU where there is one.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--games", type=click.IntRange(2), default=400, show_default=True,
              help="Against the greedy player, to measure the net.")  # fmt: skip
@json_option
def train(
    quick: bool,
    plan: Path | None,
    folder: Path,
    seconds: float | None,
    device: str | None,
    threads: int,
    games: int,
    as_json: bool,
) -> None:
    """Train a backgammon net by self-play from nothing but the rules.

    Ctrl-C stops it; the same command goes on. At the end the net plays the greedy player, luck
    taken away; use it with 'tablas duel tablas-training/net.safetensors expert --game backgammon'.

    \b
    Examples:
      tablas train --quick
      tablas train --plan training/backgammon/plan.json --device cuda --threads 8
    """
    if quick == (plan is not None):
        raise click.UsageError("say --quick or --plan FILE")
    recipe = recipe_folder()
    plan = plan or recipe / GAME / "quick.json"
    if importlib.util.find_spec("torch") is None:
        raise TrainingFailed("training needs PyTorch: install it with  pip install 'tablas[train]'")
    options = [GAME, "--plan", str(plan), "--folder", str(folder), "--threads", str(threads)]
    if seconds:
        options += ["--seconds", str(seconds)]
    if quick or device:
        options += ["--device", device or "cpu"]
    total = sum(
        stage["windows"] for stage in json.loads(plan.read_text(encoding="utf-8"))["stages"]
    )
    done = False
    for line in _said(recipe / "train.py", options):
        done = done or line == "the plan is done"
        if not as_json:
            click.echo(told(line, total), err=True)
    if not done:
        _finish({"done": False, "folder": str(folder)}, as_json)
        return
    net = folder / NET
    export = [
        GAME,
        "--plan",
        str(plan),
        "--folder",
        str(folder),
        "--net",
        "teacher",
        "--out",
        str(net),
    ]
    list(_said(recipe / "export.py", export))
    _finish({"done": True, "folder": str(folder), **measured(net, games)}, as_json)


def recipe_folder() -> Path:
    """The recipe: inside an installed package, or beside the sources in a checkout."""
    inside = Path(str(resources.files("tablas"))) / "recipes"
    beside = Path(__file__).resolve().parents[3] / "training"
    for folder in (inside, beside):
        if (folder / "train.py").exists():
            return folder
    raise TrainingFailed(f"the recipe is neither in {inside} nor in {beside}: install Tablas again")


def told(line: str, total: int) -> str:
    """A line of the recipe's log as a person reads it."""
    if not line.startswith("{"):
        return line
    log = json.loads(line)
    text = f"window {log['window']} of {total}, {log['seconds']:.0f} s, {log['games']} games"
    if "match" in log:
        points, error, *_ = log["match"]["thumb"]
        text += f": {points:+.2f} ± {error:.2f} points a game against rules of thumb"
    return text


def measured(net: Path, games: int) -> dict[str, Any]:
    """What the net wins against the greedy player."""
    from tablas.cli.duel_dice import Setting, run  # noqa: PLC0415 (after the training)

    setting = Setting(game=GAME, first=str(net), second="greedy")
    found = run(setting, games=games, sprt=None, kept=None, quiet=True)
    kept = ("games", "points_per_game", "standard_error", "won")
    return {"net": str(net), "against": "greedy", **{key: found[key] for key in kept}}


def _finish(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(answer))
    elif answer["done"]:
        click.echo(
            f"{answer['net']}: {answer['points_per_game']:+.3f} ± {answer['standard_error']:.3f} "
            f"points a game against the greedy player, {answer['games']} games, "
            f"{answer['won']:.0%} won"
        )
    else:
        click.echo(f"stopped; the same command goes on from {answer['folder']}")


def _said(script: Path, options: list[str]) -> Iterator[str]:
    """The lines of a part of the recipe, which runs in a process of its own."""
    running = subprocess.Popen(  # noqa: S603 (our own recipe)
        [sys.executable, str(script), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stderr is not None
    try:
        while line := _line(running):
            yield line.strip()
        wrong = running.stderr.read().strip().splitlines()
    finally:
        running.stdout.close()
        running.stderr.close()
        if running.poll() is None:
            running.terminate()
        running.wait()
    if running.returncode:
        raise TrainingFailed(
            f"{script.name} broke off: {wrong[-1] if wrong else 'no reason given'}"
        )


def _line(running: subprocess.Popen[str]) -> str:
    """The next line; Ctrl-C is passed on, so that the recipe keeps what it has and ends."""
    assert running.stdout is not None
    while True:
        try:
            return running.stdout.readline()
        except KeyboardInterrupt:
            running.send_signal(signal.SIGINT)
