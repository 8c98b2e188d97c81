"""The backgammon board as text for a terminal: two rows of points, the bar, the trays.

The points are numbered from the side of whoever looks at the board. A stack of more than five
ends in its count. Checkers on the bar stand in the half where they will enter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablas.backgammon.reasons import BAR, OFF, place_name
from tablas.backgammon.rules import Position
from tablas.values import Dice, Setup, Side
from tablas.words import PIPS, TO_MOVE, Language, Words

CHECKER: Final = {Side.WHITE: "○", Side.BLACK: "●"}
ROWS: Final = 5
TRAY: Final = 3  # borne-off checkers in one row of a tray: five rows hold all fifteen
HALF: Final = "─" * 24
FIVE: Final = "─" * 5

# White and black both stand out at 3 to 1 or better on these grounds (256-colour palette).
GROUND: Final = ("48;5;137", "48;5;101")
FELT: Final = "48;5;65"
INK: Final = {Side.WHITE: "1;38;5;231", Side.BLACK: "1;38;5;16"}
FRAME: Final = "2"

ROLLED: Final = Words("rolled {high}-{low}", "dados {high}-{low}")
CUBE: Final = Words("cube [{value}]", "cubo [{value}]")


def draw(
    setup: Setup[Position],
    *,
    view: Side = Side.WHITE,
    colour: bool = False,
    language: Language = "en",
    dice: Dice | None = None,
    cube: int | None = None,
    owner: Side | None = None,
) -> str:
    """The board with `view` sitting below and bearing off at the lower right.

    The dice stand with the player to move; the cube, if there is one, with its owner or between
    the two.
    """
    seen = setup.position if setup.mover is view else setup.position.swapped()
    board = _BackgammonBoard(seen, view, colour, language)
    above, below = (
        "".join(f" · {word.spoken(language)}" for word in _caption(side, setup, dice, cube, owner))
        for side in (view.other, view)
    )
    return "\n".join(
        [
            board.named(view.other, seen.swapped().pips) + above,
            *board.half(range(13, 19), range(19, 25), top=True),
            board.middle(f"[{cube}]" if cube and not owner else ""),
            *board.half(range(12, 6, -1), range(6, 0, -1), top=False),
            board.named(view, seen.pips) + below,
        ]
    )


def _caption(
    side: Side, setup: Setup[Position], dice: Dice | None, cube: int | None, owner: Side | None
) -> Iterator[Words]:
    if cube and side is owner:
        yield CUBE.about(value=cube)
    if side is setup.mover:
        yield ROLLED.about(high=dice.high, low=dice.low) if dice else TO_MOVE


class _BackgammonBoard:
    """The rows of one drawing: a position seen by `view`, who sits below."""

    def __init__(self, seen: Position, view: Side, colour: bool, language: Language) -> None:
        self.counts = {view: seen.own, view.other: seen.opp}
        self.view = view
        self.colour = colour
        self.language = language

    def named(self, side: Side, pips: int) -> str:
        """The player's name beside a checker, and how far the player still has to go."""
        checker = self._inked(f" {CHECKER[side]} ", f"{INK[side]};{GROUND[0]}")
        away = PIPS.about(count=pips).spoken(self.language)
        return f" {checker} {side.words.spoken(self.language)} · {away}"

    def half(self, left: range, right: range, *, top: bool) -> list[str]:
        """One half of the board: its numbers outside, its stacks from the rim inwards."""
        rows = [self._row(left, right, depth, top) for depth in range(ROWS)]
        bar, off = (place_name(place).spoken(self.language) for place in (BAR, OFF))
        numbers = f" {_numbers(left)}{bar:^7}{_numbers(right)}{off:^7}".rstrip()
        if top:
            return [numbers, self._dim(f"┌{HALF}┬{FIVE}┬{HALF}┬{FIVE}┐"), *rows]
        return [*reversed(rows), self._dim(f"└{HALF}┴{FIVE}┴{HALF}┴{FIVE}┘"), numbers]

    def middle(self, cube: str) -> str:
        """The row between the halves, with a cube that nobody owns."""
        wall, felt = self._dim("│"), self._inked(" " * 24, FELT)
        bar = self._inked(f"{cube:^5}", f"{INK[Side.WHITE]};{FELT}")
        return wall + felt + wall + bar + wall + felt + self._dim(f"├{FIVE}┤")

    def _row(self, left: range, right: range, depth: int, top: bool) -> str:
        wall = self._dim("│")
        fields = (
            "".join(self._cell(point, depth) for point in left),
            # Who sits below enters at the top, and bears off below.
            self._bar(self.view if top else self.view.other, ROWS - 1 - depth),
            "".join(self._cell(point, depth) for point in right),
            self._tray(self.view.other if top else self.view, depth),
        )
        return wall + wall.join(fields) + wall

    def _cell(self, point: int, depth: int) -> str:
        ground = GROUND[point % 2]
        for side, place in ((self.view, point), (self.view.other, BAR - point)):
            if self.counts[side][place] > depth:
                mark = self._mark(side, self.counts[side][place], depth)
                return self._inked(f"{mark:>3} ", f"{INK[side]};{ground}")
        return self._inked("  · " if depth == 0 else " " * 4, f"38;5;238;{ground}")

    def _bar(self, side: Side, height: int) -> str:
        count = self.counts[side][BAR]
        mark = self._mark(side, count, height) if count > height else ""
        return self._inked(f"{mark:^5}", f"{INK[side]};{FELT}")

    def _tray(self, side: Side, depth: int) -> str:
        held = min(max(self.counts[side][OFF] - TRAY * depth, 0), TRAY)
        return self._inked(f" {CHECKER[side] * held:<{TRAY}} ", f"{INK[side]};{FELT}")

    def _mark(self, side: Side, count: int, depth: int) -> str:
        """A checker, or in the last row the count of a stack that is higher."""
        return str(count) if depth == ROWS - 1 and count > ROWS else CHECKER[side]

    def _inked(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour else text

    def _dim(self, text: str) -> str:
        return self._inked(text, FRAME)


def _numbers(points: range) -> str:
    return "".join(f"{point:>3} " for point in points)
