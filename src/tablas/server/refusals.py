"""Every refusal a client can meet, in one table: a code, an HTTP status, and both languages.

Each part of the server names its refusals with `refusal(…)`, next to what they belong to; all of
them stand in `TABLE`, which the documentation and the tests walk through. Raise `Refused(THAT)`;
the web side answers with the refusal's status and `as_json`, a socket with the same object.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tablas.errors import TablasError
from tablas.words import Words

TABLE: Final[dict[str, Refusal]] = {}
"""All refusals by their code; `refusal` fills it while the modules are imported."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One way in which a request is not granted: the code is for programs, the words for people."""

    code: str
    status: int
    words: Words

    def about(self, **facts: object) -> Refusal:
        """The same refusal with the facts of this case filled into its words."""
        return Refusal(self.code, self.status, self.words.about(**facts))


class Refused(TablasError):
    """The request is not granted; `retry_after` says in how many seconds it may be repeated."""

    def __init__(self, refusal: Refusal, *, retry_after: float | None = None) -> None:
        super().__init__(
            f"{refusal.code}: {refusal.words.en}", f"{refusal.code}: {refusal.words.es}"
        )
        self.refusal = refusal
        self.retry_after = retry_after

    def as_json(self) -> dict[str, Any]:
        """What a client is told, in the same form over HTTP and over a socket."""
        fields: dict[str, Any] = {
            "code": self.refusal.code,
            "en": self.refusal.words.en,
            "es": self.refusal.words.es,
        }
        if self.retry_after is not None:
            fields["retry_after"] = round(self.retry_after, 3)
        return {"error": fields}


def refusal(code: str, status: int, en: str, es: str) -> Refusal:
    """A new line of the table; a code that stands there already is a mistake of ours."""
    assert code not in TABLE, f"refusal {code!r} stands twice"
    TABLE[code] = Refusal(code, status, Words(en, es))
    return TABLE[code]


BAD_REQUEST: Final = refusal(
    "bad-request",
    422,
    "the request cannot be read: {detail}",
    "no se puede leer la petición: {detail}",
)
NOT_FOUND: Final = refusal(
    "not-found", 404, "there is nothing at this address", "no hay nada en esta dirección"
)
METHOD_NOT_ALLOWED: Final = refusal(
    "method-not-allowed",
    405,
    "this address does not know that method",
    "esta dirección no admite ese método",
)
TOO_LARGE: Final = refusal(
    "too-large",
    413,
    "the request is larger than {most} bytes",
    "la petición supera los {most} bytes",
)
HEADERS_TOO_LARGE: Final = refusal(
    "headers-too-large",
    431,
    "the header {name} is longer than {most} bytes",
    "la cabecera {name} supera los {most} bytes",
)
TOO_MANY: Final = refusal(
    "too-many-requests",
    429,
    "too many requests: try again in {seconds} s",
    "demasiadas peticiones: inténtalo de nuevo en {seconds} s",
)
BUSY: Final = refusal(
    "busy",
    503,
    "the server cannot store anything just now: try again",
    "el servidor no puede guardar nada ahora mismo: inténtalo de nuevo",
)
WRONG_ORIGIN: Final = refusal(
    "wrong-origin",
    403,
    "the request comes from another site",
    "la petición viene de otro sitio web",
)
LOG_IN_FIRST: Final = refusal(
    "log-in-first",
    401,
    "log in or enter as a guest first",
    "primero inicia sesión o entra sin cuenta",
)
NOT_ALLOWED: Final = refusal(
    "not-allowed", 403, "you may not do that", "no tienes permiso para hacer esto"
)
INTERNAL: Final = refusal(
    "internal",
    500,
    "something went wrong on our side; it has been recorded",
    "algo ha fallado por nuestra parte; ha quedado registrado",
)
