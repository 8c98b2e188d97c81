"""What people may be called: readable, unmistakable, and safe to show anywhere."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

from tablas.server.refusals import Refused, refusal
from tablas.words import Language, Words

SHORTEST: Final = 2
LONGEST: Final = 20
RESERVED: Final = frozenset(
    {"admin", "administrator", "administrador", "moderator", "moderador", "moderadora", "system"}
    | {"sistema", "server", "servidor", "tablas", "root", "anonymous", "anonimo", "anonima", "me"}
    | {"yo", "nobody", "nadie", "white", "black", "blancas", "negras", "bot", "null", "login"}
)
PREFIXES: Final = ("guest", "invitad", "deleted", "borrad")  # ours to give

# Latin letters with their accents, digits, and single separators inside.
_SHAPE: Final = re.compile(r"[A-Za-z0-9À-ÖØ-öø-ſ]+(?:[ ._-][A-Za-z0-9À-ÖØ-öø-ſ]+)*")
_GUEST_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that reads like another

NAME_SHAPE: Final = refusal(
    "name-shape",
    422,
    "a name has 2 to 20 Latin letters or digits, with single spaces, dots, hyphens or underscores "
    "between them",
    "un nombre tiene de 2 a 20 letras latinas o cifras, con espacios, puntos, guiones o guiones "
    "bajos sueltos entre ellas",
)
NAME_RESERVED: Final = refusal(
    "name-reserved", 422, "this name is not free for people", "ese nombre está reservado"
)
NAME_TAKEN: Final = refusal("name-taken", 409, "this name is taken", "ese nombre ya está ocupado")


def checked_name(text: str) -> str:
    """The name in its one spelling (NFC), or a refusal that says what a name looks like."""
    name = unicodedata.normalize("NFC", text)
    if not SHORTEST <= len(name) <= LONGEST or not _SHAPE.fullmatch(name):
        raise Refused(NAME_SHAPE)
    key = name_key(name)
    if key in RESERVED or key.startswith(PREFIXES):
        raise Refused(NAME_RESERVED)
    return name


def name_key(name: str) -> str:
    """What two names share if a reader could take one for the other.

    >>> name_key("Ñan-dú") == name_key("nandu")
    True
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in plain if c.isalnum() and not unicodedata.combining(c))
    return letters.translate(_LOOKALIKES)


_LOOKALIKES: Final = str.maketrans({"0": "o", "1": "l", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})


_GUEST: Final = Words("Guest", "Invitado")
_DELETED: Final = Words("Deleted", "Borrado")


def guest_name(language: Language) -> str:
    """A name for somebody who has not chosen one, in the language that they came in."""
    return _given(_GUEST, language)


def deleted_name(language: Language) -> str:
    """What is left of a name when its owner asked to be forgotten."""
    return _given(_DELETED, language)


def _given(word: Words, language: Language) -> str:
    letters = "".join(secrets.choice(_GUEST_LETTERS) for _ in range(8))
    return f"{word.spoken(language)}-{letters}"
