"""`tablas rollout`: a position, a cube decision or the plays of a roll, played on many times."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from tablas.cli.cube import chances_line
from tablas.cli.language import usage_error
from tablas.cli.options.arguments import (
    dice_option,
    game_argument,
    json_option,
    language_option,
    position_argument,
)
from tablas.cli.options.cube import Asked, CubeOptions, cube_options, read_asked
from tablas.cli.options.jsonl import answer_each, jsonl_option, refuse_besides_jsonl
from tablas.cli.spoken_help import SpokenCommand
from tablas.engine.dice.rollout import Batches, Progress, RolloutResult, StartResult, rollout
from tablas.engine.dice.rollout_plan import MOST_PLIES, RolloutPlan
from tablas.kind import Kind
from tablas.values import Dice
from tablas.words import Language, Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import CubeState

POSITION: Final = Words("this position", "esta posición")
NO_DOUBLE: Final = Words("no double", "no doblar")
DOUBLE_TAKE: Final = Words("double, take", "doblar, aceptar")
LINE: Final = Words(
    "{name}  {equity} ± {error}  ({trials} trials)",
    "{name}  {equity} ± {error}  ({trials} pruebas)",
)
STOPPED: Final = Words("Stopped; this is what there was.", "Interrumpido: esto es lo que había.")
IN_MATCH: Final = Words("  match: {chance} ± {error} %", "  encuentro: {chance} ± {error} %")
INTERRUPTED: Final = 130
BAR: Final = 30


@dataclass(frozen=True, slots=True)
class Starts:
    """What is rolled out, with names for it."""

    names: tuple[str, ...]
    boards: NDArray[np.uint8]
    cubes: list[CubeState] | None
    may_double: bool
    of_opponent: bool


@click.command(name="rollout", cls=SpokenCommand)
@game_argument
@position_argument
@dice_option
@cube_options
@click.option("--trials", type=click.IntRange(1), default=1296, show_default=True, help="At most.")
@click.option(
    "--truncate", type=click.IntRange(0), default=0, help="Turns; then the net judges. 0: never."
)
@click.option(
    "--plies", type=click.IntRange(0, MOST_PLIES), default=0, show_default=True,
    help="That the players look ahead.",
)  # fmt: skip
@click.option("--cubeful", is_flag=True, help="Play with the cube.")
@click.option("--plays", type=click.IntRange(1), default=4, show_default=True, help="Of a roll.")
@click.option("--until-error", type=float, help="Stop at this standard error of every equity.")
@click.option(
    "--until-apart", type=float, help="Drop plays so many standard errors behind the best."
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--ray", metavar="ADDRESS",
              help="Play the trials on a Ray cluster: its address, auto, or local.")  # fmt: skip
@language_option
@json_option
@jsonl_option
def rollout_command(
    kind: Kind[Any, Any],
    position: str | None,
    dice: Any,
    options: CubeOptions,
    trials: int,
    truncate: int,
    plies: int,
    cubeful: bool,
    plays: int,
    until_error: float | None,
    until_apart: float | None,
    seed: int,
    threads: int,
    ray: str | None,
    language: Language,
    as_json: bool,
    jsonl: bool,
) -> None:
    """Play a position on, many times, and tell what comes of it.

    Without dice the position before the roll is rolled out, with --cubeful both without doubling
    and doubled; with dice the best plays are. The luck of the dice is taken away, and the same seed
    gives the same numbers with any number of threads or machines. Ctrl-C stops and shows what there
    is.

    \b
    Examples:
      tablas rollout backgammon 4HPwATDgc/ABMA --trials 1296 --truncate 7
      tablas rollout backgammon --dice 31 --until-apart 3
      tablas rollout abak --dice 31 --trials 144 --truncate 5
      tablas rollout backgammon --dice 41 --plies 1 --trials 324 --truncate 7 --until-apart 3
      tablas rollout backgammon "XGID=--aBaCCB----dC---c-b--bbB-:0:0:1:00:0:0:0:0:10" --cubeful
    """
    plan = RolloutPlan(
        trials=trials,
        truncate=truncate,
        plies=plies,
        seed=seed,
        threads=threads,
        until_error=until_error,
        until_apart=until_apart,
    )

    def answer(text: str | None, roll: Dice | None, *, for_programs: bool = True) -> None:
        asked = read_asked(kind, text, options, roll)
        if kind.rules.outcome(asked.position):
            raise usage_error("the game is over", "la partida ha terminado")
        starts = starts_of(asked, cubeful=cubeful, plays=plays, language=language)
        result = rolled_out(asked, starts, plan, ray=ray, quiet=for_programs)
        if for_programs:
            click.echo(json.dumps(shown(starts, result, plan)))
        else:
            tell(starts, result, language)
        if result.interrupted:
            sys.exit(INTERRUPTED)

    if jsonl:
        refuse_besides_jsonl(position, dice, as_json)
        answer_each(kind, answer)
    else:
        answer(position, dice, for_programs=as_json)


def starts_of(asked: Asked, *, cubeful: bool, plays: int, language: Language) -> Starts:
    """The position itself, the cube decision in it, or the best plays of the roll."""
    import numpy as np  # noqa: PLC0415 (not for every command)

    if asked.dice is not None:
        return _plays(asked, cubeful=cubeful, most=plays)
    if not cubeful:
        return Starts((POSITION.spoken(language),), asked.row, None, True, False)
    if not asked.state.may_double():
        return Starts((POSITION.spoken(language),), asked.row, [asked.state], False, False)
    names = (NO_DOUBLE.spoken(language), DOUBLE_TAKE.spoken(language))
    cubes = [asked.state, asked.state.turned()]
    return Starts(names, np.repeat(asked.row, 2, axis=0), cubes, False, False)


def _plays(asked: Asked, *, cubeful: bool, most: int) -> Starts:
    """The plays that the net likes best, by what they leave the opponent."""
    import numpy as np  # noqa: PLC0415 (see above)

    from tablas.engine.dice.evaluator import equities, kernel_rules  # noqa: PLC0415 (see above)

    decode = asked.kind.codec.decode
    dice = np.array([[asked.dice.high, asked.dice.low]], np.uint8) if asked.dice else None
    assert dice is not None
    boards, _ = kernel_rules(asked.kind.name).successors(asked.row, dice)
    order = np.argsort(equities(asked.net.evaluate(boards)), kind="stable")[:most]
    named = asked.kind.rules.plays(asked.position, asked.dice)
    names = tuple(
        asked.kind.notation.write(asked.position, named[decode(boards[i].tobytes())]) for i in order
    )
    cubes = [asked.state.swapped()] * len(order) if cubeful else None
    return Starts(names, boards[order], cubes, True, True)


def rolled_out(
    asked: Asked, starts: Starts, plan: RolloutPlan, *, ray: str | None, quiet: bool
) -> RolloutResult:
    by_ray = nullcontext() if ray is None else _on_ray(asked.kind.name, starts, plan, ray)
    with by_ray as batches:
        return rollout(
            asked.net,
            starts.boards,
            plan,
            game=asked.kind.name,
            cubes=starts.cubes,
            may_double=starts.may_double,
            of_opponent=starts.of_opponent,
            progress=None if quiet or not sys.stderr.isatty() else bar(plan.trials),
            batches=batches,
        )


def _on_ray(
    game: str, starts: Starts, plan: RolloutPlan, address: str
) -> AbstractContextManager[Batches]:
    from tablas.engine.dice.rollout_workers import RolledBoards, by_workers  # noqa: PLC0415
    from tablas.engine.runners import on_ray  # noqa: PLC0415 (see `starts_of`)

    rolled = RolledBoards(game, starts.boards, plan, starts.cubes, starts.may_double)
    return by_workers(rolled, on_ray(address))


def bar(trials: int) -> Progress:
    """A line on standard error that grows; it is wiped out when the work is done."""

    def grow(done: int, rolled_so_far: Sequence[StartResult]) -> None:
        full = BAR * done // trials
        best = max(rolled_so_far, key=lambda rolled: rolled.equity)
        line = f"[{'#' * full:{BAR}}] {done}/{trials}  {best.equity:+.4f} ± {best.error:.4f}"
        click.echo("\r\x1b[K" + (line if done < trials else ""), nl=False, err=True)

    return grow


def tell(starts: Starts, result: RolloutResult, language: Language) -> None:
    """The starts, best first, each with its chances."""
    if result.interrupted:
        click.echo("\r\x1b[K" if sys.stderr.isatty() else "", nl=False, err=True)
        click.echo(STOPPED.spoken(language))
    width = max(map(len, starts.names))
    in_match = starts.cubes is not None and starts.cubes[0].away[0] > 0
    for name, rolled in _ranked(starts, result):
        facts = {"equity": f"{rolled.equity:+.4f}", "error": f"{rolled.error:.4f}"}
        line = LINE.about(name=f"{name:{width}}", trials=rolled.trials, **facts)
        click.echo(line.spoken(language))
        click.echo(f"  {chances_line(rolled.chances, language)}")
        if in_match:
            chance = f"{100 * rolled.match_chance:.2f}"
            error = f"{50 * rolled.worth_error:.2f}"
            click.echo(IN_MATCH.about(chance=chance, error=error).spoken(language))


def _ranked(starts: Starts, result: RolloutResult) -> list[tuple[str, StartResult]]:
    named = list(zip(starts.names, result.starts, strict=True))
    return sorted(named, key=lambda pair: -pair[1].worth)


def shown(starts: Starts, result: RolloutResult, plan: RolloutPlan) -> dict[str, Any]:
    """The answer as JSON."""
    in_match = starts.cubes is not None and starts.cubes[0].away[0] > 0
    return {
        "seed": plan.seed,
        "truncate": plan.truncate,
        "plies": plan.plies,
        "interrupted": result.interrupted,
        "starts": [
            {
                "name": name,
                "trials": rolled.trials,
                "equity": rolled.equity,
                "standard_error": rolled.error,
                "chances": list(rolled.chances),
                "chances_standard_error": list(rolled.chances_error),
                **({"match_chance": rolled.match_chance} if in_match else {}),
            }
            for name, rolled in _ranked(starts, result)
        ],
    }
