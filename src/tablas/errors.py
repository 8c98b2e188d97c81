"""The exception tree: one documented error for each thing that can be wrong.

TablasError
├── NotationError    (ValueError)   a text cannot be read: a play, a position, a record line
├── InvalidPosition  (ValueError)   a set-up breaks the rules of its game, with all the reasons
├── IllegalAction    (ValueError)   an action that the game does not allow now
├── KernelMissing    (ImportError)  the compiled kernel is not built; says how to build it
├── KernelDisagrees                 kernel and rules differ on a position: never played on
├── DamagedWeights   (ValueError)   a net's file is not what it should be: never played with
└── DamagedTables    (ValueError)   a file of bear-off tables is not what it should be
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tablas.words import Reason


class TablasError(Exception):
    """Anything that Tablas reports on purpose; catch this to catch them all."""


class NotationError(TablasError, ValueError):
    """A text that cannot be read; the message quotes what was found and says what was expected."""


class InvalidPosition(TablasError, ValueError):
    """A set-up that breaks the rules of its game; `reasons` holds every fault found."""

    def __init__(self, message: str, reasons: Sequence[Reason] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)


class IllegalAction(TablasError, ValueError):
    """An action that is not allowed now; `reason` names the rule in both languages."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class KernelMissing(TablasError, ImportError):
    """The compiled kernel is not there; everything but engines and batches works without it."""


class KernelDisagrees(TablasError):
    """Kernel and Python rules differ on a position; the message holds the position."""


class DamagedWeights(TablasError, ValueError):
    """A net's file that is not what the manifest says; the message tells what differs."""


class DamagedTables(TablasError, ValueError):
    """A file of bear-off tables that is not what was written; the message tells what differs."""
