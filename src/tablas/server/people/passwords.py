"""Passwords: argon2id in a small pool of threads, so that a storm of logins cannot drown play."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import Argon2Error, InvalidHashError

from tablas.games import NAMES
from tablas.server.people.names import name_key
from tablas.server.refusals import BUSY, Refused, refusal

T = TypeVar("T")

SHORTEST: Final = 8
LONGEST: Final = 128
THREADS: Final = 2
MOST_WAITING: Final = 32  # about a second of work; whoever comes later is told to try again

# 19 MiB, two passes, one lane: the first recommendation of OWASP's password storage sheet.
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID)

PASSWORD_LENGTH: Final = refusal(
    "password-length",
    422,
    "a password has 8 to 128 characters",
    "una contraseña tiene de 8 a 128 caracteres",
)
PASSWORD_WEAK: Final = refusal(
    "password-weak",
    422,
    "this password is among the first that anybody would try",
    "esa contraseña es de las primeras que cualquiera probaría",
)

# Beginnings and wholes that top every published count of leaked passwords.
_COMMON: Final = frozenset(
    {"password", "passw0rd", "password1", "password123", "contraseña", "contrasena", "iloveyou"}
    | {"123456789", "1234567890", "987654321", "qwertyuiop", "qwertyui", "qwerty123", "asdfghjk"}
    | {"1q2w3e4r", "1qaz2wsx", "zaq12wsx", "abcd1234", "abc12345", "12341234", "123123123"}
    | {"sunshine", "princess", "football", "baseball", "welcome1", "superman", "letmein1"}
    | {"trustno1", "whatever", "computer", "starwars", "teamomucho", "tequiero", "mariposa"}
    | {"estrella", "princesa", "realmadrid", "barcelona", "tablas123"}
    | {game + end for game in NAMES for end in ("", "1", "123")}
)


def checked_password(text: str, *, name: str) -> str:
    """The password in its one spelling, or a refusal; no rules about kinds of characters."""
    password = spelt(text)
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(PASSWORD_LENGTH)
    low = password.casefold()
    steps = {ord(b) - ord(a) for a, b in pairwise(low)}
    if low in _COMMON or len(steps) == 1 or name_key(password) == name_key(name):
        raise Refused(PASSWORD_WEAK)
    return password


def spelt(text: str) -> str:
    """NFKC, so that an accent typed on another keyboard is the same password."""
    return unicodedata.normalize("NFKC", text)


class Passwords:
    """Hashes and checks passwords away from the event loop, a few at a time."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="argon2")
        self._waiting = 0
        # Checked when there is no such person, so that the answer takes as long as for a real one.
        self._nobody = hasher.hash(secrets.token_urlsafe(24))

    async def hashed(self, password: str) -> str:
        return await self._work(lambda: self._hasher.hash(password))

    async def fits(self, password: str, stored: str | None) -> bool:
        """Whether the password is the stored one; without a stored one False, just as slowly."""
        known = stored is not None
        fits = await self._work(lambda: self._check(stored or self._nobody, spelt(password)))
        return fits and known

    def outdated(self, stored: str) -> bool:
        """Whether the hash was made with older parameters and should be renewed at login."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _check(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)  # compares in constant time
        except (Argon2Error, InvalidHashError):
            return False

    async def _work(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refused(BUSY, retry_after=2.0)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1
