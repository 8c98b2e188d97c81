"""The board as text, from either side."""

import re

from hypothesis import given
from hypothesis import strategies as st

from backgammon_strategies import placed, positions, sides
from tablas.backgammon.rules import Position, start
from tablas.backgammon.text import draw
from tablas.values import Dice, Setup, Side

START = """\
  ●  Black · 167 pips
  13  14  15  16  17  18   bar   19  20  21  22  23  24   off
┌────────────────────────┬─────┬────────────────────────┬─────┐
│  ○   ·   ·   ·   ●   · │     │  ●   ·   ·   ·   ·   ○ │     │
│  ○               ●     │     │  ●                   ○ │     │
│  ○               ●     │     │  ●                     │     │
│  ○                     │     │  ●                     │     │
│  ○                     │     │  ●                     │     │
│                        │     │                        ├─────┤
│  ●                     │     │  ○                     │     │
│  ●                     │     │  ○                     │     │
│  ●               ○     │     │  ○                     │     │
│  ●               ○     │     │  ○                   ● │     │
│  ●   ·   ·   ·   ○   · │     │  ○   ·   ·   ·   ·   ● │     │
└────────────────────────┴─────┴────────────────────────┴─────┘
  12  11  10   9   8   7   bar    6   5   4   3   2   1   off
  ○  White · 167 pips · to move"""

CROWDED = """\
  ○  White · 91 pips
  13  14  15  16  17  18   bar   19  20  21  22  23  24   off
┌────────────────────────┬─────┬────────────────────────┬─────┐
│  ·   ·   ·   ·   ·   · │     │  ○   ○   ·   ○   ·   ○ │     │
│                        │     │  ○   ○       ○       ○ │     │
│                        │     │  ○                     │     │
│                        │  ●  │  ○                     │     │
│                        │  ●  │  8                     │     │
│                        │ [2] │                        ├─────┤
│                        │  ○  │                        │     │
│                        │     │                        │     │
│                        │     │                        │     │
│                      ● │     │      ●   ●   ●         │ ●●  │
│  ·   ·   ·   ·   ·   ● │     │  ·   ●   ●   ●   ·   · │ ●●● │
└────────────────────────┴─────┴────────────────────────┴─────┘
  12  11  10   9   8   7   bar    6   5   4   3   2   1   off
  ●  Black · 88 pips · rolled 6-4"""

WHITE = "bar 6×8 5×2 3×2 1×2"
BLACK = "bar×2 7×2 5×2 4×2 3×2"


def plain(drawing: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", drawing)


def test_the_start_is_drawn() -> None:
    assert draw(Setup(start(), Side.WHITE)) == START


def test_bar_trays_counts_cube_and_dice_are_drawn_from_the_other_side() -> None:
    setup = Setup(placed(BLACK, WHITE), Side.BLACK)
    assert draw(setup, view=Side.BLACK, dice=Dice(4, 6), cube=2) == CROWDED
    # The same checkers with White on turn, before the roll.
    waiting = draw(Setup(placed(WHITE, BLACK), Side.WHITE), view=Side.BLACK, cube=2)
    assert waiting.splitlines()[1:-1] == CROWDED.splitlines()[1:-1]
    assert waiting.splitlines()[0] == "  ○  White · 91 pips · to move"


def test_a_cube_stands_with_its_owner() -> None:
    drawing = draw(Setup(start(), Side.WHITE), cube=4, owner=Side.BLACK)
    assert drawing.splitlines()[0] == "  ●  Black · 167 pips · cube [4]"
    assert drawing.count("[") == 1


def test_the_board_speaks_spanish() -> None:
    drawing = draw(Setup(start(), Side.BLACK), language="es", cube=2, owner=Side.WHITE)
    lines = drawing.splitlines()
    assert lines[0] == "  ●  Negras · 167 pasos · en turno"
    assert lines[1] == "  13  14  15  16  17  18  barra  19  20  21  22  23  24  fuera"
    assert lines[-1] == "  ○  Blancas · 167 pasos · cubo [2]"


def test_colour_changes_nothing_but_the_ink() -> None:
    setup = Setup(start(), Side.WHITE)
    coloured = draw(setup, colour=True)
    assert "\x1b[" in coloured
    assert plain(coloured) == START
    assert all(line.count("\x1b[0m") * 2 == line.count("\x1b[") for line in coloured.splitlines())


@given(positions, sides, sides, st.booleans())
def test_every_board_has_its_size_and_all_its_checkers(
    position: Position, turn: Side, view: Side, colour: bool
) -> None:
    lines = plain(draw(Setup(position, turn), view=view, colour=colour)).splitlines()
    assert len(lines) == 17
    assert all(len(line) == 63 for line in lines[2:-2])
    assert max(map(len, lines)) <= 80
    places = [count for side in (position.own, position.opp) for count in side[1:]]
    shown = sum(min(count, 5) - (count > 5) for count in places)
    shown += position.own[0] + position.opp[0]
    board = "".join(lines[2:-2])
    assert board.count("○") + board.count("●") == shown
    counts = sorted(map(int, re.findall(r"\d+", board)))
    assert counts == sorted(count for count in places if count > 5)
