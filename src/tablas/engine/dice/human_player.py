"""A player that errs as people do: by habit, haste and what catches the eye."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tablas.engine.dice.evaluator import kernel_rules
from tablas.engine.dice.habits import PEOPLE, Habits
from tablas.engine.dice.net_player import asked_of, cube_seen, stake_of, table_answer, worths_after
from tablas.engine.dice.sight import Numbers, Sight, noticed
from tablas.engine.engines import dice_side
from tablas.engine.player import Answer
from tablas.games import kind
from tablas.play.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tablas.kernel._kernel import Net

UNMOVED: Final = 24
"""Checkers of both sides that stand where they began while a game is in its opening."""


@dataclass(slots=True)
class HumanPlayer:
    """Knows what plays are worth as well as its net does, and does not always look.

    `feel` is how much of a worth it feels: less where plays lie further apart.
    """

    net: Net
    game: str
    rng: random.Random = field(default_factory=random.Random)
    name: str = "humanlike"
    habits: Habits = PEOPLE
    feel: float = 1.0

    def choose(self, state: State[Any, Any]) -> Any:
        position, dice = asked_of(state, self.game)
        plays = state.kind.rules.plays(position, dice)
        if len(plays) == 1:
            return next(iter(plays.values()))
        before = state.kind.codec.encode_many([position])
        after = state.kind.codec.encode_many(plays)
        worths = np.asarray(worths_after(self.net, after, stake_of(state), self.game))
        chances = self.chances(before, after, worths, self.rng.random())
        (chosen,) = self.rng.choices(list(plays.values()), chances.tolist())
        return chosen

    def chances(
        self,
        before: NDArray[np.uint8],
        after: NDArray[np.uint8],
        worths: Numbers,
        mood: float,
    ) -> Numbers:
        """How likely each board is chosen; a `mood` from 0 to 1 says how well it looks."""
        side = dice_side(self.game)
        seen = side.sight(before, moved=False)
        terms = terms_of(self.feel * worths, seen, side.sight(after, moved=True))
        care = self.habits.opening_care if self._opening(seen) else self.habits.care
        racing = side.racing(kind(self.game).codec.decode(before[0].tobytes()))
        return self.habits.chances(terms, careful=mood < care, racing=racing)

    def doubles(self, state: State[Any, Any]) -> bool:
        doubt = self.rng.gauss(-self.habits.shyness, self.habits.cube_noise)
        return cube_seen(self.net, state, doubt)[0]

    def answer(self, state: State[Any, Any]) -> Answer:
        doubt = self.rng.gauss(0.0, self.habits.cube_noise)
        return table_answer(cube_seen(self.net, state, doubt)[1], state)

    def _opening(self, seen: Sight) -> bool:
        side = dice_side(self.game)
        start = side.sight(kernel_rules(self.game).start()[None], moved=False)
        return in_opening(seen, start)


def terms_of(worths: Numbers, before: Sight, after: Sight) -> Numbers:
    """What habits weigh, a row for each play."""
    return np.column_stack([worths - worths.max(), noticed(before, after)])


def in_opening(seen: Sight, start: Sight) -> bool:
    """Whether most checkers of one board stand where they do at the start."""
    own = np.minimum(seen.count, start.count).sum()
    opp = np.minimum(seen.foes, start.foes).sum()
    return bool(own + opp >= UNMOVED)
