"""The rules of backgammon: what can be played, why not, and when it is over.

Sources: `docs/rules/backgammon.en.md`; section names in comments are those of that page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final, NamedTuple

from tablas.backgammon import reasons, starts
from tablas.backgammon.reasons import BAR, OFF, point_name, side_reason
from tablas.dicegame.turn import anything_moves, ends_of_turn, one_end
from tablas.errors import InvalidPosition
from tablas.values import Dice, Outcome
from tablas.words import Reason

HOME: Final = range(1, 7)
CHECKERS: Final = 15


class Position(NamedTuple):
    """Where the checkers stand, seen by the player to move.

    A tuple and not a dataclass, because the search for plays spends its time making these.
    `own` and `opp` count each side's checkers from that side's own point of view:
    index 0 is borne off, 1 to 24 the points, 25 the bar. My point p is your 25 - p.
    """

    own: tuple[int, ...]
    opp: tuple[int, ...]

    def swapped(self) -> Position:
        """The same checkers seen by the other player."""
        return Position(self.opp, self.own)

    @property
    def pips(self) -> int:
        """How far the player to move still has to go."""
        return sum(point * count for point, count in enumerate(self.own))


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved by one die; `hit` is told, not part of what the step is."""

    source: int
    target: int
    die: int
    hit: bool = field(default=False, compare=False)


Play = tuple[Step, ...]


def start(name: str = "standard") -> Position:
    """The start called `name`, the same from each side; "standard" is 24×2, 13×5, 8×3, 6×5."""
    if name not in starts.CHECKERS:
        known = ", ".join(starts.CHECKERS)
        raise InvalidPosition(
            f"start {name[:40]!r}: backgammon knows {known}",
            f"salida {name[:40]!r}: en backgammon hay {known}",
        )
    side = [0] * 26
    for point, count in starts.CHECKERS[name]:
        side[point] = count
    return Position(tuple(side), tuple(side))


def plays(position: Position, dice: Dice | None = None) -> dict[Position, Play]:
    """Each position that the roll can reach, seen by the opponent, with one play to it.

    >>> len(plays(start(), Dice(3, 1))), len(plays(start(), Dice(6, 6)))
    (16, 11)
    """
    if dice is None:
        raise InvalidPosition(
            "backgammon plays need dice", "las jugadas de backgammon necesitan dados"
        )
    return dict(_plays(position, dice))


# A roll is looked at several times: to show it, to read a play, to check it.
@lru_cache(maxsize=128)
def _plays(position: Position, dice: Dice) -> dict[Position, Play]:
    if outcome(position):
        return {}
    ends = ends_of_turn(position, dice, steps)
    return {end.swapped(): play for end, play in ends.items()}


def steps(position: Position, die: int) -> Iterator[tuple[Step, Position]]:
    """Every single movement with this die, and the position after it, same player to move."""
    own = position.own
    for source in (BAR,) if own[BAR] else range(24, 0, -1):
        if own[source] and not why_no_step(position, source, die):
            yield moved(position, source, die)


def why_no_step(position: Position, source: int, die: int) -> Reason | None:
    """The rule that keeps a checker on `source` from moving `die` points, if any."""
    target = source - die
    if target > 0:
        held = position.opp[25 - target]
        return _blocked(target, held) if held >= 2 else None
    return why_no_bearing_off(position, source, die)


def why_no_bearing_off(position: Position, source: int, die: int) -> Reason | None:
    """Bearing off: all home; exact, or from the highest occupied point with a larger die."""
    own = position.own
    for place in range(BAR, 6, -1):
        if own[place]:
            return _not_all_home(place)
    if die > source:
        for higher in range(6, source, -1):
            if own[higher]:
                return _higher_first(die, source, higher)
    return None


def moved(position: Position, source: int, die: int) -> tuple[Step, Position]:
    """A legal step carried out: the step as it happened, and the position after it."""
    target = max(source - die, OFF)
    own, opp = list(position.own), position.opp
    own[source] -= 1
    own[target] += 1
    hit = target != OFF and opp[25 - target] == 1
    if hit:
        other = list(opp)
        other[25 - target] = 0
        other[BAR] += 1
        opp = tuple(other)
    return _step(source, target, die, hit), Position(tuple(own), opp)


def after(position: Position, play: Play) -> Position:
    """The position that a legal play reaches, seen by the opponent."""
    for step in play:
        _, position = moved(position, step.source, step.die)
    return position.swapped()


def why_illegal(position: Position, dice: Dice | None, play: Play) -> Reason | None:
    """The rule that forbids this play, or None if it is legal."""
    if dice is None:
        return reasons.NO_DICE
    if outcome(position):
        return reasons.OVER
    left, now = list(dice.movements), position
    for step in play:
        if refused := _why_not_now(now, left, step):
            return refused
        left.remove(step.die)
        _, now = moved(now, step.source, step.die)
    if may_end(position, dice, now, len(play)):
        return None
    ends = plays(position, dice)
    most = max(len(way) for way in ends.values())
    if len(play) < most:
        return reasons.MUST_PLAY.about(most=most, played=len(play))
    return reasons.LARGER_DIE.about(die=dice.high)


def may_end(position: Position, dice: Dice, reached: Position, played: int) -> bool:
    """Whether a turn that came to `reached` by so many legal steps may end there.

    With all dice played nothing is left that must be, so nothing has to be searched.
    """
    return played == len(dice.movements) or reached.swapped() in plays(position, dice)


def stuck(position: Position, dice: Dice) -> bool:
    """Whether this roll can move nothing: the turn is over as soon as it is seen."""
    return not outcome(position) and not anything_moves(position, dice, steps)


def forced(position: Position, dice: Dice) -> bool:
    """Whether this roll moves something, and leaves nothing to choose."""
    return not outcome(position) and one_end(position, dice, steps, Position.swapped)


def _why_not_now(position: Position, left: list[int], step: Step) -> Reason | None:
    """Why this step cannot be the next one, with these dice still to play."""
    source, target = step.source, step.target
    if source not in range(1, BAR + 1) or target not in range(OFF, BAR) or target >= source:
        return reasons.NO_PLACE.about(
            source=reasons.place_name(source), target=reasons.place_name(target)
        )
    if not position.own[source]:
        return reasons.NO_CHECKER.about(place=point_name(source))
    if position.own[BAR] and source != BAR:
        return reasons.BAR_FIRST
    if step.die not in left or target != max(source - step.die, OFF):
        dice = "-".join(map(str, left)) or "–"
        return reasons.WRONG_DIE.about(
            source=reasons.place_name(source), target=reasons.place_name(target), dice=dice
        )
    return why_no_step(position, source, step.die)


def shut_out(position: Position) -> bool:
    """Whether a checker waits on the bar and no roll can enter it: the turn is lost unrolled."""
    return position.own[BAR] > 0 and all(position.opp[point] >= 2 for point in HOME)


def outcome(position: Position) -> Outcome | None:
    """How the game ended for the player to move: all 15 off wins 1, gammon 2, backgammon 3."""
    if position.opp[OFF] == CHECKERS:
        return Outcome(-_level(loser=position.own))
    if position.own[OFF] == CHECKERS:
        return Outcome(_level(loser=position.opp))
    return None


def _level(loser: tuple[int, ...]) -> int:
    if loser[OFF]:
        return 1
    # The winner's home is the loser's 19 to 24; 25 is the bar.
    return 3 if any(loser[19:]) else 2


def faults(position: Position) -> tuple[Reason, ...]:
    """Everything that is wrong with a set-up; empty for a valid position."""
    wrong: list[Reason] = []
    for own, side in ((True, position.own), (False, position.opp)):
        wrong += _side_faults(side, own)
    if wrong:
        return tuple(wrong)
    for point in range(1, 25):
        if position.own[point] and position.opp[25 - point]:
            wrong.append(reasons.SHARED_POINT.about(place=point_name(point)))
    if position.own[OFF] == position.opp[OFF] == CHECKERS:
        wrong.append(reasons.BOTH_OFF)
    return tuple(wrong)


def _side_faults(side: tuple[int, ...], own: bool) -> Iterator[Reason]:
    if len(side) != 26:
        yield side_reason(reasons.WRONG_LENGTH, own, found=len(side))
        return
    for place, count in enumerate(side):
        if count < 0:
            yield side_reason(reasons.NEGATIVE, own, count=count, place=point_name(place))
    if sum(side) != CHECKERS:
        yield side_reason(reasons.NOT_FIFTEEN, own, count=sum(side))


_step = cache(Step)  # there are few hundred different ones; making them is what costs

# The search for plays meets these reasons again and again, and they are few: each is made once.


@cache
def _not_all_home(place: int) -> Reason:
    return reasons.NOT_ALL_HOME.about(place=point_name(place))


@cache
def _higher_first(die: int, source: int, higher: int) -> Reason:
    return reasons.HIGHER_FIRST.about(die=die, place=point_name(source), higher=point_name(higher))


@cache
def _blocked(target: int, held: int) -> Reason:
    return reasons.BLOCKED.about(place=point_name(target), count=held)
