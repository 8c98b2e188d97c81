"""A problem as it is asked, and an answer to it: right or not, and why, in the words of reviews."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from tablas.games import kind
from tablas.play.standing import state_of
from tablas.play.state import State
from tablas.problems import Problem
from tablas.problems.problem import CUBE_ANSWERS
from tablas.review.as_json import Fields
from tablas.review.page import does, shown_part
from tablas.review.value import Alternative, Decision, Mark, What
from tablas.server.coach.mistakes import Mistake
from tablas.server.play.refusals import allowed_play
from tablas.server.refusals import Refused, refusal
from tablas.values import Dice, Side

NO_SUCH_PROBLEM: Final = refusal(
    "no-such-problem", 404, "there is no such problem", "ese problema no existe"
)
NO_SUCH_ANSWER: Final = refusal(
    "no-such-answer",
    422,
    "expected one of {answers}",
    "se esperaba una de estas respuestas: {answers}",
)

CHOICES: Final[dict[What, tuple[str, ...]]] = {
    "double": ("double", "no-double"),
    "answer": ("take", "drop"),
}
"""What can be answered where one's own cube was wrong."""

AS_GOOD: Final = 0.01
"""What a second solution of an own mistake may give away, in points or of the game."""


class PosedProblem:
    """A problem of the set or an own mistake, as both are asked and judged."""

    def __init__(self, source: Problem | Mistake) -> None:
        self.source, self.game = source, source.game
        if isinstance(source, Problem):
            self.position, self.dice, self.best = source.position, source.dice, source.best
            self.choices: tuple[str, ...] = CUBE_ANSWERS if source.about_cube else ()
            self.what: What = "double" if source.about_cube else "play"
            self.state: State[Any, Any] = source.state()
            self.side = Side.WHITE
        else:
            decision = source.decision
            self.position, self.dice, self.best = decision.position, decision.dice, decision.best
            self.choices = CHOICES.get(decision.what, ())
            self.what, self.side = decision.what, decision.side
            self.state = _state(self.game, self.position, self.dice)

    @property
    def id(self) -> str:
        return self.source.id

    def public(self) -> Fields:
        """The question; nothing in it tells the answer."""
        own = isinstance(self.source, Mistake)
        return {
            "id": self.id,
            "game": self.game,
            "what": self.what,
            "position": self.position,
            "dice": [int(die) for die in self.dice] if self.dice else None,
            "side": self.side.value,
            "choices": list(self.choices),
            "own": own,
            "tries": self.source.tries if isinstance(self.source, Mistake) else None,
        }

    def right(self, answer: str) -> bool:
        """Whether an answer solves it; refused where it is none."""
        if self.choices:
            if answer not in self.choices:
                raise Refused(NO_SUCH_ANSWER.about(answers=", ".join(self.choices)))
            return answer == self.best
        reached = self._reached(answer)
        if reached == self._reached(self.best):
            return True
        return any(reached == self._reached(text) for text in self._as_good())

    def _as_good(self) -> list[str]:
        """Other plays of an own mistake that give next to nothing away."""
        if isinstance(self.source, Problem):
            return []
        ways = self.source.decision.alternatives
        return [one.text for one in ways if one.worth >= ways[0].worth - AS_GOOD]

    def _reached(self, text: str) -> Any:
        rules = self.state.kind.rules
        return rules.after(self.state.position, allowed_play(self.state, text))

    def explained(self, answer: str, *, right: bool) -> Fields:
        """What the answer does and the best one does not, and the other way round."""
        decision = Decision(
            game=0, place=0, side=self.side, what=self.what, position=self.position,
            dice=self.dice, played=self.best if right else answer, best=self.best, cost=0.0,
            lost=0.0, mark=Mark.FINE if right else Mark.ERROR, counts=True, phase="", chance=0.5,
            alternatives=self._ways(answer, right=right),
        )  # fmt: skip
        fields = shown_part(self.game, decision)
        fields["does"] = does(self.game, decision, self.best)
        return fields

    def _ways(self, answer: str, *, right: bool) -> tuple[Alternative, ...]:
        if isinstance(self.source, Mistake) and self.choices:
            return self.source.decision.alternatives
        texts = (self.best,) if right or self.choices else (self.best, answer)
        return tuple(Alternative(text, 0.0) for text in texts)


def _state(game: str, position: str, dice: str) -> State[Any, Any]:
    one = kind(game)
    board, situation = one.formats.read_situation(position)
    if dice:
        situation = replace(situation, dice=Dice.parse(dice), pending=None)
    return state_of(one, board, situation)
