"""The record of a table while it is played: on the disk as soon as anything has happened.

Each line is one unbuffered write, so that a game survives Ctrl-C and a killed program. What a
person takes back is cut off the end again.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any, Final

from tablas import record
from tablas.errors import system_words
from tablas.play.game import Game
from tablas.record import Record
from tablas.words import Words

CANNOT_WRITE: Final = Words(
    "{file}: cannot be written: {error}", "no se puede escribir en {file}: {error}"
)


class Unwritable(Exception):
    """A file that cannot hold a record; `words` say which and why."""

    def __init__(self, file: Path, error: OSError) -> None:
        super().__init__(str(file))
        self.words = CANNOT_WRITE.about(file=file, error=system_words(error))


class Journal:
    """A file to which games are added; what stood in it before stays."""

    def __init__(self, file: Path, keep: int | None = None) -> None:
        """Open `file` for more lines, after its first `keep` bytes or after all of it."""
        self.file = file
        try:
            self._opened: IO[bytes] = file.open("ab", buffering=0)
            if keep is not None:
                self._opened.truncate(keep)
        except OSError as error:
            raise Unwritable(file, error) from None
        self._ends: list[int] = []  # of the header, and of each action after it

    def begin(self, paper: Record) -> None:
        """The header of a new game."""
        self._ends = []
        self._add(record.header_line(paper))

    def go_on(self, game: Game[Any, Any]) -> None:
        """The game that the file ends with is played on; only what follows can be taken back."""
        self._ends = [self._opened.seek(0, 2)] * (len(game.log) + 1)

    def happened(self, before: Game[Any, Any], after: Game[Any, Any]) -> None:
        """One more action; and the result, where it ended the game."""
        self._add(record.entry_line(before.state, after.log[-1]))
        if after.result:
            self._opened.write(record.result_line(after.result).encode())

    def taken_back(self, game: Game[Any, Any]) -> None:
        """The game is again as it was after fewer actions."""
        del self._ends[len(game.log) + 1 :]
        self._opened.truncate(self._ends[-1])

    def close(self) -> None:
        self._opened.close()

    def _add(self, line: str) -> None:
        self._opened.write(line.encode())
        self._ends.append(self._opened.seek(0, 2))
