"""`tablas train`: the recipe of a game's nets on this machine, and how strong they are."""

from __future__ import annotations

import json
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from tablas.cli.answers.training import HAND, in_words, round_in_words
from tablas.cli.language import said, usage_error
from tablas.cli.options.arguments import GameName, json_option
from tablas.cli.spoken_help import SpokenCommand
from tablas.kind import Kind

NET = "net.safetensors"
SIGN_OF_LIFE = 2.0  # seconds between two lines of a run


@click.command(cls=SpokenCommand)
@click.argument("kind", metavar="[GAME]", required=False, type=GameName())
@click.option("--quick", is_flag=True, help="A small net on a processor, in a few minutes.")
@click.option(
    "--plan", "plan_path", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A plan of your own; the README of tablas/training/GAME explains them.",
)  # fmt: skip
@click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path),
    default=Path("tablas-training"), show_default=True,
    help="Everything is kept here; run again, it goes on where it stopped.",
)  # fmt: skip
@click.option("--seconds", type=click.FloatRange(1), help="Stop after so long, to go on later.")
@click.option("--device", help="cpu or cuda; by default a GPU where there is one.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option(
    "--ray", metavar="ADDRESS",
    help="Let the games be played on a Ray cluster: its address, auto, or local.",
)  # fmt: skip
@click.option("--workers", type=click.IntRange(1), help="Of --ray; by default one a core.")
@click.option("--games", type=click.IntRange(2), default=400, show_default=True,
              help="Against the greedy player, to measure the net.")  # fmt: skip
@json_option
def train(
    kind: Kind[Any, Any] | None,
    quick: bool,
    plan_path: Path | None,
    folder: Path,
    seconds: float | None,
    device: str | None,
    threads: int,
    ray: str | None,
    workers: int | None,
    games: int,
    as_json: bool,
) -> None:
    """Train the nets of a game by self-play from nothing but the rules.

    Without GAME it is the one whose nets are smallest. Ctrl-C stops it; the same command goes on.
    At the end the net plays the greedy player, luck taken away; use it with 'tablas duel GAME
    tablas-training/net.safetensors expert'.

    \b
    Examples:
      tablas train backgammon --quick
      tablas train abak --quick --ray local --workers 2
      tablas train --plan src/tablas/training/backgammon/plan.json --device cuda --threads 8
    """
    if quick == (plan_path is not None):
        raise usage_error("say --quick or --plan FILE", "di --quick o --plan ARCHIVO")
    if not as_json:  # PyTorch takes seconds to load
        click.echo(said("loading PyTorch …", "cargando PyTorch …"), err=True)
    from tablas import training  # noqa: PLC0415 (PyTorch, for this only)

    game = kind.name if kind else training.trainable()[0]
    plan_path = plan_path or training.plan_file(game, "quick")
    if game not in training.trainable():
        _in_rounds(game, plan_path, folder, device or ("cpu" if quick else None), as_json)
        return
    plan = training.DicePlan.read(plan_path)
    done = False
    common: dict[str, Any] = {
        "device": device or ("cpu" if quick else None),
        "seconds": seconds or float("inf"),
        "progress": SIGN_OF_LIFE,
    }
    if not as_json:
        click.echo(
            said(
                f"{game}: {plan.windows} windows of self-play, kept in {folder}",
                f"{game}: {plan.windows} ventanas de partidas contra sí mismo, en {folder}",
            ),
            err=True,
        )
    with _stopped_by_ctrl_c() as stop:
        if ray is None:
            steps = training.train(game, plan, folder, threads=threads, stop=stop, **common)
        else:
            from tablas.training.cluster import train_on_ray  # noqa: PLC0415 (an extra)

            steps = train_on_ray(
                game, plan, folder, address=ray, workers=workers, stop=stop, **common
            )
        for step in steps:
            if isinstance(step, training.Ended):
                done = step.done
            elif not as_json:
                click.echo(in_words(step, plan.windows), err=True)
    if not done:
        _finish({"game": game, "done": False, "folder": str(folder)}, as_json)
        return
    net = folder / NET
    training.export(game, plan, folder, "teacher", net)
    measured = against_greedy(game, net, games)
    _finish({"game": game, "done": True, "folder": str(folder), **measured}, as_json)


def _in_rounds(game: str, plan_path: Path, folder: Path, device: str | None, as_json: bool) -> None:
    """A game without dice: rounds of games, learning and matches."""
    from tablas import training  # noqa: PLC0415 (PyTorch, for this only)

    recipe = training.in_rounds(game)
    plan = recipe.read_plan(plan_path)
    rounds = len(plan.rounds)
    if not as_json:
        click.echo(
            said(
                f"{game}: {rounds} rounds of self-play, learning and matches, kept in {folder}",
                f"{game}: {rounds} rondas de partidas, aprendizaje y encuentros, en {folder}",
            ),
            err=True,
        )
    matches: list[dict[str, Any]] = []
    for facts in recipe.train(plan, folder, device=device, progress=SIGN_OF_LIFE):
        matches += [facts] if "match" in facts else []
        if not as_json and (line := round_in_words(facts, rounds)):
            click.echo(line, err=True)
    net = folder / NET
    shutil.copyfile(recipe.last_net(plan, folder), net)
    last = [facts for facts in matches if facts["round"] == rounds - 1]
    measured = min(last, key=lambda facts: facts["against"] != HAND, default={})
    if as_json:
        answer = {"game": game, "done": True, "folder": str(folder), "net": str(net)}
        click.echo(json.dumps({**answer, **measured}))
    else:
        line = round_in_words(measured, rounds)
        click.echo(f"{net}: {line}" if line else str(net))


@contextmanager
def _stopped_by_ctrl_c() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, so that the window under way is finished and kept."""
    stop = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def against_greedy(game: str, net: Path, games: int) -> dict[str, Any]:
    """What the net wins against the greedy player."""
    from tablas.cli.duel import run  # noqa: PLC0415 (after the training)
    from tablas.duel.setting import Setting  # noqa: PLC0415

    summary = run(Setting(game=game, first=str(net), second="greedy"), games)
    kept = ("games", "points_per_game", "standard_error", "won")
    return {"net": str(net), "against": "greedy", **{key: summary[key] for key in kept}}


def _finish(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(answer))
    elif answer["done"]:
        click.echo(
            f"{answer['net']}: {answer['points_per_game']:+.3f} ± {answer['standard_error']:.3f} "
            + said(
                f"points a game against the greedy player, {answer['games']} games, "
                f"{answer['won']:.0%} won",
                f"puntos por partida contra el jugador «greedy», {answer['games']} partidas, "
                f"{answer['won']:.0%} ganadas",
            )
        )
    else:
        click.echo(
            said(
                f"stopped; the same command goes on from {answer['folder']}",
                f"parado; la misma orden sigue desde {answer['folder']}",
            )
        )
