"""`tablas cube`: what each way to use the cube is worth, and which is right."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

import click

from tablas.cli.language import usage_error
from tablas.cli.options.arguments import (
    game_argument,
    json_option,
    language_option,
    position_argument,
)
from tablas.cli.options.cube import CubeOptions, cube_options, read_asked
from tablas.cli.options.jsonl import answer_each, jsonl_option, refuse_besides_jsonl
from tablas.cli.spoken_help import SpokenCommand
from tablas.engine.dice.cube_action import CubeAction, judge
from tablas.kind import Kind
from tablas.values import Dice
from tablas.words import Language, Words

MOST_PLIES: Final = 3

CHANCES: Final = Words(
    "win {win} % (gammon {gammon}, backgammon {backgammon}); "
    "lose {lose} % (gammon {lost_gammon}, backgammon {lost_backgammon})",
    "gana {win} % (gammon {gammon}, backgammon {backgammon}); "
    "pierde {lose} % (gammon {lost_gammon}, backgammon {lost_backgammon})",
)
LINES: Final = {
    "cubeless": Words("without a cube", "sin cubo"),
    "no_double": Words("no double", "no doblar"),
    "double_take": Words("double, take", "doblar, aceptar"),
    "double_drop": Words("double, drop", "doblar, rechazar"),
}
RIGHT: Final = Words(
    "right: {do}; to a double: {answer}", "correcto: {do}; ante un doble: {answer}"
)
POINTS: Final = Words(
    "the opponent takes from {take} % (dead cube {dead}, live {live})",
    "el rival acepta desde {take} % (cubo muerto {dead}, vivo {live})",
)
PRICES: Final = Words(
    "a gammon is worth {own}, the opponent's {opp} (money: 0.50)",
    "un gammon vale {own}, el del rival {opp} (por dinero: 0.50)",
)
MATCH: Final = Words("chances of winning the match: {chance} %", "ganar el encuentro: {chance} %")


@click.command(cls=SpokenCommand)
@game_argument
@position_argument
@cube_options
@click.option(
    "--plies",
    type=click.IntRange(0, MOST_PLIES),
    default=2,
    show_default=True,
    help="Turns to look ahead.",
)
@language_option
@json_option
@jsonl_option
def cube(
    kind: Kind[Any, Any],
    position: str | None,
    options: CubeOptions,
    plies: int,
    language: Language,
    as_json: bool,
    jsonl: bool,
) -> None:
    """Double, take or drop? For money, or at the score of a match.

    Equities are in units of the cube as it stands. An XGID or GNU Backgammon ID says who owns the
    cube and the score; options add what a text leaves out, and go first.

    \b
    Examples:
      tablas cube backgammon "XGID=--aBaCCB----dC---c-b--bbB-:0:0:1:00:0:0:0:0:10"
      tablas cube backgammon 4HPwATDgc/ABMA --match 7:3-5 --plies 1
      tablas cube backgammon 4HPwATDgc/ABMA --cube 2 --owner own --json
      tablas cube abak --match 5:2-3 --plies 1
      tablas cube backgammon --match 7:3-5 --jsonl < positions.jsonl
    """
    if not jsonl:
        _answer(kind, position, options, plies, language, as_json=as_json)
        return
    refuse_besides_jsonl(position, as_json)

    def answer(text: str, dice: Dice | None) -> None:
        if dice is not None:
            raise usage_error("the cube is used before the roll", "el cubo se usa antes de tirar")
        _answer(kind, text, options, plies, language, as_json=True)

    answer_each(kind, answer)


def _answer(
    kind: Kind[Any, Any],
    position: str | None,
    options: CubeOptions,
    plies: int,
    language: Language,
    *,
    as_json: bool,
) -> None:
    asked = read_asked(kind, position, options)
    if kind.rules.outcome(asked.position):
        raise usage_error("the game is over", "la partida ha terminado")
    action = judge(asked.net, asked.row, asked.state, plies=plies, game=kind.name)
    if as_json:
        click.echo(json.dumps(shown(action)))
        return
    for line in lines(action, language):
        click.echo(line)


def shown(action: CubeAction) -> dict[str, Any]:
    """The answer as JSON: names as in `CubeAction`, and the verdict in words."""
    do, answer = action.verdict
    return {"verdict": f"{do.en}, {answer.en}", "cubeless": action.cubeless, **asdict(action)}


def lines(action: CubeAction, language: Language) -> list[str]:
    """The answer for a person."""
    ways = {name: getattr(action, name) for name in LINES}
    best = best_of(action)
    width = max(len(LINES[name].spoken(language)) for name in ways)
    texts = [chances_line(action.chances, language)]
    for name, equity in ways.items():
        behind = f"  ({equity - best:+.3f})" if name != "cubeless" and equity != best else ""
        texts.append(f"  {LINES[name].spoken(language):{width}}  {equity:+.3f}{behind}")
    do, answer = (words.spoken(language) for words in action.verdict)
    texts.append(RIGHT.about(do=do, answer=answer).spoken(language))
    if action.available:
        points = {"take": action.take.between, "dead": action.take.dead, "live": action.take.live}
        shares = {name: f"{100 * point:.1f}" for name, point in points.items()}
        texts.append(POINTS.about(**shares).spoken(language))
    own, opp = (f"{price:.2f}" for price in action.gammon_prices)
    texts.append(PRICES.about(own=own, opp=opp).spoken(language))
    if action.match_chances:
        hold, take, drop = action.match_chances
        chance = min(take, drop) if action.doubles else hold
        texts.append(MATCH.about(chance=f"{100 * chance:.2f}").spoken(language))
    return texts


def best_of(action: CubeAction) -> float:
    """The equity of what is right."""
    if not action.doubles:
        return action.no_double
    return action.double_drop if action.answer == "drop" else action.double_take


def chances_line(chances: tuple[float, ...], language: Language) -> str:
    win, gammon, backgammon, lost_gammon, lost_backgammon = (f"{100 * c:.1f}" for c in chances)
    return CHANCES.about(
        win=win,
        gammon=gammon,
        backgammon=backgammon,
        lose=f"{100 * (1 - chances[0]):.1f}",
        lost_gammon=lost_gammon,
        lost_backgammon=lost_backgammon,
    ).spoken(language)
