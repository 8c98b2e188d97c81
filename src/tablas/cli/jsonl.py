"""`tablas moves --jsonl`: one JSON question a line in, one answer a line out, errors included."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from tablas.errors import NotationError, TablasError
from tablas.kind import Kind
from tablas.strict_json import Fields, Reader, read_object
from tablas.values import Dice, Setup, Side

LONGEST_LINE: Final = 8192
FIELDS_WITH_TURN: Final = 4  # <points> <bar> <off> <turn>


def answers(kind: Kind[Any, Any], lines: Iterable[bytes]) -> Iterator[str]:
    """The answer to each line; a bad one is answered by `{"error": …}` and the work goes on."""
    answer = ANSWERS[kind.name]
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            fields = read_object(_decoded(line), largest=LONGEST_LINE)
            yield json.dumps(answer(kind, Reader(fields)))
        except TablasError as error:
            yield json.dumps({"error": f"line {number}: {error}"})


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise NotationError(f"byte {error.start + 1} is not UTF-8") from None


def _abak(kind: Kind[Any, Any], question: Reader) -> Fields:
    from tablas.abak import formats  # noqa: PLC0415

    text = question.text("position")
    turn = Side(question.choice("turn", ("white", "black"))) if question.has("turn") else None
    dice = _dice(question)
    question.finish()
    if turn is None and len(text.split()) < FIELDS_WITH_TURN:
        question.fail("turn", "nothing", "'white' or 'black', or a position text that says it")
    setup = formats.read(text, turn=turn)
    reached = kind.rules.plays(setup.position, dice)
    results = [formats.points_text(Setup(after, setup.turn.other)) for after in reached]
    return {"count": len(results), "results": sorted(results)}


def _backgammon(kind: Kind[Any, Any], question: Reader) -> Fields:
    from tablas.backgammon import formats  # noqa: PLC0415

    if question.has("id"):
        position = formats.from_position_id(question.text("id"))
        dice = _dice(question)
    else:
        position, situation = formats.read_situation(question.text("position"))
        inside = situation.dice
        if inside and not question.has("dice"):
            dice = inside
        else:
            dice = _dice(question)
            if inside and dice != inside:
                question.fail("dice", str(dice), f"{inside}, the dice inside the position")
    question.finish()
    results = [formats.position_id(after) for after in kind.rules.plays(position, dice)]
    return {"count": len(results), "results": sorted(results)}


def _abalone(kind: Kind[Any, Any], question: Reader) -> Fields:
    from tablas.abalone import formats  # noqa: PLC0415

    setup = formats.read(question.text("position"))
    question.finish()
    reached = sorted(
        (formats.after_text(setup, after), kind.notation.write(setup.position, move))
        for after, move in kind.rules.plays(setup.position).items()
    )
    return {
        "count": len(reached),
        "results": [text for text, _ in reached],
        "moves": [move for _, move in reached],
    }


def _dice(question: Reader) -> Dice:
    high, low = question.integers("dice", 2, 1, 6)
    return Dice(high, low)


ANSWERS: Final[dict[str, Callable[[Kind[Any, Any], Reader], Fields]]] = {
    "abak": _abak,
    "backgammon": _backgammon,
    "abalone": _abalone,
}
