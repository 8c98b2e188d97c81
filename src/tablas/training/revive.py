"""Revives dead hidden units ("dying ReLU").

A rectified unit whose sum is positive on no board says nothing and, since no gradient reaches it,
will never say anything again. Half of the units behind the first layer had ended so in nets that
were trained for long (docs/notes/training.md). Here such a unit gets new random weights and is not
listened to at first, so that the net says what it said before (Sokar and others, "The Dormant
Neuron Phenomenon in Deep Reinforcement Learning", 2023). One that is active on a single board of
all is left alone: it may know something of rare positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tablas.errors import NotationError
from tablas.training.game import Expander
from tablas.training.net import Learner, first_layer, views
from tablas.training.shape import NetShape
from tablas.training.tensors import Generator, Tensor, functional, torch, without_gradients

CHUNK: Final = 1 << 15  # boards at a time


def behind(
    layers: Sequence[Tensor], shape: NetShape, inputs: Tensor
) -> Iterator[tuple[int, Tensor]]:
    """Each hidden layer behind the first, and what it reads.

    A layer may be changed when it comes: the next one reads what it says then.
    """
    if shape.reader:
        raise NotationError(
            f"a net of {shape}: units are counted only where there is no reader of stacks",
            f"una red de {shape}: solo se cuentan unidades donde no hay lector de pilas",
        )
    row = first_layer(inputs, layers, shape)
    for layer in range(1, len(shape.hidden)):
        yield layer, row
        row = functional.linear(row, layers[2 * layer], layers[2 * layer + 1]).relu()


@without_gradients
def active_counts(
    layers: Sequence[Tensor], shape: NetShape, expand: Expander, boards: Tensor
) -> list[Tensor]:
    """On how many boards each unit behind the first layer is active."""
    counts = [torch.zeros_like(layers[2 * i + 1]) for i in range(1, len(shape.hidden))]
    for part in torch.split(boards, CHUNK):
        for layer, row in behind(layers, shape, expand(part)):
            sums = functional.linear(row, layers[2 * layer], layers[2 * layer + 1])
            counts[layer - 1] += (sums > 0).sum(dim=0)
    return counts


@without_gradients
def revive(learner: Learner, boards: Tensor, seed: int) -> list[int]:
    """Revives what is dead behind the first layer; how many units of each layer that were."""
    shape, layers, rng = learner.shape, learner.layers, torch.Generator().manual_seed(seed)
    dead_units = [count == 0 for count in active_counts(layers, shape, learner.expand, boards)]
    some = learner.expand(boards[:: -(-len(boards) // CHUNK)])
    for layer, row in behind(layers, shape, some):
        dead = dead_units[layer - 1]
        if dead.any() and not dead.all():
            _begin_anew(learner, layer, dead, row, rng)
    return [int(dead.sum()) for dead in dead_units]


def _begin_anew(learner: Learner, layer: int, dead: Tensor, row: Tensor, rng: Generator) -> None:
    """New weights for the dead units of a layer that reads `row`."""
    here = slice(2 * layer, 2 * layer + 3)  # its weights and biases, and who listens to it
    weight, bias, _ = views(learner.flat, learner.shape)[here]
    sums = functional.linear(row, weight, bias)
    fresh = torch.randn((int(dead.sum()), row.shape[1]), generator=rng).to(row.device)
    # As loud as the others, and on half of the boards.
    loud = sums.std(dim=0)[~dead].median()
    fresh *= (loud / functional.linear(row, fresh).std(dim=0).clamp(min=1e-6))[:, None]
    middle = functional.linear(row, fresh).median(dim=0).values
    for numbers in (learner.flat, learner.mean):
        weight, bias, ahead = views(numbers, learner.shape)[here]
        weight[dead], bias[dead], ahead[:, dead] = fresh, -middle, 0
    # Adam knows nothing of them. Without a second moment it would take steps of several times the
    # rate, all of them at once: they get that of the others.
    for moments, share in ((learner.first, 0), (learner.second, 1)):
        weight, bias, ahead = views(moments, learner.shape)[here]
        weight[dead] = share * weight[~dead].mean()
        bias[dead] = share * bias[~dead].mean()
        ahead[:, dead] = share * ahead[:, ~dead].mean()
