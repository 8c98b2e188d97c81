"""Hash chains: a party fixes all its secrets by publishing one anchor, then opens them in order.

`x[n]` is random, `x[k-1] = SHA-256(TAG + x[k])`, and `x[0]` is the anchor. Opening `x[i]` is
proof that it was fixed beforehand, since it hashes to `x[i-1]`, and says nothing of `x[i+1]`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from tablas.errors import IllegalAction
from tablas.fair_dice import findings

TAG: Final = b"tablas-dice/1|chain|"
LENGTH: Final = 1000  # openings in a chain; 300 games of random play took 38 to 384
SIZE: Final = 32  # bytes of a link


def hashed(link: bytes, times: int = 1) -> bytes:
    """The link that stands `times` places before this one."""
    for _ in range(times):
        link = sha256(TAG + link).digest()
    return link


class Chain:
    """The secrets of one party for one game; a chain is never used for a second game.

    All links are kept side by side in one block of 32,032 bytes, so that an opening is a slice.
    Keep the 32 bytes of `secret` to build the same chain again after a restart (1000 hashes).

    >>> chain = Chain(bytes(32))
    >>> hashed(chain.opening(1)) == chain.anchor, hashed(chain.opening(7), 7) == chain.anchor
    (True, True)
    """

    __slots__ = ("_links",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SIZE:
            raise IllegalAction(
                f"chain secret: found {len(secret)} bytes, expected {SIZE}",
                f"secreto de la cadena: {len(secret)} bytes, se esperaban {SIZE}",
            )
        links = [secret]
        for _ in range(LENGTH):
            links.append(hashed(links[-1]))
        self._links = b"".join(reversed(links))

    @classmethod
    def fresh(cls) -> Chain:
        """A chain that nobody has seen, from the operating system's randomness."""
        return cls(secrets.token_bytes(SIZE))

    @property
    def anchor(self) -> bytes:
        return self._link(0)

    @property
    def secret(self) -> bytes:
        """The last link, from which all the others follow: for the owner's store only."""
        return self._link(LENGTH)

    def opening(self, number: int) -> bytes:
        """What this party opens in roll `number`; it also tells every opening before it."""
        if not 1 <= number <= LENGTH:
            reason = findings.USED_UP.about(found=number, expected=LENGTH)
            raise IllegalAction(
                f"opening {number}: {reason}", f"apertura {number}: {reason.spoken('es')}", reason
            )
        return self._link(number)

    def _link(self, number: int) -> bytes:
        return self._links[number * SIZE : (number + 1) * SIZE]

    def __repr__(self) -> str:
        # Secrets do not belong into logs and tracebacks.
        return f"Chain(anchor={self.anchor.hex()})"


@dataclass(frozen=True, slots=True)
class Tip:
    """How far a chain has been opened, as everybody sees it: the last link known to be true."""

    link: bytes
    number: int = 0  # 0: the anchor

    def followed(self, opening: bytes, number: int) -> Tip | None:
        """The tip after this opening, or None if it does not lead back to this one.

        A party that took no part in some rolls skips their links: the opening is hashed once
        for each roll since.
        """
        if len(opening) != SIZE or not self.number < number <= LENGTH:
            return None
        leads_back = hashed(opening, number - self.number) == self.link
        return Tip(opening, number) if leads_back else None
