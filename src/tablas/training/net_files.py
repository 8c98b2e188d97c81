"""Nets of files as judges, one alone or the mean of several."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tablas.errors import NotationError
from tablas.training.export import read_weights
from tablas.training.game import GameRecipe
from tablas.training.net import FrozenNet
from tablas.training.tensors import Device, Tensor


class MeanOpinion:
    """Several nets as one judge: the mean of their chances."""

    def __init__(self, nets: Sequence[FrozenNet]) -> None:
        self.nets = nets

    def chances(self, boards: Tensor) -> Tensor:
        total = self.nets[0].chances(boards)
        for net in self.nets[1:]:
            total = total + net.chances(boards)
        return total / len(self.nets)

    def equities(self, chances: Tensor) -> Tensor:
        return self.nets[0].equities(chances)


def frozen_net(game: GameRecipe, path: Path, device: Device) -> FrozenNet:
    """The net of a file, whatever its size."""
    try:
        flat, shape = read_weights(path)
    except (OSError, ValueError) as error:
        raise NotationError(f"net {path}: {error}", f"red {path}: {error}") from None
    return FrozenNet(game, flat.to(device), shape)


def mean_of(game: GameRecipe, paths: Sequence[Path], device: Device) -> MeanOpinion:
    """The nets of files as one judge."""
    return MeanOpinion([frozen_net(game, path, device) for path in paths])
