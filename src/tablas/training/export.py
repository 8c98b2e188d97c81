"""The weights of a training run (the running mean) as a file of safetensors, and back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tablas.engine.stored_nets import written
from tablas.engine.weights import tensors
from tablas.training.net import views
from tablas.training.shape import NetShape
from tablas.training.tensors import Tensor, torch

READER: Final = "reader"  # what the layers of a reader of stacks are called in files


def save_weights(path: Path, flat: Tensor, shape: NetShape) -> None:
    """Writes layer0.weight (outputs, inputs), layer0.bias, layer1.weight, …, a reader's before."""
    reader = [f"{READER}{number}" for number in range(shape.reading)]
    layers = [f"layer{number}" for number in range(len(shape.layers) - shape.reading)]
    names = [f"{name}.{part}" for name in reader + layers for part in ("weight", "bias")]
    save_tensors(path, dict(zip(names, views(flat, shape), strict=True)))


def read_weights(path: Path) -> tuple[Tensor, NetShape]:
    """The numbers of a net in one row, as `save_weights` takes them, and its shape."""
    layers = tensors(path.read_bytes())
    rows = [layers[key] for key in sorted(layers, key=_layer_order)]
    flat = torch.cat([torch.from_numpy(row).float().flatten() for row in rows])
    weights = [row.shape for row in rows[::2]]
    reading = sum(key.startswith(READER) for key in layers) // 2
    return flat, NetShape.of(weights[reading:], weights[:reading])


def _layer_order(key: str) -> tuple[bool, str, bool]:
    """Weight before bias, layer by layer, those of a reader first."""
    layer, _, part = key.partition(".")
    return not layer.startswith(READER), layer, part == "bias"


def save_tensors(path: Path, named: Mapping[str, Tensor]) -> None:
    """Safetensors of float32 numbers."""
    numbers = {name: tensor.detach().numpy().astype("<f4") for name, tensor in named.items()}
    path.write_bytes(written(numbers))
