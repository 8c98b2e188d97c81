"""Validation of Abak set-ups: every fault is found, and nothing odd raises."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tablas.abak.position import Position
from tablas.abak.rules import faults, start

TEAM = "DEGGNOSSSSSSSSS"


def rules_broken(position: Position) -> list[str]:
    return [fault.rule for fault in faults(position)]


def changed(**stacks: str) -> Position:
    """The start with some points replaced, such as `p13="SSG"`."""
    points = list(start().points)
    for name, stack in stacks.items():
        points[int(name[1:])] = stack
    return replace(start(), points=tuple(points))


def test_start_and_finished_positions_are_valid() -> None:
    assert faults(start()) == ()
    assert faults(Position(("",) * 24 + ("sssss",), off=TEAM, opp_off="deggnossss")) == ()


def test_each_class_is_counted_for_each_side() -> None:
    assert rules_broken(changed(p13="SSG")) == ["wrong-count"]
    assert rules_broken(changed(p13="SSGG")) == ["wrong-count", "wrong-count"]
    fault = faults(changed(p12="ssg"))[0]
    assert str(fault) == "opponent: 8 of the class S (soldier), expected 9"
    assert fault.spoken("es") == "rival: 8 de la clase S (soldado), se esperaban 9"


def test_at_most_five_stand_on_a_point() -> None:
    crowded = changed(p13="SSGSSS", p8="G")
    assert rules_broken(crowded) == ["crowded"]
    assert "the 13-point holds 6 checkers" in str(faults(crowded)[0])


def test_letters_must_be_known_and_on_their_side() -> None:
    assert rules_broken(changed(p13="SSGSx")) == ["unknown-letter"]
    assert rules_broken(changed(p13="SSGSſ")) == ["unknown-letter"]
    assert "unknown-letter" in rules_broken(replace(start(), bar="s"))
    assert "unknown-letter" in rules_broken(replace(start(), opp_off="S"))


def test_waiting_letters_are_sorted() -> None:
    points = list(start().points)
    points[24] = ""
    assert rules_broken(Position(tuple(points), bar="DE")) == []
    assert rules_broken(Position(tuple(points), bar="ED")) == ["unsorted"]


def test_places_are_25_and_the_first_is_empty() -> None:
    assert rules_broken(Position(("",) * 24)) == ["wrong-length"]
    assert rules_broken(changed(p0="S")) == ["no-point-0"]


def test_both_sides_off_is_a_fault() -> None:
    assert rules_broken(Position(("",) * 25, off=TEAM, opp_off=TEAM.lower())) == ["both-off"]


@given(st.lists(st.text(max_size=8), max_size=30), st.text(), st.text(), st.text(), st.text())
def test_odd_values_are_faults_and_never_raise(
    points: list[str], bar: str, off: str, opp_bar: str, opp_off: str
) -> None:
    assert faults(Position(tuple(points), bar, off, opp_bar, opp_off))
