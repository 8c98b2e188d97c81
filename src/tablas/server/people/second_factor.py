"""A second step of signing in, for accounts that want it: codes of an app, by time (RFC 6238).

The secret that the app and the server share is stored nowhere: it follows from a key of the server
and a random number in the person's row, so a copy of the database alone gives no codes. Every code
counts once. Ten recovery codes, of which only hashes are kept, open the door without the app.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.refusals import Refused, refusal
from tablas.server.storage.schema_people import second_factors

STEP_MS: Final = 30_000
DIGITS: Final = 6
AROUND: Final = 1  # steps before and after now: clocks of telephones differ
SECRET_BYTES: Final = 20
RECOVERY_CODES: Final = 10
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that reads like another
RECOVERY_LENGTH: Final = 24  # 118 bits, so that a plain hash of one is enough

CODE_NEEDED: Final = refusal(
    "code-needed",
    401,
    "this account also asks for the code of your app",
    "esta cuenta pide además el código de tu aplicación",
)
CODE_WRONG: Final = refusal(
    "code-wrong",
    401,
    "this code is not right, or was used already",
    "ese código no es correcto o ya se ha usado",
)
CODES_ON: Final = refusal(
    "codes-on",
    409,
    "codes of an app are on already: turn them off first",
    "los códigos de una aplicación ya están activados: desactívalos antes",
)
CODES_OFF: Final = refusal(
    "codes-off",
    409,
    "codes of an app are not being set up",
    "no se están configurando los códigos de una aplicación",
)


@dataclass(frozen=True, slots=True)
class SecondFactor:
    """The codes of one person: what the app has to show, and what was used already."""

    person: str
    secret: bytes
    on: bool
    last_step: int
    recovery: frozenset[str]  # SHA-256 of codes that were not used yet

    def step_of(self, code: str, now: int) -> int | None:
        """The step of time whose code this is, if it is near and was not used."""
        middle = now // STEP_MS
        for step in range(middle - AROUND, middle + AROUND + 1):
            fits = hmac.compare_digest(code_at(self.secret, step).encode(), code.encode())
            if fits and step > self.last_step:
                return step
        return None


def code_at(secret: bytes, step: int) -> str:
    """The code of one step of time, as every app shows it.

    >>> code_at(b"12345678901234567890", 59 // 30)
    '287082'
    """
    digest = hmac.digest(secret, step.to_bytes(8), hashlib.sha1)
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4]) & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def address(secret: bytes, name: str) -> str:
    """What an app reads, from a link or a QR code."""
    text = base64.b32encode(secret).decode()
    return f"otpauth://totp/Tablas:{quote(name)}?secret={text}&issuer=Tablas"


async def find(connection: AsyncConnection, key: bytes, person: str) -> SecondFactor | None:
    """The codes of a person, whether they are on or only being set up."""
    query = select(second_factors).where(second_factors.c.person == person)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        return None
    return SecondFactor(
        person,
        _secret(key, person, row["nonce"]),
        row["confirmed_at"] is not None,
        row["last_step"],
        frozenset(row["recovery"].split()),
    )


async def begin(connection: AsyncConnection, key: bytes, person: str) -> bytes:
    """A new secret, which counts once the app has shown a code of it."""
    known = await find(connection, key, person)
    if known and known.on:
        raise Refused(CODES_ON)
    await remove(connection, person)
    nonce = secrets.token_hex(16)
    await connection.execute(
        insert(second_factors).values(person=person, nonce=nonce, last_step=0, recovery="")
    )
    return _secret(key, person, nonce)


async def confirm(
    connection: AsyncConnection, key: bytes, person: str, code: str, now: int
) -> list[str]:
    """Turn the codes on; gives the recovery codes, which are shown this once."""
    known = await find(connection, key, person)
    if known is None:
        raise Refused(CODES_OFF)
    if known.on:
        raise Refused(CODES_ON)
    step = known.step_of(_plain(code), now)
    if step is None:
        raise Refused(CODE_WRONG)
    codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
    hashes = " ".join(sorted(_hash(_plain(one)) for one in codes))
    change = update(second_factors).where(second_factors.c.person == person)
    await connection.execute(change.values(confirmed_at=now, last_step=step, recovery=hashes))
    return codes


async def check(
    connection: AsyncConnection, key: bytes, person: str, code: str | None, now: int
) -> bool:
    """Refuse whoever has no code where one is needed, and use up one that was right.

    Gives whether one was needed.
    """
    known = await find(connection, key, person)
    if known is None or not known.on:
        return False
    if not code:
        raise Refused(CODE_NEEDED)
    change = update(second_factors).where(second_factors.c.person == person)
    plain = _plain(code)
    if (step := known.step_of(plain, now)) is not None:
        # Of two who send the same code at once the second finds it used.
        fresh = change.where(second_factors.c.last_step < step)
        used = await connection.execute(fresh.values(last_step=step))
        if used.rowcount:
            return True
    elif (hashed := _hash(plain)) in known.recovery:
        left = " ".join(sorted(known.recovery - {hashed}))
        same = change.where(second_factors.c.recovery == " ".join(sorted(known.recovery)))
        if (await connection.execute(same.values(recovery=left))).rowcount:
            return True
    raise Refused(CODE_WRONG)


async def remove(connection: AsyncConnection, person: str) -> None:
    """Turn the codes off."""
    await connection.execute(delete(second_factors).where(second_factors.c.person == person))


def _secret(key: bytes, person: str, nonce: str) -> bytes:
    return hmac.digest(key, f"tablas|totp|{person}|{nonce}".encode(), "sha256")[:SECRET_BYTES]


def _recovery_code() -> str:
    letters = "".join(secrets.choice(LETTERS) for _ in range(RECOVERY_LENGTH))
    return "-".join(letters[at : at + 4] for at in range(0, RECOVERY_LENGTH, 4))


def _plain(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()


def _hash(plain: str) -> str:
    return hashlib.sha256(plain.encode()).hexdigest()
