"""The weights of a training run (the running mean) as a file of safetensors, and back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tablas.engine.stored_nets import written
from tablas.engine.weights import tensors
from tablas.training.net import views
from tablas.training.shape import NetShape
from tablas.training.tensors import Tensor, torch


def save_weights(path: Path, flat: Tensor, shape: NetShape) -> None:
    """Writes layer0.weight (outputs, inputs), layer0.bias, layer1.weight, …"""
    save_tensors(
        path,
        {
            f"layer{index // 2}.{'bias' if index % 2 else 'weight'}": view
            for index, view in enumerate(views(flat, shape))
        },
    )


def read_weights(path: Path) -> tuple[Tensor, NetShape]:
    """The numbers of a net in one row, as `save_weights` takes them, and its shape."""
    layers = tensors(path.read_bytes())
    rows = [layers[key] for key in sorted(layers, key=_layer_order)]
    flat = torch.cat([torch.from_numpy(row).float().flatten() for row in rows])
    return flat, NetShape.of([row.shape for row in rows[::2]])


def _layer_order(key: str) -> tuple[str, bool]:
    """Weight before bias, layer by layer."""
    layer, _, part = key.partition(".")
    return layer, part == "bias"


def save_tensors(path: Path, named: Mapping[str, Tensor]) -> None:
    """Safetensors of float32 numbers."""
    numbers = {name: tensor.detach().numpy().astype("<f4") for name, tensor in named.items()}
    path.write_bytes(written(numbers))
