"""Other networks for Abalone on the same positions: numbers clipped, squared or in pairs, wider.

    python -m research.abalone.other_networks clipped:32 squares:32 pairs:64 pairs:64,32 \\
        --shards runs/pairs --epochs 3

KIND:WIDTH is what the hidden layer reads of how many numbers a side; `,32` behind it is a second
hidden layer. Each network begins with random weights, learns the scores of the search alone, and
tells its loss on held-out games after every epoch. The kernel has `pairs:64` only: what another one
learns is kept as floats. What the trials of 2026-11-17 said is in docs/notes/training.md.
Needs PyTorch; a GPU in practice.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from pathlib import Path
from typing import Final

import numpy as np

from tablas.errors import NotationError
from tablas.training.abalone.network import HIDDEN, Network, multiplied
from tablas.training.abalone.samples import Samples
from tablas.training.abalone.train import AbalonePlan, AbaloneRun, Variant
from tablas.training.tensors import Device, Tensor, device_called, nn, torch, without_gradients

SEED: Final = 20261141
UNIT: Final = 120.0
KINDS: Final = {"clipped": 2, "squares": 2, "pairs": 1}
"""Inputs of the hidden layer for each number of a side."""


class OtherNetwork(Network):
    """The network with another reading of its numbers, or a second hidden layer."""

    def __init__(self, seed: int, kind: str, width: int, second: int) -> None:
        super().__init__(seed, width=width)
        self.kind = kind
        rng = torch.Generator().manual_seed(seed + 5)

        def drawn(*shape: int, spread: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*shape, generator=rng) * spread)

        spread = 0.3 if kind == "pairs" else 0.2  # products are smaller than their factors
        self.hidden = drawn(HIDDEN, KINDS[kind] * width, spread=spread)
        self.second = drawn(second, HIDDEN, spread=0.25) if second else None
        self.second_bias = nn.Parameter(torch.full((second,), 0.1))
        self.out = drawn(second or HIDDEN, spread=0.05)

    def activated(self, sums: Tensor) -> Tensor:
        if self.kind == "pairs":
            return multiplied(sums)
        clipped = sums.clamp(0, 1)
        return clipped if self.kind == "clipped" else clipped.square()

    def behind(self, inputs: Tensor) -> Tensor:
        hidden = super().behind(inputs)
        if self.second is None:
            return hidden
        return (hidden @ self.second.T + self.second_bias).clamp(0, 1)

    @without_gradients
    def integers(self) -> dict[str, np.ndarray]:
        """Floats: no kernel reads them."""
        return {name: weights.detach().cpu().numpy() for name, weights in self.named_parameters()}


def network_called(name: str, seed: int = SEED) -> OtherNetwork:
    """The network that `KIND:WIDTH` or `KIND:WIDTH,SECOND` means."""
    parts = re.fullmatch(r"(\w+):(\d+)(?:,(\d+))?", name)
    if not parts or parts[1] not in KINDS or int(parts[2]) % 2 or not int(parts[2]):
        kinds = ", ".join(KINDS)
        raise NotationError(
            f"network {name!r}: expected KIND:WIDTH with an even width; kinds: {kinds}",
            f"red {name!r}: se esperaba CLASE:ANCHO con un ancho par; clases: {kinds}",
        )
    return OtherNetwork(seed, parts[1], int(parts[2]), int(parts[3] or 0))


class NetworkTrial(AbaloneRun):
    """The training of one network."""

    def __init__(self, name: str, plan: AbalonePlan, folder: Path, device: Device) -> None:
        super().__init__(
            plan, folder, None, device=device, threads=1, seconds=[0], epochs=None,
            progress=math.inf,
        )  # fmt: skip
        self.name = name

    def begun(self, number: int, plan: Variant) -> Network:  # noqa: ARG002 (the name says it all)
        return network_called(self.name, self.plan.seed + number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("networks", nargs="+", metavar="KIND:WIDTH[,SECOND]")
    parser.add_argument("--shards", type=Path, nargs="+", required=True, help="folders of a run")
    parser.add_argument("--folder", type=Path, default=Path("runs/other-networks"))
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, nargs=2, default=(0.002, 1e-5))
    parser.add_argument("--device", help="cpu or cuda; by default a GPU where there is one")
    asked = parser.parse_args()
    variant = Variant(asked.epochs, 8192, tuple(asked.rate), decay=0.5)
    plan = AbalonePlan(
        seed=SEED, trust=1.0, match_pairs=0, match_nodes=0, variants=(variant,), rounds=(),
        scored_only=True, unit=UNIT,
    )  # fmt: skip
    for name in asked.networks:
        network_called(name)
    device = device_called(asked.device)
    torch.backends.cuda.matmul.allow_tf32 = False
    paths = sorted(path for folder in asked.shards for path in folder.glob("*.bin"))
    learned, held = (
        Samples(paths, device, held_out=part, scored_only=True) for part in (False, True)
    )
    for name in asked.networks:
        trial = NetworkTrial(name, plan, asked.folder / re.sub(r"\W", "-", name), device)
        for facts in trial.train(0, 0, learned, held):
            print(json.dumps({"network": name, **facts}), flush=True)


if __name__ == "__main__":
    main()
