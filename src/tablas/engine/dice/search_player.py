"""A player that looks ahead: the search of a dice game with a limit, cube and score in mind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablas.engine.dice.at_score import analysed, kernel_chances
from tablas.engine.dice.cube_action import efficiencies, state_of
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.net_player import cube_choice, stake_of, table_answer
from tablas.engine.dice.search import DiceEngine
from tablas.engine.player import Answer
from tablas.errors import NotationError
from tablas.play.state import State


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
        return self._cube(state)[0]

    def answer(self, state: State[Any, Any]) -> Answer:
        return table_answer(self._cube(state)[1], state)

    def _cube(self, state: State[Any, Any]) -> tuple[bool, str]:
        seen = state_of(state)
        chances = self.engine.chances(state.position, self.cube_plies)
        (live,) = efficiencies(self.game, self.engine.game.codec.encode_many([state.position]))
        doubles, _, answer = cube_choice(seen, list(seen.worths(kernel_chances(chances), live)))
        return doubles, answer
