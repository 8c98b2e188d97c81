"""Where a room's chances come from: the server's dice, its chains for fair dice, new ids."""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Final, Protocol

from tablas.fair_dice import signature
from tablas.fair_dice.chain import Chain
from tablas.fair_dice.parties import Party

ID_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH: Final = 12  # 60 bits: nobody finds a private game by guessing
CHAINS_KEPT: Final = 512


def new_id(length: int = ID_LENGTH) -> str:
    """An id that can be read aloud and guessed by nobody."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))


class Dealer(Protocol):
    """What a table needs from outside the rules; tests bring loaded dice."""

    def dice(self) -> tuple[int, int]: ...

    def chain(self, dealing: str, party: Party) -> Chain:
        """The chain that the server keeps for `party`: itself, or a bot."""

    def seed(self) -> bytes:
        """The secret key that signs receipts."""

    def public_key(self) -> bytes:
        """The key by which everybody can check those signatures."""

    def today(self) -> str: ...

    def new_game_id(self) -> str: ...


class ServerDealer:
    """Dice from the operating system; chains that follow from the server's key.

    A chain's secret is HMAC-SHA-256 of the dealing's name under the dice key: the same after a
    restart, different for every game and party, and never stored.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._chains: OrderedDict[tuple[str, Party], Chain] = OrderedDict()

    def dice(self) -> tuple[int, int]:
        return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1

    def chain(self, dealing: str, party: Party) -> Chain:
        name = dealing, party
        chain = self._chains.get(name)
        if chain is None:
            message = f"tablas-server|chain|{dealing}|{party.value}".encode()
            chain = self._chains[name] = Chain(hmac.digest(self._key, message, "sha256"))
            if len(self._chains) > CHAINS_KEPT:
                self._chains.popitem(last=False)
        self._chains.move_to_end(name)
        return chain

    def seed(self) -> bytes:
        return hmac.digest(self._key, b"tablas-server|receipts", "sha256")

    def public_key(self) -> bytes:
        return signature.signed(self.seed(), b"")[0]

    def today(self) -> str:
        return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def new_game_id(self) -> str:
        return new_id()
