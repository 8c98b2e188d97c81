"""`tablas moves --jsonl`: one JSON question a line in, one answer a line out, errors included."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tablas.errors import NotationError, TablasError
from tablas.kind import Kind
from tablas.strict_json import Fields, Reader, read_object

LONGEST_LINE: Final = 8192


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
