"""The Abak board as text for a terminal: a disc and a letter a checker, stacks grown from the rim.

White is `○` with an upper case letter, Black `●` with a lower case one: in a terminal font `S` and
`s` alone are hard to tell apart. Trapped checkers are in parentheses. The points are numbered from
the side of whoever looks at the board.
"""

from __future__ import annotations

from typing import Final

from tablas.abak.position import BAR, OFF, Position
from tablas.abak.reasons import place_name
from tablas.abak.stacks import LIMIT, run
from tablas.values import Setup, Side
from tablas.words import PIPS, TO_MOVE, Language

SIX: Final = "─" * 30
FIVE: Final = "─" * 5

DISC: Final = {Side.WHITE: "○", Side.BLACK: "●"}

FRAME: Final = "\x1b[2m"
FREE: Final = {Side.WHITE: "\x1b[1;38;5;17;48;5;230m", Side.BLACK: "\x1b[1;38;5;221;48;5;17m"}
BURIED: Final = {Side.WHITE: "\x1b[38;5;17;48;5;250m", Side.BLACK: "\x1b[38;5;180;48;5;60m"}
TRAPPED: Final = {Side.WHITE: "\x1b[38;5;17;48;5;214m", Side.BLACK: "\x1b[38;5;230;48;5;130m"}
PLAIN: Final = "\x1b[0m"


def draw(
    setup: Setup[Position],
    *,
    view: Side = Side.WHITE,
    colour: bool = False,
    language: Language = "en",
) -> str:
    """The board with `view` sitting below and bearing off at the lower right."""
    position = setup.position if setup.mover is view else setup.position.swapped()
    board = _AbakBoard(position, view, colour, language)
    return "\n".join(
        [
            _caption(view.other, position.swapped().pips, setup.mover, language),
            *board.half(range(13, 19), range(19, 25), position.bar, position.opp_off, top=True),
            board.divider(),
            *board.half(range(12, 6, -1), range(6, 0, -1), position.opp_bar, position.off),
            _caption(view, position.pips, setup.mover, language),
        ]
    )


def _caption(side: Side, pips: int, turn: Side, language: Language) -> str:
    name = (
        f"  {DISC[side]} {side.words.spoken(language)} · {PIPS.about(count=pips).spoken(language)}"
    )
    return f"{name} · {TO_MOVE.spoken(language)}" if side is turn else name


class _AbakBoard:
    """The rows of one drawing: a position seen by `view`, whose checkers are upper case in it."""

    def __init__(self, position: Position, view: Side, colour: bool, language: Language) -> None:
        self.points = position.points
        self.view = view
        self.colour = colour
        self.language = language

    def half(
        self, left: range, right: range, bar: str, off: str, *, top: bool = False
    ) -> list[str]:
        """One half of the board: its numbers outside, its stacks from the rim inwards."""
        rows = [self._row(left, right, bar, off, depth) for depth in range(LIMIT)]
        at_bar, at_off = (place_name(place).spoken(self.language) for place in (BAR, OFF))
        numbers = f" {_numbers(left)}{at_bar:^7}{_numbers(right)}{at_off:^7}".rstrip()
        if top:
            return [numbers, self._dim(f"┌{SIX}┬{FIVE}┬{SIX}┬{FIVE}┐"), *rows]
        return [*reversed(rows), self._dim(f"└{SIX}┴{FIVE}┴{SIX}┴{FIVE}┘"), numbers]

    def divider(self) -> str:
        return self._dim(f"│{' ' * 30}├{FIVE}┤{' ' * 30}├{FIVE}┤")

    def _row(self, left: range, right: range, bar: str, off: str, depth: int) -> str:
        """The checkers `depth` places from the rim; bar and tray hold three in a row."""
        wall = self._dim("│")
        fields = (
            "".join(self._cell(point, depth) for point in left),
            self._waiting(bar, depth),
            "".join(self._cell(point, depth) for point in right),
            self._waiting(off, depth),
        )
        return wall + wall.join(fields) + wall

    def _cell(self, point: int, depth: int) -> str:
        stack = self.points[point]
        if depth >= len(stack):
            return self._dim("  ·  ") if depth == 0 else " " * 5
        letter = stack[depth]
        if depth < len(stack) - len(run(stack)):
            return f"{self._trapped(letter)} "
        return f" {self._checker(letter, free=depth == len(stack) - 1)}  "

    def _waiting(self, letters: str, depth: int) -> str:
        three = letters[3 * depth : 3 * depth + 3]
        return f"{self._checker(f'{three:<3}', free=True)} " if three else " " * 5

    def _trapped(self, letter: str) -> str:
        held = f"({self._marked(letter)})"
        return f"{TRAPPED[self._side(letter)]}{held}{PLAIN}" if self.colour else held

    def _checker(self, letters: str, *, free: bool) -> str:
        """Letters as White and Black write them, after a disc, on their side's ground."""
        if not self.colour:
            return self._marked(letters)
        side = self._side(letters)
        return f"{(FREE if free else BURIED)[side]}{self._marked(letters)}{PLAIN}"

    def _side(self, letters: str) -> Side:
        return self.view if letters.isupper() else self.view.other

    def _marked(self, letters: str) -> str:
        cased = letters if self.view is Side.WHITE else letters.swapcase()
        return DISC[self._side(letters)] + cased

    def _dim(self, text: str) -> str:
        return f"{FRAME}{text}{PLAIN}" if self.colour else text


def _numbers(points: range) -> str:
    return "".join(f"{point:^5}" for point in points)
