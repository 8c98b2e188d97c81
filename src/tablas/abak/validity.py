"""What is wrong with a set-up of Abak: places, letters, limits and the count of each class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablas.abak import reasons
from tablas.abak.position import CHECKERS, TEAM, Position
from tablas.abak.reasons import class_name, point_name, side_reason, waiting_place
from tablas.abak.stacks import LIMIT
from tablas.words import Reason, Words, quoted

OWN: Final = "".join(sorted(TEAM))


def faults(position: Position) -> tuple[Reason, ...]:
    """Everything that is wrong with a set-up; empty for a valid position."""
    if len(position.points) != 25:
        return (reasons.NOT_25_POINTS.about(found=len(position.points)),)
    wrong = [*_point_faults(position), *_waiting_faults(position), *_team_faults(position)]
    if not wrong and len(position.off) == len(position.opp_off) == CHECKERS:
        wrong.append(reasons.BOTH_OFF)
    return tuple(wrong)


def _point_faults(position: Position) -> Iterator[Reason]:
    if position.points[0]:
        yield reasons.NO_POINT_0.about(found=quoted(position.points[0]))
    for point, stack in enumerate(position.points[1:], start=1):
        if strange := _strange(stack, OWN + OWN.lower()):
            yield _unknown(strange, OWN + OWN.lower(), point_name(point))
        if len(stack) > LIMIT:
            yield reasons.CROWDED.about(place=point_name(point), count=len(stack))


def _waiting_faults(position: Position) -> Iterator[Reason]:
    for letters, own, borne_off in (
        (position.bar, True, False),
        (position.off, True, True),
        (position.opp_bar, False, False),
        (position.opp_off, False, True),
    ):
        expected = OWN if own else OWN.lower()
        if strange := _strange(letters, expected):
            yield _unknown(strange, expected, waiting_place(own, borne_off))
        if "".join(sorted(letters)) != letters:
            place = waiting_place(own, borne_off)
            yield reasons.UNSORTED.about(place=place, found=quoted(letters))


def _strange(letters: str, expected: str) -> str:
    return "".join(letter for letter in letters if letter not in expected)


def _unknown(strange: str, expected: str, place: Words) -> Reason:
    return reasons.UNKNOWN_LETTER.about(place=place, found=quoted(strange), expected=expected)


def _team_faults(position: Position) -> Iterator[Reason]:
    """Each side has exactly its team, on the points, the bar and off together."""
    on_points = "".join(position.points[1:])
    for own, elsewhere in (
        (True, position.bar + position.off),
        (False, position.opp_bar + position.opp_off),
    ):
        everyone = on_points + elsewhere
        for letter, expected in TEAM.items():
            count = everyone.count(letter if own else letter.lower())
            if count != expected:
                yield side_reason(
                    reasons.WRONG_COUNT,
                    own,
                    letter=letter,
                    klass=class_name(letter),
                    count=count,
                    expected=expected,
                )
