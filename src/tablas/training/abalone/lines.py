"""The lines of the board as tensors: which table row each line of a position reads.

The numbers of the cells are those of `cpp/abalone/cells.hpp`, the lines and their states those of
`cpp/abalone/lines.hpp`.
"""

from __future__ import annotations

from tablas.training.tensors import Tensor, torch

CELLS = 61
LENGTHS = (5, 6, 7, 8, 9)
STATES_FROM = [sum(3**n for n in LENGTHS[:i]) for i in range(6)]


def on_board(row: int, number: int) -> bool:
    """Rows 0 to 8 are a to i."""
    return 0 <= row <= 8 and 1 <= number <= 9 and number - row <= 5 and row - number <= 3


def cell_at(row: int, number: int) -> int:
    return (30 + 13 * (row - 4) + (number - 5)) % CELLS


PLACES = [(row, number) for row in range(9) for number in range(1, 10) if on_board(row, number)]


def lines() -> list[list[int]]:
    """The cells of the 27 lines, nine along each axis, each from its W or S end."""
    cells: list[list[int]] = [[] for _ in range(27)]
    for row, number in PLACES:
        for line in (row, 9 + number - row + 3, 18 + number - 1):
            cells[line].append(cell_at(row, number))
    return cells


def place_values() -> tuple[Tensor, Tensor]:
    """(61, 27): what a marble of the first colour adds to each line; (27,): where tables begin."""
    values = torch.zeros(CELLS, 27)
    base = torch.zeros(27, dtype=torch.long)
    for number, cells in enumerate(lines()):
        base[number] = STATES_FROM[len(cells) - LENGTHS[0]]
        for place, cell in enumerate(cells):
            values[cell, number] = 3.0**place
    return values, base


def same_from_both_ends() -> Tensor:
    """For each state the smaller one of itself and the same line read from its other end."""
    smaller = torch.zeros(STATES_FROM[-1], dtype=torch.long)
    for first, length in zip(STATES_FROM, LENGTHS, strict=False):
        states = torch.arange(3**length)
        digits = [(states // 3**place) % 3 for place in range(length)]
        reverse = sum(digit * 3 ** (length - 1 - place) for place, digit in enumerate(digits))
        smaller[first : first + 3**length] = first + torch.minimum(states, reverse)
    return smaller


def line_kinds() -> Tensor:
    """The states that a file has rows for: of two that are the same line, the smaller one."""
    return torch.unique(same_from_both_ends())


def symmetries() -> Tensor:
    """(12, 61): six turns and their mirror images; row k names the cell that comes to each cell."""
    images = []
    for mirrored in (False, True):
        for turns in range(6):
            comes = [0] * CELLS
            for row, number in PLACES:
                up, along = row - 4, number - 5
                if mirrored:
                    up, along = along, up
                for _ in range(turns):  # E becomes NE, NW becomes W
                    up, along = along, along - up
                comes[cell_at(up + 4, along + 5)] = cell_at(row, number)
            images.append(comes)
    return torch.tensor(images)
