"""How large a net is: its inputs, its hidden layers, and whether its first layer multiplies.

In a layer of products each unit is max(0, one sum) times another sum: the layer has twice the rows,
first those of the rectified sums. In trials it was worth a net of twice the width
(docs/notes/training.md); a plain net becomes one without a change of what it says (`widen`).

A net may have a reader of stacks before its first layer: one small net that reads each of the 24
points, so that what a stack means is learnt once and not on every point. Its channels take the
place of the points' inputs. Such a net learns sooner; only training has it, as a teacher.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tablas.training.game import CLASSES, POINTS_OF_BOARD


@dataclass(frozen=True, slots=True)
class NetShape:
    """A net from `inputs` through hidden layers to the six chances, or to six for each roll."""

    inputs: int
    hidden: tuple[int, ...]
    products: bool = False
    outputs: int = CLASSES
    reader: tuple[int, ...] = ()  # from the inputs of a point to its channels; () = none

    @property
    def layers(self) -> list[tuple[int, int]]:
        """Rows and columns of each layer's weights, the reader's first.

        >>> NetShape(1824, (512, 128)).layers
        [(512, 1824), (128, 512), (6, 128)]
        >>> NetShape(1824, (512, 128), products=True).layers
        [(1024, 1824), (128, 512), (6, 128)]
        >>> NetShape(1824, (512, 128), reader=(72, 96, 64)).layers
        [(96, 72), (64, 96), (512, 1632), (128, 512), (6, 128)]
        """
        layers = [(units, wide) for wide, units in pairwise(self.reader)]
        wide, twice = self.entering, 2 if self.products else 1
        for units in (*self.hidden, self.outputs):
            layers.append((units * twice, wide))
            wide, twice = units, 1
        return layers

    @property
    def entering(self) -> int:
        """How many numbers the first layer reads: the inputs, or channels in the points' place."""
        if not self.reader:
            return self.inputs
        return self.inputs + POINTS_OF_BOARD * (self.reader[-1] - self.reader[0])

    @property
    def reading(self) -> int:
        """How many layers the reader has."""
        return max(0, len(self.reader) - 1)

    def __str__(self) -> str:
        """Sizes from the inputs to the outputs.

        >>> str(NetShape(1824, (512, 128), products=True))
        '1824-2x512-128-6'
        >>> str(NetShape(1824, (512, 128), reader=(72, 96, 64)))
        '1824(72-96-64)-512-128-6'
        """
        sizes = [str(units) for units in (self.inputs, *self.hidden, self.outputs)]
        if self.products:
            sizes[1] = f"2x{sizes[1]}"
        if self.reader:
            sizes[0] += f"({'-'.join(map(str, self.reader))})"
        return "-".join(sizes)

    @staticmethod
    def read(text: str) -> NetShape:
        """The shape that `str` writes.

        >>> NetShape.read('1824-2x512-128-6')
        NetShape(inputs=1824, hidden=(512, 128), products=True, outputs=6, reader=())
        """
        one = r"[1-9]\d*"
        several = rf"(?:{one}-)+"
        reader = rf"(?:\(({several}{one})\))?"
        sizes = re.fullmatch(rf"({one}){reader}-(2x)?({several})({one})", text)
        if not sizes:
            raise ValueError(f"{text!r}: expected sizes such as 1824-2x512-128-6")
        first, read, twice, hidden, last = sizes.groups()
        units = tuple(map(int, hidden.split("-")[:-1]))
        channels = tuple(map(int, read.split("-"))) if read else ()
        return NetShape(int(first), units, twice is not None, int(last), channels)

    @staticmethod
    def of(layers: Sequence[tuple[int, ...]], reader: Sequence[tuple[int, ...]] = ()) -> NetShape:
        """The shape of a net whose weights have these rows and columns.

        >>> NetShape.of([(1024, 1824), (128, 512), (6, 128)])
        NetShape(inputs=1824, hidden=(512, 128), products=True, outputs=6, reader=())
        >>> NetShape.of([(512, 1632), (128, 512), (6, 128)], [(96, 72), (64, 96)]).reader
        (72, 96, 64)
        """
        hidden = tuple(columns for _, columns in layers[1:])
        products = layers[0][0] == 2 * hidden[0]
        sizes: tuple[int, ...] = ()
        inputs = layers[0][1]
        if reader:
            sizes = (reader[0][1], *(rows for rows, _ in reader))
            inputs -= POINTS_OF_BOARD * (sizes[-1] - sizes[0])
        return NetShape(inputs, hidden, products, layers[-1][0], sizes)
