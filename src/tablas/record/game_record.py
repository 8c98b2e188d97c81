"""A game on paper: our own record, one JSON object a line, that replays to the same state.

The first line is the header, each further line one action, and a finished game ends with its
result; `docs/record.md` describes every field. Several games may follow each other in one file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tablas import games
from tablas.errors import IllegalAction, InvalidPosition, NotationError
from tablas.fair_dice.closing import Closing, closing_fields, read_closing
from tablas.fair_dice.fields import proof_fields, read_proof, read_receipt, receipt_fields
from tablas.fair_dice.receipt import Receipt
from tablas.fair_dice.transcript import Proof
from tablas.fair_dice.verify import HEADER_FIRST
from tablas.kind import Kind
from tablas.play.clock import LONGEST, Clock
from tablas.play.cube import Cube
from tablas.play.game import Entry, Game
from tablas.play.state import Phase, State
from tablas.play.terms import Terms
from tablas.record.actions import NO_NOTE, action_fields, read_action, read_note
from tablas.record.dice import is_roll, why_unfit
from tablas.record.note import Note
from tablas.record.terms import read_terms, terms_fields
from tablas.strict_json import NOTHING, Fields, Reader, read_lines
from tablas.values import Ending, Result, Setup, Side
from tablas.words import Words

VERSION: Final = 1
LONGEST_NAME: Final = 80
LONGEST_COMMENT: Final = 4000
A_RECEIPT: Final = Words("a receipt", "un recibo")
NO_DICE: Final = Words("none: {game} is played without dice", "ninguno: {game} se juega sin dados")
NOT_OVER: Final = Words("none: the game is not over", "ninguno: la partida no ha terminado")
LEVEL_TIMES_STAKE: Final = Words(
    "{points}, which is level times stake", "{points}, que es el nivel por la apuesta"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game with what the board does not show: who played, when, and in which match.

    `score` is the match score of White and Black before this game, `length` the length of the
    match; both are 0 where there is no match. `receipt` and `proofs` show where the dice come
    from, one proof a roll (docs/fair-dice.md); reading keeps them, `record_verify` checks them.
    `notes` comments on actions, and names the rule that one of a file from elsewhere breaks.
    """

    game: Game[Any, Any]
    white: str = ""
    black: str = ""
    date: str = ""  # ISO 8601, such as 2026-11-15 or 2026-11-15T18:30:00Z
    length: int = 0
    score: tuple[int, int] = (0, 0)
    receipt: Receipt | None = None
    proofs: tuple[Proof | None, ...] = ()  # None: that roll came without one
    comment: str = ""
    notes: Mapping[int, Note] = field(default_factory=dict)  # by the place in the log, from 0
    closing: Closing | None = None  # a server's signature over all of it

    def __post_init__(self) -> None:
        if fault := why_unfit(self.receipt, self.proofs, self.game, (self.white, self.black)):
            raise NotationError(f"record: {fault.en}", f"registro: {fault.es}")


def write(record: Record) -> str:
    """The record as text, each line ended by a newline."""
    game = record.game
    lines = [header_line(record)]
    replayed = Game(game.first, game.first)
    proofs = iter(record.proofs)
    for place, entry in enumerate(game.log):
        proof = next(proofs, None) if is_roll(entry.action) else None
        note = record.notes.get(place, NO_NOTE)
        lines.append(entry_line(replayed.state, entry, proof, note))
        carry_on = replayed.followed if note.breaks else replayed.apply
        replayed = carry_on(entry.action, entry.at)
    if game.result:
        lines.append(result_line(game.result))
    if record.closing:
        lines.append(_line(closing_fields(record.closing)))
    return "".join(lines)


def header_line(record: Record) -> str:
    """The first line of a record, for whoever writes a game down while it is played."""
    return _line(_header(record))


def entry_line(
    state: State[Any, Any],
    entry: Entry[Any],
    proof: Proof | None = None,
    note: Note = NO_NOTE,
) -> str:
    """The line of what happened in `state`."""
    fields = action_fields(state, entry.action, note)
    if entry.at is not None:
        fields["at"] = entry.at
    if proof:
        fields["proof"] = proof_fields(proof)
    return _line(fields)


def result_line(result: Result) -> str:
    """The last line of a finished game."""
    return _line({"result": result_fields(result)})


def _line(fields: Fields) -> str:
    return json.dumps(fields, ensure_ascii=False) + "\n"


def read(text: str) -> Record:
    """The one game in `text`; a damaged or hostile record is a NotationError with its line."""
    records = list(read_all(text))
    if len(records) != 1:
        raise NotationError(
            f"record: {len(records)} games, expected one",
            f"registro: {len(records)} partidas, se esperaba una",
        )
    return records[0]


def read_all(text: str) -> Iterator[Record]:
    """The games of a file in their order."""
    reading: _Reading | None = None
    for number, fields in read_lines(text):
        try:
            if "tablas" in fields:
                if reading:
                    yield reading.record()
                reading = _Reading(fields)
            elif reading:
                reading.add(fields)
            else:
                Reader(fields).fail("tablas", NOTHING, HEADER_FIRST)
        except (NotationError, IllegalAction, InvalidPosition) as error:
            raise NotationError(
                f"record line {number}: {error}",
                f"línea {number} del registro: {error.spoken('es')}",
            ) from None
    if reading:
        yield reading.record()


class _Reading:
    """One game while its lines come in."""

    def __init__(self, fields: Fields) -> None:
        header = Reader(fields)
        header.integer("tablas", VERSION, VERSION)
        kind = games.kind(header.choice("game", games.NAMES))
        self._names = {
            name: header.text(name, longest=LONGEST_NAME) if header.has(name) else ""
            for name in ("white", "black", "date")
        }
        self._comment = (
            header.text("comment", longest=LONGEST_COMMENT) if header.has("comment") else ""
        )
        self._receipt = read_receipt(header, self._names["white"], self._names["black"])
        if self._receipt and not kind.dice:
            header.fail("dice", A_RECEIPT, NO_DICE.about(game=kind.name))
        self._proofs: list[Proof | None] = []
        self._length, self._score = _read_match(header)
        terms = _in_match(read_terms(header), self._length)
        cube = _read_cube(header)
        now = header.integer("at", 0, 1 << 52) if header.has("at") else None
        white_black = header.integers("left", 2, 1, LONGEST) if header.has("left") else None
        left = (white_black[0], white_black[1]) if white_black else None
        setup = _read_setup(header, kind)
        header.finish()
        self.game = Game.begin(kind, terms, setup=setup, cube=cube, left=left, now=now)
        self._over = False
        self._closing: Closing | None = None
        self._notes: dict[int, Note] = {}

    def add(self, fields: Fields) -> None:
        if "closed" in fields and self._closing is None:
            self._closing = read_closing(Reader(fields))
            return
        if self._over or self._closing:
            raise NotationError("a line after the end", "hay una línea después del final")
        if "result" in fields:
            self._close(Reader(fields))
            return
        line = Reader(fields)
        now = line.integer("at", 0, 1 << 52) if line.has("at") else None
        rule = line.text("breaks", longest=LONGEST_NAME) if line.has("breaks") else ""
        comment = line.text("comment", longest=LONGEST_COMMENT) if line.has("comment") else ""
        action = read_action(self.game.state, line, legal=not rule)
        if self._receipt and is_roll(action):
            self._proofs.append(read_proof(line))
        line.finish()
        if rule or comment:
            self._notes[len(self.game.log)] = read_note(self.game.state, action, rule, comment)
        carry_on = self.game.followed if rule else self.game.apply
        self.game = carry_on(action, now)

    def record(self) -> Record:
        return Record(
            game=self.game, length=self._length, score=self._score,
            receipt=self._receipt, proofs=tuple(self._proofs), comment=self._comment,
            notes=self._notes, closing=self._closing, **self._names,
        )  # fmt: skip

    def _close(self, line: Reader) -> None:
        stated = read_result(line.object("result"))
        line.finish()
        if stated != self.game.result:
            played = self.game.result
            line.fail(
                "result",
                json.dumps(result_fields(stated)),
                json.dumps(result_fields(played)) if played else NOT_OVER,
            )
        self._over = True


def _header(record: Record) -> Fields:
    first = record.game.first
    fields: Fields = {"tablas": VERSION, "game": first.kind.name}
    for name, value in (("white", record.white), ("black", record.black), ("date", record.date)):
        if value:
            fields[name] = value
    if record.comment:
        fields["comment"] = record.comment
    if record.length:
        white, black = record.score
        fields["match"] = {"length": record.length, "white": white, "black": black}
    if record.receipt:
        fields["dice"] = receipt_fields(record.receipt)
    fields |= _start_fields(record.game)
    fields |= terms_fields(first.terms)
    if first.cube != Cube():
        owner = first.cube.owner
        fields["cube"] = {"value": first.cube.value} | ({"owner": owner.value} if owner else {})
    if first.clock:
        if first.clock.left != Clock.fresh(first.clock.control).left:
            fields["left"] = list(first.clock.left)
        if first.clock.running:
            fields["at"] = first.clock.since
    return fields


def _start_fields(game: Game[Any, Any]) -> Fields:
    """The variant by name where the game began at a named start, else the position as text."""
    first, kind = game.first, game.kind
    if first.phase is Phase.OPENING or (first.turn is kind.first and not first.quiet):
        for name in kind.start_names:
            if kind.rules.start(name) == first.position:
                return {"variant": name}
    setup = Setup(first.position, first.turn, first.quiet)
    return {"position": kind.formats.write(setup)}


def _read_setup(header: Reader, kind: Kind[Any, Any]) -> Setup[Any]:
    if header.has("position"):
        return kind.formats.read(header.text("position"))
    named = header.has("variant")
    return kind.start(header.choice("variant", kind.start_names) if named else None)


def _read_match(header: Reader) -> tuple[int, tuple[int, int]]:
    if not header.has("match"):
        return 0, (0, 0)
    match = header.object("match")
    length = match.integer("length", 1, 64)
    score = match.integer("white", 0, length - 1), match.integer("black", 0, length - 1)
    match.finish()
    return length, score


def _in_match(terms: Terms, length: int) -> Terms:
    """The terms with the length of the match, which the header tells apart from them."""
    if not length or terms.stakes.away is None:
        return terms
    return replace(terms, stakes=replace(terms.stakes, length=length))


def _read_cube(header: Reader) -> Cube | None:
    if not header.has("cube"):
        return None
    cube = header.object("cube")
    value = cube.integer("value", 1, 1 << 20)
    if value & (value - 1):
        cube.fail("value", str(value), Words("a power of two", "una potencia de dos"))
    owner = Side.parse(cube.choice("owner", ("white", "black"))) if cube.has("owner") else None
    cube.finish()
    return Cube(value, owner)


def result_fields(result: Result) -> Fields:
    """A result as the record writes it."""
    return {
        "winner": result.winner.value if result.winner else "none",
        "ending": result.ending.value,
        "level": result.level,
        "stake": result.stake,
        "points": result.points,
    }


def read_result(line: Reader) -> Result:
    """The result that `result_fields` wrote."""
    winner = line.choice("winner", ("white", "black", "none"))
    ending = line.choice("ending", tuple(ending.value for ending in Ending))
    level, stake = line.integer("level", 1, 3), line.integer("stake", 1, 1 << 40)
    points = line.integer("points", 0, 1 << 42)
    result = Result(None if winner == "none" else Side(winner), Ending(ending), level, stake)
    if points != result.points:
        line.fail("points", str(points), LEVEL_TIMES_STAKE.about(points=result.points))
    line.finish()
    return result
