"""What two people agree on before they sit down: game, length, stakes, limits, time, dice."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from tablas import games
from tablas.errors import NotationError, TablasError
from tablas.kind import Kind
from tablas.play.clock import TimeControl, Timing
from tablas.play.match import LONGEST_MATCH, Match
from tablas.play.terms import Decides, Limits, Repetition, Stakes
from tablas.server.play.speeds import DAY, Speed, speed_of
from tablas.situation import Situation
from tablas.values import Setup
from tablas.words import Words

Mode = Literal["live", "correspondence", "local"]
LENGTHS_OFFERED: Final = (1, 3, 5, 7, 9, 11, 15, 21)  # points; any other can be agreed on as well
DAYS_OFFERED: Final = (1, 3, 7)

DAYS_ALONE: Final = Words(
    "days: a correspondence game has no other clock, leave `time` out",
    "days: una partida por correspondencia no lleva otro reloj; quita `time`",
)
LOCAL_FRIENDLY: Final = Words(
    "local: a game at one device is neither by correspondence nor rated",
    "local: una partida en un mismo dispositivo no es por correspondencia ni puntúa",
)
SESSION_ENDLESS: Final = Words(
    "session: games without end have no length and are not rated",
    "session: una sesión sin fin no tiene longitud ni puntúa",
)
START: Final = Words("start: expected one of {starts}", "start: se espera una de {starts}")
POSITION: Final = Words("position: {detail}", "position: {detail}")
POSITION_ALONE: Final = Words(
    "position: a set-up is for one game that is not rated; leave start, length and session out",
    "position: una posición preparada es para una sola partida que no puntúa; "
    "quita start, length y session",
)
POSITION_OVER: Final = Words(
    "position: the game is over in it", "position: en ella la partida ha terminado"
)
TIME: Final = Words("time: {detail}", "time: {detail}")
STAKES: Final = Words("{detail}", "{detail}")
RATED_CLOCK: Final = Words(
    "rated: a game without a clock cannot be rated", "rated: una partida sin reloj no puntúa"
)


def disagreed(words: Words) -> PydanticCustomError:
    """Why an agreement cannot be played, in both languages for whoever answers."""
    return PydanticCustomError("agreement", "{en}", {"en": words.en, "es": words.es})


class Agreement(BaseModel):
    """The terms of a game or a match, as a client writes them and the database keeps them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: games.GameName
    start: Annotated[str, Field(max_length=40)] | None = Field(
        None, description="A named start of the game; none: the usual one."
    )
    position: Annotated[str, Field(max_length=400)] | None = Field(
        None,
        description="Where the game begins, in any notation, with the cube and the score it tells; "
        "for one game that is not rated.",
    )
    length: Annotated[int, Field(ge=1, le=LONGEST_MATCH)] | None = Field(
        None, description="Points of the match; none: one game for money stakes."
    )
    session: bool = Field(
        default=False,
        description="Games for money one after another, until somebody ends it between two.",
    )
    crawford: bool = True
    cube: bool = True
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: Annotated[int, Field(ge=0, le=6)] = 0
    target: Annotated[int, Field(ge=1, le=6)] = 6
    repetition: Literal["draw", "off", "deviate"] = "draw"
    quiet: Annotated[int, Field(ge=0, le=100_000)] = Field(200, description="0: no limit.")
    quiet_decides: Literal["draw", "ejections"] = "draw"
    plies: Annotated[int, Field(ge=0, le=100_000)] = Field(0, description="0: no limit.")
    time: Annotated[str, Field(max_length=40)] | None = Field(
        None, description="Such as 'fischer 5+3', 'delay 14+12', 'sudden 15', 'move 0+30'."
    )
    days: Annotated[int, Field(ge=1, le=14)] | None = Field(
        None, description="Days for each turn: a correspondence game."
    )
    local: bool = Field(default=False, description="Both sides at one device.")
    rated: bool = False
    dice: Literal["fair", "server", "device"] = Field(
        "fair",
        description="Dice made by all parties, or by the server alone; `device` only of a game "
        "that was played without the server.",
    )

    @model_validator(mode="after")
    def _is_playable(self) -> Agreement:
        if self.days is not None and self.time is not None:
            raise disagreed(DAYS_ALONE)
        if self.local and (self.days is not None or self.rated):
            raise disagreed(LOCAL_FRIENDLY)
        if self.session and (self.length is not None or self.rated):
            raise disagreed(SESSION_ENDLESS)
        if self.start is not None and self.start not in self.kind.start_names:
            raise disagreed(START.about(starts=", ".join(self.kind.start_names)))
        self._check_position()
        try:
            self.match()
        except NotationError as error:
            raise disagreed(TIME.about(detail=error)) from None
        except TablasError as error:
            raise disagreed(STAKES.about(detail=error)) from None
        if self.rated and self.speed is None:
            raise disagreed(RATED_CLOCK)
        return self

    def _check_position(self) -> None:
        """A set-up is for one game that counts for nothing, and must still be playable."""
        if self.position is None:
            return
        if self.start is not None or self.length is not None or self.session or self.rated:
            raise disagreed(POSITION_ALONE)
        try:
            setup = self.kind.formats.read(self.position)
        except TablasError as error:
            raise disagreed(POSITION.about(detail=error)) from None
        if self.kind.rules.outcome(setup.position):
            raise disagreed(POSITION_OVER)

    @property
    def kind(self) -> Kind[object, object]:
        return games.kind(self.game)

    @property
    def mode(self) -> Mode:
        if self.local:
            return "local"
        return "correspondence" if self.days is not None else "live"

    @property
    def control(self) -> TimeControl | None:
        if self.days is not None:
            return TimeControl(Timing.PER_MOVE, self.days * DAY)
        return TimeControl.parse(self.time) if self.time is not None else None

    @property
    def speed(self) -> Speed | None:
        return speed_of(self.game, self.control, length=self.length or 1)

    def match(self) -> Match:
        """The match before its first game; a single game is a match that ends after one."""
        return Match(
            length=self.length,
            crawford=self.crawford,
            stakes=Stakes(
                cube=self.cube and self.kind.dice,
                jacoby=self.jacoby,
                beavers=self.beavers,
                raccoons=self.raccoons,
                automatic_doubles=self.automatic_doubles,
            ),
            limits=Limits(
                target=self.target,
                repetition=Repetition(self.repetition),
                quiet=self.quiet or None,
                quiet_decides=Decides(self.quiet_decides),
                plies=self.plies or None,
            ),
            time=self.control,
        )

    def setup(self) -> Setup[object]:
        """Where each game begins; its turn is open where the opening roll decides it."""
        if self.position is not None:
            return self.kind.formats.read(self.position)
        return self.kind.start(self.start)

    def situation(self) -> Situation | None:
        """The turned cube and the score that the text of a set-up tells; None if it tells none."""
        if self.position is None:
            return None
        situation = self.kind.formats.read_situation(self.position)[1]
        return situation if situation.length or situation.cube > 1 else None

    def pairing(self) -> str:
        """Equal for two agreements that mean the same game."""
        return self.model_dump_json(exclude_defaults=True)
