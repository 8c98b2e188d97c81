"""What the Abalone engine finds, for people and for programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from tablas.abalone import KIND, formats
from tablas.abalone.rules import Position
from tablas.cli.language import language, said, usage_error
from tablas.cli.options.asked import EngineQuestion
from tablas.engine.abalone.analysis import explained, how_it_stands, paragraph
from tablas.engine.abalone.balance import balance
from tablas.engine.abalone.engine import (
    MEGABYTES,
    AbaloneAnalysis,
    AbaloneEngine,
    AbaloneLimit,
    Line,
    write_score,
)
from tablas.engine.abalone.levels import ALL_MOVES
from tablas.values import Setup
from tablas.words import Language, Words

USUAL_SECONDS = 1.0
USUAL_LINES = 3
SUMMARY = Words(
    "depth {depth}, {nodes} nodes in {seconds} s; scores are marbles for the player to move",
    "profundidad {depth}, {nodes} nodos en {seconds} s; puntuación en piezas, de quien juega",
)


def analyse(asked: EngineQuestion) -> None:
    """The best moves with what each one does, in words."""
    setup = asked.setup()
    searched = _searched(asked, setup, min(asked.lines or USUAL_LINES, ALL_MOVES))
    _explain(setup, searched, asked.language, asked.as_json)


def bestmove(asked: EngineQuestion) -> None:
    """The best move, or the best few, each with the line that follows."""
    lines = asked.lines or 1
    _show(_searched(asked, asked.setup(), lines), lines, asked.as_json)


def _searched(asked: EngineQuestion, setup: Setup[Position], lines: int) -> AbaloneAnalysis:
    if asked.dice is not None:
        raise usage_error(
            "--dice: Abalone is played without dice", "--dice: Abalone se juega sin dados"
        )
    if asked.cubeful:
        raise usage_error(
            "--cubeful: Abalone is played without a cube", "--cubeful: Abalone se juega sin cubo"
        )
    if asked.roller:
        raise usage_error(
            "--roller: rollouts need dice, and Abalone is played without",
            "--roller: las simulaciones necesitan dados, y Abalone se juega sin ellos",
        )
    if asked.plies == 0:
        raise usage_error(
            "--plies: found 0, expected 1 or more", "--plies: hay 0, se esperaba 1 o más"
        )
    limit = AbaloneLimit(
        seconds=asked.seconds or 0.0, nodes=asked.nodes or 0, depth=asked.plies or 0
    )
    if limit == AbaloneLimit():
        limit = AbaloneLimit(seconds=USUAL_SECONDS)
    engine = AbaloneEngine(megabytes=MEGABYTES, threads=asked.threads, contempt=asked.contempt)
    return engine.analyse(setup.position, limit, quiet=setup.quiet, lines=lines)


def _show(analysis: AbaloneAnalysis, lines: int, as_json: bool) -> None:
    """Writes them out, a line each, or as one JSON object."""
    if not as_json:
        for line in analysis.lines:
            click.echo(f"{line.pv[0]}  {write_score(line.score, language())}  {' '.join(line.pv)}")
        speed = analysis.nodes / max(analysis.seconds, 1e-9)
        depth, nodes, within = (
            said("depth", "profundidad"),
            said("nodes", "nodos"),
            said("in", "en"),
        )
        click.echo(
            f"{depth} {analysis.depth}, {analysis.nodes} {nodes} {within} "
            f"{analysis.seconds:.2f} s ({speed:.0f}/s)"
        )
        return
    answer = {
        **_shown(analysis.best),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 4),
    }
    if lines > 1:
        answer["lines"] = [_shown(line) for line in analysis.lines]
    click.echo(json.dumps(answer))


def _shown(line: Line) -> dict[str, Any]:
    return {"move": line.pv[0], "score": line.score, "pv": list(line.pv)}


def _explain(
    setup: Setup[Position], analysis: AbaloneAnalysis, language: Language, as_json: bool
) -> None:
    """Writes them out with what each move does, in words, or as one JSON object."""
    explanations = explained(setup.position, analysis)
    stands = [words.spoken(language) for words in how_it_stands(setup.position, analysis)]
    seconds = analysis.seconds
    if as_json:
        answer = {
            "game": KIND.name,
            "position": formats.write(setup),
            "turn": setup.mover.value,
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": round(seconds, 4),
            "balance": {**asdict(balance(setup.position)), "words": stands},
            "lines": [line.as_json(language) for line in explanations],
        }
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for sentence in stands:
        click.echo(f"{sentence[0].upper()}{sentence[1:]}.")
    for number, line in enumerate(explanations, 1):
        click.echo(f"{number}. {paragraph(line, language)}")
    spent = SUMMARY.about(depth=analysis.depth, nodes=analysis.nodes, seconds=f"{seconds:.2f}")
    click.echo(spent.spoken(language))
