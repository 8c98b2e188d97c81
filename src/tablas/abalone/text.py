"""The Abalone board as text for a terminal: a framed hexagon with its rows and diagonals named.

Two lines a row and four columns a cell keep the hexagon regular where a character is twice as
high as wide, and let the frame run in clean diagonals.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

from tablas.abalone.board import ROWS, row_cells
from tablas.abalone.formats import by_colour
from tablas.abalone.rules import TO_LOSE, Position
from tablas.values import Setup, Side
from tablas.words import TO_MOVE, Language, Words

MARBLE: Final = {Side.BLACK: "●", Side.WHITE: "○"}
HOLE: Final = "·"
EJECTED: Final = Words("ejected", "expulsadas")
QUIET: Final = Words(
    "plies since the last ejection: {plies}", "jugadas desde la última expulsión: {plies}"
)

LEFT: Final = 7  # the column of the first cell in the middle row
MIDDLE: Final = 9  # the line of the middle row
FRAME: Final = 3  # columns between the outermost cell of a row and the frame

# White and black both stand out at 3 to 1 or better on this brown (256-colour palette).
WOOD: Final = "48;5;137"
INK: Final = {
    Side.BLACK: f"1;38;5;16;{WOOD}",
    Side.WHITE: f"1;38;5;231;{WOOD}",
    None: f"38;5;238;{WOOD}",
}
DIM: Final = "2"
PLAIN: Final = ""

Mark = tuple[str, str]  # a character and its ANSI style
Canvas = list[dict[int, Mark]]  # for each line, what stands in which column


def draw(
    setup: Setup[Position],
    *,
    view: Side = Side.BLACK,
    colour: bool = False,
    language: Language = "en",
) -> str:
    """The board with `view` below, who has ejected what, and whose turn it is.

    Black below is the board of the rules page, row a at the bottom; White sees it turned round.
    """
    canvas: Canvas = [{} for _ in range(2 * MIDDLE + 2)]
    _frame(canvas)
    _marbles(canvas, setup, view)
    _names(canvas, view)
    above, below = (_caption(setup, side, language) for side in (view.other, view))
    lines = [above, *(_filled(marks) for marks in canvas), below, *_quiet(setup, language)]
    return "\n".join(_inked(line) if colour else _bare(line).rstrip() for line in lines)


def _frame(canvas: Canvas) -> None:
    """The rim, and the wood inside it."""
    for line in range(1, 2 * MIDDLE):
        left, right = _rim(line)
        upper, lower = line < MIDDLE, line > MIDDLE
        canvas[line][left] = ("╱" if upper else "╲" if lower else "<", DIM)
        canvas[line][right] = ("╲" if upper else "╱" if lower else ">", DIM)
        canvas[line].update(dict.fromkeys(range(left + 1, right), (" ", WOOD)))
    left, right = _rim(1)
    canvas[0].update(dict.fromkeys(range(left + 1, right), ("▁", DIM)))
    canvas[2 * MIDDLE].update(dict.fromkeys(range(left + 1, right), ("▔", DIM)))


def _marbles(canvas: Canvas, setup: Setup[Position], view: Side) -> None:
    black, white, _, _ = by_colour(setup)
    for row in ROWS:
        for place, cell in enumerate(_seen(row, view)):
            side = Side.BLACK if cell in black else Side.WHITE if cell in white else None
            canvas[_height(row)][_start(row) + 4 * place] = _marble(side)


def _marble(side: Side | None) -> Mark:
    # The sign differs in colour, too: not every eye and not every copy of a screen keeps colours.
    return MARBLE[side] if side else HOLE, INK[side]


def _names(canvas: Canvas, view: Side) -> None:
    """Row letters on the left; each diagonal's number at its lower right end."""
    for row in ROWS:
        line, cells = _height(row), _seen(row, view)
        left, right = _rim(line)
        canvas[line][left - 2] = (cells[0][0], DIM)
        if row < "e":
            # The diagonal that leaves the board here is the one after the row's last cell.
            beyond = int(cells[-1][1]) + (1 if view is Side.BLACK else -1)
            canvas[line][right + 2] = (str(beyond), DIM)
    for place, cell in enumerate(_seen("a", view)):
        canvas[2 * MIDDLE + 1][_start("a") + 4 * place + 2] = (cell[1], DIM)


def _seen(row: str, view: Side) -> tuple[str, ...]:
    """The cells that stand, from left to right, where Black sees this row."""
    if view is Side.BLACK:
        return row_cells(row)
    return row_cells(ROWS[-1 - ROWS.index(row)])[::-1]


def _height(row: str) -> int:
    return MIDDLE + 2 * (ROWS.index("e") - ROWS.index(row))


def _start(row: str) -> int:
    """The column of a row's first cell: half a cell further in for each row from the middle."""
    return LEFT + abs(_height(row) - MIDDLE)


def _rim(line: int) -> tuple[int, int]:
    """The columns of the frame in a line."""
    inset = abs(line - MIDDLE)
    return LEFT - FRAME + inset, LEFT + 32 + FRAME - inset


def _caption(setup: Setup[Position], side: Side, language: Language) -> list[Mark]:
    """A side's name, the marbles it has ejected as pips, and whether it is to move."""
    _, _, black_lost, white_lost = by_colour(setup)
    ejected = white_lost if side is Side.BLACK else black_lost
    name, pushed_off = side.words.spoken(language), EJECTED.spoken(language)
    line = [*_plain("  "), _marble(side), *_plain(f" {name}   {pushed_off}")]
    for pip in range(TO_LOSE):
        line += [(" ", WOOD), _marble(side.other if pip < ejected else None)]
    line.append((" ", WOOD))
    return line + _plain(f"  ◂ {TO_MOVE.spoken(language)}" if setup.mover is side else "")


def _quiet(setup: Setup[Position], language: Language) -> list[list[Mark]]:
    if not setup.quiet:
        return []
    return [_plain(f"    {QUIET.about(plies=setup.quiet).spoken(language)}")]


def _plain(text: str) -> list[Mark]:
    return [(character, PLAIN) for character in text]


def _filled(marks: dict[int, Mark]) -> list[Mark]:
    return [marks.get(column, (" ", PLAIN)) for column in range(max(marks) + 1)]


def _bare(line: list[Mark]) -> str:
    return "".join(character for character, _ in line)


def _inked(line: list[Mark]) -> str:
    """The line with ANSI styles, set only where they change."""
    runs = ((style, _bare([*run])) for style, run in groupby(line, key=lambda mark: mark[1]))
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs)
