"""Whole games as PGN-like text: tags in brackets, numbered moves, a result.

    [Event "Club evening"]
    [Variant "belgian-daisy"]
    [TimeControl "900"]
    [Notation "aba-pro"]
    [Result "1-0"]

    1. a1b2 i5h5 2. a2b3 h5g5 1-0

The results name Black first, who moves first: `1-0` is a win of Black. `[Position "…"]` (or
`[FEN "…"]`) replaces `[Variant]` for other set-ups. Notes in `{}` or after `;` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

from tablas.abalone import formats, notation, rules, starts
from tablas.abalone.rules import Move, Position
from tablas.errors import IllegalAction, NotationError, TablasError
from tablas.values import Setup, Side
from tablas.words import Words, quoted

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
LONGEST_FILE: Final = 1_000_000
TOLD_BY_FIELDS: Final = frozenset({"Variant", "Position", "FEN", "Notation", "Result"})
"""Tags that `GameFile` holds as values of its own and that are written from those."""

GLUE: Final = "\ue000"  # keeps a number and its move in one line; private use, in no notation

_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\\n]|\\.)*)"\s*\]\s*')
_TOKEN: Final = re.compile(
    r"(?P<note>\{[^}]*\}|;[^\n]*)|(?P<result>1-0|0-1|1/2-1/2|\*)(?=\s|$)"
    r"|(?P<number>[0-9]{1,6})\.+|(?P<move>[^\s{;.]+)|(?P<junk>\S)"
)
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}

Reader = Callable[..., Move]
READERS: Final[Mapping[str, Reader]] = {
    "aba-pro": notation.read,
    "nacre": notation.read_nacre,
}


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as its file tells it; the moves are legal one after the other from `start`."""

    start: Setup[Position]
    moves: tuple[Move, ...] = ()
    result: str = "*"
    tags: Mapping[str, str] = field(default_factory=dict)


def read(text: str) -> GameFile:
    """The game in `text`; an error names the line and the move.

    Without a `[Notation]` tag the moves are in the main notation, Aba-Pro. A Nacre text can never
    be taken for another Aba-Pro move: it is the same move there, or an error.
    """
    if len(text) > LONGEST_FILE:
        raise NotationError(
            f"game file: {len(text)} characters, expected at most {LONGEST_FILE}",
            f"archivo de partida: {len(text)} caracteres, como máximo {LONGEST_FILE}",
        )
    tags, place = _read_tags(text)
    start = _read_start(tags)
    moves, result = _read_moves(text, place, start, _reader(tags))
    named = tags.get("Result", result or "*")
    if named not in RESULTS or (result or named) != named:
        raise NotationError(
            f"result: {quoted(named)} in the tag, {quoted(result or 'none')} after the moves;"
            f" expected one and the same of {' '.join(RESULTS)}",
            f"resultado: {quoted(named)} en la etiqueta y {quoted(result or 'none')} "
            f"tras las jugadas; se esperaba el mismo de {' '.join(RESULTS)}",
        )
    others = {name: value for name, value in tags.items() if name not in TOLD_BY_FIELDS}
    return GameFile(start, moves, named, others)


def write(game: GameFile) -> str:
    """The game as text in Aba-Pro, ejections marked with `x`, lines of at most 80 columns."""
    tags = [_tag(name, game.tags[name]) for name in game.tags if name not in TOLD_BY_FIELDS]
    tags += [_start_tag(game.start), _tag("Notation", "aba-pro"), _tag("Result", game.result)]
    lines = wrap(" ".join([*_numbered(game), game.result]), 80, break_on_hyphens=False)
    return "\n".join([*tags, "", *(line.replace(GLUE, " ") for line in lines), ""])


def _read_tags(text: str) -> tuple[dict[str, str], int]:
    """The tags at the head of the file, and where the moves begin."""
    tags: dict[str, str] = {}
    place = len(text) - len(text.lstrip())
    while match := _TAG.match(text, place):
        name, value = match[1], match[2]
        if name in tags:
            raise NotationError(
                f"line {_line(text, place)}: the tag {name} stands twice",
                f"línea {_line(text, place)}: la etiqueta {name} aparece dos veces",
            )
        tags[name] = re.sub(
            r"\\(.)", lambda mark: {"n": "\n", "r": "\r"}.get(mark[1], mark[1]), value
        )
        place = match.end()
    if text.startswith("[", place):
        tag = quoted(text[place : place + 60].partition("\n")[0])
        raise NotationError(
            f'line {_line(text, place)}: tag {tag}; expected [Name "value"]',
            f'línea {_line(text, place)}: etiqueta {tag}; se esperaba [Nombre "valor"]',
        )
    return tags, place


def _read_start(tags: Mapping[str, str]) -> Setup[Position]:
    """The set-up that the tags name: a position, or a start, or the usual start."""
    if "Position" in tags and "FEN" in tags:
        raise NotationError(
            "tags: both Position and FEN; expected one of them",
            "etiquetas: Position y FEN a la vez; se esperaba solo una",
        )
    name = next((name for name in ("Position", "FEN", "Variant") if name in tags), None)
    if name is None:
        return formats.read(starts.DEFAULT)
    if name == "Variant" and starts.find(tags[name]) is None:
        known = ", ".join(starts.STARTS)
        raise NotationError(
            f"tag Variant {quoted(tags[name])}: expected one of {known}",
            f"etiqueta Variant {quoted(tags[name])}: se esperaba una de {known}",
        )
    return formats.read(tags[name])


def _reader(tags: Mapping[str, str]) -> Reader:
    name = tags.get("Notation", "aba-pro").lower()
    if name not in READERS:
        raise NotationError(
            f"tag Notation {quoted(name)}: expected {' or '.join(READERS)}",
            f"etiqueta Notation {quoted(name)}: se esperaba {' o '.join(READERS)}",
        )
    return READERS[name]


def _read_moves(
    text: str, place: int, setup: Setup[Position], reader: Reader
) -> tuple[tuple[Move, ...], str | None]:
    """The moves, each legal where it stands, and the result after them, if any."""
    moves: list[Move] = []
    result = None
    first = setup.mover
    for token in _TOKEN.finditer(text, place):
        with _located(text, token.start(), setup.mover):
            if token["note"]:
                continue
            if result or token["junk"]:
                expected = _next_words(result)
                raise NotationError(
                    f"{quoted(token[0])}; expected {expected.en}",
                    f"{quoted(token[0])}; se esperaba {expected.es}",
                )
            if token["number"]:
                _check_number(int(token["number"]), _number(len(moves), first))
            elif token["result"]:
                result = token["result"]
            else:
                move = reader(setup.position, None, token["move"], setup.mover)
                moves.append(move)
                setup = formats.after(setup, rules.after(setup.position, move))
    return tuple(moves), result


@contextmanager
def _located(text: str, place: int, turn: Side) -> Iterator[None]:
    """Adds to an error where in the file it arose; lines are counted only then."""
    try:
        yield
    except NotationError as error:
        located = _where(text, place, turn, error)
        raise NotationError(located.en, located.es) from error
    except IllegalAction as error:
        located = _where(text, place, turn, error)
        raise IllegalAction(located.en, located.es, error.reason) from error


def _where(text: str, place: int, turn: Side, error: TablasError) -> Words:
    line = _line(text, place)
    return Words(
        f"line {line}, {turn.value} to move: {error}",
        f"línea {line}, juegan {turn.words.es}: {error.spoken('es')}",
    )


def _next_words(result: str | None) -> Words:
    if result:
        return Words("nothing after the result", "que no hubiera nada tras el resultado")
    return Words("a move, a number or a result", "una jugada, un número o un resultado")


def _number(played: int, first: Side) -> int:
    """The number of the next move; a game that White begins starts in the middle of number 1."""
    return (played + (first is Side.WHITE)) // 2 + 1


def _check_number(number: int, expected: int) -> None:
    if number != expected:
        raise NotationError(
            f"move number {number}, expected {expected}",
            f"número de jugada {number}, se esperaba {expected}",
        )


def _numbered(game: GameFile) -> Iterator[str]:
    setup = game.start
    for played, move in enumerate(game.moves):
        number = _number(played, game.start.mover)
        if setup.mover is Side.BLACK:
            label = f"{number}.{GLUE}"
        else:
            label = "" if played else f"{number}...{GLUE}"
        yield label + notation.write(setup.position, move, mark=True)
        setup = formats.after(setup, rules.after(setup.position, move))


def _start_tag(start: Setup[Position]) -> str:
    for name in starts.STARTS:
        if formats.read(name) == start:
            return _tag("Variant", name)
    return _tag("Position", formats.write(start))


def _tag(name: str, value: str) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        raise NotationError(
            f"tag {quoted(name)}: expected letters, digits and _",
            f"etiqueta {quoted(name)}: se esperaban letras, cifras y _",
        )
    return f'[{name} "{"".join(_ESCAPES.get(mark, mark) for mark in value)}"]'


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
