"""The two ceremonies of WebAuthn, by py_webauthn: a new passkey, and a login with one.

Loaded when the first passkey is used: its certificates cost an eighth of a server's start.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

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

Question = tuple[bytes, dict[str, Any]]
"""The challenge, and the options for the browser."""


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """What is kept of a passkey."""

    id: str
    public_key: bytes
    sign_count: int


def ask_to_register(
    domain: str, site: str, person: str, name: str, known: Iterable[str]
) -> Question:
    options = generate_registration_options(
        rp_id=domain,
        rp_name=site,
        user_id=person.encode(),
        user_name=name,
        user_display_name=name,
        exclude_credentials=_descriptors(known),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
    )
    return options.challenge, json.loads(options_to_json(options))


def ask_to_log_in(domain: str, allowed: Iterable[str] | None) -> Question:
    options = generate_authentication_options(
        rp_id=domain,
        allow_credentials=None if allowed is None else _descriptors(allowed),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options.challenge, json.loads(options_to_json(options))


def registered(
    credential: dict[str, Any], challenge: bytes, domain: str, origin: str
) -> StoredPasskey:
    """Raises whatever a wrong answer breaks."""
    verified = verify_registration_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=domain,
        expected_origin=origin,
        require_user_verification=True,
    )
    number = bytes_to_base64url(verified.credential_id)
    return StoredPasskey(number, verified.credential_public_key, verified.sign_count)


def logged_in(
    credential: dict[str, Any], challenge: bytes, domain: str, origin: str, passkey: StoredPasskey
) -> int:
    """The new count of its signatures; raises whatever a wrong answer breaks."""
    verified = verify_authentication_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=domain,
        expected_origin=origin,
        credential_public_key=passkey.public_key,
        credential_current_sign_count=passkey.sign_count,
        require_user_verification=True,
    )
    return verified.new_sign_count


def _descriptors(ids: Iterable[str]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in ids]
