"""How large a net is: its inputs, its hidden layers, and whether its first layer multiplies.

In a layer of products each unit is max(0, one sum) times another sum: the layer has twice the rows,
first those of the rectified sums. In trials it was worth a net of twice the width
(docs/notes/training.md); a plain net becomes one without a change of what it says (`widen`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tablas.training.game import CLASSES


@dataclass(frozen=True, slots=True)
class NetShape:
    """A net from `inputs` through hidden layers to the six chances, or to six for each roll."""

    inputs: int
    hidden: tuple[int, ...]
    products: bool = False
    outputs: int = CLASSES

    @property
    def layers(self) -> list[tuple[int, int]]:
        """Rows and columns of each layer's weights.

        >>> NetShape(1824, (512, 128)).layers
        [(512, 1824), (128, 512), (6, 128)]
        >>> NetShape(1824, (512, 128), products=True).layers
        [(1024, 1824), (128, 512), (6, 128)]
        """
        layers: list[tuple[int, int]] = []
        wide = self.inputs
        for units in (*self.hidden, self.outputs):
            twice = 2 if self.products and not layers else 1
            layers.append((units * twice, wide))
            wide = units
        return layers

    def __str__(self) -> str:
        """Sizes from the inputs to the outputs.

        >>> str(NetShape(1824, (512, 128), products=True))
        '1824-2x512-128-6'
        """
        sizes = [str(units) for units in (self.inputs, *self.hidden, self.outputs)]
        if self.products:
            sizes[1] = f"2x{sizes[1]}"
        return "-".join(sizes)

    @staticmethod
    def read(text: str) -> NetShape:
        """The shape that `str` writes.

        >>> NetShape.read('1824-2x512-128-6')
        NetShape(inputs=1824, hidden=(512, 128), products=True, outputs=6)
        """
        sizes = re.fullmatch(r"([1-9]\d*)-(2x)?((?:[1-9]\d*-)+)([1-9]\d*)", text)
        if not sizes:
            raise ValueError(f"{text!r}: expected sizes such as 1824-2x512-128-6")
        first, twice, hidden, last = sizes.groups()
        units = tuple(map(int, hidden.split("-")[:-1]))
        return NetShape(int(first), units, products=twice is not None, outputs=int(last))

    @staticmethod
    def of(layers: Sequence[tuple[int, ...]]) -> NetShape:
        """The shape of a net whose weights have these rows and columns.

        >>> NetShape.of([(1024, 1824), (128, 512), (6, 128)])
        NetShape(inputs=1824, hidden=(512, 128), products=True, outputs=6)
        """
        hidden = tuple(columns for _, columns in layers[1:])
        products = layers[0][0] == 2 * hidden[0]
        return NetShape(layers[0][1], hidden, products=products, outputs=layers[-1][0])
