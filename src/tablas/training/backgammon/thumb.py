"""A baseline made by hand: pips, points held, blots, the bar and what is off."""

from __future__ import annotations

from tablas.training.tensors import Tensor, torch


def worth(boards: Tensor) -> Tensor:
    """How well the player to move stands, in thousandths or so."""
    low, high = boards.view(-1, 2, 16)[:, :, :13] & 15, boards.view(-1, 2, 16)[:, :, :13] >> 4
    counts = torch.stack([low, high], dim=3).view(-1, 2, 26).float()
    return (_side(counts[:, 0], counts[:, 1]) - _side(counts[:, 1], counts[:, 0])) / 1000


def _side(own: Tensor, opp: Tensor) -> Tensor:
    place = torch.arange(26, device=own.device, dtype=torch.float32)
    pips = own @ place
    held = (own[:, 1:25] >= 2).float()
    weight = torch.where(place[1:25] <= 6, 4.0, 3.0)
    facing = opp.flip(1)  # index p: the opponent's checkers on my point p, 0 their bar
    ahead = facing.cumsum(1) - facing > 0  # someone there has still to pass
    blots = ((own[:, 1:25] == 1) & ahead[:, 1:25]).float() @ (25 - place[1:25])
    return 2 * own[:, 0] - 8 * own[:, 25] - pips + held @ weight - blots / 3
