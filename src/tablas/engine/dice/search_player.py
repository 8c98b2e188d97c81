"""A player that looks ahead: the search of a dice game with a limit, cube and score in mind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tablas.engine.dice.at_score import analysed
from tablas.engine.dice.cube_action import state_of, worths_of
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.net_player import cube_choice, stake_of, table_answer
from tablas.engine.dice.search import DiceEngine
from tablas.engine.player import Answer
from tablas.errors import NotationError
from tablas.play.state import State

Margin: TypeAlias = Callable[[float, float, float], float]
"""Of the equities of no double, of double and take, and of double and drop."""

CLOSE: Final = 0.12
"""Points within which one more ply may change a cube decision: five times what it moves one by."""


@dataclass(slots=True)
class SearchPlayer:
    """Plays what the search finds best; of the deepest plays, what cube and score make best.

    Where the cube is out of a match, the search itself looks for what gammons are worth at the
    score: at the last point of both sides for the win alone.
    """

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
        stake = stake_of(state)
        if stake is None:
            return self.engine.choose(state.position, state.dice, self.limit).play
        return analysed(self.engine, state, self.limit).best.play

    def doubles(self, state: State[Any, Any]) -> bool:
        return self._cube(state, lambda hold, take, drop: hold - min(take, drop))[0]

    def answer(self, state: State[Any, Any]) -> Answer:
        said = self._cube(state, lambda hold, take, drop: take - drop)[1]  # noqa: ARG005
        return table_answer(said, state)

    def _cube(self, state: State[Any, Any], margin: Margin) -> tuple[bool, str]:
        """Whether to double, and what to say to a double, by the searched worth of both.

        `margin` is the difference that decides; only where it is small at one ply is the next one
        worth its time.
        """
        cube = state_of(state)
        row = self.engine.game.codec.encode_many([state.position])
        for plies in range(min(1, self.cube_plies), self.cube_plies + 1):
            _, worths = worths_of(self.engine.net, row, cube, plies=plies, game=self.game)
            hold, take, drop, beaver = worths[0].tolist()
            if abs(margin(*map(cube.equity, (hold, take, drop)))) > CLOSE:
                break
        doubles, _, answer = cube_choice(cube, [hold, take, drop, beaver])
        return doubles, answer
