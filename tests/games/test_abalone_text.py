"""The board as text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablas.abalone import formats, starts, text
from tablas.abalone.board import CELLS
from tablas.values import Side

MIDGAME = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbww1/bb1ww w 1-0 12"
DRAWN = """\
  ○ White   ejected · · · · · ·   ◂ to move
             ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
          i ╱  ○   ○   ·   ●   ●  ╲
           ╱                       ╲
        h ╱  ○   ○   ○   ●   ●   ●  ╲
         ╱                           ╲
      g ╱  ·   ○   ○   ·   ●   ●   ·  ╲
       ╱                               ╲
    f ╱  ·   ·   ·   ·   ·   ·   ·   ·  ╲
     ╱                                   ╲
  e <  ·   ·   ·   ·   ·   ·   ·   ·   ·  >
     ╲                                   ╱
    d ╲  ·   ·   ·   ·   ·   ·   ·   ·  ╱ 9
       ╲                               ╱
      c ╲  ·   ●   ●   ·   ○   ○   ·  ╱ 8
         ╲                           ╱
        b ╲  ●   ●   ●   ○   ○   ·  ╱ 7
           ╲                       ╱
          a ╲  ●   ●   ·   ○   ○  ╱ 6
             ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
                 1   2   3   4   5
  ● Black   ejected ○ · · · · ·
    plies since the last ejection: 12"""


def bare(drawn: str) -> str:
    """A coloured drawing without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", drawn)


def marbles(drawn: str) -> list[list[str]]:
    """The marks of the nine rows, from the top."""
    return [re.findall("[●○·]", line) for line in drawn.splitlines()[2:19:2]]


def test_black_below_is_the_board_of_the_rules_page() -> None:
    assert text.draw(formats.read(MIDGAME)) == DRAWN


def test_white_sees_the_board_turned_round() -> None:
    setup = formats.read(MIDGAME)
    white, black = text.draw(setup, view=Side.WHITE), text.draw(setup, view=Side.BLACK)
    assert marbles(white) == [row[::-1] for row in reversed(marbles(black))]
    assert white.splitlines()[0] == black.splitlines()[-2]


def test_rows_and_diagonals_are_named_from_both_sides() -> None:
    setup = formats.read("standard")
    for view, letters, numbers, below in (
        (Side.BLACK, "ihgfedcba", "9876", "1 2 3 4 5"),
        (Side.WHITE, "abcdefghi", "1234", "9 8 7 6 5"),
    ):
        lines = text.draw(setup, view=view).splitlines()
        assert "".join(line.split()[0] for line in lines[2:19:2]) == letters
        assert "".join(line.split()[-1] for line in lines[12:19:2]) == numbers
        assert " ".join(lines[20].split()) == below


@given(st.sampled_from(CELLS), st.sampled_from(Side))
def test_each_cell_stands_where_its_row_and_diagonal_cross(cell: str, view: Side) -> None:
    setup = formats.read_compact(f"6{cell}_0")
    lines = text.draw(setup, view=view).splitlines()
    row = next(line for line in lines[2:19:2] if "●" in line)
    assert row.split()[0] == cell[0]
    # Down the diagonal, one column to the right a line, stands its number below the frame.
    start = lines.index(row)
    columns = {number + row.index("●") - start: line for number, line in enumerate(lines)}
    told = [line[at : at + 3].strip() for at, line in columns.items() if lines.index(line) > start]
    assert any(cell[1] in label for label in told)


def test_colour_only_adds_colour() -> None:
    setup = formats.read(MIDGAME)
    coloured = text.draw(setup, colour=True)
    assert "\x1b[" in coloured
    plain = [line.rstrip() for line in bare(coloured).splitlines()]
    # The signs differ in colour, too, for eyes and copies that lose it.
    assert plain == [line.rstrip() for line in DRAWN.splitlines()]


def test_colour_is_always_switched_off_again() -> None:
    for line in text.draw(formats.read(MIDGAME), colour=True).splitlines():
        styles = re.findall(r"\x1b\[([0-9;]*)m", line)
        assert styles[1::2] == ["0"] * (len(styles) // 2)
        assert not styles or styles[-1] == "0"


@pytest.mark.parametrize("name", starts.STARTS)
@pytest.mark.parametrize("view", Side)
def test_every_start_fits_a_small_terminal(name: str, view: Side) -> None:
    drawn = text.draw(formats.read(name), view=view)
    lines = drawn.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 50
    board = "".join(lines[1:-1])
    assert (board.count("●"), board.count("○"), board.count("·")) == (14, 14, 33)


def test_captions_count_the_ejected_marbles_of_the_other_colour() -> None:
    lines = text.draw(formats.read("5/6/7/8/9/8/7/6/bw3 b 6-2 1")).splitlines()
    assert lines[0] == "  ○ White   ejected ● ● · · · ·"
    assert lines[-2] == "  ● Black   ejected ○ ○ ○ ○ ○ ○   ◂ to move"
    assert lines[-1] == "    plies since the last ejection: 1"
