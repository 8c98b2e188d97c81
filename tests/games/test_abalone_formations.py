"""The glossary of the sheet, asked of drawn boards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablas.abalone import formations, rules, starts
from tablas.abalone.board import CELLS, NEIGHBOURS, row_cells
from tablas.abalone.formations import Facing
from tablas.abalone.movement import contact
from tablas.abalone.rules import Position

Group = frozenset[str]


def drawn(board: str) -> tuple[Group, Group]:
    """Black's `x` and White's `o` on a drawn board; rows that are left out are empty.

    Each line is the letter of a row and its marks.
    """
    found: dict[str, set[str]] = {"x": set(), "o": set(), ".": set()}
    for line in board.strip().splitlines():
        row, *marks = line.split()
        for cell, mark in zip(row_cells(row), marks, strict=True):
            found[mark].add(cell)
    return frozenset(found["x"]), frozenset(found["o"])


def group(cells: str) -> Group:
    return frozenset(cells.split())


boards = st.lists(st.sampled_from(CELLS), unique=True, max_size=28).map(
    lambda cells: (frozenset(cells[::2]), frozenset(cells[1::2]))
)

SHAPES = """
    i     x . . x x
   h     . . . . . .
  g     . x x x . . x
 f     . . . . . . . x
e     . x . . . . . x .
 d     x . . . . . . .
  c     x . . . . x .
   b     . . . . x x
    a     . . . . .
"""


# Groups


def test_shapes_are_told_by_their_number_and_form() -> None:
    black, _ = drawn(SHAPES)
    assert formations.monomials(black) == ("i5",)
    assert formations.binomials(black) == (group("i8 i9"),)
    assert formations.lances(black) == (group("g4 g5 g6"),)
    assert formations.shields(black) == (group("b5 b6 c6"),)
    assert set(formations.arcs(black)) == {group("c1 d1 e2"), group("e8 f9 g9")}


def test_trinomials_are_lances_arcs_and_shields() -> None:
    black, _ = drawn(SHAPES)
    assert set(formations.trinomials(black)) == {
        *formations.lances(black),
        *formations.arcs(black),
        *formations.shields(black),
    }


def test_polynomials_are_all_the_groups() -> None:
    black, white = drawn("""
       e  x x . x . o x . .
        d  x . . x x . . .
    """)
    assert formations.polynomials(black) == (group("d1 e1 e2"), group("d4 d5 e4"), group("e7"))
    assert formations.polynomials(white) == (group("e6"),)
    assert formations.polynomials(frozenset()) == ()


def test_an_opposing_marble_does_not_connect() -> None:
    black, white = drawn("e  x o x . . . . . .")
    assert formations.monomials(black) == ("e1", "e3")
    assert formations.monomials(white) == ("e2",)


def test_groups_of_four_are_no_trinomials() -> None:
    black, _ = drawn("e  x x x x . . . . .")
    assert formations.trinomials(black) == formations.lances(black) == ()


# Blocks


def test_a_block_is_made_of_rows_of_three() -> None:
    black, _ = drawn("""
      e  . x x x . . . . .
       d  . x x x . . . .
    """)
    assert formations.blocks(black) == (group("d2 d3 d4 e2 e3 e4"),)


def test_a_marble_that_only_touches_a_block_is_no_part_of_it() -> None:
    black, _ = drawn("""
        g  . . x . . . .
       f  . . x . . . . .
      e  x x x . . . . . .
       d  x . . . . . . .
    """)
    assert formations.polynomials(black) == (black,)
    assert formations.blocks(black) == (black - {"d1"},)


@pytest.mark.parametrize("row", ["e  . x x x . . . . .", "e  . x x x x x . . ."])
def test_a_lone_row_is_no_block(row: str) -> None:
    black, _ = drawn(row)
    assert formations.blocks(black) == ()


def test_small_triangles_are_no_block_and_the_larger_one_is() -> None:
    shield, _ = drawn("c  . . x x . . .\nd  . . . x . . . .")
    triangle, _ = drawn("c  . . x x x . .\nd  . . . x x . . .\ne  . . . . x . . . .")
    assert formations.blocks(shield) == ()
    assert formations.blocks(triangle) == (triangle,)


def test_a_daisy_is_a_block_because_each_petal_is_in_a_row_through_its_heart() -> None:
    start = starts.STARTS["belgian-daisy"]
    assert formations.blocks(start.black) == (
        group("a1 a2 b1 b2 b3 c2 c3"),
        group("g7 g8 h7 h8 h9 i8 i9"),
    )


# Dets


def test_a_det_is_a_monomial_in_the_middle_of_an_opposing_group() -> None:
    black, white = drawn("""
       f  . . . o o . . .
      e  . . . o x o . . .
       d  . . . o o . . .
    """)
    assert formations.dets(black, white) == ("e5",)
    assert formations.dets(white, black) == ()


def test_four_opposing_neighbours_of_one_group_make_a_det_and_three_do_not() -> None:
    four = drawn("f  . . . o o . . .\ne  . . . o x . . . .\nd  . . . o . . . .")
    three = drawn("f  . . . o o . . .\ne  . . . o x . . . .")
    assert formations.dets(*four) == ("e5",)
    assert formations.dets(*three) == ()


def test_four_neighbours_of_different_groups_are_no_det() -> None:
    black, white = drawn("""
       f  . . . o o . . .
      e  . . . . x . . . .
       d  . . . o o . . .
    """)
    assert len(white & set(NEIGHBOURS["e5"])) == 4
    assert formations.dets(black, white) == ()


def test_a_marble_with_a_friend_is_no_det() -> None:
    black, white = drawn("""
       f  . . . o o . . .
      e  . . . o x x . . .
       d  . . . o o . . .
    """)
    assert formations.dets(black, white) == ()


# Pacs and sumitos


def test_two_against_two_and_three_against_three_are_pacs() -> None:
    for row, own, opp, behind in (
        ("e  x x o o . . . . .", ("e1", "e2"), ("e3", "e4"), "e5"),
        ("e  . . . x x x o o o", ("e4", "e5", "e6"), ("e7", "e8", "e9"), None),
    ):
        black, white = drawn(row)
        assert formations.pacs(black, white) == (Facing(own, opp, "e", behind),)
        assert len(formations.pacs(white, black)) == 1
        assert formations.sumitos(black, white) == formations.sumitos(white, black) == ()


@pytest.mark.parametrize(
    ("row", "pacs"),
    [
        ("e  x o . . . . . . .", 0),
        ("e  x x o . . . . . .", 0),
        ("e  x x x x o o o . .", 1),
        ("e  x x x x o o o o .", 1),
        ("e  x x x x o o . . .", 0),
        ("e  x x . o o . . . .", 0),
    ],
)
def test_a_pac_is_a_contact_of_lines_that_neither_side_outnumbers(row: str, pacs: int) -> None:
    black, white = drawn(row)
    assert len(formations.pacs(black, white)) == len(formations.pacs(white, black)) == pacs


def test_a_sumito_is_a_line_that_can_push_now() -> None:
    black, white = drawn("e  x x x x o o . . .")
    assert formations.sumitos(black, white) == (
        Facing(("e2", "e3", "e4"), ("e5", "e6"), "e", "e7"),
    )
    assert formations.sumitos(white, black) == ()


@pytest.mark.parametrize(
    ("row", "sumitos"),
    [
        ("e  x x o . . . . . .", 1),
        ("e  . . . . . . x x o", 1),
        ("e  x x o x . . . . .", 0),
        ("e  x x o o . . . . .", 0),
        ("e  x x . o . . . . .", 0),
        ("e  x o x x . . . . .", 0),
        ("e  . o x x . . . . .", 1),
        ("e  o x x . x x o . .", 2),
    ],
)
def test_a_sumito_needs_numbers_contact_and_room(row: str, sumitos: int) -> None:
    assert len(formations.sumitos(*drawn(row))) == sumitos


def test_lines_in_all_three_axes_are_found() -> None:
    black, white = drawn("""
        g  . o . . . . .
       f  . . x o . . . .
      e  . . . x x o . . .
       d  . . . . . . . .
    """)
    found = {(facing.marbles, facing.towards) for facing in formations.sumitos(black, white)}
    assert found == {(("e4", "e5"), "e"), (("e4", "f4"), "nw")}


# Any board


@given(boards)
def test_polynomials_part_the_marbles_and_never_touch(board: tuple[Group, Group]) -> None:
    marbles, _ = board
    groups = formations.polynomials(marbles)
    assert sorted(cell for part in groups for cell in part) == sorted(marbles)
    for part in groups:
        around = {neighbour for cell in part for neighbour in NEIGHBOURS[cell]}
        assert not around & (marbles - part)
        assert len(part) == 1 or all(part & set(NEIGHBOURS[cell]) for cell in part)


@given(boards)
def test_every_trinomial_is_exactly_one_of_three_shapes(board: tuple[Group, Group]) -> None:
    marbles, _ = board
    shapes = (formations.lances, formations.arcs, formations.shields)
    for part in formations.trinomials(marbles):
        assert sum(part in shape(marbles) for shape in shapes) == 1


@given(boards)
def test_pacs_are_the_same_for_both_colours(board: tuple[Group, Group]) -> None:
    marbles, opposing = board
    contacts = {(facing.marbles[-1], facing.opposing[0]) for facing in formations.pacs(*board)}
    mirrored = {
        (facing.opposing[0], facing.marbles[-1]) for facing in formations.pacs(opposing, marbles)
    }
    assert contacts == mirrored


@given(boards)
def test_sumitos_are_the_contacts_in_which_the_rules_allow_a_push(
    board: tuple[Group, Group],
) -> None:
    position = Position(*board)
    pushes = set()
    for move in rules.plays(position).values():
        met = contact(position, move.tail, move.direction) if move.in_line else None
        if met and met.resistance:
            pushes.add((move.head, move.direction))
    found = {(facing.marbles[-1], facing.towards) for facing in formations.sumitos(*board)}
    assert found == pushes


@given(boards)
def test_blocks_hold_only_marbles_in_rows_of_three(board: tuple[Group, Group]) -> None:
    marbles, _ = board
    for block in formations.blocks(marbles):
        assert block <= marbles
        assert len(block) >= 5
        assert not formations.monomials(block)


def test_every_formation_has_its_spanish_word() -> None:
    assert formations.GLOSSARY["shields"].es == "escudo"
    for name in formations.GLOSSARY:
        assert callable(getattr(formations, name))
        assert getattr(formations, name).__doc__
