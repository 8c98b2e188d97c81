"""The network of `cpp/abalone/net.hpp` as it is trained, and as integers for the kernel.

    python -m tablas.training.abalone.network OLD.safetensors NEW.safetensors

writes a network that knows no hexagons (until 2026-11-19), or whose numbers are not multiplied
either (WIDTH of 32, until 2026-11-17), in today's form.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from tablas.engine.stored_nets import written
from tablas.engine.weights import tensors
from tablas.training.abalone.hexagons import hexagon_kinds, hexagon_values, same_from_all_sides
from tablas.training.abalone.lines import (
    CELLS,
    STATES_FROM,
    line_kinds,
    place_values,
    same_from_both_ends,
)
from tablas.training.tensors import Module, Tensor, functional, nn, torch, without_gradients

WIDTH = 64  # of the kernel; other widths are for trials
HIDDEN = 32
FIRST = 1016  # what 1 is in the first layer: 127, and three bits below
SUM = 127 * 4096  # what 1 is as a sum of the hidden layer
SECOND = SUM / (FIRST * FIRST / 1024)  # what 1 is among its weights: products lose ten bits
MOST = 1023  # of its weights
STEP = 100.0  # hundredths of a marble to a unit of the last layer


class Network(Module):  # type: ignore[misc]
    """Two views of the board through one first layer, products, a hidden layer, a sum."""

    def __init__(self, seed: int, *, plain: bool = False, width: int = WIDTH) -> None:
        super().__init__()
        self.width = width
        self.plain = plain  # lines add to the last of the sums only
        rng = torch.Generator().manual_seed(seed)
        values, base = place_values()
        self.register_buffer("values", values)
        self.register_buffer("base", base)
        self.register_buffer("same", same_from_both_ends())
        hexagon_places, hexagon_base = hexagon_values()
        self.register_buffer("hexagon_places", hexagon_places)
        self.register_buffer("hexagon_base", hexagon_base)
        self.register_buffer("same_hexagons", same_from_all_sides())

        def drawn(*shape: int, spread: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*shape, generator=rng) * spread)

        self.patterns = drawn(STATES_FROM[-1], width, spread=0.02)
        self.hexagons = nn.Parameter(torch.zeros(len(self.same_hexagons), width))
        self.cells = drawn(2 * CELLS, width, spread=0.15)
        self.lost = nn.Parameter(torch.zeros(16, width))
        self.bias = nn.Parameter(torch.full((width,), 0.3))
        self.hidden = drawn(HIDDEN, width, spread=0.3)
        self.hidden_bias = nn.Parameter(torch.full((HIDDEN,), 0.1))
        self.out = drawn(HIDDEN, spread=0.05)
        self.out_bias = nn.Parameter(torch.zeros(1))
        with torch.no_grad():  # the number that is added as it is begins as nothing
            self.patterns[:, -1] = 0
            self.cells[:, -1] = 0
            self.bias[-1] = 0

    def view(self, mine: Tensor, theirs: Tensor, lost: Tensor, other_lost: Tensor) -> Tensor:
        """The sums of the first layer as one side sees the board; marbles as zeros and ones."""
        # Products of 9 digits are below 2^15: exact in float32, also as TF32 has them (1 or 2
        # times a power of three would not be), so this is done without TF32.
        marbles = mine + 2 * theirs
        states = (marbles @ self.values).round().long() + self.base
        sums = functional.embedding_bag(self.same[states], self.read(), mode="sum")
        states = (marbles @ self.hexagon_places).round().long() + self.hexagon_base
        seen = self.same_hexagons[states]
        sums = sums + functional.embedding_bag(seen, self.hexagons, mode="sum")
        sums = sums + torch.cat([mine, theirs], dim=1) @ self.cells
        return sums + self.lost[lost] + self.lost[8 + other_lost] + self.bias

    def read(self) -> Tensor:
        """The tables of the lines."""
        if not self.plain:
            return self.patterns
        return functional.pad(self.patterns[:, -1:], (self.width - 1, 0))

    def forward(self, own: Tensor, opp: Tensor, own_lost: Tensor, opp_lost: Tensor) -> Tensor:
        """What is added to the hand-made score, in hundredths of a marble."""
        mine = self.view(own, opp, own_lost, opp_lost)
        theirs = self.view(opp, own, opp_lost, own_lost)
        inputs = torch.cat([self.activated(mine), self.activated(theirs)], dim=1)
        plain = 127 * (mine[:, -1] - theirs[:, -1])
        return STEP * (self.behind(inputs) @ self.out + self.out_bias) + plain

    def activated(self, sums: Tensor) -> Tensor:
        """What the hidden layer reads of one side's numbers."""
        return multiplied(sums)

    def behind(self, inputs: Tensor) -> Tensor:
        """The hidden layer."""
        return (inputs @ self.hidden.T + self.hidden_bias).clamp(0, 1)

    @without_gradients
    def keep_in_range(self) -> None:
        """The hidden weights must be small enough for sums of 32 bits."""
        most = MOST / SECOND
        self.hidden.clamp_(-most, most)

    @without_gradients
    def integers(self) -> dict[str, np.ndarray]:
        """The weights as the kernel reads them."""

        def whole(tensor: Tensor, scale: float, kind: str) -> np.ndarray:
            numbers = (tensor.detach().cpu().double() * scale).round().numpy()
            limits = np.iinfo(kind)
            if numbers.min() < limits.min or numbers.max() > limits.max:
                raise ValueError(f"weights from {numbers.min()} to {numbers.max()} as {kind}")
            return np.asarray(numbers.astype(kind))

        return {
            "patterns": whole(self.read()[line_kinds()], FIRST, "<i2"),
            "hexagons": whole(self.hexagons[hexagon_kinds()], FIRST, "<i2"),
            "cells": whole(self.cells, FIRST, "<i2"),
            "lost": whole(self.lost, FIRST, "<i2"),
            "bias": whole(self.bias, FIRST, "<i2"),
            "hidden": whole(self.hidden, SECOND, "<i2"),
            "hidden_bias": whole(self.hidden_bias, SUM, "<i4"),
            "out": whole(self.out, STEP * 64, "<i2"),
            "out_bias": whole(self.out_bias, STEP * 127 * 64, "<i4"),
        }


def multiplied(sums: Tensor) -> Tensor:
    """The first half of the numbers times the second one, clipped."""
    one, other = sums.clamp(0, 1).chunk(2, dim=1)
    return one * other


def save(network: Network, path: Path) -> None:
    """Write the integers as safetensors."""
    path.write_bytes(written(network.integers()))


@without_gradients
def load(path: Path) -> Network:
    """The network of a file that `save` wrote, as numbers again."""
    scales = {
        "patterns": FIRST, "hexagons": FIRST, "cells": FIRST, "lost": FIRST, "bias": FIRST,
        "hidden": SECOND, "hidden_bias": SUM, "out": STEP * 64, "out_bias": STEP * 127 * 64,
    }  # fmt: skip
    arrays = tensors(path.read_bytes())
    if arrays["hidden"].shape[1] != arrays["bias"].size:
        arrays = multiplied_by_one(arrays)
    network = Network(0, width=arrays["bias"].size)
    for name, numbers in arrays.items():
        weights = torch.from_numpy(numbers.astype(np.float32)) / scales[name]
        if name == "patterns":
            network.patterns[line_kinds()] = weights
        elif name == "hexagons":
            network.hexagons[hexagon_kinds()] = weights
        else:
            getattr(network, name).copy_(weights)
    return network


def multiplied_by_one(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """A network of the older form: its numbers get one as their other factor.

    It had a row for each state of a line, and its hidden layer was coarser.
    """
    rows = {"patterns": arrays["patterns"][line_kinds().numpy()]}
    rows |= {name: arrays[name] for name in ("cells", "lost")}
    width = arrays["bias"].size
    return {
        **arrays,
        **{name: np.pad(table, ((0, 0), (width, 0))) for name, table in rows.items()},
        "bias": np.concatenate([np.full_like(arrays["bias"], FIRST), arrays["bias"]]),
        "hidden": arrays["hidden"] * (SECOND / 64),
        "hidden_bias": arrays["hidden_bias"] * (SUM / (127 * 64)),
    }


if __name__ == "__main__":
    save(load(Path(sys.argv[1])), Path(sys.argv[2]))
