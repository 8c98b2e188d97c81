"""A game of backgammon built up while a file tells it, with what the rules say against it.

Files tell a roll and its play together, leave the opening dice open, and hold plays that were
never legal. What can be carried out is followed and noted; `Lost` says where that ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from tablas.backgammon import KIND, notation, rules
from tablas.backgammon.carried_out import carried_out
from tablas.backgammon.rules import Play, Position
from tablas.dicegame.spelling import movements
from tablas.errors import IllegalAction, NotationError, TablasError
from tablas.play.actions import (
    Action,
    Beavered,
    Doubled,
    Dropped,
    OpeningRolled,
    Played,
    Raccooned,
    ResignationAccepted,
    Resigned,
    Rolled,
    Took,
)
from tablas.play.allowed import why_refused
from tablas.play.cube import Cube
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.play.terms import Terms
from tablas.record import Note
from tablas.values import Dice, Ending, Result, Setup, Side
from tablas.words import Reason, Words

FOLLOWED: Final = frozenset({"shut-out", "no-cube", "dead-cube", "no-beavers", "flag-fell"})
"""Rules that people break at the board without losing the thread: the game is followed on."""

STATED: Final = Words(
    "the file says that {winner} wins {points}, the game says {result}",
    "el archivo dice que ganan {winner} por {points}, la partida dice {result}",
)
NOT_ON: Final = Words("cannot be followed on: {why}", "no se puede seguir: {why}")


Kept = tuple[Game[Position, Play], dict[int, Note], int | None]


class Lost(TablasError):
    """The game cannot be followed on from here."""

    @classmethod
    def because(cls, why: Words | Reason | TablasError) -> Lost:
        words = NOT_ON.about(why=why)
        return cls(words.en, words.es)


class Following:
    """One game from its first roll to its result; `notes` names the rules that were broken."""

    def __init__(
        self,
        terms: Terms,
        setup: Setup[Position] | None = None,
        cube: Cube | None = None,
        left: tuple[int, int] | None = None,
        now: int | None = None,
    ) -> None:
        """Where the file tells the time, `now` is set before each action.

        Files tell when a play was made and not when its dice fell, which no clock minds: those
        fall at once.
        """
        self._terms, self._cube, self._left = terms, cube, left
        self.now = self._before = now
        self.game = self._begun(setup)
        self.notes: dict[int, Note] = {}

    def rolled(self, side: Side, dice: Dice) -> None:
        """The roll of `side`; the first one of a game stands for the opening roll."""
        if self.game.state.phase is Phase.OPENING and not dice.double:
            high, low = dice.high, dice.low
            opening = (high, low) if side is Side.WHITE else (low, high)
            self._act(OpeningRolled(*opening), self._before)
            return
        self._on_turn(side)
        offer = self.game.state.cube.offer
        if offer and offer.turns > 1:  # .mat has no word for who accepts a beaver
            self._act(Took(offer.by.other), self._before)
        self._act(Rolled(side, dice), self._before)

    def played(self, side: Side, text: str) -> None:
        """The play that a text names."""
        try:
            ways = [way for movement in movements(text, None) for way in pairwise(movement.places)]
        except NotationError as error:
            raise Lost.because(error) from error
        self.moved(side, ways, text)

    def moved(self, side: Side, ways: Sequence[tuple[int, int]], text: str) -> None:
        """The play by these steps; `text` is the same in words, for where each is not one die."""
        position, dice = self.game.position, self.game.state.dice
        try:
            play: Play | None = carried_out(position, dice, ways)
        except NotationError:
            play = None
        if play is None or rules.why_illegal(position, dice, play):
            try:
                play = notation.read(position, dice, text, side)
            except (NotationError, IllegalAction) as error:
                if play is None or self.game.result:
                    raise Lost.because(error) from error
        self._act(Played(side, play))

    def kept(self) -> Kept:
        """Where the game stands, to go on from there once more."""
        return self.game, dict(self.notes), self._before

    def put_back(self, kept: Kept) -> None:
        self.game, notes, self._before = kept
        self.notes = dict(notes)

    def doubled(self, side: Side) -> None:
        self._on_turn(side)
        self._act(Doubled(side))

    def took(self, side: Side) -> None:
        self._act(Took(side))

    def dropped(self, side: Side) -> None:
        self._act(Dropped(side))

    def raised(self, side: Side) -> None:
        """A beaver, or a raccoon where a beaver lies on the table."""
        offer = self.game.state.cube.offer
        self._act(Raccooned(side) if offer and offer.turns == 2 else Beavered(side))

    def won(self, winner: Side, points: int) -> Words | None:
        """The end as the file states it: a resignation where the board does not show it.

        The words say how that differs from what the game says, if it does.
        """
        game = self.game
        if game.result is None and game.state.phase is not Phase.OPENING:
            if game.state.cube.offer and game.state.cube.offer.by is winner:
                self._act(Dropped(winner.other))
            else:
                level = min(max(points // game.state.cube.value, 1), 3)
                self._act(Resigned(winner.other, level))
                self._act(ResignationAccepted(winner))
        result = self.game.result
        if result and result.winner is winner and points in self._worth(result):
            return None
        return STATED.about(winner=winner.words, points=points, result=_told(result))

    def _worth(self, result: Result) -> set[int]:
        """What the winner may be said to win: in a match only what was still needed."""
        away = self._terms.stakes.away
        if away is None or result.winner is None:
            return {result.points}
        needed = away[0] if result.winner is Side.WHITE else away[1]
        return {result.points, min(result.points, needed)}

    def _on_turn(self, side: Side) -> None:
        """Begin with `side` where the file tells no opening roll."""
        if self.game.state.phase is Phase.OPENING:
            self.game = self._begun(Setup(self.game.position, side))

    def _begun(self, setup: Setup[Position] | None) -> Game[Position, Play]:
        return Game.begin(
            KIND, self._terms, setup=setup, cube=self._cube, left=self._left, now=self._before
        )

    def _act(self, action: Action[Any], at: int | None = None) -> None:
        now = self.now if at is None else at
        broken = why_refused(self.game.state, action, now)
        illegal_play = isinstance(action, Played) and broken and broken.rule != "not-your-turn"
        if broken and broken.rule in ("over", "not-now"):
            illegal_play = False
        if broken and not illegal_play and broken.rule not in FOLLOWED:
            raise Lost.because(broken)
        if broken:
            self.notes[len(self.game.log)] = Note(breaks=broken)
        self.game = self.game.followed(action, now)
        self._before = now


def _told(result: Result | None) -> Words:
    if result is None:
        return Words("that it is not over", "que no ha terminado")
    if result.winner is None or result.ending is Ending.LOCKED:
        return Words("a draw", "tablas")
    who = result.winner.words
    return Words(f"{who.en} {result.points}", f"{who.es} {result.points}")
