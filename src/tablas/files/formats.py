"""Every format that a match can be read from or written to, found by name, suffix or content."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from tablas.errors import IllegalAction, NotationError, TablasError
from tablas.files.file_format import FileFormat, encoded
from tablas.files.our_record import RECORD
from tablas.files.sheet import MatchSheet
from tablas.games import NAMES
from tablas.words import quoted


@cache
def formats() -> tuple[FileFormat, ...]:
    """All formats, our record first.

    >>> [one.name for one in formats()][:3]
    ['record', 'mat', 'sgf']
    """
    games = (import_module(f"tablas.files.{name}").FORMATS for name in NAMES)
    return (RECORD, *(one for game in games for one in game))


def format_named(name: str) -> FileFormat:
    for one in formats():
        if one.name == name:
            return one
    known = ", ".join(one.name for one in formats())
    raise NotationError(
        f"format {quoted(name)}: expected one of {known}",
        f"formato {quoted(name)}: se esperaba uno de {known}",
    )


def format_of(data: bytes, suffix: str = "") -> FileFormat:
    """The format of a file: by what stands in it, among those that its suffix may mean."""
    fitting = [one for one in formats() if suffix.lower() in one.suffixes]
    for one in [*fitting, *formats()]:
        if one.looks_like(data):
            return one
    if fitting:
        return fitting[0]  # whose error then says what is wrong
    known = ", ".join(suffix for one in formats() for suffix in one.suffixes)
    raise NotationError(
        f"line 1, column 1: not a file that can be read here; expected one of {known}",
        f"línea 1, columna 1: no es un archivo que se pueda leer; se esperaba uno de {known}",
    )


def read(data: bytes, suffix: str = "", name: str | None = None) -> MatchSheet:
    """The match in a file's bytes; damage is a NotationError with line and column."""
    chosen = format_named(name) if name else format_of(data, suffix)
    return chosen.read(data)


def read_path(path: Path, name: str | None = None) -> MatchSheet:
    """The match in a file, errors with the file's name."""
    try:
        return read(path.read_bytes(), path.suffix, name)
    except (NotationError, IllegalAction) as error:
        raise NotationError(f"{path}: {error}", f"{path}: {error.spoken('es')}") from error


def format_to_write(path: Path, match: MatchSheet, name: str | None = None) -> FileFormat:
    """The format that a file of this name gets; refused where it cannot hold the game."""
    game = match.kind.name
    chosen = format_named(name) if name else None
    if chosen is None:
        suffix = path.suffix.lower()
        writers = [one for one in formats() if one.write and suffix in one.suffixes]
        chosen = next((one for one in writers if one.game in (None, game)), None)
    if chosen is None or chosen.write is None or chosen.game not in (None, game):
        writable = (one for one in formats() if one.write and one.game in (None, game))
        known = ", ".join(suffix for one in writable for suffix in one.suffixes)
        raise _unwritable(path, game, known)
    return chosen


def write_path(match: MatchSheet, path: Path, name: str | None = None) -> FileFormat:
    """Write the match; the suffix says in which format, unless `name` does."""
    chosen = format_to_write(path, match, name)
    assert chosen.write is not None
    path.write_bytes(encoded(chosen.write(match)))
    return chosen


def _unwritable(path: Path, game: str, known: str) -> TablasError:
    return NotationError(
        f"{path}: {game} is written as {known}", f"{path}: {game} se escribe como {known}"
    )
