"""Gives hidden units that have fallen silent a second life.

A rectified unit whose sum is positive on no board says nothing and, since no gradient reaches it,
will never say anything again. Half of the units behind the first layer had ended so in nets that
were trained for long (docs/notes/training.md). Here such a unit gets new random weights and is not
listened to at first, so that the net says what it said before (Sokar and others, "The Dormant
Neuron Phenomenon in Deep Reinforcement Learning", 2023).
"""

from __future__ import annotations

from typing import Final

from tablas.training.net import Learner, products, views
from tablas.training.tensors import Tensor, functional, torch, without_gradients

SILENT: Final = 0.0005  # share of the boards on which a unit may still say something
SAMPLE: Final = 1 << 15  # boards that are looked at


@without_gradients
def revive(learner: Learner, boards: Tensor, seed: int) -> list[int]:
    """Revives what is silent behind the first layer; how many units of each layer that were."""
    shape, rng = learner.shape, torch.Generator().manual_seed(seed)
    layers = learner.layers
    row = functional.linear(learner.expand(sample_of(boards)), layers[0], layers[1])
    row = products(row) if shape.products else row.relu()
    revived = []
    for layer in range(1, len(shape.hidden)):
        weight, bias = layers[2 * layer], layers[2 * layer + 1]
        sums = functional.linear(row, weight, bias)
        silent = (sums > 0).float().mean(dim=0) < SILENT
        if silent.any() and not silent.all():
            fresh = torch.randn(weight.shape, generator=rng).to(weight.device)[silent]
            said = functional.linear(row, fresh)
            # As loud as the others, and on half of the boards.
            fresh *= (sums.std(dim=0)[~silent].median() / said.std(dim=0).clamp(min=1e-6))[:, None]
            middle = functional.linear(row, fresh).median(dim=0).values
            for numbers in (learner.flat, learner.mean):
                read, biases, ahead = views(numbers, shape)[2 * layer : 2 * layer + 3]
                read[silent], biases[silent], ahead[:, silent] = fresh, -middle, 0
            # Adam knows nothing of them. Without a second moment it would take steps of several
            # times the rate, all of them at once: they get that of the others.
            for moments, share in ((learner.first, 0), (learner.second, 1)):
                read, biases, ahead = views(moments, shape)[2 * layer : 2 * layer + 3]
                read[silent] = share * read[~silent].mean()
                biases[silent] = share * biases[~silent].mean()
                ahead[:, silent] = share * ahead[:, ~silent].mean()
            sums = functional.linear(row, weight, bias)
        row = sums.relu()
        revived.append(int(silent.sum()))
    return revived


def sample_of(boards: Tensor) -> Tensor:
    """Boards from everywhere in a window."""
    return boards[:: max(1, len(boards) // SAMPLE)]
