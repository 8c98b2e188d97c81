"""A net of the package as one with a first layer of products, each unit multiplied by one.

    python -m tools.measure.nets.product_net abak build/abak-products.safetensors

It says the same to the bit and looks at as many positions, so what it costs more is what products
cost (`python -m bench.abak_engine --products`).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas.engine import weights
from tablas.engine.stored_nets import written

Tensors = dict[str, NDArray[Any]]


def as_products(tensors: Tensors, factor: float = 1) -> Tensors:
    """The net with the units of its first layer multiplied by 1, or by -1 twice over.

    >>> first = {"layer0.weight": np.ones((2, 3)), "layer0.bias": np.ones(2)}
    >>> made = as_products(first | {"layer1.weight": np.ones((6, 2))}, -1)
    >>> made["layer0.weight"].shape, made["layer0.bias"].tolist(), made["layer1.weight"][0].tolist()
    ((4, 3), [1.0, 1.0, -1.0, -1.0], [-1.0, -1.0])
    """
    gates, bias = tensors["layer0.weight"], tensors["layer0.bias"]
    return tensors | {
        "layer0.weight": np.concatenate([gates, np.zeros_like(gates)]),
        "layer0.bias": np.concatenate([bias, np.full_like(bias, factor)]),
        "layer1.weight": tensors["layer1.weight"] * gates.dtype.type(factor),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("net")
    parser.add_argument("file", type=Path)
    asked = parser.parse_args()
    made = as_products(weights.packaged(asked.net))
    asked.file.write_bytes(written(made))


if __name__ == "__main__":
    main()
