"""How long an engine may think."""

from __future__ import annotations

from dataclasses import dataclass

from tablas.errors import NotationError


@dataclass(frozen=True, slots=True)
class DiceLimit:
    """Seconds, positions judged or plies, whichever is reached first; at least one is given.

    >>> DiceLimit(plies=2)
    DiceLimit(seconds=None, nodes=None, plies=2)
    """

    seconds: float | None = None
    nodes: int | None = None
    plies: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.nodes is None and self.plies is None:
            raise NotationError(
                "limit: found nothing, expected seconds, nodes or plies",
                "límite: no hay ninguno, se esperaban segundos, nodos o jugadas",
            )
        if self.seconds is not None and not 0 < self.seconds <= 1e6:
            raise NotationError(
                f"seconds: found {self.seconds}, expected more than 0",
                f"segundos: {self.seconds}, se esperaba más de 0",
            )
        if self.nodes is not None and self.nodes < 1:
            raise NotationError(
                f"nodes: found {self.nodes}, expected 1 or more",
                f"nodos: {self.nodes}, se esperaba 1 o más",
            )
        if self.plies is not None and self.plies < 0:
            raise NotationError(
                f"plies: found {self.plies}, expected 0 or more",
                f"jugadas por delante: {self.plies}, se esperaba 0 o más",
            )
