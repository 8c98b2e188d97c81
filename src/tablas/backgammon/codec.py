"""Backgammon positions as the 32 bytes that the kernel reads, and back.

Two little-endian numbers of 128 bits, the player to move first. Each holds one side's checkers
from its own side, a nibble a place: place i (0 borne off, 1 to 24 the points, 25 the bar) in bits
4i to 4i+3. The six nibbles above are zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from tablas.backgammon.rules import Position, faults
from tablas.errors import InvalidPosition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZE: Final = 32
_SIDE: Final = SIZE // 2
_PLACES: Final = 26


def encode(position: Position) -> bytes:
    """The position in SIZE bytes; an invalid one raises InvalidPosition.

    >>> from tablas.backgammon.rules import start
    >>> encode(start())[:13].hex()
    '00000005030050000000000002'
    """
    _check(position)
    return pack(position)


def pack(position: Position) -> bytes:
    """`encode` for a position that is known to be valid, such as one that `plays` gave."""
    return _packed(position.own) + _packed(position.opp)


def decode(data: bytes) -> Position:
    """The position in SIZE bytes; anything else raises InvalidPosition."""
    if len(data) != SIZE:
        raise InvalidPosition(
            f"a packed backgammon position has {SIZE} bytes, found {len(data)}",
            f"una posición empaquetada de backgammon tiene {SIZE} bytes, no {len(data)}",
        )
    position = Position(_unpacked(data[:_SIDE]), _unpacked(data[_SIDE:]))
    _check(position)
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


def _packed(side: tuple[int, ...]) -> bytes:
    bits = 0
    for count in reversed(side):
        bits = bits << 4 | count
    return bits.to_bytes(_SIDE, "little")


def _unpacked(data: bytes) -> tuple[int, ...]:
    bits = int.from_bytes(data, "little")
    if bits >> 4 * _PLACES:
        raise InvalidPosition(
            f"packed backgammon position: bits beyond the bar in {data.hex()}",
            f"posición empaquetada de backgammon: hay bits más allá de la barra en {data.hex()}",
        )
    return tuple(bits >> 4 * place & 15 for place in range(_PLACES))
