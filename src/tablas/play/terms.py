"""What two players agree on before a game: stakes, limits against endless games, time."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from tablas.errors import IllegalAction
from tablas.play.clock import TimeControl


class Repetition(Enum):
    """What the third occurrence of a position with the same side to move means (Abalone)."""

    DRAW = "draw"
    OFF = "off"
    DEVIATE = "deviate"  # the play that would bring it about is not allowed


class Decides(Enum):
    """What a no-progress limit that is reached means."""

    DRAW = "draw"
    EJECTIONS = "ejections"  # the side with more ejections wins


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The cube and what may be done with it; `away` tells a match from money play.

    `away` is what White and Black still need to win the match; None is money play. `length` is
    how many points it takes, where that is known: the score follows from both.
    Jacoby, beavers, raccoons and automatic doubles belong to money play only.
    """

    cube: bool = True
    away: tuple[int, int] | None = None
    length: int | None = field(default=None, compare=False)
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: int = 0

    def __post_init__(self) -> None:
        money_only = self.jacoby or self.beavers or self.raccoons or self.automatic_doubles
        if self.away is not None and money_only:
            raise IllegalAction(
                "stakes: Jacoby, beavers, raccoons and automatic doubles are for money play",
                "apuesta: Jacoby, castores, mapaches y dobles automáticos son para "
                "jugar por dinero",
            )
        if self.away is not None and min(self.away) < 1:
            raise IllegalAction(
                f"stakes: away {self.away} in a match that is already won",
                f"apuesta: away {self.away} en un encuentro que ya está ganado",
            )
        if self.length is not None and (self.away is None or max(self.away) > self.length):
            raise IllegalAction(
                f"stakes: away {self.away} in a match to {self.length}",
                f"apuesta: away {self.away} en un encuentro a {self.length}",
            )
        if self.raccoons and not self.beavers:
            raise IllegalAction(
                "stakes: raccoons answer beavers, so they need beavers",
                "apuesta: los mapaches responden a castores, así que los necesitan",
            )
        if not 0 <= self.automatic_doubles <= 6:
            raise IllegalAction(
                f"stakes: automatic doubles {self.automatic_doubles}, limit 6",
                f"apuesta: {self.automatic_doubles} dobles automáticos, el límite es 6",
            )

    @property
    def score(self) -> tuple[int, tuple[int, int]]:
        """The length of the match and the points of White and Black; money play is (0, (0, 0)).

        Where the length is not known, it is the shortest that fits.
        """
        if self.away is None:
            return 0, (0, 0)
        length = self.length or max(self.away)
        return length, (length - self.away[0], length - self.away[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How a game without dice is kept from going on for ever (Abalone, "Options")."""

    target: int = 6  # ejections that win; 4 in blitz
    repetition: Repetition = Repetition.DRAW
    quiet: int | None = 200  # plies without an ejection
    quiet_decides: Decides = Decides.DRAW
    plies: int | None = None  # then the count of ejections decides; engine matches use 350

    def __post_init__(self) -> None:
        if not 1 <= self.target <= 6:
            raise IllegalAction(
                f"limits: target {self.target}, expected 1 to 6 ejections",
                f"límites: target {self.target}, se esperaban de 1 a 6 expulsiones",
            )
        for name, limit in (("quiet", self.quiet), ("plies", self.plies)):
            if limit is not None and limit < 1:
                raise IllegalAction(
                    f"limits: {name} {limit}, expected 1 or more, or none",
                    f"límites: {name} {limit}, se esperaba 1 o más, o ninguno",
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Everything that is settled before the first action of a game."""

    stakes: Stakes = field(default_factory=Stakes)
    limits: Limits = field(default_factory=Limits)
    time: TimeControl | None = None
