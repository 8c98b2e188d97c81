"""Makes a net wider without changing what it says: hidden units are doubled, their votes shared.

Chen, Goodfellow, Shlens, "Net2Net" (2016): a unit that is copied passes on a part of what it passed
on before. The parts are drawn by lot, so that the copies learn different things from then on.
Inputs that a net did not have come behind the others and are not listened to at first. Where the
first layer is to multiply (`NetShape.products`), each unit is first multiplied by one.
"""

from __future__ import annotations

from tablas.errors import NotationError
from tablas.training.net import views
from tablas.training.shape import NetShape
from tablas.training.tensors import Tensor, torch


def widen(flat: Tensor, shape: NetShape, wider: NetShape, seed: int) -> Tensor:
    """The weights of a net as those of one with the same or more units in each layer."""
    if shape == wider:
        return flat
    old_sizes, new_sizes = (shape.inputs, *shape.hidden), (wider.inputs, *wider.hidden)
    plain = not shape.reader and not wider.reader
    fits = plain and len(old_sizes) == len(new_sizes) and shape.products <= wider.products
    if not fits or any(new < old for old, new in zip(old_sizes, new_sizes, strict=True)):
        raise NotationError(
            f"a net of {shape} cannot be widened to {wider}",
            f"una red de {shape} no se puede ensanchar a {wider}",
        )
    rng = torch.Generator().manual_seed(seed)
    layers = views(flat.cpu(), shape)
    if wider.products and not shape.products:
        layers[:2] = _times_one(*layers[:2])
    copied = torch.arange(shape.inputs)
    votes = torch.ones(shape.inputs)
    parts: list[Tensor] = []
    for layer, (old, _) in enumerate(shape.layers):
        weight, bias = layers[2 * layer], layers[2 * layer + 1]
        weight = weight[:, copied] * votes
        units = shape.hidden[layer] if layer < len(shape.hidden) else old
        more_units = wider.hidden[layer] - units if layer < len(shape.hidden) else 0
        if layer == 0:
            more_inputs = wider.inputs - shape.inputs
            weight = torch.cat([weight, torch.zeros(len(weight), more_inputs)], dim=1)
        more = torch.randint(units, (more_units,), generator=rng)
        copied = torch.cat([torch.arange(units), more])
        share = torch.rand(len(copied), generator=rng) + 0.5
        votes = share / torch.zeros(units).index_add_(0, copied, share)[copied]
        rows = torch.cat([copied, copied + units]) if len(weight) > units else copied
        parts += [weight[rows].flatten(), bias[rows]]
    return torch.cat(parts)


def _times_one(weight: Tensor, bias: Tensor) -> tuple[Tensor, Tensor]:
    """A plain layer as products: what is rectified as before, times a sum that is one."""
    return torch.cat([weight, torch.zeros_like(weight)]), torch.cat([bias, torch.ones_like(bias)])
