"""Actions as the fields of a record line, both ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tablas.errors import NotationError
from tablas.play.actions import (
    Action,
    Beavered,
    Doubled,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Dropped,
    Flagged,
    Forfeited,
    Granted,
    OpeningRolled,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationRefused,
    Resigned,
    Rolled,
    Skipped,
    Took,
)
from tablas.play.allowed import LARGEST_GRANT, why_refused
from tablas.play.state import State
from tablas.record.note import Note
from tablas.strict_json import Fields, Reader
from tablas.values import Dice, Side
from tablas.words import quoted

NO_NOTE: Final = Note()

# The actions that say nothing but who acted.
PLAIN: Final[dict[str, Callable[[Side], Action[Any]]]] = {
    "skipped": Skipped,
    "doubled": Doubled,
    "took": Took,
    "dropped": Dropped,
    "beavered": Beavered,
    "raccooned": Raccooned,
    "accepted-resignation": ResignationAccepted,
    "refused-resignation": ResignationRefused,
    "offered-draw": DrawOffered,
    "accepted-draw": DrawAccepted,
    "declined-draw": DrawDeclined,
    "flagged": Flagged,
    "forfeited": Forfeited,
}
WORDS: Final[dict[object, str]] = {action: word for word, action in PLAIN.items()}
NAMES: Final = ("opening", "rolled", "played", "resigned", "granted", *PLAIN)


def action_fields(state: State[Any, Any], action: Action[Any], note: Note = NO_NOTE) -> Fields:
    """The fields of `action`, which happened in `state`, with what was noted about it."""
    fields = _action_fields(state, action, legal=note.breaks is None)
    if note.breaks:
        fields["breaks"] = note.breaks.rule
    if note.comment:
        fields["comment"] = note.comment
    return fields


def _action_fields(state: State[Any, Any], action: Action[Any], *, legal: bool) -> Fields:
    match action:
        case OpeningRolled(white, black):
            return {"do": "opening", "white": white, "black": black}
        case Rolled(side, dice):
            return {"do": "rolled", "side": side.value, "dice": [dice.high, dice.low]}
        case Played(side, play):
            written = None if legal else state.kind.written
            text = written(play) if written else state.kind.notation.write(state.position, play)
            return {"do": "played", "side": side.value, "play": text}
        case Resigned(side, level):
            return {"do": "resigned", "side": side.value, "level": level}
        case Granted(side, time):
            return {"do": "granted", "side": side.value, "time": time}
        case _:
            return {"do": WORDS[type(action)], "side": action.side.value}


def read_note(state: State[Any, Any], action: Action[Any], rule: str, comment: str) -> Note:
    """What is noted about an action; `rule` must be the one that it really breaks, or empty."""
    if not rule:
        return Note(comment)
    broken = why_refused(state, action, None if state.clock is None else state.clock.since)
    if broken is None or broken.rule != rule:
        really = broken.rule if broken else "none"
        raise NotationError(
            f"field 'breaks': found {quoted(rule)}, but what the action breaks is {really}",
            f"campo 'breaks': hay {quoted(rule)}, pero la regla que infringe la acción es {really}",
        )
    return Note(comment, broken)


def read_action(state: State[Any, Any], line: Reader, *, legal: bool = True) -> Action[Any]:
    """The action that `action_fields` wrote; plays are read in the position of `state`."""
    word = line.choice("do", NAMES)
    if word == "opening":
        return OpeningRolled(line.integer("white", 1, 6), line.integer("black", 1, 6))
    side = Side(line.choice("side", ("white", "black")))
    match word:
        case "rolled":
            high, low = line.integers("dice", 2, 1, 6)
            return Rolled(side, Dice(high, low))
        case "played":
            text = line.text("play")
            as_written = None if legal else state.kind.as_written
            if as_written:
                return Played(side, as_written(state.position, state.dice, text))
            return Played(side, state.kind.notation.read(state.position, state.dice, text, side))
        case "resigned":
            return Resigned(side, line.integer("level", 1, 3))
        case "granted":
            return Granted(side, line.integer("time", 1, LARGEST_GRANT))
    return PLAIN[word](side)
