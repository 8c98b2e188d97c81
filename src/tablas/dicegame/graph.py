"""The legal steps of a turn as a graph, for boards that know no rules; Abak shares it.

A node is a state within the turn with the dice still to play; an edge is one step. Only steps
from which the turn can still be ended legally are kept, so whoever walks along the edges to a
complete node has played legally. Nodes that are reached in several ways are one node.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tablas.dicegame.turn import Expand
from tablas.values import Dice
from tablas.words import Reason

S = TypeVar("S")
T = TypeVar("T")

Json = dict[str, Any]
Left = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnNode(Generic[S, T]):
    """A state of the turn; `steps` are the edges, each with the number of the node it leads to.

    `depth` is how many dice have been played on the shortest way here.
    """

    state: S
    left: Left
    depth: int
    complete: bool
    steps: tuple[tuple[T, int], ...]


def turn_graph(
    begun: S, dice: Dice, expand: Expand[S, T], may_end: Callable[[S], bool]
) -> list[TurnNode[S, T]]:
    """The nodes of a turn, the beginning first; `may_end` says where it may be ended.

    >>> coins = lambda total, die: [(die, total + die)] if total + die <= 7 else []
    >>> [node.steps for node in turn_graph(0, Dice(6, 5), coins, lambda total: total == 6)]
    [((6, 1),), ()]
    """
    alive: dict[tuple[S, Left], bool] = {}

    def beyond(state: S, left: Left) -> list[tuple[T, S, Left]]:
        """The steps from here that lead to a legal end, the larger die first."""
        steps = []
        for die in dict.fromkeys(left):
            rest = without(left, die)
            steps += [
                (step, after, rest) for step, after in expand(state, die) if lives(after, rest)
            ]
        return steps

    def lives(state: S, left: Left) -> bool:
        here = (state, left)
        if here not in alive:
            alive[here] = may_end(state) or bool(beyond(state, left))
        return alive[here]

    numbers: dict[tuple[S, Left], int] = {(begun, dice.movements): 0}
    order = [(begun, dice.movements, 0)]
    nodes: list[TurnNode[S, T]] = []
    for state, left, depth in order:  # grows while it is walked: breadth first
        steps = []
        for step, after, rest in beyond(state, left):
            if (after, rest) not in numbers:
                numbers[after, rest] = len(order)
                order.append((after, rest, depth + 1))
            steps.append((step, numbers[after, rest]))
        nodes.append(TurnNode(state, left, depth, may_end(state), tuple(steps)))
    return nodes


def without(left: Left, die: int) -> Left:
    """The dice still to play after `die`."""
    place = left.index(die)
    return left[:place] + left[place + 1 :]


class ReasonTable:
    """Reasons written once each: nodes name them by number."""

    def __init__(self) -> None:
        self._numbers: dict[Reason, int] = {}

    def number(self, reason: Reason) -> int:
        return self._numbers.setdefault(reason, len(self._numbers))

    def json(self) -> list[dict[str, str]]:
        return [
            {"rule": reason.rule, "en": reason.words.en, "es": reason.words.es}
            for reason in self._numbers
        ]
