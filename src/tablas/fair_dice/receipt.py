"""The receipt: what was fixed before the first roll, signed by the server.

The signature is Ed25519 over these bytes, in which each text is UTF-8 after its length in bytes
as two bytes, most significant first:

    22         `tablas-dice/1|receipt|`
    96         the anchors of the server, of White and of Black
    texts      game id, mode, White's name, Black's name, time
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tablas.errors import IllegalAction, NotationError
from tablas.fair_dice import signature
from tablas.fair_dice.chain import SIZE
from tablas.fair_dice.parties import Mode, Party
from tablas.fair_dice.roll import checked_id
from tablas.words import quoted

PROTOCOL: Final = "tablas-dice/1"
TAG: Final = b"tablas-dice/1|receipt|"
TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Game, mode, the three anchors, the players and the time; with key and signature.

    `time` is UTC, such as `2026-11-15T18:30:00Z`. `key` is the server's public key; both it and
    `signature` are empty where nobody has signed.
    """

    game: str
    mode: Mode
    anchors: Mapping[Party, bytes]
    white: str = ""
    black: str = ""
    time: str
    key: bytes = b""
    signature: bytes = b""

    def __post_init__(self) -> None:
        checked_id(self.game)
        if not TIME.fullmatch(self.time):
            raise NotationError(
                f"time {quoted(self.time)}: expected UTC such as 2026-11-15T18:30:00Z",
                f"hora {quoted(self.time)}: se esperaba UTC, como 2026-11-15T18:30:00Z",
            )
        if set(self.anchors) != set(Party) or {len(a) for a in self.anchors.values()} != {SIZE}:
            raise NotationError(
                f"anchors: expected one of {SIZE} bytes for each of three parties",
                f"anclas: se esperaba una de {SIZE} bytes por cada una de las tres partes",
            )

    def message(self) -> bytes:
        """The bytes that the server signs."""
        anchors = b"".join(self.anchors[party] for party in Party)
        texts = (self.game, self.mode.value, self.white, self.black, self.time)
        return TAG + anchors + b"".join(with_length(text) for text in texts)

    def signed_with(self, seed: bytes) -> Receipt:
        """The same receipt with the signature of the server's secret key."""
        key, signed = signature.signed(seed, self.message())
        return replace(self, key=key, signature=signed)

    @property
    def complete(self) -> bool:
        """Whether key and signature have their sizes; what they are worth, `genuine` says."""
        sizes = len(self.key), len(self.signature)
        return sizes == (signature.KEY_SIZE, signature.SIGNATURE_SIZE)

    def genuine(self) -> bool | None:
        """Whether the key signed this receipt; None if that cannot be checked here."""
        return signature.signs(self.key, self.signature, self.message())


def with_length(text: str) -> bytes:
    """A text as it stands under a signature: its length in two bytes, then its UTF-8."""
    data = text.encode()
    if len(data) >= 1 << 16:
        raise IllegalAction(
            f"receipt: a text of {len(data)} bytes, expected less than 65536",
            f"recibo: un texto de {len(data)} bytes, se esperaban menos de 65536",
        )
    return len(data).to_bytes(2) + data
