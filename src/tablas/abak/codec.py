"""Abak positions as the 64 bytes that the kernel reads, and back.

Eight little-endian words of 64 bits. Word k holds the points 3k+1 to 3k+3 of the player to move,
20 bits each: a nibble a checker, so that the hexadecimal digits read from bottom to top (S G N D E
O are 1 to 6, the opponent's 9 to e). The nibble above them belongs to the bars and trays: soldiers
on the bar, the other classes on the bar, the number borne off; the mover's in words 0 to 3, the
opponent's in words 7 down to 4. `cpp/abak/rules.hpp` has the whole layout. Which classes are off
is not stored: they are those that stand nowhere else.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tablas.abak.position import TEAM
from tablas.abak.rules import Position, faults
from tablas.errors import InvalidPosition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZE: Final = 64
_WORDS: Final = struct.Struct("<8Q")
_POINT: Final = 20  # bits
_UPPER: Final = 60  # the first bit above the points

_DIGITS: Final = str.maketrans("SGNDEOsgndeo", "1234569abcde")
_LETTERS: Final = str.maketrans("1234569abcde078f", "SGNDEOsgndeo????")

_BAR: Final = {"S": (0, 0), "G": (1, 0), "N": (1, 2), "D": (1, 3), "E": (2, 0), "O": (2, 1)}
"""Word and lowest bit, in its upper nibble, of the mover's barred checkers of each class."""
_BAR_LIMIT: Final = {"S": 15, "G": 3, "N": 1, "D": 1, "E": 1, "O": 1}  # the widths of the fields
_UNUSED: Final = 0b1100  # in the upper nibbles of words 2 and 5


def encode(position: Position) -> bytes:
    """The position in SIZE bytes; an invalid one raises InvalidPosition.

    >>> from tablas.abak.rules import start
    >>> encode(start())[32:35].hex()  # SSGS on point 13
    '211100'
    """
    _check(position)
    return pack(position)


def pack(position: Position) -> bytes:
    """`encode` for a position that is known to be valid, such as one that `plays` gave."""
    points = [_bits(stack) for stack in position.points[1:]]
    words = [
        points[k] | points[k + 1] << _POINT | points[k + 2] << 2 * _POINT for k in range(0, 24, 3)
    ]
    own = _waiting(position.bar, len(position.off))
    opp = _waiting(position.opp_bar.upper(), len(position.opp_off))
    for word, nibble in enumerate((*own, *reversed(opp))):
        words[word] |= nibble << _UPPER
    return _WORDS.pack(*words)


def decode(data: bytes) -> Position:
    """The position in SIZE bytes; anything else raises InvalidPosition."""
    if len(data) != SIZE:
        raise InvalidPosition(
            f"a packed Abak position has {SIZE} bytes, found {len(data)}",
            f"una posición empaquetada de Abak tiene {SIZE} bytes, no {len(data)}",
        )
    words = _WORDS.unpack(data)
    points = ("", *(_stack(words[k] >> _POINT * i) for k in range(8) for i in range(3)))
    nibbles = [word >> _UPPER for word in words]
    own, opp = nibbles[:4], nibbles[:3:-1]
    if (own[2] | opp[2]) & _UNUSED:
        raise InvalidPosition(
            "packed Abak position: unused bits are set",
            "posición empaquetada de Abak: hay bits sin uso que no son cero",
        )
    bar, opp_bar = _barred(own), _barred(opp).lower()
    everyone = "".join(points) + bar + opp_bar
    off, opp_off = _missing(everyone), _missing(everyone.swapcase()).lower()
    position = Position(points, bar, off, opp_bar, opp_off)
    _check(position)
    if (own[3], opp[3]) != (len(off), len(opp_off)):
        raise InvalidPosition(
            f"packed Abak position: {own[3]} and {opp[3]} borne off, "
            f"but {len(off)} and {len(opp_off)} are not in play",
            f"posición empaquetada de Abak: {own[3]} y {opp[3]} fichas fuera, "
            f"pero {len(off)} y {len(opp_off)} no están en juego",
        )
    return position


def encode_many(positions: Iterable[Position]) -> NDArray[np.uint8]:
    """The positions as rows of an array of shape (n, SIZE)."""
    import numpy as np  # noqa: PLC0415 (not needed for single positions)

    packed = bytearray().join(map(encode, positions))
    return np.frombuffer(packed, dtype=np.uint8).reshape(-1, SIZE)


def decode_many(boards: NDArray[np.uint8]) -> list[Position]:
    """The positions in the rows of an array of shape (n, SIZE)."""
    return [decode(row.tobytes()) for row in boards]


def _check(position: Position) -> None:
    if reasons := faults(position):
        raise InvalidPosition.because(reasons)


# A game meets few different stacks, and who packs positions packs many.
@lru_cache(maxsize=1 << 16)
def _bits(stack: str) -> int:
    return int(stack.translate(_DIGITS) or "0", 16)


def _stack(bits: int) -> str:
    """The letters of a point; what is no checker becomes a question mark."""
    bits &= (1 << _POINT) - 1
    return f"{bits:x}".translate(_LETTERS) if bits else ""


def _waiting(bar: str, off: int) -> list[int]:
    """The four upper nibbles of one side, whose barred checkers are given in upper case."""
    nibbles = [0, 0, 0, off]
    for letter in bar:
        word, bit = _BAR[letter]
        nibbles[word] += 1 << bit
    return nibbles


def _barred(nibbles: list[int]) -> str:
    """The sorted letters, in upper case, that `_waiting` put there."""
    return "".join(
        letter * (nibbles[word] >> bit & _BAR_LIMIT[letter])
        for letter, (word, bit) in sorted(_BAR.items())
    )


def _missing(everyone: str) -> str:
    """The sorted letters of the upper-case team that are not among `everyone`."""
    return "".join(sorted((Counter(TEAM) - Counter(everyone)).elements()))
