"""The net, its optimiser, and the quick copy of it that plays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tablas.training.game import CLASSES, POINTS, GameRecipe
from tablas.training.shape import NetShape
from tablas.training.tensors import Device, Tensor, functional, torch, without_gradients

CHUNK = 1 << 18  # boards evaluated at a time: bounds the memory of the activations
CHUNK_THERE = 1 << 20  # the same on a GPU
BETAS = (0.9, 0.999)
EPSILON = 1e-8
ACTIVE_OF_STACK = 4  # inputs of a point that are not zero at a time, about


def views(flat: Tensor, shape: NetShape) -> list[Tensor]:
    """Weight and bias of each layer of a net whose numbers lie in one row."""
    layers, first = [], 0
    for rows, columns in shape.layers:
        for part in ((rows, columns), (rows,)):
            last = first + math.prod(part)
            layers.append(flat[first:last].view(part))
            first = last
    return layers


def fresh(shape: NetShape, active: int, seed: int) -> Tensor:
    """Random weights of He's size, biases zero, and a last layer near zero: all chances alike.

    Of the inputs, about `active` are not zero at a time; of those of one stack, a few.
    """
    generator = torch.Generator().manual_seed(seed)
    parts = []
    last = len(shape.layers) - 1
    for number, (rows, columns) in enumerate(shape.layers):
        size = 0.01 if number == last else math.sqrt(2 / columns)
        if number == 0:
            size = math.sqrt(2 / (ACTIVE_OF_STACK if shape.reader else active))
        parts.append(torch.randn(rows * columns, generator=generator) * size)
        parts.append(torch.zeros(rows))
    return torch.cat(parts)


class Learner:
    """Weights under Adam, and their running mean, which is what plays and is kept.

    Everything lies in flat rows; one step is a fixed sequence of tensor operations, recorded once
    as a CUDA graph where there is a GPU. What is learnt are the chances, by their cross-entropy,
    and with the weight `equity` their equity, by its squared error: plays are chosen by that alone.
    """

    def __init__(
        self, game: GameRecipe, shape: NetShape, seed: int, device: Device, batch: int, *,
        equity: float = 0.0,
    ) -> None:  # fmt: skip
        self.game, self.shape, self.device, self.equity = game, shape, device, equity
        self.points = torch.tensor(POINTS, device=device)
        self.flat = fresh(shape, game.active, seed).to(device)
        self.mean = self.flat.clone()
        self.first = torch.zeros_like(self.flat)
        self.second = torch.zeros_like(self.flat)
        self.steps = torch.zeros((), device=device)
        self.rate = torch.zeros((), device=device)
        self.pull = torch.zeros((), device=device)  # of the weights on their mean, each step
        self.loss = torch.zeros((), device=device)
        self.layers = [view.requires_grad_() for view in views(self.flat, shape)]
        self.expand = game.expander(device, torch.float32, shape.inputs)
        self.graph: Any = None
        self.prepare(batch)

    def logits(self, boards: Tensor) -> Tensor:
        row = self.expand(boards)
        return self.game.forbid(said(self.game, row, self.layers, self.shape), boards)

    def _step(self) -> None:
        likely = self.logits(self.boards).log_softmax(dim=1)
        # Targets whose luck was taken away may leave 0 to 1; only their sum has to be one.
        loss = -(self.targets * likely).sum(dim=1).mean()
        if self.equity:
            apart = (likely.exp() - self.targets) @ self.points
            loss = loss + self.equity * apart.square().mean()
        gradients = torch.autograd.grad(loss, self.layers)
        with torch.no_grad():
            gradient = torch.cat([g.flatten() for g in gradients])
            self.steps += 1
            self.first.lerp_(gradient, 1 - BETAS[0])
            self.second.lerp_(gradient * gradient, 1 - BETAS[1])
            size = (self.second / (1 - BETAS[1] ** self.steps)).sqrt() + EPSILON
            self.flat -= self.rate * (self.first / (1 - BETAS[0] ** self.steps)) / size
            self.mean.lerp_(self.flat, self.pull)
            self.loss += loss

    def prepare(self, batch: int) -> None:
        """Makes room for batches of this size, and records the step where there is a GPU."""
        self.boards = torch.zeros((batch, self.game.size), dtype=torch.uint8, device=self.device)
        self.targets = torch.full((batch, CLASSES), 1 / CLASSES, device=self.device)
        self.graph = None
        if self.device.type == "cuda":
            self._record()

    def _record(self) -> None:
        kept = {name: tensor.clone() for name, tensor in self.state().items()}
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self._step()
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, capture_error_mode="thread_local"):
            self._step()
        self.restore(kept)
        self.loss.zero_()

    def learn(self, boards: Tensor, targets: Tensor) -> None:
        """One step on one batch."""
        self.boards.copy_(boards)
        self.targets.copy_(targets)
        if self.graph is None:
            self._step()
        else:
            self.graph.replay()

    def state(self) -> dict[str, Tensor]:
        return {
            "flat": self.flat,
            "mean": self.mean,
            "first": self.first,
            "second": self.second,
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Tensor]) -> None:
        with torch.no_grad():
            for name, tensor in self.state().items():
                tensor.copy_(state[name])


def said(game: GameRecipe, row: Tensor, layers: Sequence[Tensor], shape: NetShape) -> Tensor:
    """The logits of a net for the inputs `row`, in float32."""
    if shape.reader:
        row = read_stacks(game, row, layers[: 2 * shape.reading])
        layers = layers[2 * shape.reading :]
    *hidden, last = zip(layers[::2], layers[1::2], strict=True)
    for number, layer in enumerate(hidden):
        row = _relu_layer(row, *layer) if number else first_layer(row, layers, shape)
    return functional.linear(row.float(), *last)


def read_stacks(game: GameRecipe, row: Tensor, layers: Sequence[Tensor]) -> Tensor:
    """What the reader makes of each point, point by point, and the inputs of no point."""
    assert game.stacks is not None
    points, rest = game.stacks(row)
    channels = points.reshape(-1, points.shape[-1])
    for weight, bias in zip(layers[::2], layers[1::2], strict=True):
        channels = _relu_layer(channels, weight, bias)
    return torch.cat([channels.view(len(row), -1), rest], dim=1)


def first_layer(row: Tensor, layers: Sequence[Tensor], shape: NetShape) -> Tensor:
    """What the first hidden layer of a net makes of the inputs `row`."""
    if shape.products:
        return products(functional.linear(row, layers[0], layers[1]))
    return _relu_layer(row, layers[0], layers[1])


def products(sums: Tensor) -> Tensor:
    """Each rectified sum times the sum that belongs to it."""
    gates, values = sums.chunk(2, dim=1)
    return gates.relu() * values


def _relu_layer(row: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """A layer whose ReLU costs no pass over memory of its own where cuBLAS can fuse it."""
    if row.is_cuda and not torch.is_grad_enabled():
        return torch._addmm_activation(bias, row, weight.t())  # noqa: SLF001
    return functional.linear(row, weight, bias).relu()


class FrozenNet:
    """A frozen net that gives chances in bulk; on a GPU in half precision but for its end."""

    def __init__(self, game: GameRecipe, flat: Tensor, shape: NetShape) -> None:
        self.game, self.shape = game, shape
        cuda = flat.device.type == "cuda"
        self.dtype = torch.float16 if cuda else torch.float32
        self.expand = game.expander(flat.device, self.dtype, shape.inputs)
        self.points = torch.tensor(POINTS, device=flat.device)
        self.load(flat)

    def load(self, flat: Tensor) -> None:
        """Takes over other weights."""
        *self.layers, last_weight, last_bias = (
            view.detach().clone() for view in views(flat, self.shape)
        )
        self.layers = [layer.to(self.dtype) for layer in self.layers] + [last_weight, last_bias]

    @without_gradients
    def chances(self, boards: Tensor) -> Tensor:
        """The six chances of each board, seen by the player to move; the truth if it is over."""
        size = CHUNK_THERE if boards.is_cuda else CHUNK
        return torch.cat([self._some(part) for part in torch.split(boards, size)])

    def _some(self, boards: Tensor) -> Tensor:
        logits = said(self.game, self.expand(boards), self.layers, self.shape)
        return self.game.settle(self.game.forbid(logits, boards).softmax(dim=1), boards)

    def equities(self, chances: Tensor) -> Tensor:
        """Points expected by the player to move."""
        return chances @ self.points
