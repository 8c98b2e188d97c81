"""How long a rollout goes on, and how: what a person chooses, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablas.errors import NotationError

MOST_TRIALS: Final = 10_000_000
MOST_PLIES: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutPlan:
    """How long to go on, and how.

    `truncate` plays so many turns and lets the net judge; 0 plays to the end. The players look
    `plies` ahead. `until_error` stops once every standard error of an equity is below it.
    `until_apart` drops a start once it lies so many standard errors (of the difference, over the
    same dice) behind the best, and stops when one is left. Neither stops before `least` trials.
    """

    trials: int = 1296
    truncate: int = 0
    plies: int = 0
    seed: int = 1
    threads: int = 1
    variance_reduction: bool = True
    until_error: float | None = None
    until_apart: float | None = None
    least: int = 144

    def __post_init__(self) -> None:
        if not 1 <= self.trials <= MOST_TRIALS:
            raise NotationError(
                f"trials {self.trials}: expected 1 to {MOST_TRIALS}",
                f"pruebas {self.trials}: se esperaba de 1 a {MOST_TRIALS}",
            )
        if self.truncate < 0:
            raise NotationError(
                f"truncate {self.truncate}: expected 0 or more turns",
                f"truncate {self.truncate}: se esperaban 0 turnos o más",
            )
        if not 0 <= self.plies <= MOST_PLIES:
            raise NotationError(
                f"plies {self.plies}: expected 0 to {MOST_PLIES}",
                f"plies {self.plies}: se esperaba de 0 a {MOST_PLIES}",
            )
        for name, bound in (("until_error", self.until_error), ("until_apart", self.until_apart)):
            if bound is not None and not bound > 0:
                raise NotationError(
                    f"{name} {bound}: expected more than 0", f"{name} {bound}: se esperaba más de 0"
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class RollerPlan:
    """Which plays are rolled out, and how long.

    At most so many plays, no more than `within` points behind the best. A play that falls `apart`
    standard errors behind is left, though not before `least` trials. With `seconds` the trials end
    in time; fewer than `least` of them decide nothing.
    """

    most: int = 5
    within: float = 0.08
    trials: int = 324
    truncate: int = 7
    apart: float = 3.0
    least: int = 144
    seconds: float | None = None

    def rollout(self, threads: int) -> RolloutPlan:
        return RolloutPlan(
            trials=self.trials, truncate=self.truncate, threads=threads,
            until_apart=self.apart, least=self.least,
        )  # fmt: skip
