"""Packed boards into the inputs of the net, and what the rules say for certain.

A board is the 32 bytes of `tablas.backgammon.codec`: two sides of 26 places, a nibble each. Every
place becomes UNITS inputs that depend on nothing but its count, so that the first layer of the
net is a sum of one row for each place and count; `cpp/backgammon/features.cpp` holds the same
table. Input (side * 26 + place) * UNITS + unit, the side to move first.
"""

from __future__ import annotations

from tablas.training.tensors import Device, DType, Tensor, functional, torch

PLACES = 26
UNITS = 6
INPUTS = 2 * PLACES * UNITS
BYTES = 13  # a side's 26 nibbles; three more bytes of each side are empty


def units(place: int, count: int) -> tuple[float, ...]:
    """What the net sees of `count` checkers at a place (0 borne off, 25 the bar)."""
    if place == 0:
        fives = (min(max(count - low, 0), 5) / 5 for low in (0, 5, 10))
        return (float(count >= 1), *fives, float(count >= 12), float(count >= 14))
    if place == 25:
        return (*(float(count >= least) for least in (1, 2, 3, 4)), count / 4, 0.0)
    stack = (float(count >= least) for least in (2, 3, 4, 5))
    return (float(count == 1), *stack, max(count - 5, 0) / 3)


def byte_table() -> Tensor:
    """The inputs for each of the 2 * 13 bytes that hold places and each of their 256 values."""
    side = [
        units(2 * byte, value & 15) + units(2 * byte + 1, value >> 4)
        for byte in range(BYTES)
        for value in range(256)
    ]
    return torch.tensor(side + side)


class BackgammonInputs:
    """Turns boards into inputs on one device, by one table look-up a byte."""

    def __init__(self, device: Device, dtype: DType, inputs: int = INPUTS) -> None:
        assert inputs == INPUTS
        self.table = byte_table().to(device, dtype)
        offsets = torch.arange(2 * BYTES, dtype=torch.int32, device=device) * 256
        self.offsets = offsets.view(1, 2, BYTES)

    def __call__(self, boards: Tensor) -> Tensor:
        places = boards.view(-1, 2, 16)[:, :, :BYTES]
        rows = torch.add(self.offsets, places)
        return functional.embedding(rows, self.table).view(-1, INPUTS)


def lost_points(boards: Tensor) -> Tensor:
    """What the player to move has lost, if the other side has borne everything off."""
    off = (boards[:, 0] & 15) > 0
    # Places 19 to 25: the winner's home and the bar.
    back = (boards[:, 9] >> 4 | boards[:, 10] | boards[:, 11] | boards[:, 12]) > 0
    return torch.where(off, 1, torch.where(back, 3, 2))
