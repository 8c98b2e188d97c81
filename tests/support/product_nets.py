"""Nets with a first layer of products, and what a net of any shape says, in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

CLASSES = 6
ACTIVE = 60  # about so many inputs of a board are not zero

Tensors = dict[str, NDArray[np.float32]]


def product_tensors(inputs: int, hidden: tuple[int, ...] = (64, 32), seed: int = 1) -> Tensors:
    """Random weights; the first layer has gates and then as many values as there are gates."""
    rng = np.random.default_rng(seed)
    made: Tensors = {}
    for i, units in enumerate((*hidden, CLASSES)):
        rows = 2 * units if i == 0 else units
        size = 1 / np.sqrt(inputs if i else ACTIVE)
        made[f"layer{i}.weight"] = rng.normal(0, size, (rows, inputs)).astype(np.float32)
        made[f"layer{i}.bias"] = rng.normal(0, 0.1, rows).astype(np.float32)
        inputs = units
    return made


def gates_alone(tensors: Tensors) -> Tensors:
    """A net of products without what its units are multiplied by: a plain net; that one stays."""
    units = tensors["layer1.weight"].shape[1]
    first = {name: tensors[name][:units] for name in ("layer0.weight", "layer0.bias")}
    return tensors | first


def logits(tensors: dict[str, NDArray[Any]], rows: NDArray[Any]) -> NDArray[np.float64]:
    """What the layers make of rows of inputs, as plain sums in double precision."""
    layers = len(tensors) // 2
    for i in range(layers):
        rows = rows @ tensors[f"layer{i}.weight"].astype(float).T + tensors[f"layer{i}.bias"]
        if i + 1 < layers:
            rows = _activated(rows, tensors[f"layer{i + 1}.weight"].shape[1])
    return rows


def _activated(sums: NDArray[np.float64], units: int) -> NDArray[np.float64]:
    gates = np.maximum(sums[:, :units], 0)
    return gates if sums.shape[1] == units else gates * sums[:, units:]
