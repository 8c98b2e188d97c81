"""A game as the fold of its actions: frozen, with dice and time coming in as arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from tablas.errors import IllegalAction, InvalidPosition
from tablas.kind import Kind
from tablas.play.actions import Action, Doubled, Dropped, OpeningRolled, Played, Rolled, Took
from tablas.play.allowed import why_refused
from tablas.play.clock import Clock
from tablas.play.cube import Cube
from tablas.play.fold import happened
from tablas.play.standing import situation_of
from tablas.play.state import Phase, State, first_phase
from tablas.play.terms import Terms
from tablas.values import Dice, Result, Setup, Side

if TYPE_CHECKING:
    from random import Random

P = TypeVar("P")
M = TypeVar("M")
PICTURE_WIDTH: Final = 460  # pixels


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

    # What is said at a table. Each gives the game after it; this one stays as it was.

    def play(self, play: str | M, now: int | None = None) -> Game[P, M]:
        """The game after a play of whoever is on turn, written in the game's notation or not."""
        side = self._on_turn()
        if isinstance(play, str):
            play = self.kind.notation.read(self.position, self.state.dice, play, side)
        return self.apply(Played(side, play), now)

    def roll(
        self,
        dice: tuple[int, int] | None = None,
        *,
        rng: Random | None = None,
        now: int | None = None,
    ) -> Game[P, M]:
        """The game after the next roll: this one, or by chance; of an opening White's die is first.

        Whoever has nothing to move then plays nothing, with `play("")`.
        """
        opening = self.state.phase is Phase.OPENING
        one, other = dice or _fallen(rng, apart=opening)
        if opening:
            return self.apply(OpeningRolled(one, other), now)
        return self.apply(Rolled(self._on_turn(), Dice(one, other)), now)

    def double(self, now: int | None = None) -> Game[P, M]:
        return self.apply(Doubled(self._on_turn()), now)

    def take(self, now: int | None = None) -> Game[P, M]:
        """The double, beaver or raccoon on the table is accepted."""
        return self.apply(Took(self._to_act()), now)

    def drop(self, now: int | None = None) -> Game[P, M]:
        """The double on the table is refused, and the game with it."""
        return self.apply(Dropped(self._to_act()), now)

    def legal_plays(self) -> list[str]:
        """Every play of whoever is to move, in the game's notation; none before the dice."""
        if self.state.phase is not Phase.TO_PLAY:
            return []
        plays = self.kind.rules.plays(self.position, self.state.dice)
        return [self.kind.notation.write(self.position, play) for play in plays.values()]

    def positions(self) -> Iterator[Setup[P]]:
        """Every position that the game went through, the first and the present one included."""
        state = self.first
        yield state.setup()
        for entry in self.log:
            state = happened(state, entry.action, entry.at)
            if isinstance(entry.action, Played):
                yield state.setup()

    def svg(
        self,
        *,
        width: int = PICTURE_WIDTH,
        play: str | None = None,
        marks: Iterable[str] = (),
        arrows: Iterable[tuple[str, str]] = (),
    ) -> str:
        """The board as a picture, with a play as arrows, and marks and arrows of one's own.

        Places have the names of the notation, as whoever is to move counts: `marks=["13", "bar"]`,
        `arrows=[("13", "7")]`, in Abalone `marks=["e5"]`.
        """
        picture, drawn = self.kind.picture, list(arrows)
        if play is not None:
            read = self.kind.notation.read(self.position, self.state.dice, play, self._on_turn())
            drawn += picture.arrows(self.position, read)
        return picture.svg(
            self.setup(), title=self.position_text(), width=width, marks=marks, arrows=drawn
        )

    def _repr_svg_(self) -> str:  # what notebooks show
        return self.svg()

    def _on_turn(self) -> Side:
        if self.turn is None:
            raise IllegalAction(
                "nobody is on turn before the opening roll: `roll` it",
                "nadie tiene el turno antes de la tirada de salida: hay que tirarla con `roll`",
            )
        return self.turn

    def _to_act(self) -> Side:
        return self.to_act or self._on_turn()

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
        return self.state.setup()

    def position_text(self) -> str:
        """The position with everything that its notation can say beside it: cube, score, dice."""
        return self.kind.formats.write_situation(self.position, situation_of(self.state))


def _fallen(rng: Random | None, *, apart: bool) -> tuple[int, int]:
    """Two dice by chance; those of an opening fall until one is higher."""
    if rng is None:
        from random import SystemRandom  # noqa: PLC0415 a tenth of what `import tablas` takes

        rng = SystemRandom()
    while True:
        one, other = rng.randint(1, 6), rng.randint(1, 6)
        if one != other or not apart:
            return one, other


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
