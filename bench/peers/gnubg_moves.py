"""GNU Backgammon generates moves; runs inside it, and the generator's own time is found out.

    TABLAS_QUESTIONS=in.json TABLAS_ANSWERS=out.json gnubg -t -q -r -p bench/peers/gnubg_moves.py

Its Python has no call for the move generator alone. The command `move` with a play that can never
be legal (from the bar all the way off) parses it, generates all legal moves of the position to look
the play up, says that it is not among them, and changes nothing. The same command on the bar before
a closed board costs the same without moves to generate; what is left after taking that off is the
generator. Of several rounds the shortest counts on both sides, which favours GNU Backgammon.

Beside it: `hint`, the only call that hands out the list of moves; it evaluates them as well, at 0
plies, and some of its calls wait for 10 ms.

In: [[[position ID, die, die], ...], [number of distinct successors, ...]]. Out: the seconds and the
successors of both.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import gnubg

SETTINGS = (
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set confirm new off",
    "set display off",
    "set player 0 human",
    "set player 1 human",
    "set evaluation chequerplay evaluation plies 0",
    "set evaluation cubedecision evaluation plies 0",
    "new session",
)
IMPOSSIBLE = "move bar/off"
CALLS = 40
ROUNDS = 5


def set_up(position_id: str, one: int, other: int) -> bool:
    """Puts player 1 on roll; False if GNU Backgammon does not take the position."""
    if gnubg.posinfo()["gamestate"] != 1:
        gnubg.command("new game")
    gnubg.command("set turn 1")
    gnubg.command(f"set board {position_id}")
    gnubg.command(f"set dice {one} {other}")
    return bool(gnubg.positionid(gnubg.board()) == position_id)


def refused() -> float:
    """Seconds of one impossible play, in the best of the rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(CALLS):
            gnubg.command(IMPOSSIBLE)
        best = min(best, (time.perf_counter() - begin) / CALLS)
    return best


def closed_out() -> str:
    """On the bar before six closed points: nothing to generate."""
    opponent = [2] * 6 + [3] + [0] * 18
    own = [0] * 12 + [14] + [0] * 11 + [1]
    return str(gnubg.positionid((tuple(opponent), tuple(own))))


def main() -> None:
    for setting in SETTINGS:
        gnubg.command(setting)
    questions, counts = json.loads(Path(os.environ["TABLAS_QUESTIONS"]).read_text(encoding="utf-8"))
    found = {"generating": 0.0, "generated": 0, "hinting": 0.0, "hinted": 0}
    idle = 0.0
    for index, (question, count) in enumerate(zip(questions, counts, strict=True)):
        if index % 10 == 0:
            assert set_up(closed_out(), 3, 1), "the closed board was not set up"
            idle = refused()
        if not set_up(*question):
            continue
        found["generating"] += refused() - idle
        found["generated"] += count
        if index % 10 == 0:
            begin = time.perf_counter()
            found["hinted"] += len(gnubg.hint(100_000)["hint"])
            found["hinting"] += time.perf_counter() - begin
    Path(os.environ["TABLAS_ANSWERS"]).write_text(json.dumps(found), encoding="utf-8")


main()
