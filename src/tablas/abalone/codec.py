"""Abalone positions as the 16 bytes that the kernel reads, and back.

Two little-endian words of 64 bits, the player to move first: bits 0 to 60 are that side's marbles,
bits 61 to 63 how many it has lost. A step e, nw or ne adds 1, 13 or 14 to the number of a cell,
modulo 61, with e5 at 30; `cpp/abalone/cells.hpp` says why.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from tablas.abalone.board import CELLS, ROWS
from tablas.abalone.rules import Position, faults
from tablas.errors import InvalidPosition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZE: Final = 16
_SIDE: Final = SIZE // 2
_COUNT: Final = len(CELLS)

NUMBER: Final = {
    cell: (30 + 13 * (ROWS.index(cell[0]) - 4) + (int(cell[1]) - 5)) % _COUNT for cell in CELLS
}
"""The bit of each cell."""

_BITS: Final = {cell: 1 << number for cell, number in NUMBER.items()}


def encode(position: Position) -> bytes:
    """The position in SIZE bytes; an invalid one raises InvalidPosition.

    >>> encode(Position(frozenset({"c1", "c2"}), frozenset({"d1"}), own_lost=1)).hex()
    '03000000000000200020000000000000'
    """
    _check(position)
    return pack(position)


def pack(position: Position) -> bytes:
    """`encode` for a position that is known to be valid, such as one that `plays` gave."""
    own = _packed(position.own, position.own_lost)
    return own + _packed(position.opp, position.opp_lost)


def decode(data: bytes) -> Position:
    """The position in SIZE bytes; anything else raises InvalidPosition."""
    if len(data) != SIZE:
        raise InvalidPosition(
            f"a packed Abalone position has {SIZE} bytes, found {len(data)}",
            f"una posición empaquetada de Abalone tiene {SIZE} bytes, no {len(data)}",
        )
    own, own_lost = _unpacked(data[:_SIDE])
    opp, opp_lost = _unpacked(data[_SIDE:])
    position = Position(own, opp, own_lost, opp_lost)
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


def _packed(cells: frozenset[str], lost: int) -> bytes:
    return (sum(_BITS[cell] for cell in cells) | lost << _COUNT).to_bytes(_SIDE, "little")


def _unpacked(data: bytes) -> tuple[frozenset[str], int]:
    word = int.from_bytes(data, "little")
    return frozenset(cell for cell, bit in _BITS.items() if word & bit), word >> _COUNT
