"""What a play does, in the words of the game: computed from the position, never guessed.

`reasons` is the whole of it. Each family of remarks compares the board before the play with the
board after it; dangers are counted exactly over the 36 rolls by the rules (`answers.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tablas.abak.answers import Answers, answers
from tablas.abak.movements import begun
from tablas.abak.position import (
    BAR,
    DRUID,
    EVEN,
    GENERAL,
    GUARD,
    ODD,
    OFF,
    Effect,
    Play,
    Position,
)
from tablas.abak.reasons import class_name, point_name
from tablas.abak.remark_words import RANK, REMARKS
from tablas.abak.rules import carried_out, made, outcome, plays, shut_out
from tablas.abak.shape import (
    ON_BOARD,
    THEIR_HOME,
    behind,
    blocks,
    captive,
    contact,
    everyone_home,
    from_other_side,
    held,
    own_run,
    prime,
    walled_in,
)
from tablas.abak.stacks import LIMIT, run
from tablas.dicegame.rolls import named, of_36
from tablas.values import Dice
from tablas.words import Reason, Words

SPECIAL: Final = (GENERAL, DRUID, EVEN, ODD)
"""The classes of which a player has one, so that its way can be told."""
PRIME_FROM: Final = 4  # shorter rows of points are told as points
LISTED: Final = 6  # rolls named one by one; more are only counted
AIMS: Final = {
    "aims": Effect.HIT,
    "aims-trap": Effect.TRAP,
    "aims-assault": Effect.ASSAULT,
}
WON: Final = {1: "wins", 2: "wins-gammon", 3: "wins-backgammon"}


def reasons(position: Position, dice: Dice | None, play: Play) -> tuple[Reason, ...]:
    """What a legal play does and leaves, the most important first.

    >>> from tablas.abak.notation import read
    >>> from tablas.abak.rules import start
    >>> play = read(start(), Dice(3, 1), "S8/5 N6/5")
    >>> for remark in reasons(start(), Dice(3, 1), play):
    ...     print(remark)
    makes the 5-point
    """
    assert dice is not None
    played = _Played.made(position, dice, play)
    if finished := outcome(played.theirs):
        return (REMARKS[WON[finished.level]],)
    remarks = [remark for family in _FAMILIES for remark in family(played)]
    return tuple(sorted(remarks, key=lambda remark: RANK[remark.rule]))


def as_json(remark: Reason) -> dict[str, str]:
    """A remark for programs: its kind, and the sentence in both languages."""
    return {"kind": remark.rule, "en": str(remark), "es": remark.spoken("es")}


@dataclass(frozen=True)
class _Played:
    """A play with the boards around it; `before` and `after` are both seen by who plays."""

    dice: Dice
    play: Play  # with the effects that its steps really have
    before: Position
    theirs: Position  # the board after the play, seen by the opponent

    @classmethod
    def made(cls, position: Position, dice: Dice, play: Play) -> _Played:
        steps, turn = carried_out(position, play)
        after = Position(turn.points, turn.bar, turn.off, turn.opp_bar, turn.opp_off)
        return cls(dice, steps, position, after.swapped())

    @cached_property
    def after(self) -> Position:
        return self.theirs.swapped()

    @cached_property
    def answers(self) -> Answers:
        return answers(self.theirs)

    @cached_property
    def answers_before(self) -> Answers:
        """What the opponent could have done had nothing been played."""
        return answers(self.before.swapped())

    @cached_property
    def threats(self) -> Answers:
        """What the player could do next, should the opponent leave everything as it is."""
        return answers(self.after)

    @cached_property
    def threats_before(self) -> Answers:
        return answers(self.before)


def remark(rule: str, **facts: object) -> Reason:
    return REMARKS[rule].about(**facts)


def _classes(letters: str) -> Words:
    """Checkers as a list: `soldier, guard`."""
    names = [class_name(letter) for letter in letters]
    return Words(", ".join(name.en for name in names), ", ".join(name.es for name in names))


def _freedom(played: _Played) -> Iterator[Reason]:
    """Whether there was a choice at all."""
    if not played.play:
        yield remark("no-play")
    elif len(plays(played.before, played.dice)) == 1:
        yield remark("forced")


def _strokes(played: _Played) -> Iterator[Reason]:
    """Hits, traps and assaults, each as it happened."""
    turn = begun(played.before)
    for at, step in enumerate(played.play):
        place, victim = point_name(step.target), turn.points[step.target][-1:]
        if step.effect is Effect.HIT:
            yield remark("hits", klass=class_name(victim), place=place)
        elif step.effect is Effect.TRAP:
            yield remark("traps", klass=class_name(victim), place=place)
        elif step.effect is Effect.ASSAULT:
            first = class_name(played.play[at - 1].letter)
            yield remark("assaults", first=first, second=class_name(step.letter), place=place)
        _, turn = made(turn, step)


def _holds(played: _Played) -> Iterator[Reason]:
    """Who is held no longer, and how firmly the druid sits."""
    for point in ON_BOARD:
        before, after = played.before.points[point], played.after.points[point]
        place = point_name(point)
        if freed := captive(before)[len(captive(after)) :]:
            yield remark("frees-trapped", klasses=_classes(freed), place=place)
        if held(before) and not held(after) and run(after).islower():
            yield remark("releases", klasses=_classes(held(before)), place=place)
        if not held(after):
            continue
        firm_before = bool(held(before)) and len(own_run(before)) >= 2
        firm = len(own_run(after)) >= 2
        if firm and not firm_before:
            yield remark("seals-trap", klasses=_classes(held(after)), place=place)
        if firm_before and not firm:
            yield remark("opens-trap", klasses=_classes(held(after)), place=place)


def _points(played: _Played) -> Iterator[Reason]:
    """Points and primes made and given up."""
    before, after = played.before.points, played.after.points
    for point in ON_BOARD:
        was, now = own_run(before[point]), own_run(after[point])
        place = point_name(point)
        if len(now) >= 2 > len(was) and not held(after[point]):
            yield remark("anchor" if point in THEIR_HOME else "point", place=place)
        elif now == GUARD != was and len(was) < 2:
            yield remark("guard-post", place=place)
        elif len(was) >= 2 and point not in blocks(after):
            yield remark("breaks-point", place=place)
        if len(after[point]) == LIMIT > len(before[point]) and now:
            yield remark("full", place=place)
    yield from _primes(played)


def _primes(played: _Played) -> Iterator[Reason]:
    _, was = prime(blocks(played.before.points))
    low, length = prime(blocks(played.after.points))
    if length > was and length >= PRIME_FROM and (count := behind(played.after, low)):
        yield remark("prime", length=length, low=low, high=low + length - 1, count=count)
    elif length < was and was >= PRIME_FROM:
        yield remark("breaks-prime", length=was)


def _ways(played: _Played) -> Iterator[Reason]:
    """Entering, the general's way back, coming out, bearing off."""
    entered = "".join(step.letter for step in played.play if step.source == BAR)
    if entered:
        yield remark("enters", klasses=_classes(entered))
    if played.before.bar and played.after.bar:
        left = played.after.bar
        yield remark("still-on-bar", count=len(left), klasses=_classes(left))
    for step in played.play:
        if step.source < step.target:
            yield remark("general-back", source=step.source, target=step.target)
        if step.source in THEIR_HOME and step.target not in (*THEIR_HOME, OFF):
            yield remark("comes-out", klass=class_name(step.letter))
    off = "".join(step.letter for step in played.play if step.target == OFF)
    if off:
        yield remark("bears-off", count=len(off), klasses=_classes(off))
    elif everyone_home(played.after) and not everyone_home(played.before):
        yield remark("all-home")


def _stacks(played: _Played) -> Iterator[Reason]:
    """The general, the druid and the wounded: who lies under own checkers, and who no longer."""
    for letter in SPECIAL:
        was, now = _lying(played.before, letter), _lying(played.after, letter)
        if now and now[1] and not (was and was[0] == now[0] and was[1]):
            point, above = now
            yield remark(
                "buries",
                klass=class_name(letter),
                place=point_name(point),
                top=class_name(above[0]),
            )
        if was and now and was[1] and not now[1] and was[0] == now[0]:
            yield remark("uncovers", klass=class_name(letter), place=point_name(now[0]))
    for point, dice in walled_in(played.after).items():
        if walled_in(played.before).get(point) != dice:
            klass = class_name(played.after.points[point][-1])
            yield remark("lame", klass=klass, place=point_name(point), dice=_numbers(dice))
    for point, dice in walled_in(played.theirs).items():
        if walled_in(played.before.swapped()).get(point) != dice:
            klass, place = class_name(played.theirs.points[point][-1]), from_other_side(point)
            yield remark("walls-in", klass=klass, place=point_name(place), dice=_numbers(dice))


def _lying(position: Position, letter: str) -> tuple[int, str] | None:
    """Where a checker of the own run stands, and what lies on it; None if trapped or not there."""
    for point in ON_BOARD:
        top = own_run(position.points[point])
        if letter in top:
            return point, top[top.index(letter) + 1 :]
    return None


def _numbers(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))


def _dangers(played: _Played) -> Iterator[Reason]:
    """What the 36 rolls of the opponent can do to the player's lone checkers."""
    exposed = 0
    for point in ON_BOARD:
        lone = own_run(played.after.points[point])
        if len(lone) != 1:
            continue
        dangers = list(_danger(played, point, lone))
        exposed += bool(dangers)
        yield from dangers
    if exposed > 1:
        yield remark("danger", count=of_36(played.answers.harmful))
    if not exposed and played.answers_before.harm:
        yield remark("safe")


def _danger(played: _Played, point: int, lone: str) -> Iterator[Reason]:
    place, klass = point_name(point), class_name(lone)
    hits = played.answers.rolls(point, Effect.HIT)
    assaults = played.answers.rolls(point, Effect.ASSAULT)
    if hits and lone == GUARD:
        yield remark("guard-hit", place=place, rolls=named(hits, LISTED), count=of_36(hits))
    elif hits:
        yield remark("blot", klass=klass, place=place, count=of_36(hits))
    if assaults:
        yield remark(
            "guard-assault", place=place, rolls=named(assaults, LISTED), count=of_36(assaults)
        )
    if trapping := played.answers.rolls(point, Effect.TRAP):
        yield remark("blot-trap", klass=klass, place=place, count=of_36(trapping))


def _rescues(played: _Played) -> Iterator[Reason]:
    """Checkers that stood alone and in danger, and no longer do."""
    for point in ON_BOARD:
        lone, now = own_run(played.before.points[point]), own_run(played.after.points[point])
        if len(lone) != 1 or len(now) == 1:
            continue
        rolls = played.answers_before.rolls(point, Effect.HIT, Effect.TRAP, Effect.ASSAULT)
        if rolls:
            rule, count = "covers" if now else "saves", of_36(rolls)
            yield remark(rule, klass=class_name(lone), point=point, count=count)


def _threats(played: _Played) -> Iterator[Reason]:
    """Lone enemies that the next roll hits, traps or assaults more often than this one could."""
    for point in ON_BOARD:
        lone = run(played.after.points[point])
        if len(lone) != 1 or not lone.islower():
            continue
        seen_by_them, klass = from_other_side(point), class_name(lone)
        for rule, effect in AIMS.items():
            rolls = played.threats.rolls(seen_by_them, effect)
            if of_36(rolls) > of_36(played.threats_before.rolls(seen_by_them, effect)):
                facts = {"place": point_name(point), "rolls": named(rolls, LISTED)}
                yield remark(rule, klass=klass, count=of_36(rolls), **facts)


def _opponent(played: _Played) -> Iterator[Reason]:
    """What the opponent can no longer do, and who is ahead once nobody can be hit."""
    if played.theirs.bar and shut_out(played.theirs):
        yield remark("shuts-out")
    elif stuck := played.answers.stuck:
        yield remark("stuck", count=of_36(stuck), rolls=named(stuck, LISTED))
    if not contact(played.after):
        lead = played.theirs.pips - played.after.pips
        yield remark("race-ahead" if lead >= 0 else "race-behind", pips=abs(lead))


_FAMILIES: Final = (
    _freedom, _strokes, _holds, _points, _ways, _stacks, _dangers, _rescues, _threats,
    _opponent,
)  # fmt: skip
