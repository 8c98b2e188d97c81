"""Makes a net smaller behind its first layer (structured pruning), at the least cost.

Units go one by one, each time the one that is missed least once the others have taken over its part
by linear regression over boards ("optimal brain surgeon", Hassibi and Stork, 1993, with whole units
in place of weights). What is left then learns from the net's teacher, behind the first layer alone:
what that makes of the boards is calculated once, so that a CPU is enough. A net that was trained
with more units and shrunk so is nearer to its teacher than one that had as few from the start
(docs/notes/training.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tablas.training.game import POINTS, Expander, GameRecipe, Judging
from tablas.training.net import first_layer, said, views
from tablas.training.revive import behind
from tablas.training.shape import NetShape
from tablas.training.tensors import Tensor, functional, torch, without_gradients

CHUNK: Final = 1 << 14  # boards at a time
BATCH: Final = 4096
RATE: Final = (1.5e-4, 1.5e-6)  # from the first step to the last
SLOW_START: Final = 100  # steps in which the rate grows
PULL: Final = 0.01  # of the weights on their running mean, which is what is kept
RIDGE: Final = 1e-6  # keeps the regression sound where units always go together


@without_gradients
def shrink(
    flat: Tensor, shape: NetShape, hidden: Sequence[int], expand: Expander, boards: Tensor
) -> Tensor:
    """The numbers of the net with `hidden` units in its layers; the first layer stays."""
    for layer in reversed(range(1, len(shape.hidden))):
        smaller = list(shape.hidden)
        smaller[layer] = hidden[layer]
        layers = views(flat, shape)
        together = _together(layers, shape, layer, expand, boards)
        weight, bias = layers[2 * layer + 2 : 2 * layer + 4]
        kept, ahead = _missed_least(together, torch.cat([weight, bias[:, None]], 1), hidden[layer])
        layers[2 * layer], layers[2 * layer + 1] = (part[kept] for part in layers[2 * layer :][:2])
        layers[2 * layer + 2], layers[2 * layer + 3] = ahead[:, :-1], ahead[:, -1]
        flat = torch.cat([part.flatten() for part in layers])
        shape = NetShape(shape.inputs, tuple(smaller), products=shape.products)
    return flat


def _together(
    layers: Sequence[Tensor], shape: NetShape, layer: int, expand: Expander, boards: Tensor
) -> Tensor:
    """How large the units of a layer are together, pair by pair; a last one is always 1."""
    total: Tensor = 0.0
    for part in torch.split(boards, CHUNK):
        read = next(row for at, row in behind(layers, shape, expand(part)) if at == layer)
        units = functional.linear(read, layers[2 * layer], layers[2 * layer + 1]).relu().double()
        units = torch.cat([units, torch.ones(len(units), 1, dtype=units.dtype)], dim=1)
        total = total + units.T @ units
    return total / len(boards)


def _missed_least(together: Tensor, ahead: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Which units stay, and how the layer ahead, its bias last, listens to them then."""
    units, ahead, kind = len(together) - 1, ahead.double(), ahead.dtype
    ridge = RIDGE * together.diagonal().mean() * torch.eye(units + 1, dtype=together.dtype)
    inverse = torch.linalg.inv(together + ridge)
    stays = torch.ones(units + 1, dtype=torch.bool)
    for _ in range(units - count):
        missed = ahead.square().sum(dim=0) / inverse.diagonal()
        missed[~stays] = missed[units] = torch.inf
        goes = int(missed.argmin())
        column = inverse[:, goes] / inverse[goes, goes]
        ahead = ahead - ahead[:, goes : goes + 1] * column
        inverse = inverse - torch.outer(column, inverse[goes])
        stays[goes] = False
        inverse[goes, goes] = 1.0  # never looked at again
    return stays[:units], ahead[:, stays].to(kind)


def taught(
    game: GameRecipe, flat: Tensor, shape: NetShape, teacher: Judging, boards: Tensor, *,
    epochs: int, seed: int = 1,
) -> Iterator[Tensor]:  # fmt: skip
    """The numbers of the net after each epoch of learning from a teacher about these boards.

    Chances are learnt as in training, and the equity besides, by its squared error.
    """
    expand = game.expander(flat.device, torch.float32, shape.inputs)
    first, *_ = layers = views(flat, shape)
    rest = [part.clone().requires_grad_() for part in layers[2:]]
    with torch.no_grad():
        parts = torch.split(boards, CHUNK)
        read = torch.cat([first_layer(expand(part), layers, shape).half() for part in parts])
        goals = torch.cat([teacher.chances(part) for part in parts])
    behind_first = NetShape(len(read[0]), shape.hidden[1:])
    points = torch.tensor(POINTS)
    adam, kept = torch.optim.Adam(rest), [part.detach().clone() for part in rest]
    rng, steps = torch.Generator().manual_seed(seed), epochs * (len(boards) // BATCH)
    step = 0
    for _ in range(epochs):
        order = torch.randperm(len(boards), generator=rng)
        for rows in torch.split(order[: steps // epochs * BATCH], BATCH):
            fallen = (RATE[1] / RATE[0]) ** (step / steps)
            adam.param_groups[0]["lr"] = RATE[0] * fallen * min(1.0, (step + 1) / SLOW_START)
            logits = game.forbid(said(game, read[rows].float(), rest, behind_first), boards[rows])
            likely, goal = logits.log_softmax(dim=1), goals[rows]
            apart = (likely.exp() - goal) @ points
            loss = apart.square().mean() - (goal * likely).sum(dim=1).mean()
            adam.zero_grad()
            loss.backward()
            adam.step()
            step += 1
            with torch.no_grad():
                for mean, part in zip(kept, rest, strict=True):
                    mean.lerp_(part, PULL)
        yield torch.cat([first.flatten(), layers[1], *(mean.flatten() for mean in kept)])
