"""Values that only this server can have made: signed with its key, checked in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

KEY_BYTES: Final = 32
MAC_BYTES: Final = 16


class Signer:
    """Signs short texts for one purpose; a signature for another purpose never fits."""

    def __init__(self, key: bytes, purpose: str) -> None:
        if len(key) < KEY_BYTES:
            raise ValueError(f"signing key of {len(key)} bytes, expected at least {KEY_BYTES}")
        self._key = hmac.digest(key, b"tablas|" + purpose.encode(), hashlib.sha256)

    def signed(self, text: str) -> str:
        return f"{text}.{self._mac(text)}"

    def opened(self, signed: str) -> str | None:
        """The text, if we signed it."""
        text, _, mac = signed.rpartition(".")
        if not text or not signed.isascii():
            return None
        return text if hmac.compare_digest(self._mac(text), mac) else None

    def _mac(self, text: str) -> str:
        digest = hmac.digest(self._key, text.encode(), hashlib.sha256)[:MAC_BYTES]
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def read_key(path: Path) -> bytes:
    """The server's key from its file, made at the first start and readable by its owner only."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
        if len(key) < KEY_BYTES:
            raise ValueError(f"{path}: a key of {len(key)} bytes, expected {KEY_BYTES}") from None
        return key
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    return key
