"""The mean of several networks that were trained from the same weights: one network.

    python -m tablas.training.abalone.mean NEW.safetensors ONE.safetensors OTHER.safetensors …

Networks that went on from one another lie in one valley of the loss: the mean of their weights is
nearer to games that none of them has seen than each of them is, and as quick as one (Wortsman and
others, "Model soups", 2022). `--shares .33 .33 .34` weighs them; by default all count the same.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

from tablas.training.abalone.network import Network, load, save
from tablas.training.tensors import without_gradients


@without_gradients
def mean(networks: Sequence[Network], shares: Sequence[float]) -> Network:
    """A network whose every weight is the mean of theirs; it takes the place of the first."""
    made = networks[0]
    theirs = [dict(network.named_parameters()) for network in networks]
    for name, weights in made.named_parameters():
        parts = [share * one[name] for share, one in zip(shares, theirs, strict=True)]
        weights.copy_(sum(parts[1:], parts[0]))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("new", type=Path)
    parser.add_argument("networks", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="+", help="of each; together 1")
    asked = parser.parse_args()
    count = len(asked.networks)
    shares = asked.shares or [1 / count] * count
    if len(shares) != count or not math.isclose(sum(shares), 1):
        parser.error(f"--shares: expected {count} that make 1 together, got {shares}")
    save(mean([load(path) for path in asked.networks], shares), asked.new)


if __name__ == "__main__":
    main()
