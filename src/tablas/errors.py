"""The exception tree: one documented error for each thing that can be wrong.

TablasError
├── NotationError    (ValueError)   a text cannot be read: a play, a position, a record line
├── InvalidPosition  (ValueError)   a set-up breaks the rules of its game, with all the reasons
├── IllegalAction    (ValueError)   an action that the game does not allow now
├── KernelMissing    (ImportError)  the compiled kernel is not built; says how to build it
├── KernelDisagrees                 kernel and rules differ on a position: never played on
├── DamagedWeights   (ValueError)   a net's file is not what it should be: never played with
└── DamagedTables    (ValueError)   a file of bear-off tables is not what it should be

Each carries its message in both languages: `str(error)` is the English one, for logs and
programs, `error.spoken("es")` the Spanish one.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import Final

from tablas.words import Language, Reason, Words

SYSTEM: Final = {
    errno.ENOENT: "no existe ese archivo o esa carpeta",
    errno.EACCES: "permiso denegado",
    errno.EPERM: "operación no permitida",
    errno.EEXIST: "ya existe",
    errno.EISDIR: "es una carpeta",
    errno.ENOTDIR: "no es una carpeta",
    errno.ENOSPC: "no queda espacio en el disco",
    errno.EROFS: "el sistema de archivos es de solo lectura",
    errno.ENAMETOOLONG: "el nombre es demasiado largo",
    errno.EADDRINUSE: "la dirección ya está en uso",
    errno.ECONNREFUSED: "conexión rechazada",
}
"""What the operating system says in English, for what people meet."""


def system_words(error: OSError) -> Words:
    """What went wrong outside of Tablas, in both languages where it is known in both."""
    english = error.strerror or str(error)
    return Words(english, SYSTEM.get(error.errno or 0, english))


class TablasError(Exception):
    """Anything that Tablas reports on purpose; catch this to catch them all."""

    def __init__(self, english: str, spanish: str) -> None:
        super().__init__(english, spanish)
        self.words = Words(english, spanish)

    def spoken(self, language: Language) -> str:
        return self.words.spoken(language)

    def __str__(self) -> str:
        return self.words.en


class NotationError(TablasError, ValueError):
    """A text that cannot be read; the message quotes what was found and says what was expected."""


class InvalidPosition(TablasError, ValueError):
    """A set-up that breaks the rules of its game; `reasons` holds every fault found.

    Only the kernel, which knows no Spanish, leaves the Spanish message out.
    """

    def __init__(self, english: str, spanish: str = "", reasons: Sequence[Reason] = ()) -> None:
        super().__init__(english, spanish or f"el núcleo no admite este tablero: {english}")
        self.reasons = tuple(reasons)

    @classmethod
    def because(cls, reasons: Sequence[Reason], where: Words | None = None) -> InvalidPosition:
        """With every reason in the message; `where` names the text that it comes from."""
        texts = (
            "; ".join(reason.spoken(language) for reason in reasons) for language in ("en", "es")
        )
        english, spanish = texts
        if where is None:
            return cls(english, spanish, reasons)
        return cls(f"{where.en}: {english}", f"{where.es}: {spanish}", reasons)


class IllegalAction(TablasError, ValueError):
    """An action that is not allowed now; `reason` names the rule in both languages."""

    def __init__(self, english: str, spanish: str, reason: Reason | None = None) -> None:
        super().__init__(english, spanish)
        self.reason = reason


class KernelMissing(TablasError, ImportError):
    """The compiled kernel is not there; everything but engines and batches works without it."""


class KernelDisagrees(TablasError):
    """Kernel and Python rules differ on a position; the message holds the position."""


class DamagedWeights(TablasError, ValueError):
    """A net's file that is not what the manifest says; the message tells what differs."""


class DamagedTables(TablasError, ValueError):
    """A file of bear-off tables that is not what was written; the message tells what differs."""
