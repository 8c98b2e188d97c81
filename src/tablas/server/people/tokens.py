"""Personal API tokens: long random texts that are shown once and kept only as a hash.

A token carries its own checksum, so that a mistyped or cut one is refused without asking the
database, and a fixed prefix, by which secret scanners find one that leaked.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import zlib
from enum import Enum
from typing import Final

from tablas.server.refusals import refusal
from tablas.words import Words

PREFIX: Final = "tablas_"
SECRET_BYTES: Final = 24  # 192 bits: no guess, and no need of a slow hash
MOST_TOKENS: Final = 20
LONGEST_LABEL: Final = 60

BAD_TOKEN: Final = refusal(
    "bad-token",
    401,
    "this API token is not valid; it may have been revoked or have expired",
    "esta clave de API no es válida; puede haberse revocado o haber caducado",
)
SCOPE_MISSING: Final = refusal(
    "scope-missing",
    403,
    "this API token does not have the permission '{scope}'",
    "esta clave de API no tiene el permiso «{scope}»",
)
NO_TOKENS_HERE: Final = refusal(
    "no-tokens-here",
    403,
    "this can be done only after logging in, not with an API token",
    "esto solo se puede hacer tras iniciar sesión, no con una clave de API",
)
MANY_TOKENS: Final = refusal(
    "many-tokens",
    409,
    "nobody may have more than {most} API tokens",
    "nadie puede tener más de {most} claves de API",
)


class Scope(Enum):
    """What a token may do; it never may change the account or moderate."""

    READ = "read"  # what only its owner may see
    PLAY = "play"  # offers, games, takebacks
    CHAT = "chat"
    BOT = "bot"  # play as a bot account

    @property
    def words(self) -> Words:
        return _WORDS[self]


_WORDS: Final = {
    Scope.READ: Words("read your account's data", "leer los datos de tu cuenta"),
    Scope.PLAY: Words("play games in your name", "jugar partidas en tu nombre"),
    Scope.CHAT: Words("write in chats in your name", "escribir en los chats en tu nombre"),
    Scope.BOT: Words("play as a bot", "jugar como bot"),
}


def new_token() -> str:
    """A fresh token: prefix, 32 random characters, 8 of checksum."""
    body = secrets.token_urlsafe(SECRET_BYTES)
    return f"{PREFIX}{body}{_checksum(body)}"


def looks_right(token: str) -> bool:
    """Whether this can be one of ours at all; says nothing about whether it is valid."""
    if not token.startswith(PREFIX) or not token.isascii() or len(token) != len(PREFIX) + 40:
        return False
    body, checksum = token[len(PREFIX) : -8], token[-8:]
    return hmac.compare_digest(_checksum(body), checksum)


def token_hash(token: str) -> str:
    """What is stored; equal hashes are found by the index, so no secret is ever compared."""
    return hashlib.sha256(token.encode()).hexdigest()


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"
