"""A level of the Abalone engine at the board: it knows the game so far and what can end it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tablas.abalone.rules import Move
from tablas.engine.abalone.engine import AbaloneEngine, EndConditions
from tablas.engine.abalone.levels import SearchLevel, choose
from tablas.engine.player import Answer
from tablas.play.state import State
from tablas.play.terms import Decides, Repetition


@dataclass(slots=True)
class AbalonePlayer:
    """Searches as its level says, with a table that remembers from one move to the next."""

    level: SearchLevel
    rng: random.Random
    engine: AbaloneEngine = field(default_factory=AbaloneEngine)
    name: str = ""

    def __post_init__(self) -> None:
        self.name = self.name or self.level.name

    def choose(self, state: State[Any, Any]) -> Move:
        self.engine.ends = ends_of(state)
        history = tuple(position for _, position in state.seen[:-1])
        return choose(self.engine, self.level, self.rng, state.position, history, state.quiet)

    def doubles(self, state: State[Any, Any]) -> bool:
        """Abalone has no cube."""
        del state
        return False

    def answer(self, state: State[Any, Any]) -> Answer:
        """Abalone has no cube."""
        del state
        return Answer.DROP


def ends_of(state: State[Any, Any]) -> EndConditions:
    """What can still end this game, as the engine is told."""
    limits = state.terms.limits
    return EndConditions(
        target=limits.target,
        repetition=limits.repetition is Repetition.DRAW,
        quiet=limits.quiet or 0,
        quiet_decides=limits.quiet_decides is Decides.EJECTIONS,
        plies=limits.plies - state.plies if limits.plies else 0,
    )
