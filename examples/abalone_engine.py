"""A whole Abalone engine in one file, in plain Python: bring your own like this.

It speaks the line protocol (docs/engine-protocol.md) on standard input and output, so that any
other engine can meet it, from every start position, with both colours:

    tablas duel abalone "python examples/abalone_engine.py" random --pairs 4
    tablas duel abalone strongest "python examples/abalone_engine.py" --time 0.1 --pairs 4

It needs nothing of Tablas. It looks one move ahead: ejecting is best, then having its own marbles
near the centre and the opponent's far from it.
"""

from __future__ import annotations

import sys
from itertools import product

Cell = tuple[int, int]  # the row, 0 for A to 8 for I, and the number
Board = dict[Cell, str]  # "b", "w" or "." on every cell

ROWS = "abcdefghi"
EAST, NORTH_EAST, NORTH_WEST = (0, 1), (1, 1), (1, 0)
AXES = (EAST, NORTH_EAST, NORTH_WEST)
DIRECTIONS = (*AXES, *((-row, -number) for row, number in AXES))


def step(cell: Cell, direction: Cell, count: int = 1) -> Cell:
    return cell[0] + count * direction[0], cell[1] + count * direction[1]


def name(cell: Cell) -> str:
    return f"{ROWS[cell[0]]}{cell[1]}"


def read_board(text: str) -> Board:
    """The rows I to A, each from its lowest number: marbles as letters, empty cells counted."""
    board: Board = {}
    for row, line in zip(range(8, -1, -1), text.split("/"), strict=True):
        number = max(1, row - 3)
        for sign in line:
            for content in "." * int(sign) if sign.isdigit() else sign:
                board[row, number] = content
                number += 1
    return board


def run(board: Board, cell: Cell, direction: Cell, colour: str) -> int:
    """How many marbles of a colour stand in a row from this cell on."""
    count = 0
    while board.get(step(cell, direction, count)) == colour:
        count += 1
    return count


def in_line(board: Board, tail: Cell, direction: Cell, me: str, other: str) -> Board | None:
    """The board after the marble at the tail has stepped forward with all that it pushes."""
    own = run(board, tail, direction, me)
    front = step(tail, direction, own)
    pushed = run(board, front, direction, other)
    behind = step(front, direction, pushed)
    if own > 3 or pushed >= own or front not in board or board.get(behind, ".") != ".":
        return None
    after = dict(board)
    after[tail] = "."
    after[front] = me
    if pushed and behind in board:  # otherwise the last one has been ejected
        after[behind] = other
    return after


def sideways(board: Board, cells: list[Cell], side: Cell, me: str) -> Board | None:
    """The board after two or three marbles in a row have stepped sideways."""
    targets = [step(cell, side) for cell in cells]
    if any(board.get(cell) != me for cell in cells) or any(board.get(at) != "." for at in targets):
        return None
    return board | dict.fromkeys(cells, ".") | dict.fromkeys(targets, me)


def moves(board: Board, me: str) -> dict[str, Board]:
    """Every move in Aba-Pro notation, and the board that it leads to."""
    other = "w" if me == "b" else "b"
    found: dict[str, Board | None] = {}
    for cell in [cell for cell, content in board.items() if content == me]:
        for direction in DIRECTIONS:
            front = step(cell, direction)
            if front in board:
                found[name(cell) + name(front)] = in_line(board, cell, direction, me, other)
        for axis, size, side in product(AXES, (2, 3), DIRECTIONS):
            row = [step(cell, axis, count) for count in range(size)]
            after = sideways(board, row, side, me)
            if after:  # it may be told from either end
                for one, end in ((cell, row[-1]), (row[-1], cell)):
                    found[name(one) + name(end) + name(step(one, side))] = after
    return {text: after for text, after in found.items() if after}


def worth(board: Board, me: str) -> int:
    """A marble counts 100, less the square of its distance from the centre."""
    total = 0
    for (row, number), content in board.items():
        if content != ".":
            far = max(abs(row - 4), abs(number - 5), abs(row - number + 1))
            total += (100 - far * far) * (1 if content == me else -1)
    return total


def main() -> None:
    board, me = read_board("5/6/7/8/9/8/7/6/5"), "b"
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["tablas"]:
            print("id name Example\nready", flush=True)
        elif words[:1] == ["position"]:
            board, me = read_board(words[1]), words[2]
            for move in words[words.index("moves") + 1 :] if "moves" in words else []:
                board, me = moves(board, me)[move], "w" if me == "b" else "b"
        elif words[:1] == ["go"]:
            reached = moves(board, me)
            best = max(reached, key=lambda move: worth(reached[move], me), default="none")
            print("best", best, flush=True)
        elif words[:1] == ["quit"]:
            break


if __name__ == "__main__":
    main()
