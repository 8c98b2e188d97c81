"""The weights of a training run (the running mean) as a file of safetensors."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

from tablas.training.net import views
from tablas.training.tensors import Tensor


def save_weights(path: Path, flat: Tensor, sizes: Sequence[int]) -> None:
    """Writes layer0.weight (outputs, inputs), layer0.bias, layer1.weight, …"""
    save_tensors(
        path,
        {
            f"layer{index // 2}.{'bias' if index % 2 else 'weight'}": view
            for index, view in enumerate(views(flat, sizes))
        },
    )


def save_tensors(path: Path, tensors: Mapping[str, Tensor]) -> None:
    """Safetensors: the header's length in 8 bytes, a JSON header, little-endian float32 numbers."""
    header: dict[str, object] = {}
    rows, first = [], 0
    for name, tensor in tensors.items():
        data = tensor.detach().contiguous().numpy().astype("<f4").tobytes()
        header[name] = {
            "dtype": "F32",
            "shape": list(tensor.shape),
            "data_offsets": [first, first + len(data)],
        }
        rows.append(data)
        first += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(rows))
