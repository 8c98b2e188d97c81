"""Writes the SHA-256 and the shapes of every net into src/tablas/engine/weights/manifest.json."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tablas.engine.weights import tensors

FOLDER = Path(__file__).resolve().parent.parent.parent / "src" / "tablas" / "engine" / "weights"


def entry(data: bytes) -> dict[str, object]:
    """What the manifest says about one file."""
    shapes = {name: list(tensor.shape) for name, tensor in tensors(data).items()}
    return {"sha256": hashlib.sha256(data).hexdigest(), "shapes": shapes}


if __name__ == "__main__":
    nets = {path.stem: entry(path.read_bytes()) for path in sorted(FOLDER.glob("*.safetensors"))}
    text = json.dumps(nets, indent=2, sort_keys=True) + "\n"
    (FOLDER / "manifest.json").write_text(text, encoding="utf-8")
    print(f"{len(nets)} nets: {', '.join(nets)}")
