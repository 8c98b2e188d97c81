"""Passkeys: what is asked of a browser, and what is kept.

A challenge is stored before it is given out and taken out when it comes back signed, so an answer
counts once and for its own purpose. Logging in asks for any passkey of this site, without a name:
nothing can be learnt about who has an account.

The library for it is loaded when the first passkey is used, since few starts of a server need it.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.refusals import Refused, refusal
from tablas.server.settings import Settings
from tablas.server.storage.schema_people import challenges, passkeys

LASTS: Final = 5 * 60_000
MOST_PASSKEYS: Final = 10
SITE_NAME: Final = "Tablas"

PASSKEY_WRONG: Final = refusal(
    "passkey-wrong",
    401,
    "this passkey does not open an account here",
    "esta llave de acceso no abre ninguna cuenta aquí",
)
PASSKEY_STALE: Final = refusal(
    "passkey-stale",
    409,
    "this question was answered already or is too old: begin again",
    "esta pregunta ya se respondió o es demasiado antigua: empieza de nuevo",
)
PASSKEYS_OFF: Final = refusal(
    "passkeys-off",
    409,
    "passkeys need the server's https address or http://localhost",
    "las llaves de acceso necesitan la dirección https del servidor o http://localhost",
)
PASSKEY_KNOWN: Final = refusal(
    "passkey-known", 409, "this passkey is known already", "esta llave de acceso ya está guardada"
)
MANY_PASSKEYS: Final = refusal(
    "many-passkeys",
    409,
    "nobody may have more than {most} passkeys",
    "nadie puede tener más de {most} llaves de acceso",
)
NO_PASSKEY: Final = refusal("no-passkey", 404, "there is no such passkey", "no existe esa llave")
LAST_DOOR: Final = refusal(
    "last-door",
    409,
    "this is the only way into your account: set a password first",
    "es la única manera de entrar en tu cuenta: pon antes una contraseña",
)


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """What a passkey is bound to: the domain, and the address that pages come from."""

    domain: str
    origin: str


@dataclass(frozen=True, slots=True)
class PasskeyChallenge:
    """A stored challenge with what it was asked for."""

    challenge: bytes
    person: str | None
    name: str | None


def site(settings: Settings, host: str) -> RelyingParty:
    """The site as browsers see it: the public address, or localhost where there is none.

    The `Host` header is believed only as far as it says localhost: a passkey for any other domain
    must be for the one that the settings name.
    """
    address = urlsplit(settings.public_url or f"http://{host}")
    try:
        port = address.port
    except ValueError:
        raise Refused(PASSKEYS_OFF) from None
    domain = address.hostname or ""
    if not (settings.public_url and address.scheme == "https") and domain != "localhost":
        raise Refused(PASSKEYS_OFF)
    return RelyingParty(domain, f"{address.scheme}://{domain}" + (f":{port}" if port else ""))


async def ask_to_register(
    connection: AsyncConnection,
    where: RelyingParty,
    *,
    purpose: str,
    person: str,
    name: str,
    now: int,
) -> tuple[str, dict[str, Any]]:
    """A question for a new passkey: its number, and the options for the browser."""
    from tablas.server.people import webauthn_ceremonies as ceremonies  # noqa: PLC0415

    known = await connection.scalars(select(passkeys.c.id).where(passkeys.c.person == person))
    challenge, options = ceremonies.ask_to_register(where.domain, SITE_NAME, person, name, known)
    return await _store(connection, purpose, challenge, now, person=person, name=name), options


async def ask_to_log_in(
    connection: AsyncConnection, where: RelyingParty, *, purpose: str, person: str | None, now: int
) -> tuple[str, dict[str, Any]]:
    """A question that any passkey of this site can answer, or only those of `person`."""
    from tablas.server.people import webauthn_ceremonies as ceremonies  # noqa: PLC0415

    allowed = None
    if person is not None:
        ids = await connection.scalars(select(passkeys.c.id).where(passkeys.c.person == person))
        allowed = list(ids)
    challenge, options = ceremonies.ask_to_log_in(where.domain, allowed)
    return await _store(connection, purpose, challenge, now, person=person), options


async def take(
    connection: AsyncConnection, number: str, purpose: str, now: int
) -> PasskeyChallenge:
    """The challenge of that number, which is gone from now on."""
    taken = await connection.execute(
        delete(challenges)
        .where(challenges.c.id == number, challenges.c.purpose == purpose)
        .returning(
            challenges.c.challenge, challenges.c.person, challenges.c.name, challenges.c.expires_at
        )
    )
    row = taken.mappings().first()
    if row is None or row["expires_at"] <= now:
        raise Refused(PASSKEY_STALE)
    return PasskeyChallenge(row["challenge"], row["person"], row["name"])


async def add(
    connection: AsyncConnection,
    where: RelyingParty,
    asked: PasskeyChallenge,
    credential: dict[str, Any],
    *,
    person: str,
    label: str,
    now: int,
) -> str:
    """Keep the new passkey that answers the question; gives its id."""
    from tablas.server.people import webauthn_ceremonies as ceremonies  # noqa: PLC0415

    try:
        passkey = ceremonies.registered(credential, asked.challenge, where.domain, where.origin)
    except Exception:  # noqa: BLE001  any bytes come in here; whatever they break is a wrong answer
        raise Refused(PASSKEY_WRONG) from None
    if await connection.scalar(select(passkeys.c.id).where(passkeys.c.id == passkey.id)):
        raise Refused(PASSKEY_KNOWN)
    held = select(func.count()).select_from(passkeys).where(passkeys.c.person == person)
    if (await connection.scalar(held) or 0) >= MOST_PASSKEYS:
        raise Refused(MANY_PASSKEYS.about(most=MOST_PASSKEYS))
    await connection.execute(
        insert(passkeys).values(
            id=passkey.id,
            person=person,
            public_key=passkey.public_key,
            sign_count=passkey.sign_count,
            label=label,
            created_at=now,
        )
    )
    return passkey.id


async def opened(
    connection: AsyncConnection,
    where: RelyingParty,
    asked: PasskeyChallenge,
    credential: dict[str, Any],
    now: int,
) -> str:
    """The person whose passkey answers the question; any wrong answer is the same refusal."""
    from tablas.server.people import webauthn_ceremonies as ceremonies  # noqa: PLC0415

    rows = await connection.execute(
        select(passkeys).where(passkeys.c.id == str(credential.get("id", ""))[:1400])
    )
    row = rows.mappings().first()
    if row is None or (asked.person is not None and row["person"] != asked.person):
        raise Refused(PASSKEY_WRONG)
    kept = ceremonies.StoredPasskey(row["id"], row["public_key"], row["sign_count"])
    try:
        sign_count = ceremonies.logged_in(
            credential, asked.challenge, where.domain, where.origin, kept
        )
    except Exception:  # noqa: BLE001  see `add`
        raise Refused(PASSKEY_WRONG) from None
    await connection.execute(
        update(passkeys)
        .where(passkeys.c.id == row["id"])
        .values(sign_count=sign_count, used_at=now)
    )
    person: str = row["person"]
    return person


async def _store(
    connection: AsyncConnection,
    purpose: str,
    challenge: bytes,
    now: int,
    *,
    person: str | None = None,
    name: str | None = None,
) -> str:
    await connection.execute(delete(challenges).where(challenges.c.expires_at <= now))
    number = secrets.token_urlsafe(18)
    await connection.execute(
        insert(challenges).values(
            id=number,
            purpose=purpose,
            person=person,
            name=name,
            challenge=challenge,
            expires_at=now + LASTS,
        )
    )
    return number
