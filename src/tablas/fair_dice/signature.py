"""The server's Ed25519 signature under a receipt, by the `cryptography` package if it is there.

Only this module knows the package; without it, signatures stay unchecked and all else works.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from tablas.errors import IllegalAction

KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64


def signs(key: bytes, signature: bytes, message: bytes) -> bool | None:
    """Whether `signature` is by `key` over `message`; None if it cannot be checked here."""
    package = _package()
    if package is None:
        return None
    invalid: type[Exception] = import_module("cryptography.exceptions").InvalidSignature
    try:
        package.Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (invalid, ValueError):
        return False
    return True


def signed(seed: bytes, message: bytes) -> tuple[bytes, bytes]:
    """The public key of the secret `seed`, and its signature over `message`."""
    package = _package()
    if package is None:
        raise IllegalAction(
            "a receipt cannot be signed here: install tablas[serve]",
            "aquí no se puede firmar un recibo: instala tablas[serve]",
        )
    private = package.Ed25519PrivateKey.from_private_bytes(seed)
    return private.public_key().public_bytes_raw(), private.sign(message)


def _package() -> Any | None:
    # By name, since the package may be missing and types must be checkable all the same.
    try:
        return import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
    except ImportError:
        return None
