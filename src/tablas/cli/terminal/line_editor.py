"""Lines typed at a terminal: edited with the arrow keys, kept in a history, completed with Tab.

All of it comes with Python where it has readline. Elsewhere (a pipe, Windows, whose console edits
lines by itself) a line is simply read.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tablas.folders import data_folder

if TYPE_CHECKING:
    from types import ModuleType

LONGEST_HISTORY: Final = 500  # lines
HISTORY: Final = "history"


class LineEditor:
    """Asks for lines; what was typed in earlier games can be had again with the arrow keys."""

    def __init__(self, history: Path | None = None) -> None:
        self.words: Sequence[str] = ()  # what Tab completes
        self._history = history or data_folder() / HISTORY
        self._readline = _loaded()
        if self._readline is None:
            return
        try:
            self._readline.read_history_file(self._history)
        except (OSError, ValueError):
            self._readline.clear_history()
        self._readline.set_history_length(LONGEST_HISTORY)
        self._readline.set_completer(self._completed)
        self._readline.set_completer_delims("")  # a play has spaces and slashes in it
        edits_lines = "libedit" in (self._readline.__doc__ or "")
        self._readline.parse_and_bind("bind ^I rl_complete" if edits_lines else "tab: complete")

    def ask(self, prompt: str) -> str:
        """The line that a person types; EOFError at the end of the input."""
        return input(prompt)

    def close(self) -> None:
        """Keep the history for the next game; a folder that cannot be written keeps none."""
        if self._readline is None:
            return
        try:
            self._history.parent.mkdir(parents=True, exist_ok=True)
            self._readline.write_history_file(self._history)
        except OSError:
            return

    def _completed(self, begun: str, number: int) -> str | None:
        fitting = [word for word in self.words if word.startswith(begun)]
        return fitting[number] if number < len(fitting) else None


def _loaded() -> ModuleType | None:
    """Python's readline, where somebody sits at a terminal and Python has it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline  # noqa: PLC0415 (writes to the terminal when it is loaded)
    except ImportError:
        return None
    return readline
