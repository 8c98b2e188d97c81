"""Passwords: argon2id in a small pool of threads, so that a storm of logins cannot drown play."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.low_level import ARGON2_VERSION

from tablas.server.people.common_passwords import UNLIKE, BreachedPasswords, is_common
from tablas.server.people.names import name_key
from tablas.server.refusals import BUSY, Refused, refusal

T = TypeVar("T")

SHORTEST: Final = 8
LONGEST: Final = 128
LONG_NAME: Final = 4  # letters; shorter names stand in many words by chance
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
    "this password is among the first that anybody would try, or it contains your name",
    "esa contraseña es de las primeras que cualquiera probaría, o contiene tu nombre",
)
PASSWORD_BREACHED: Final = refusal(
    "password-breached",
    422,
    "this password stands in a published list of leaked ones: choose another",
    "esa contraseña aparece en una lista publicada de contraseñas filtradas: elige otra",
)


def checked_password(text: str, *, name: str, breached: BreachedPasswords | None = None) -> str:
    """The password in its one spelling, or a refusal; no rules about kinds of characters."""
    password = spelt(text)
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(PASSWORD_LENGTH)
    if _tells_name(password, name) or is_common(password):
        raise Refused(PASSWORD_WEAK)
    if breached and breached.holds(password):
        raise Refused(PASSWORD_BREACHED)
    return password


def _tells_name(password: str, name: str) -> bool:
    """Whether the name stands in it; one of two or three letters only if little else does."""
    key, letters = name_key(name), name_key(password)
    if not key or not (key in letters or key in name_key(password.translate(UNLIKE))):
        return False
    return len(key) >= LONG_NAME or len(letters) - len(key) < SHORTEST


def spelt(text: str) -> str:
    """NFKC, so that an accent typed on another keyboard is the same password."""
    return unicodedata.normalize("NFKC", text)


def of_no_password(hasher: PasswordHasher) -> str:
    """What looks like a hash of this hasher and is random: made at once, checked as slowly."""
    salt, digest = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (hasher.salt_len, hasher.hash_len)
    )
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2{hasher.type.name.lower()}$v={ARGON2_VERSION}${costs}${salt}${digest}"


class Passwords:
    """Hashes and checks passwords away from the event loop, a few at a time."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="argon2")
        self._waiting = 0
        # Checked when there is no such person, so that the answer takes as long as for a real one.
        self._nobody = of_no_password(hasher)

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
