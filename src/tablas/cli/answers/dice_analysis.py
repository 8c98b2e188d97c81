"""`tablas analyse` and `tablas bestmove` in the dice games: equities, chances and reasons."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import click

from tablas.cli.answers import ranked_plays
from tablas.cli.language import usage_error
from tablas.cli.options.arguments import refuse_game
from tablas.cli.options.asked import EngineQuestion, needed_dice
from tablas.engine.dice.at_score import analysed
from tablas.engine.dice.net_player import stake_of
from tablas.engine.dice.roller import rolled_out
from tablas.engine.dice.rollout_plan import RollerPlan
from tablas.engine.dice.search import DiceAnalysis, DiceEngine, RankedPlay
from tablas.engine.engines import dice_side
from tablas.kind import Kind
from tablas.play.state import State
from tablas.values import Dice
from tablas.words import Reason, Words


def analyse(asked: EngineQuestion) -> None:
    """Every play of the roll; without a roll the chances before it."""
    kind, state = asked.kind, asked.state()
    if asked.reasons and kind.remarks is None:
        refuse_game(kind, lambda game: game.remarks is not None)
    if state.dice is None:
        if asked.reasons:
            raise usage_error(
                "--reasons: what a play does needs a roll, such as --dice 31",
                "--reasons: para decir qué hace una jugada hace falta una tirada, como --dice 31",
            )
        if asked.roller:
            raise usage_error(
                "--roller: found no roll, expected one, such as --dice 31",
                "--roller: no hay tirada, se esperaba una, como --dice 31",
            )
        _before_the_roll(asked, state)
        return
    remarks = partial(_remarks, kind, state.position, state.dice) if asked.reasons else None
    analysis = _analysed(asked, state)
    if not asked.as_json:
        ranked_plays.head(analysis, asked.lines, asked.language)
        ranked_plays.show(analysis, asked.lines, asked.language, remarks)
        return
    answer = {
        "game": kind.name,
        "position": asked.position_text(),
        "dice": [state.dice.high, state.dice.low],
        "plies": analysis.plies,
        **ranked_plays.spent(analysis),
        "plays": [_shown(play, remarks) for play in analysis.plays[: asked.lines]],
    }
    click.echo(json.dumps(answer, ensure_ascii=False))


def bestmove(asked: EngineQuestion) -> None:
    """The best play of the roll, or the best few."""
    state = asked.state()
    if state.dice is None:
        needed_dice(asked.kind, asked.position)
    analysis = _analysed(asked, state)
    lines = asked.lines or 1
    if not asked.as_json:
        ranked_plays.show(analysis, lines, asked.language)
        return
    answer = ranked_plays.shown(analysis.best) | ranked_plays.spent(analysis)
    if lines > 1:
        answer["lines"] = [ranked_plays.shown(play) for play in analysis.plays[:lines]]
    click.echo(json.dumps(answer))


def remark_json(remark: Reason | Words) -> dict[str, str]:
    """A remark for programs: its kind, where it has one, and the sentence in both languages."""
    kind = {"kind": remark.rule} if isinstance(remark, Reason) else {}
    return kind | {"en": str(remark), "es": remark.spoken("es")}


def _analysed(asked: EngineQuestion, state: State[Any, Any]) -> DiceAnalysis:
    """The plays as the search ranks them; with --roller the close ones as they roll out."""
    if asked.roller and (asked.seconds or asked.nodes):
        raise usage_error(
            "--roller: takes the time that its trials take, without --time or --nodes",
            "--roller: tarda lo que tarden sus pruebas, sin --time ni --nodes",
        )
    engine = _engine(asked)
    limit = ranked_plays.limit_of(asked.seconds, asked.nodes, asked.plies)
    analysis = analysed(engine, state, limit)
    return rolled_out(engine, state, analysis, RollerPlan()) if asked.roller else analysis


def _engine(asked: EngineQuestion) -> DiceEngine:
    return dice_side(asked.kind.name).search(threads=asked.threads)


def _remarks(kind: Kind[Any, Any], position: Any, dice: Dice, ranked: RankedPlay) -> list[Reason]:
    """What a play does, the most important first."""
    assert kind.remarks is not None
    return list(kind.remarks(position, dice, ranked.play))


def _shown(play: RankedPlay, remarks: ranked_plays.Remarks | None) -> dict[str, Any]:
    fields = ranked_plays.shown(play)
    return fields | {"reasons": list(map(remark_json, remarks(play)))} if remarks else fields


def _before_the_roll(asked: EngineQuestion, state: State[Any, Any]) -> None:
    depth = ranked_plays.USUAL_PLIES if asked.plies is None else asked.plies
    engine, cube = _engine(asked), stake_of(state)
    if cube is None:
        chances = engine.chances(state.position, depth)
        equity = chances.equity
    else:
        chances, equity = engine.valued(state.position, depth, cube)
    if not asked.as_json:
        seen = ranked_plays.percents(chances)
        deep = ranked_plays.deep(depth, asked.language)
        click.echo(f"{equity:+.3f}  {seen}  {deep}")
        return
    answer = {
        "game": asked.kind.name,
        "position": asked.position_text(),
        "dice": None,
        "plies": depth,
        "equity": round(equity, 5),
        "chances": ranked_plays.rounded(chances),
    }
    click.echo(json.dumps(answer))
