"""`tablas explain`: what a play does, in words, with rolls counted exactly."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import click

from tablas.cli.answers.dice_analysis import remark_json
from tablas.cli.options.arguments import (
    dice_option,
    game_argument,
    json_option,
    language_option,
    turn_option,
)
from tablas.cli.options.asked import needed_dice
from tablas.cli.spoken_help import SpokenCommand
from tablas.engine.engines import engine
from tablas.engine.ranking import Effort
from tablas.kind import Kind
from tablas.play.standing import state_of
from tablas.play.state import State
from tablas.situation import Situation
from tablas.values import Dice, Setup, Side
from tablas.words import Language, Words

NOTHING = Words(
    "changes little: no point, hit, trap or danger",
    "cambia poco: sin puntos, golpes, retenciones ni peligros",
)
WORTH = {
    "points": Words("the engine gives it {score} points", "el motor le da {score} puntos"),
    "marbles": Words("the engine gives it {score} marbles", "el motor le da {score} piezas"),
}
BEST = Words("{worth}: the best play", "{worth}: es la mejor jugada")
BEHIND = Words("{worth}, {behind} less than {best}", "{worth}, {behind} menos que {best}")
SECONDS = 1.0


@click.command(cls=SpokenCommand)
@game_argument
@click.argument("play")
@click.option("--position", help="A position text; by default the start.")
@dice_option
@turn_option
@click.option("--worth", is_flag=True, help="What the engine thinks of it besides.")
@language_option
@json_option
def explain(
    kind: Kind[Any, Any],
    play: str,
    position: str | None,
    dice: Dice | None,
    turn: str | None,
    worth: bool,
    language: Language,
    as_json: bool,
) -> None:
    """Say what a legal play does: hits, points, traps, blots and who can hit them.

    The most important comes first. Points are numbered from the side of who plays; rolls are
    counted over all 36 by the rules. --worth adds what the engine thinks of the play, at the cube
    and score that the position tells. `tablas why` tells why a play is not legal.

    \b
    Examples:
      tablas explain backgammon "13/7 8/7" --dice 61
      tablas explain backgammon 24/18/13 --dice 65 --worth
      tablas explain abak "D24/18 S13/8" --dice 65 --lang es
      tablas explain abalone c3d4
    """
    state = _state(kind, position, dice, turn)
    read = kind.notation.read(state.position, state.dice, play, state.turn)
    remarks = engine(kind.name).remarks(state.position, state.dice, read)
    judged = _worth(state, read) if worth else None
    if as_json:
        answer: dict[str, Any] = {
            "position": kind.formats.write(Setup(state.position, state.turn, state.quiet)),
            "dice": [state.dice.high, state.dice.low] if state.dice else None,
            "play": kind.notation.write(state.position, read),
            "reasons": list(map(remark_json, remarks)),
        }
        if judged:
            answer["worth"] = {"en": judged.en, "es": judged.es}
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for line in remarks or (NOTHING,):
        click.echo(line.spoken(language))
    if judged:
        click.echo(judged.spoken(language))


def _state(
    kind: Kind[Any, Any], position: str | None, dice: Dice | None, turn: str | None
) -> State[Any, Any]:
    """The position with its roll, cube and score."""
    if position is None:
        setup = kind.start()
        board, situation = setup.position, Situation(turn=Side(turn) if turn else setup.mover)
    else:
        board, situation = kind.formats.read_situation(position)
    if kind.dice:
        situation = replace(situation, dice=dice or situation.dice or needed_dice(kind, position))
    return state_of(kind, board, situation)


def _worth(state: State[Any, Any], play: Any) -> Words:
    """What the engine thinks of a play, and how far that is from the best one."""
    kind = state.kind
    count = len(kind.rules.plays(state.position, state.dice))
    ranking = engine(kind.name).rank(state, Effort(SECONDS, count))
    reached = kind.rules.after(state.position, play)
    own, best = ranking.plays[0], ranking.plays[0]
    for ranked in ranking.plays:
        if kind.rules.after(state.position, ranked.play) == reached:
            own = ranked
    words = WORTH[ranking.unit].about(score=f"{own.score:+.3f}")
    if own is best:
        return BEST.about(worth=words)
    text = kind.notation.write(state.position, best.play)
    return BEHIND.about(worth=words, behind=f"{best.score - own.score:.3f}", best=text)
