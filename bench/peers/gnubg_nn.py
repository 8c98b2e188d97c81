"""gnubg-nn, GNU Backgammon's engine as a Python package, lists the moves of positions."""

from __future__ import annotations

import time

import gnubg_nn  # type: ignore[import-not-found]
from bench.measure import Values
from bench.worker import serve

ROUNDS = 20


def answer(questions: list[tuple[str, int, int]]) -> Values:
    asked = [
        (gnubg_nn.board_from_position_id(position_id), one, other)
        for position_id, one, other in questions
    ]
    made = 0
    begin = time.perf_counter()
    for _ in range(ROUNDS):
        for board, one, other in asked:
            made += len(gnubg_nn.moves(board, one, other))
    return {"successors/s": made / (time.perf_counter() - begin)}


if __name__ == "__main__":
    serve(answer)
