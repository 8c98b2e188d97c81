"""A game as the fold of its actions: frozen, with dice and time coming in as arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from tablas.errors import IllegalAction, InvalidPosition
from tablas.kind import Kind
from tablas.play.actions import Action
from tablas.play.allowed import why_refused
from tablas.play.clock import Clock
from tablas.play.cube import Cube
from tablas.play.fold import happened
from tablas.play.standing import situation_of
from tablas.play.state import Phase, State, first_phase
from tablas.play.terms import Terms
from tablas.values import Result, Setup, Side

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Entry(Generic[M]):
    """An action and when it happened, on the clock's scale; None without a clock."""

    action: Action[M]
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Game(Generic[P, M]):
    """One game from its terms to its result; `apply` gives the game after one more action.

    Everything that happened is in `log`; `first` and `state` are the state before and after it.
    """

    first: State[P, M]
    state: State[P, M]
    log: tuple[Entry[M], ...] = ()

    @classmethod
    def begin(
        cls,
        kind: Kind[P, M],
        terms: Terms | None = None,
        *,
        start: str | None = None,
        setup: Setup[P] | None = None,
        cube: Cube | None = None,
        left: tuple[int, int] | None = None,
        now: int | None = None,
    ) -> Game[P, M]:
        """A new game: from the usual start, a named one, or any valid set-up.

        Where the turn of a set-up is open, the opening roll decides who begins. `left` is what
        White and Black have left of a time that counts for the whole match.
        """
        terms = terms or Terms()
        if start is not None and setup is not None:
            raise IllegalAction(
                "a game begins at a named start or from a set-up, not both",
                "una partida empieza en una salida con nombre o en una posición "
                "preparada, no en ambas",
            )
        setup = setup or kind.start(start)
        position, turn = setup.position, setup.turn
        if turn is None and not kind.dice:
            raise InvalidPosition(
                f"{kind.name} has no opening roll: who moves must be said",
                f"en {kind.name} no hay tirada de salida: hay que decir quién juega",
            )
        if faults := kind.rules.faults(position):
            raise InvalidPosition.because(faults)
        if kind.rules.outcome(position):
            raise InvalidPosition(
                "a game cannot begin in a finished position",
                "una partida no puede empezar en una posición acabada",
            )
        state = State(
            kind=kind,
            terms=terms,
            position=position,
            turn=turn,
            phase=Phase.OPENING if turn is None else first_phase(kind),
            cube=cube or Cube(),
            clock=_first_clock(terms, left, turn, now),
            quiet=setup.quiet,
            seen=((turn, position),) if turn and not kind.dice else (),
        )
        return cls(state, state)

    def apply(self, action: Action[M], now: int | None = None) -> Game[P, M]:
        """The game after `action`; raises IllegalAction, which names the rule and the position.

        `now` is needed in a game on a clock, and kept in the log in any case.
        """
        if reason := why_refused(self.state, action, now):
            what = type(action).__name__.lower()
            raise IllegalAction(
                f"illegal action {what!r}: {reason}, in {self.position_text()}",
                f"acción ilegal {what!r}: {reason.spoken('es')}, en {self.position_text()}",
                reason,
            )
        after = happened(self.state, action, now)
        return Game(self.first, after, (*self.log, Entry(action, now)))

    def followed(self, action: Action[M], now: int | None = None) -> Game[P, M]:
        """The game after what a file says has happened, allowed or not.

        Only for actions that can be carried out: a play must leave a valid position.
        """
        return Game(self.first, happened(self.state, action, now), (*self.log, Entry(action, now)))

    @property
    def kind(self) -> Kind[P, M]:
        return self.state.kind

    @property
    def position(self) -> P:
        return self.state.position

    @property
    def turn(self) -> Side | None:
        return self.state.turn

    @property
    def to_act(self) -> Side | None:
        return self.state.to_act

    @property
    def result(self) -> Result | None:
        return self.state.result

    def setup(self) -> Setup[P]:
        """The present position with its side to move, for formats and boards."""
        return Setup(self.state.position, self.state.turn, self.state.quiet)

    def position_text(self) -> str:
        """The position with everything that its notation can say beside it: cube, score, dice."""
        return self.kind.formats.write_situation(self.position, situation_of(self.state))


def _first_clock(
    terms: Terms, left: tuple[int, int] | None, turn: Side | None, now: int | None
) -> Clock | None:
    if terms.time is None:
        return None
    clock = Clock(terms.time, left) if left else Clock.fresh(terms.time)
    if turn is None:
        return clock
    if now is None:
        raise IllegalAction(
            "a game on a clock needs to know when it begins: `now` is missing",
            "una partida con reloj necesita saber cuándo empieza: falta `now`",
        )
    return clock.started(turn, now)
