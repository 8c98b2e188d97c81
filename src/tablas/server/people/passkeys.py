"""Passkeys: WebAuthn by py_webauthn; here is what is asked of a browser and what is kept.

A challenge is stored before it is given out and taken out when it comes back signed, so an answer
counts once and for its own purpose. Logging in asks for any passkey of this site, without a name:
nothing can be learnt about who has an account.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

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
    known = await connection.scalars(select(passkeys.c.id).where(passkeys.c.person == person))
    options = generate_registration_options(
        rp_id=where.domain,
        rp_name=SITE_NAME,
        user_id=person.encode(),
        user_name=name,
        user_display_name=name,
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(i)) for i in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
    )
    number = await _store(connection, purpose, options.challenge, now, person=person, name=name)
    return number, json.loads(options_to_json(options))


async def ask_to_log_in(
    connection: AsyncConnection, where: RelyingParty, *, purpose: str, person: str | None, now: int
) -> tuple[str, dict[str, Any]]:
    """A question that any passkey of this site can answer, or only those of `person`."""
    allowed = None
    if person is not None:
        ids = await connection.scalars(select(passkeys.c.id).where(passkeys.c.person == person))
        allowed = [PublicKeyCredentialDescriptor(base64url_to_bytes(i)) for i in ids]
    options = generate_authentication_options(
        rp_id=where.domain,
        allow_credentials=allowed,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    number = await _store(connection, purpose, options.challenge, now, person=person)
    return number, json.loads(options_to_json(options))


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
    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=asked.challenge,
            expected_rp_id=where.domain,
            expected_origin=where.origin,
            require_user_verification=True,
        )
    except Exception:  # noqa: BLE001  any bytes come in here; whatever they break is a wrong answer
        raise Refused(PASSKEY_WRONG) from None
    number = bytes_to_base64url(verified.credential_id)
    if await connection.scalar(select(passkeys.c.id).where(passkeys.c.id == number)):
        raise Refused(PASSKEY_KNOWN)
    held = select(func.count()).select_from(passkeys).where(passkeys.c.person == person)
    if (await connection.scalar(held) or 0) >= MOST_PASSKEYS:
        raise Refused(MANY_PASSKEYS.about(most=MOST_PASSKEYS))
    await connection.execute(
        insert(passkeys).values(
            id=number,
            person=person,
            public_key=verified.credential_public_key,
            sign_count=verified.sign_count,
            label=label,
            created_at=now,
        )
    )
    return number


async def opened(
    connection: AsyncConnection,
    where: RelyingParty,
    asked: PasskeyChallenge,
    credential: dict[str, Any],
    now: int,
) -> str:
    """The person whose passkey answers the question; any wrong answer is the same refusal."""
    rows = await connection.execute(
        select(passkeys).where(passkeys.c.id == str(credential.get("id", ""))[:1400])
    )
    row = rows.mappings().first()
    if row is None or (asked.person is not None and row["person"] != asked.person):
        raise Refused(PASSKEY_WRONG)
    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=asked.challenge,
            expected_rp_id=where.domain,
            expected_origin=where.origin,
            credential_public_key=row["public_key"],
            credential_current_sign_count=row["sign_count"],
            require_user_verification=True,
        )
    except Exception:  # noqa: BLE001  see `add`
        raise Refused(PASSKEY_WRONG) from None
    await connection.execute(
        update(passkeys)
        .where(passkeys.c.id == row["id"])
        .values(sign_count=verified.new_sign_count, used_at=now)
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
