"""What the recipe needs to know of a game: its kernel, its inputs, its starts, a rule of thumb."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tablas.training.tensors import Device, DType, Tensor, functional, torch

Boards = NDArray[np.uint8]

# Classes, seen by the player to move: won 1, 2, 3 points, lost 1, 2, 3.
CLASSES = 6
POINTS = (1.0, 2.0, 3.0, -1.0, -2.0, -3.0)
OTHER_SIDE = (3, 4, 5, 0, 1, 2)
POINTS_OF_BOARD = 24  # of the board, in both games
IMPOSSIBLE = -1e4  # a logit that leaves nothing after the softmax, in half precision too


class Expander(Protocol):
    """Turns boards into inputs on one device."""

    def __call__(self, boards: Tensor) -> Tensor: ...


class Judging(Protocol):
    """Gives chances, settled where a game is over, and one number from them to choose by."""

    def chances(self, boards: Tensor) -> Tensor: ...
    def equities(self, chances: Tensor) -> Tensor: ...


@dataclass(frozen=True, slots=True)
class GameRecipe:
    """A dice game as the recipe sees it. Boards are the rows of bytes of its kernel."""

    kernel: Any  # the kernel's module: start, successors, outcomes
    size: int  # bytes of a board
    inputs: tuple[int, ...]  # with one, two, … kinds of inputs; the last number is all of them
    active: int  # how many inputs are not zero at a time, about
    expander: Callable[[Device, DType, int], Expander]
    off: tuple[Callable[[Any], Any], Callable[[Any], Any]]  # checkers borne off: mover, opponent
    lost_points: Callable[[Tensor], Tensor]  # of the player to move, should it have lost
    unusual: Callable[[np.random.Generator, int], Boards]
    thumb: Callable[[Device], Callable[[Tensor], Tensor]]  # a baseline: worth of boards
    longest: int = 1 << 30  # turns after which training gives a game up
    stack: int = 0  # inputs of one point, if nets may have a reader of stacks
    stacks: Callable[[Tensor], tuple[Tensor, Tensor]] | None = None  # inputs by points, the rest

    def over(self, boards: Any) -> Any:
        """Whether the player to move has lost; it cannot have won. Tensors and arrays alike."""
        return self.off[1](boards) == 15

    def forbid(self, logits: Tensor, boards: Tensor) -> Tensor:
        """Without what cannot happen any more."""
        return logits.masked_fill(self.impossible(boards), IMPOSSIBLE)

    def impossible(self, boards: Tensor) -> Tensor:
        """The classes that cannot be: gammons against a side that has borne off a checker."""
        saved_own, saved_opp = (off(boards)[:, None] > 0 for off in self.off)
        never = torch.zeros_like(saved_opp)
        return torch.cat([never, saved_opp, saved_opp, never, saved_own, saved_own], dim=1)

    def settle(self, chances: Tensor, boards: Tensor) -> Tensor:
        """Writes the truth where the player to move has lost already; returns the same tensor."""
        lost = 2 + self.lost_points(boards)
        truth = functional.one_hot(lost, CLASSES).to(chances.dtype)
        return torch.where(self.over(boards)[:, None], truth, chances, out=chances)


def game(name: str) -> GameRecipe:
    """The game of this name, from `<name>/game.py` beside this file."""
    recipe = importlib.import_module(f"tablas.training.{name}.game").GAME
    assert isinstance(recipe, GameRecipe)
    return recipe
