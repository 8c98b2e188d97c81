"""Levels of care: how much thinking a review spends on each decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablas.engine.dice.rollout_plan import RollerPlan
from tablas.errors import NotationError
from tablas.words import Words, quoted

ROLLER: Final = RollerPlan()


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """`plies` and `cube_plies` for dice games, `nodes` for a search without dice.

    `trials` rolls plays out that lie closer together than `close`, `most` of them, each `least`
    times before one is left; 0 leaves it at the search. `cube_trials` does the same for cubes that
    are anywhere near a double. The small net rolls out, or the one that searches (`searcher`).
    """

    name: str
    words: Words
    plies: int
    cube_plies: int
    nodes: int
    trials: int = 0
    close: float = 0.02
    most: int = 4
    least: int = 72
    searcher: bool = False
    cube_trials: int = 0

    def spoken_of(self, *, dice: bool) -> Words:
        """What is done for each decision, of a game with dice or of one without."""
        if dice:
            return self.words
        nodes = f"{self.nodes:,}"
        return Words(
            f"{nodes} positions a move", f"{nodes.replace(',', '.')} posiciones por jugada"
        )


CARES: Final = (
    Care(
        name="fast",
        words=Words(
            "no look ahead for plays, one for cubes", "sin mirar por delante; el cubo, una"
        ),
        plies=0,
        cube_plies=1,
        nodes=20_000,
    ),
    Care(
        name="normal",
        words=Words("two plies ahead", "dos jugadas por delante"),
        plies=2,
        cube_plies=2,
        nodes=150_000,
    ),
    Care(
        name="deep",
        words=Words(
            "three plies ahead, then rollouts where two plays are close",
            "tres jugadas por delante y, si dos jugadas están igualadas, simulaciones",
        ),
        plies=3,
        cube_plies=2,
        nodes=1_500_000,
        trials=216,
    ),
    Care(
        name="rollout",
        words=Words(
            "two plies ahead, then the best plays rolled out",
            "dos jugadas por delante y simulaciones de las mejores",
        ),
        plies=2,
        cube_plies=2,
        nodes=1_500_000,
        trials=324,
        close=0.3,
        cube_trials=324,
    ),
    Care(
        name="roller",
        words=Words(
            "two plies ahead, then rollouts by the net of the search where plays are close",
            "dos jugadas por delante y, si hay jugadas igualadas, simulaciones con la misma red",
        ),
        plies=2,
        cube_plies=2,
        nodes=1_500_000,
        trials=ROLLER.trials,
        close=ROLLER.within,
        most=ROLLER.most,
        least=ROLLER.least,
        searcher=True,
    ),
)


def care_named(name: str) -> Care:
    for care in CARES:
        if care.name == name:
            return care
    known = ", ".join(care.name for care in CARES)
    raise NotationError(
        f"care {quoted(name)}: expected one of {known}",
        f"análisis {quoted(name)}: se esperaba uno de {known}",
    )
