"""Why a single movement is not allowed: the questions of `movements.py` answered in words."""

from __future__ import annotations

from collections.abc import Sequence

from tablas.abak import reasons
from tablas.abak.movements import General, Turn, looked_at, others_home, plays_die
from tablas.abak.position import BAR, GENERAL, OFF, TEAM, Step, any_own, is_own
from tablas.abak.reasons import class_name, point_name
from tablas.abak.stacks import run
from tablas.words import Reason


def why_not_now(turn: Turn, left: Sequence[int], step: Step) -> Reason | None:
    """Why this step cannot be the next movement, with these dice still to play."""
    return (
        _why_not_that_checker(turn, step)
        or _why_not_that_die(left, step)
        or _why_not_that_way(turn, step)
        or _why_not_there(turn, step)
    )


def _why_not_that_checker(turn: Turn, step: Step) -> Reason | None:
    """It must be on the board and free; while one waits on the bar, only those there move."""
    letter, source, target = step.letter, step.source, step.target
    if source not in range(1, BAR + 1) or target not in range(OFF, BAR) or letter not in TEAM:
        return reasons.NO_PLACE.about(source=source, target=target)
    if source == BAR:
        return None if letter in turn.bar else _why_not_on_bar(turn, letter)
    if turn.bar and any(is_own(other) for other in turn.points[source]):
        return reasons.BAR_FIRST
    return _why_not_on_top(turn.points[source], letter, source)


def _why_not_on_bar(turn: Turn, letter: str) -> Reason:
    if not turn.bar:
        return reasons.NO_CHECKER.about(place=point_name(BAR))
    return reasons.NO_SUCH_CLASS.about(klass=class_name(letter), place=point_name(BAR))


def _why_not_on_top(stack: str, letter: str, source: int) -> Reason | None:
    """Only the top checker moves; under the other colour it is trapped."""
    if stack[-1:] == letter:
        return None
    place = point_name(source)
    if not any(map(is_own, stack)):
        return reasons.NO_CHECKER.about(place=place)
    if letter not in stack:
        return reasons.NO_SUCH_CLASS.about(klass=class_name(letter), place=place)
    above = stack[stack.rindex(letter) + 1 :]
    foe = next((other for other in above if not is_own(other)), "")
    lies_under = reasons.TRAPPED if foe else reasons.COVERED
    return lies_under.about(klass=class_name(letter), top=class_name(foe or above[0]), place=place)


def _why_not_that_die(left: Sequence[int], step: Step) -> Reason | None:
    source, target, die = step.source, step.target, step.die
    if target >= source and step.letter != GENERAL:
        return reasons.FORWARD_ONLY.about(klass=class_name(step.letter))
    reached = source + die if target >= source else max(source - die, OFF)
    if die in left and target == reached:
        return None
    dice = "-".join(map(str, left)) or "–"
    places = {"source": reasons.place_name(source), "target": reasons.place_name(target)}
    return reasons.WRONG_DIE.about(**places, dice=dice)


def _why_not_that_way(turn: Turn, step: Step) -> Reason | None:
    """The general's turn, the wounded's dice, the conditions of bearing off."""
    letter, source, target = step.letter, step.source, step.target
    if source == BAR:
        return None
    if letter == GENERAL and turn.general is General.WENT_BACK:
        return reasons.GENERAL_DONE
    if target > source:
        return _why_not_back(turn)
    if target == OFF:
        return _why_not_off(turn.points, source, step.die)
    if not plays_die(letter, step.die):
        return reasons.WOUNDED[letter].about(die=step.die)
    return None


def _why_not_back(turn: Turn) -> Reason | None:
    if turn.general is General.WENT_FORWARD:
        return reasons.GENERAL_WENT_FORWARD
    return reasons.GENERAL_ALONE if others_home(turn.points) else None


def _why_not_off(points: tuple[str, ...], source: int, die: int) -> Reason | None:
    for place in range(24, 6, -1):
        if any_own((points[place],)):
            return reasons.NOT_ALL_HOME.about(place=point_name(place))
    for higher in range(6, source, -1):
        if die > source and any_own((points[higher],)):
            return reasons.HIGHER_FIRST.about(
                die=die, place=point_name(source), higher=point_name(higher)
            )
    return None


def _why_not_there(turn: Turn, step: Step) -> Reason | None:
    """The landing, and the assault that must be completed at once."""
    target = step.target
    if turn.assault and target != turn.assault:
        return reasons.ASSAULT_LEFT.about(place=point_name(turn.assault))
    made = looked_at(turn, step.letter, step.source, target, step.die)
    if not isinstance(made, Reason):
        return None
    return made.about(place=point_name(target), count=len(run(turn.points[target])))
