"""`--jsonl`: one JSON question a line in, one answer a line out, errors included.

`moves` answers by itself; the commands that ask an engine say their `--json` answer to every line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import click

from tablas.cli.language import usage_error
from tablas.errors import NotationError, TablasError
from tablas.kind import Kind
from tablas.strict_json import Fields, Reader, read_object
from tablas.values import Dice

LONGEST_LINE: Final = 8192

jsonl_option = click.option(
    "--jsonl", is_flag=True, help="Answer JSON lines from standard input, one by one."
)


def answer_each(kind: Kind[Any, Any], answer: Callable[[str, Dice | None], None]) -> None:
    """Asks `answer`, which writes one line, about each position and roll of standard input.

    A line that cannot be answered gives `{"error": …}` with its number, and the work goes on.
    """
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            answer(*_position_and_dice(kind, line))
        except TablasError as error:
            click.echo(json.dumps({"error": f"line {number}: {error}"}))
        except click.ClickException as error:
            click.echo(json.dumps({"error": f"line {number}: {error.format_message()}"}))


def refuse_besides_jsonl(*given: object) -> None:
    """With --jsonl no position and no roll stand in the command."""
    if any(value not in {None, False} for value in given):
        raise usage_error(
            "--jsonl reads positions and dice from standard input",
            "--jsonl lee las posiciones y los dados de la entrada estándar",
        )


def _position_and_dice(kind: Kind[Any, Any], line: bytes) -> tuple[str, Dice | None]:
    """A position in any notation; the roll, if it is not inside and one is meant."""
    question = Reader(read_object(_decoded(line), largest=LONGEST_LINE))
    position = question.text("id" if question.has("id") else "position")
    dice = None
    if kind.dice and question.has("dice"):
        dice = Dice(*question.integers("dice", 2, 1, 6))
    question.finish()
    return position, dice


def answers(kind: Kind[Any, Any], lines: Iterable[bytes]) -> Iterator[str]:
    """The answer to each line; a bad one is answered by `{"error": …}` and the work goes on."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            fields = read_object(_decoded(line), largest=LONGEST_LINE)
            yield json.dumps(_answer(kind, Reader(fields)))
        except TablasError as error:
            yield json.dumps({"error": f"line {number}: {error}"})


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise NotationError(
            f"byte {error.start + 1} is not UTF-8", f"el byte {error.start + 1} no es UTF-8"
        ) from None


def _answer(kind: Kind[Any, Any], question: Reader) -> Fields:
    """Every position that can be reached; without dice also the one move that reaches it."""
    setup, dice = kind.questions.read(question)
    question.finish()
    plays = kind.rules.plays(setup.position, dice)
    reached = sorted(
        (kind.questions.reached(setup, after), kind.notation.write(setup.position, play))
        for after, play in plays.items()
    )
    answer: Fields = {"count": len(reached), "results": [text for text, _ in reached]}
    return answer if kind.dice else answer | {"moves": [move for _, move in reached]}
