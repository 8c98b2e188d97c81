"""Nets for Abak whose weights are shared by the points: what a stack means is learnt once.

The nets of the package have an input of their own for each checker at each place of each point, so
a rare stack is learnt on every point anew. Here one small net reads the stack of any point, and
what it makes of all 24, the bars and the trays is put together

- `mixer:CHANNELS,BLOCKS,HEAD`: by blocks that mix the points, then the channels (Tolstikhin and
  others, "MLP-Mixer", 2021), and a layer over everything;
- `stacks:UNITS,UNITS,…`: by a layer of products over everything and plain ones behind it.

`AddedStacks` gives such a reader to a net that has been trained: what it makes of the stacks is
added to the sums of the first layer, and is nothing at first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tablas.training.abak.features import (
    BYTES,
    KINDS,
    POINTS,
    STACK_INPUTS,
    UNITS,
    inputs_by_point,
)
from tablas.training.game import CLASSES, GameRecipe
from tablas.training.game import POINTS as POINTS_WON
from tablas.training.net import Learner, views
from tablas.training.shape import NetShape
from tablas.training.tensors import Device, Tensor, functional, torch, without_gradients

APART = BYTES // 8 * UNITS  # inputs for the bars and trays of both sides
READ = 96  # hidden units of the net that reads a stack
MIXED = 64  # hidden units that mix the points
TOKENS = POINTS + 2  # the points, and two for bars and trays
LAST = 0.01  # size of the last layer: all chances alike at first
BRANCH = 0.2  # of what a block adds at first


@dataclass(frozen=True, slots=True)
class Part:
    """A matrix or a row of biases, and the spread of its numbers at first."""

    shape: tuple[int, ...]
    spread: float


def dense(units: int, wide: int, spread: float | None = None) -> list[Part]:
    """A layer: its weights, of He's size if nothing is said, and its biases."""
    spread = math.sqrt(2 / wide) if spread is None else spread
    return [Part((units, wide), spread), Part((units,), 0.0)]


class PointNet(Learner):
    """A learner whose numbers are laid out by `parts()` and read by `read()`."""

    def __init__(
        self, game: GameRecipe, kind: str, sizes: tuple[int, ...], seed: int, device: Device,
        batch: int,
    ) -> None:  # fmt: skip
        self.kind, self.sizes = kind, sizes
        super().__init__(game, NetShape(KINDS[1], ()), seed, device, 1)
        parts = self.parts()
        generator = torch.Generator().manual_seed(seed)
        rows = [torch.randn(math.prod(p.shape), generator=generator) * p.spread for p in parts]
        self.flat = torch.cat(rows).to(device)
        self.mean = self.flat.clone()
        self.first, self.second = torch.zeros_like(self.flat), torch.zeros_like(self.flat)
        self.layers, at = [], 0
        for part in parts:
            count = math.prod(part.shape)
            self.layers.append(self.flat[at : at + count].view(part.shape).requires_grad_())
            at += count
        self.prepare(batch)

    def parts(self) -> list[Part]:
        channels = self.sizes[0] if self.kind == "mixer" else READ
        # About seven inputs of a stack are on where there is one.
        rows = dense(READ, STACK_INPUTS, math.sqrt(2 / 4)) + dense(channels, READ)
        rows += [Part((POINTS, channels), 0.3), *dense(2 * channels, APART, 0.3)]
        if self.kind == "mixer":
            _, blocks, head = self.sizes
            for _ in range(blocks):
                rows += dense(MIXED, TOKENS) + dense(TOKENS, MIXED, BRANCH / math.sqrt(MIXED))
                rows += dense(2 * channels, channels)
                rows += dense(channels, 2 * channels, BRANCH / math.sqrt(2 * channels))
            rows += dense(2 * head, TOKENS * channels) + dense(128, head)
            return rows + dense(CLASSES, 128, LAST)
        wide = TOKENS * channels
        for index, units in enumerate(self.sizes):
            rows += dense(units * (1 if index else 2), wide)
            wide = units
        return rows + dense(CLASSES, wide, LAST)

    def logits(self, boards: Tensor) -> Tensor:
        if len(self.layers) == 2:  # while the layers are being laid out
            return super().logits(boards)
        return self.game.forbid(self._read(self.expand(boards), Layers(self.layers)), boards)

    def _read(self, row: Tensor, layers: Layers) -> Tensor:
        count = len(row)
        stacks, apart = inputs_by_point(row)
        stacks = layers.linear(stacks).relu()
        stacks = layers.linear(stacks) + layers.next()
        tokens = torch.cat([stacks, layers.linear(apart).view(count, 2, -1)], dim=1)
        if self.kind == "mixer":
            for _ in range(self.sizes[1]):
                mixed = layers.linear(tokens.transpose(1, 2)).relu()
                tokens = tokens + layers.linear(mixed).transpose(1, 2)
                wide = layers.linear(tokens).relu()
                tokens = tokens + layers.linear(wide)
        row = (tokens if self.kind == "mixer" else tokens.relu()).reshape(count, -1)
        gate, value = layers.linear(row).chunk(2, dim=1)
        row = gate.relu() * value
        while layers.left > 2:
            row = layers.linear(row).relu()
        return layers.linear(row)


class AddedStacks(Learner):
    """A net of products, with what a reader of stacks adds to its sums; nothing at first."""

    def __init__(
        self, game: GameRecipe, flat: Tensor, shape: NetShape, channels: int, seed: int,
        device: Device, batch: int,
    ) -> None:  # fmt: skip
        self.added: list[Tensor] = []
        super().__init__(game, shape, seed, device, 1)
        sums = shape.layers[0][0]
        parts = dense(READ, STACK_INPUTS, math.sqrt(2 / 4)) + dense(channels, READ)
        parts.append(Part((sums, POINTS * channels), 0.0))
        generator = torch.Generator().manual_seed(seed)
        rows = [torch.randn(math.prod(p.shape), generator=generator) * p.spread for p in parts]
        self.flat = torch.cat([flat.cpu(), *rows]).to(device)
        self.mean = self.flat.clone()
        self.first, self.second = torch.zeros_like(self.flat), torch.zeros_like(self.flat)
        self.layers = [view.requires_grad_() for view in views(self.flat[: len(flat)], shape)]
        at = len(flat)
        for part in parts:
            count = math.prod(part.shape)
            self.added.append(self.flat[at : at + count].view(part.shape).requires_grad_())
            at += count
        self.own = len(self.layers)
        self.layers += self.added
        self.prepare(batch)

    def logits(self, boards: Tensor) -> Tensor:
        if not self.added:  # while the layers are being laid out
            return super().logits(boards)
        row = self.expand(boards)
        stacks, _ = inputs_by_point(row)
        read = Layers(self.added)
        stacks = read.linear(read.linear(stacks).relu()).relu()
        layers = Layers(self.layers[: self.own])
        sums = layers.linear(row) + functional.linear(stacks.flatten(1), read.next())
        gate, value = sums.chunk(2, dim=1)
        row = gate.relu() * value
        while layers.left > 2:
            row = layers.linear(row).relu()
        return self.game.forbid(layers.linear(row), boards)


class Opinion:
    """The running mean of a learner's weights as a judge."""

    def __init__(self, learner: Learner) -> None:
        self.learner, self.points = learner, torch.tensor(POINTS_WON, device=learner.device)

    @without_gradients
    def chances(self, boards: Tensor) -> Tensor:
        learner = self.learner
        kept = learner.flat.clone()
        with torch.no_grad():
            learner.flat.copy_(learner.mean)
            parts = [learner.logits(part).softmax(dim=1) for part in torch.split(boards, 1 << 17)]
            learner.flat.copy_(kept)
        return learner.game.settle(torch.cat(parts), boards)

    def equities(self, chances: Tensor) -> Tensor:
        return chances @ self.points


class Layers:
    """The layers of a net, taken one after the other."""

    def __init__(self, layers: Sequence[Tensor]) -> None:
        self.layers, self.at = layers, 0

    @property
    def left(self) -> int:
        return len(self.layers) - self.at

    def next(self) -> Tensor:
        self.at += 1
        return self.layers[self.at - 1]

    def linear(self, row: Tensor) -> Tensor:
        weight = self.next()
        return functional.linear(row, weight, self.next())
