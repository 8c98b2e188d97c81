"""A player that looks ahead: the search of a dice game with a limit, cube and score in mind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablas.engine.dice.cube_action import CLOSE, CubeAction, judge_in_two_looks, state_of
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.net_player import stake_of, table_answer
from tablas.engine.dice.search import DiceEngine
from tablas.engine.player import Answer
from tablas.errors import NotationError
from tablas.play.state import State


@dataclass(slots=True)
class SearchPlayer:
    """Plays what the search finds best at cube and score: at the last point the surest win."""

    engine: DiceEngine
    limit: DiceLimit
    name: str
    cube_plies: int = 0

    @property
    def game(self) -> str:
        return self.engine.game.name

    def choose(self, state: State[Any, Any]) -> Any:
        if state.kind.name != self.game:
            raise NotationError(
                f"this engine plays {self.game}, not {state.kind.name}",
                f"este motor juega a {self.game}, no a {state.kind.name}",
            )
        if state.dice is None:
            raise NotationError(
                f"a play of {self.game} needs dice", f"una jugada de {self.game} necesita dados"
            )
        cube = stake_of(state)
        return self.engine.choose(state.position, state.dice, self.limit, cube=cube).play

    def doubles(self, state: State[Any, Any]) -> bool:
        return self._cube(state, lambda seen: seen.no_double - seen.doubled).doubles

    def answer(self, state: State[Any, Any]) -> Answer:
        seen = self._cube(state, lambda seen: seen.double_take - seen.double_drop)
        return table_answer(seen.answer, state)

    def _cube(self, state: State[Any, Any], margin: Callable[[CubeAction], float]) -> CubeAction:
        """The searched cube decision; `margin` is the difference of equities that decides it."""
        row = self.engine.game.codec.encode_many([state.position])
        action, _ = judge_in_two_looks(
            self.engine.net, row, state_of(state), plies=self.cube_plies, game=self.game,
            settled=lambda seen: abs(margin(seen)) > CLOSE,
        )  # fmt: skip
        return action
