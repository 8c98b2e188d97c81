"""One play as text and back: `13/7 8/7`, `bar/20*`, `6/off(2)`, `24/18*/16`, `N12-N8`.

A text is read by trying its movements in every order and with every die. Points that it passes
over need no name: the way that hits nobody there is meant; if the text still leaves two different
positions open, it must say which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from tablas.backgammon import xgid
from tablas.backgammon.reasons import BAR, NOT_HIT, OFF, point_name
from tablas.backgammon.rules import (
    Play,
    Position,
    Step,
    may_end,
    moved,
    outcome,
    why_illegal,
    why_no_step,
)
from tablas.dicegame.spelling import Movement, movements, nb_name, number_name
from tablas.errors import IllegalAction, NotationError
from tablas.situation import Situation
from tablas.values import Dice, Side
from tablas.words import Reason, quoted

PASS = "-"  # noqa: S105


def write(position: Position, play: Play) -> str:
    """A legal play in the usual short form, from the highest point down.

    >>> from tablas.backgammon.rules import start
    >>> write(start(), (Step(24, 23, 1), Step(23, 18, 5)))
    '24/18'
    """
    return _spelled(position, play, number_name, "/")


def write_nb(position: Position, play: Play, side: Side) -> str:
    """A legal play of `side` with the N/B names of sheet 003."""
    return _spelled(position, play, lambda place: nb_name(place, side), "-")


def _spelled(position: Position, play: Play, name: Callable[[int], str], joint: str) -> str:
    hits = _hits(position, play)
    counts: dict[tuple[int, int], int] = {}
    starred: dict[tuple[int, int], set[int]] = {}
    for chain in sorted(_chains(play), key=lambda chain: (chain[0], chain[-1]), reverse=True):
        ends = (chain[0], chain[-1])
        counts[ends] = counts.get(ends, 0) + 1
        # The first checker that comes to a point hits there, and only one star is written.
        marked = hits.intersection(chain[1:])
        starred.setdefault(ends, set()).update(marked)
        hits -= marked
    words = []
    for (source, target), count in counts.items():
        stars = starred[source, target]
        path = (source, *sorted(stars - {target}, reverse=True), target)
        names = (name(place) + "*" * (place in stars) for place in path)
        words.append(joint.join(names) + (f"({count})" if count > 1 else ""))
    return " ".join(words) or PASS


def _hits(position: Position, play: Play) -> set[int]:
    """The points where the play hits; each can only be hit once in a turn."""
    hits = set()
    for step in play:
        done, position = moved(position, step.source, step.die)
        if done.hit:
            hits.add(done.target)
    return hits


def _chains(play: Play) -> list[list[int]]:
    """The steps joined where one checker goes on, or might have, from where another stopped."""
    chains: list[list[int]] = []
    for step in sorted(play, key=lambda step: -step.source):
        chain = next((chain for chain in chains if chain[-1] == step.source), None)
        if chain:
            chain.append(step.target)
        else:
            chains.append([step.source, step.target])
    return chains


def read(position: Position, dice: Dice | None, text: str, side: Side | None = None) -> Play:
    """The legal play that `text` names; `side` is who moves, needed only for N/B names.

    NotationError if it cannot be read or means more than one play; IllegalAction, with the
    reason of the attempt that got furthest, if it names no legal play.
    """
    wanted = movements(text, side)
    if dice is None or outcome(position):
        raise _refused(position, dice, text, side, why_illegal(position, dice, ()))
    if (play := _plainly(position, dice, wanted)) is not None:
        return play
    tried = list(_attempts(position, dice.movements, wanted))
    legal = [
        way for way in tried if way.done and may_end(position, dice, way.reached, len(way.steps))
    ]
    if not legal:
        furthest = max(tried, key=lambda way: len(way.steps) + way.done)
        raise _refused(position, dice, text, side, why_illegal(position, dice, furthest.steps))
    claimed = frozenset[int]().union(*(movement.hits for movement in wanted))
    meant = [way for way in legal if claimed <= way.hits]
    if not meant:
        missed = max(claimed - legal[0].hits)
        raise _refused(position, dice, text, side, NOT_HIT.about(place=point_name(missed)))
    return _only_meaning(position, meant, wanted, text)


def _plainly(position: Position, dice: Dice, wanted: list[Movement]) -> Play | None:
    """The play, where each die is one step between two points that are known: the usual case.

    Then every order that can be played reaches the same position, and the first one will do. With
    a double all points on the way are known, named or not.
    """
    ways = [step for movement in wanted for step in pairwise(movement.places)]
    if dice.double:
        ways = [step for way in ways for step in _by_die(*way, dice.high)]
    if sorted(source - target for source, target in ways) != sorted(dice.movements):
        return None
    if not all(target for _, target in ways):
        return None  # with a larger die there may be a choice
    play = _in_some_order(position, sorted(ways, reverse=True))
    if play is None:
        return None
    claimed = frozenset[int]().union(*(movement.hits for movement in wanted))
    return play if claimed <= {step.target for step in play if step.hit} else None


def _by_die(source: int, target: int, die: int) -> list[tuple[int, int]]:
    """The steps by `die` from source to target, as far as they go."""
    stops = [*range(source, target, -die), target]
    return [*pairwise(stops)]


def _in_some_order(position: Position, ways: list[tuple[int, int]]) -> Play | None:
    """These steps, one die each, in an order in which they can be played."""
    if not ways:
        return ()
    for way in dict.fromkeys(ways):
        source, die = way[0], way[0] - way[1]
        if not _can_step(position, source, die):
            continue
        step, reached = moved(position, source, die)
        others = [*ways]
        others.remove(way)
        if (rest := _in_some_order(reached, others)) is not None:
            return (step, *rest)
    return None


def _only_meaning(
    position: Position, meant: list[Attempt], wanted: list[Movement], text: str
) -> Play:
    """The one play that is meant: hitting nobody on an unnamed point, if that can be had."""
    named = {place for movement in wanted for place in movement.places}
    fewest = min(len(way.hits - named) for way in meant)
    # Where one die alone bears the last checkers off, the way that plays both comes last and stays.
    by_length = sorted(meant, key=lambda way: len(way.steps))
    ways = {way.reached: way.steps for way in by_length if len(way.hits - named) == fewest}
    if len(ways) > 1:
        choices = " or ".join(sorted(write(position, play) for play in ways.values()))
        raise NotationError(
            f"play {quoted(text)} is ambiguous: expected {choices}",
            f"la jugada {quoted(text)} es ambigua: se esperaba {choices}",
        )
    return next(iter(ways.values()))


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to carry out a text: the steps, the last one refused unless `done`."""

    steps: Play
    reached: Position
    done: bool

    @property
    def hits(self) -> frozenset[int]:
        return frozenset(step.target for step in self.steps if step.hit)


def _attempts(
    position: Position, dice: tuple[int, ...], wanted: list[Movement]
) -> Iterator[Attempt]:
    """Every order of the movements and of the dice, as far as each gets."""
    ways = sorted((movement.places for movement in wanted), reverse=True)
    yield from _go_on(position, dice, ways, ())


def _go_on(
    position: Position, left: tuple[int, ...], ways: list[tuple[int, ...]], steps: Play
) -> Iterator[Attempt]:
    if not ways:
        yield Attempt(steps, position, done=True)
    for way in dict.fromkeys(ways):
        source, target, *beyond = way
        others = [*ways]
        others.remove(way)
        fitting = _fitting(source, target, left)
        if not fitting:
            refused = Step(source, target, source - target)
            yield Attempt((*steps, refused), position, done=False)
        for die in fitting:
            if not _can_step(position, source, die):
                refused = Step(source, max(source - die, OFF), die)
                yield Attempt((*steps, refused), position, done=False)
                continue
            step, reached = moved(position, source, die)
            rest = list(left)
            rest.remove(die)
            ahead = (step.target, *beyond) if step.target == target else (step.target, *way[1:])
            goals = [*others, ahead] if len(ahead) > 1 else others
            yield from _go_on(reached, tuple(rest), goals, (*steps, step))


def _fitting(source: int, target: int, left: tuple[int, ...]) -> list[int]:
    """The dice that may begin this way: none if all together are too few, none past its goal."""
    if source - target > sum(left):
        return []
    return [die for die in dict.fromkeys(left) if max(source - die, OFF) >= target]


def _can_step(position: Position, source: int, die: int) -> bool:
    if not 1 <= source <= BAR or not position.own[source]:
        return False
    if position.own[BAR] and source != BAR:
        return False
    return why_no_step(position, source, die) is None


def _refused(
    position: Position, dice: Dice | None, text: str, side: Side | None, why: Reason | None
) -> IllegalAction:
    assert why is not None, f"no reason against {text!r}"
    where = xgid.write(position, Situation(turn=side or Side.WHITE, dice=dice))
    return IllegalAction(
        f"illegal play {quoted(text)}: {why}, in {where}",
        f"jugada ilegal {quoted(text)}: {why.spoken('es')}, en {where}",
        why,
    )
