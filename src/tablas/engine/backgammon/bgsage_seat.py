"""The engine bgsage (Open Sage) in a duel; its plies count one more than ours and gnubg's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import resources
from typing import Any, Final

import numpy as np

from tablas import kernel
from tablas.backgammon.codec import decode, encode
from tablas.backgammon.rules import CHECKERS, Position
from tablas.engine.dice.cubes import Boards, Cubes, Yes
from tablas.engine.outside import OutsideFailed, answered, process_seconds

PYTHON_VARIABLE: Final = "TABLAS_BGSAGE_PYTHON"
OWNERS: Final = {0: "centered", 1: "player", -1: "opponent"}


class BgsageSeat:
    """Asks bgsage, in a Python of its own, about one board after another."""

    slow = False

    def __init__(self, plies: int, *, cube: bool) -> None:
        self.name = f"bgsage:{plies}"
        python = os.environ.get(PYTHON_VARIABLE) or sys.executable
        child = resources.files("tablas.engine.backgammon") / "bgsage_child.py"
        try:
            self._process = subprocess.Popen(  # noqa: S603 (a program of ours)
                [python, "-P", str(child), str(plies), "cube" if cube else "plain"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError as error:
            raise OutsideFailed(
                f"bgsage: {python} cannot be started: {error}",
                f"bgsage: no se puede arrancar {python}: {error}",
            ) from error
        if self._line() != "ready":
            self.close()
            raise OutsideFailed(
                f"bgsage: {python} does not have it; install it with pip, or set "
                f"{PYTHON_VARIABLE} to a Python that has it",
                f"bgsage: {python} no lo tiene; instálalo con pip o pon en {PYTHON_VARIABLE} "
                "un Python que lo tenga",
            )

    def new(self, seed: int) -> None:
        """It remembers nothing, and makes no mistakes on purpose."""

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        reached, offsets = kernel.backgammon.successors(boards, dice)
        rows = []
        for i, roll in enumerate(dice.tolist()):
            plays = reached[offsets[i] : offsets[i + 1]]
            if len(plays) == 1:
                rows.append(plays[0])
                continue
            answer = self._ask(boards[i], cubes, i, dice=roll)
            end = _position(answer["board"]).swapped()
            row = np.frombuffer(encode(end), np.uint8)
            if not (plays == row).all(axis=1).any():
                raise OutsideFailed(
                    f"bgsage: plays {roll} to {end}, which no play does",
                    f"bgsage: juega {roll} hasta {end}, y ninguna jugada lo hace",
                )
            rows.append(row)
        return np.stack(rows)

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        answers = [self._ask(boards[i], cubes, i)["double"] for i in range(len(boards))]
        return np.array(answers, np.bool_)

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        answers = [self._ask(boards[i], cubes, i)["take"] for i in range(len(boards))]
        return np.array(answers, np.bool_)

    def cpu(self) -> float:
        return process_seconds(self._process.pid)

    def close(self) -> None:
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        self._process.wait()

    def _ask(self, board: Boards, cubes: Cubes, i: int, **more: Any) -> dict[str, Any]:
        question = {
            "board": signed_board(decode(board.tobytes())),
            "cube": int(cubes.values[i]),
            "owner": OWNERS[int(cubes.owners[i])],
            **more,
        }
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise OutsideFailed(
                f"bgsage: it has ended ({error})", f"bgsage: ha terminado ({error})"
            ) from error
        line = self._line()
        if not line:
            raise OutsideFailed(
                f"bgsage: no answer to {question}", f"bgsage: no responde a {question}"
            )
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _line(self) -> str:
        """The next line, or nothing if it has ended or takes too long."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip() if answered(self._process.stdout) else ""


def signed_board(position: Position) -> list[int]:
    """The opponent's bar, the points with the mover's checkers positive, the mover's bar."""
    own, opp = position.own, position.opp
    return [opp[25], *(own[p] - opp[25 - p] for p in range(1, 25)), own[25]]


def _position(places: list[int]) -> Position:
    own, opp = [0] * 26, [0] * 26
    for place in range(1, 25):
        own[place] = max(places[place], 0)
        opp[25 - place] = max(-places[place], 0)
    own[25], opp[25] = abs(places[25]), abs(places[0])
    own[0], opp[0] = CHECKERS - sum(own), CHECKERS - sum(opp)
    return Position(tuple(own), tuple(opp))
