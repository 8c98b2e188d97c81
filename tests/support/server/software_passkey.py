"""An authenticator in software: makes and uses passkeys as a phone or a security key would.

It follows WebAuthn level 3: authenticator data, attestation "none", ES256 signatures over
authenticator data and the hash of the client data. Every part can be bent for a hostile test.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class SoftwarePasskey:
    """One passkey for one site; `origin` is what the browser would report."""

    origin: str
    domain: str = "localhost"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` gives for these options."""
        assert options["rp"]["id"] == self.domain
        assert any(kind["alg"] == -7 for kind in options["pubKeyCredParams"])
        numbers = self.key.public_key().public_numbers()
        cose = cbor2.dumps(
            {
                1: 2,  # an elliptic curve
                3: -7,  # ES256
                -1: 1,  # P-256
                -2: numbers.x.to_bytes(32, "big"),
                -3: numbers.y.to_bytes(32, "big"),
            }
        )
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cose
        data = self._data(ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._credential(
            {"clientDataJSON": b64(client), "attestationObject": b64(attestation)}
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` gives for these options."""
        self.count += 1
        data = self._data()
        client = self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._credential(
            {
                "clientDataJSON": b64(client),
                "authenticatorData": b64(data),
                "signature": b64(signature),
            }
        )

    def _data(self, more: int = 0) -> bytes:
        site = hashlib.sha256(self.domain.encode()).digest()
        return site + bytes([self.flags | more]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps(
            {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        ).encode()

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        return {
            "id": b64(self.id),
            "rawId": b64(self.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
