"""Makes a net wider without changing what it says: hidden units are doubled, their votes shared.

Chen, Goodfellow, Shlens, "Net2Net" (2016): a unit that is copied passes on a part of what it passed
on before. The parts are drawn by lot, so that the copies learn different things from then on.
Inputs that a net did not have come behind the others and are not listened to at first.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablas.errors import NotationError
from tablas.training.net import views
from tablas.training.tensors import Tensor, torch


def widen(flat: Tensor, sizes: Sequence[int], wider: Sequence[int], seed: int) -> Tensor:
    """The weights of a net of `sizes` as those of one with the same or more units in each layer."""
    if len(sizes) != len(wider) or any(new < old for old, new in zip(sizes, wider, strict=True)):
        raise NotationError(
            f"a net of {tuple(sizes)} cannot be widened to {tuple(wider)}",
            f"una red de {tuple(sizes)} no se puede ensanchar a {tuple(wider)}",
        )
    rng = torch.Generator().manual_seed(seed)
    layers = views(flat.cpu(), sizes)
    copied = torch.arange(sizes[0])
    votes = torch.ones(sizes[0])
    rows: list[Tensor] = []
    for layer, (old, new) in enumerate(zip(sizes[1:], wider[1:], strict=True)):
        weight, bias = layers[2 * layer], layers[2 * layer + 1]
        weight = weight[:, copied] * votes
        if layer == 0:
            weight = torch.cat([weight, torch.zeros(old, wider[0] - sizes[0])], dim=1)
        more = torch.randint(old, (new - old,), generator=rng)
        copied = torch.cat([torch.arange(old), more])
        share = torch.rand(new, generator=rng) + 0.5
        votes = share / torch.zeros(old).index_add_(0, copied, share)[copied]
        rows += [weight[copied].flatten(), bias[copied]]
    return torch.cat(rows)
