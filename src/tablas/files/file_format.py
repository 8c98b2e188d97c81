"""What a file format can do: read, write, or both, and how a file of it is recognised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tablas.files.sheet import MatchSheet
from tablas.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFormat:
    """One way to keep a match in a file.

    `game` is the only game that it can hold, None for all. `looks_like(data)` is asked of files
    without a telling suffix. `leaves_out(match)` says what of a match it has no room for. `text`
    files are read by our own readers alone: a server takes them from strangers, others it does not.
    """

    name: str
    title: Words
    suffixes: tuple[str, ...]
    game: str | None
    looks_like: Callable[[bytes], bool]
    read: Callable[[bytes], MatchSheet]
    write: Callable[[MatchSheet], str | bytes] | None = None
    leaves_out: Callable[[MatchSheet], tuple[Words, ...]] = lambda _match: ()
    text: bool = True


def decoded(data: bytes) -> str:
    """Text of a file: UTF-8, or Latin-1 where it is not, as old Windows programs write it."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encoded(text: str | bytes) -> bytes:
    """What a writer gives, as the bytes of a file."""
    return text if isinstance(text, bytes) else text.encode("utf-8")


COMMENTS = Words("comments", "los comentarios")
LONG_COMMENTS = Words("the ends of long comments", "el final de los comentarios largos")
ANALYSIS = Words("analysis and variations", "el análisis y las variantes")
TIMES = Words("the clocks", "los relojes")
PROOFS = Words("the proofs of the dice", "las pruebas de los dados")
ILLEGAL = Words("what could not be followed", "lo que no se pudo seguir")


def comments(match: MatchSheet) -> Iterator[str]:
    """All that is said about the match, its games and actions."""
    for sheet in match.games:
        yield sheet.record.comment
        yield from (note.comment for note in sheet.record.notes.values())


def has_comments(match: MatchSheet) -> bool:
    return any(comments(match))


def has_analysis(match: MatchSheet) -> bool:
    return any(
        kept.properties or kept.variations
        for sheet in match.games
        for kept in sheet.extras.values()
    )


def has_times(match: MatchSheet) -> bool:
    return any(sheet.record.game.first.clock for sheet in match.games)


def has_proofs(match: MatchSheet) -> bool:
    return any(sheet.record.receipt for sheet in match.games)


def has_rest(match: MatchSheet, kept: str) -> bool:
    """Whether something was not followed that a file of the format `kept` cannot repeat."""
    return any(sheet.rest and sheet.rest_format != kept for sheet in match.games)
