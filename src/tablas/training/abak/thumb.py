"""A baseline made by hand: pips, points held, blots, held checkers, the bar and what is off."""

from __future__ import annotations

from collections.abc import Callable

from tablas.training.abak.features import KINDS, NIBBLES, SHAPE_UNITS, UNITS, AbakInputs
from tablas.training.tensors import Device, Tensor, torch

OFF = 2.0  # for the first one off; pips count the rest
BARRED = 33.0  # 25 pips and what it costs not to move
# For the mover's point p: a blot (which a far one risks less), a lone guard, a run of two, of
# three, one held, two held.
SHAPE = ((-1 / 3, -8.0), (0.0, 2.5), (0.0, 3.5), (0.0, -0.5), (0.0, 9.0), (0.0, 6.0))


def weights() -> Tensor:
    """What each input of the first two kinds is worth to the player to move."""
    worths = torch.zeros(KINDS[1])
    for point in range(1, 25):
        word, field = divmod(point - 1, 3)
        for depth in range(5):
            first = (16 * word + 5 * field + depth) * UNITS
            worths[first : first + 6] = -point
            worths[first + 6 : first + 12] = 25 - point
        first = NIBBLES + (point - 1) * SHAPE_UNITS
        for unit, (slope, level) in enumerate(SHAPE):
            worths[first + unit] = level + slope * (25 - point)
            worths[first + 6 + unit] = -(level + slope * point)
    for word, sign in ((0, -1), (1, -1), (2, -1), (7, 1), (6, 1), (5, 1)):
        worths[(16 * word + 15) * UNITS : (16 * word + 16) * UNITS] = sign * BARRED
    for word, sign in ((3, 1), (4, -1)):
        worths[(16 * word + 15) * UNITS : (16 * word + 16) * UNITS] = sign * OFF
    return worths / 1000


def worth(device: Device) -> Callable[[Tensor], Tensor]:
    expand = AbakInputs(device, torch.float32, KINDS[1])
    worths = weights().to(device)
    return lambda boards: torch.cat([expand(some) @ worths for some in boards.split(1 << 17)])
