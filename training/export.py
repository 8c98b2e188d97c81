"""Writes a training run's weights (the running mean) as safetensors.

python training/export.py abak --plan … --folder … --net student --out abak.safetensors
"""

from __future__ import annotations

import argparse
import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from game import game
from net import views
from plan import Plan
from torch import Tensor


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("backgammon", "abak"))
    parser.add_argument("--plan", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--net", default="student", help="its name in the plan")
    parser.add_argument("--out", type=Path, required=True)
    told = parser.parse_args()
    played, plan = game(told.game), Plan.read(told.plan)
    state = torch.load(told.folder / f"{told.net}.pt", weights_only=True)
    save_weights(told.out, state["mean"], plan.sizes(played, told.net))


if __name__ == "__main__":
    main()
