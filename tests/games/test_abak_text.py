"""The Abak board as text: what a person sees in the terminal."""

import random
import re

from tablas.abak.formats import read
from tablas.abak.rules import outcome, plays, start
from tablas.abak.text import draw
from tablas.values import ROLLS, Setup, Side

MIDDLE = "sD/sd/3/sss/1/gOs/5/e/5/ENo/SG/SSSS/2 GS/gs SSS/nss w"

START = """\
  ● Black · 194 pips
  13   14   15   16   17   18    bar   19   20   21   22   23   24    off
┌──────────────────────────────┬─────┬──────────────────────────────┬─────┐
│ ○S    ·    ·    ·   ●s    ·  │     │ ●s    ·    ·    ·   ○O   ○E  │     │
│ ○S                  ●g       │     │ ●s                  ○S   ○D  │     │
│ ○G                  ●s       │     │ ●s                           │     │
│ ○S                           │     │ ●n                           │     │
│                              │     │                              │     │
│                              ├─────┤                              ├─────┤
│                              │     │                              │     │
│ ●s                           │     │ ○N                           │     │
│ ●g                  ○S       │     │ ○S                           │     │
│ ●s                  ○G       │     │ ○S                  ●s   ●d  │     │
│ ●s    ·    ·    ·   ○S    ·  │     │ ○S    ·    ·    ·   ●o   ●e  │     │
└──────────────────────────────┴─────┴──────────────────────────────┴─────┘
  12   11   10    9    8    7    bar    6    5    4    3    2    1    off
  ○ White · 194 pips · to move"""


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_start_is_drawn_with_stacks_grown_from_the_rim() -> None:
    assert draw(Setup(start(), Side.WHITE)) == START


def test_black_sees_the_board_turned_round() -> None:
    seen = draw(read(MIDDLE), view=Side.BLACK).splitlines()
    assert seen[0] == "  ○ White · 121 pips · to move"
    assert seen[-1] == "  ● Black · 123 pips"
    assert seen[3].split("│")[3].split() == ["·", "(○E)", "○S", "○S", "·", "·"]
    assert seen[13].split("│")[3].split() == ["●s", "·", "·", "·", "●s", "(●s)"]


def test_trapped_checkers_are_in_parentheses() -> None:
    seen = draw(read(MIDDLE)).splitlines()
    assert seen[3][1:31].split() == ["·", "·", "·", "·", "(●g)", "·"]
    assert seen[4][1:31].split() == ["(○O)"]
    assert seen[5][1:31].split() == ["●s"]


def test_bar_and_tray_are_shown_for_each_side() -> None:
    seen = draw(read(MIDDLE)).splitlines()
    assert [field.strip() for field in seen[3].split("│")[2:5:2]] == ["○GS", "●nss"]
    assert [field.strip() for field in seen[13].split("│")[2:5:2]] == ["●gs", "○SSS"]


def test_fifteen_checkers_fit_in_the_tray() -> None:
    over = read("24 -/deggnosssssssss DEGGNOSSSSSSSSS/- b")
    assert "".join(row[-5:-2] for row in draw(over).splitlines()[9:14]).count("S") == 9
    assert len({len(row) for row in draw(over).splitlines()[2:15]}) == 1


def test_colour_changes_no_character() -> None:
    for side in Side:
        setup = read(MIDDLE)
        assert bare(draw(setup, view=side, colour=True)) == draw(setup, view=side)
        assert draw(setup, view=side, colour=True) != draw(setup, view=side)


def test_colour_tells_free_buried_and_trapped_checkers_apart() -> None:
    seen = draw(read(MIDDLE), colour=True)
    white = set(re.findall(r"(\x1b\[[0-9;]+m)\(?○[SGNDEO]\)?\x1b", seen))
    black = set(re.findall(r"(\x1b\[[0-9;]+m)\(?●[sgndeo]\)?\x1b", seen))
    assert (len(white), len(black), len(white | black)) == (3, 3, 6)


def test_every_board_is_at_most_80_columns_wide_and_complete() -> None:
    rng = random.Random(80)
    position = start()
    for number in range(150):
        if outcome(position):
            break
        position = rng.choice(list(plays(position, rng.choice(ROLLS))))
        seen = draw(Setup(position, (Side.WHITE, Side.BLACK)[number % 2]))
        assert max(map(len, seen.splitlines())) <= 80
        rows = "".join(row for row in seen.splitlines() if row.startswith("│"))
        assert len(re.findall("[A-Z]", rows)) == len(re.findall("[a-z]", rows)) == 15
