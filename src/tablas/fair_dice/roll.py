"""Two dice out of three openings, without bias: HMAC-SHA-256 blocks and rejected bytes.

Block `c` of roll `i` is HMAC-SHA-256 with the server's opening as its key over these bytes:

    19         `tablas-dice/1|roll|`
    1 to 64    the game id, ASCII
    4          i, unsigned, most significant byte first
    32         White's opening, or 32 zero bytes where White takes no part
    32         Black's opening, or 32 zero bytes where Black takes no part
    1          c: 0, 1, 2 …

Everything but the id has a fixed length, so two different rolls never give the same bytes. The
bytes of block 0, then of block 1 and so on, are read in order: one of 252 and above is passed
over, any other is the die `byte mod 6 + 1`. The first two dice are the roll; in an opening roll the
first is White's and the second is Black's.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from tablas.errors import NotationError
from tablas.words import quoted

TAG: Final = b"tablas-dice/1|roll|"
ABSENT: Final = bytes(32)  # stands for the opening of a player who takes no part
FAIR_BYTES: Final = 252  # 42 bytes for each face; the other 4 of 256 would favour 1 to 4
MOST_BLOCKS: Final = 256
GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


def block(
    game: str, number: int, server: bytes, white: bytes, black: bytes, counter: int = 0
) -> bytes:
    """32 bytes that nobody knew before the last of the openings."""
    message = b"".join(
        (TAG, game.encode("ascii"), number.to_bytes(4), white, black, counter.to_bytes(1))
    )
    return hmac.digest(server, message, "sha256")


def dice_in(blocks: Iterable[bytes]) -> Iterator[int]:
    """The dice in a stream of bytes, each face equally likely if each byte is.

    >>> list(dice_in([bytes([0, 251, 252, 255, 7])]))
    [1, 6, 2]
    """
    for one in blocks:
        for byte in one:
            if byte < FAIR_BYTES:
                yield byte % 6 + 1


def rolled(
    game: str, number: int, server: bytes, white: bytes = ABSENT, black: bytes = ABSENT
) -> tuple[int, int]:
    """The two dice of a roll, in the order in which they fell."""
    blocks = (block(game, number, server, white, black, c) for c in range(MOST_BLOCKS))
    first, second = islice(dice_in(blocks), 2)  # fewer in 8192 bytes: below 1 in 10^14000
    return first, second


def checked_id(game: str) -> str:
    """`game` if it can name a game: 1 to 64 of the letters, digits, `-` and `_` of ASCII."""
    if not GAME_ID.fullmatch(game):
        raise NotationError(
            f"game id {quoted(game)}: expected 1 to 64 letters, digits, '-' or '_'",
            f"id de partida {quoted(game)}: se esperaban de 1 a 64 letras, cifras, '-' o '_'",
        )
    return game
