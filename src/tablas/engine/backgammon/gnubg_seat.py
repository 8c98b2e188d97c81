"""GNU Backgammon in a duel, at any number of plies, with or without a cube."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablas import kernel
from tablas.backgammon.codec import decode, encode
from tablas.engine.backgammon.fibs import FibsBoard, after
from tablas.engine.backgammon.gnubg_process import GnubgProcess
from tablas.engine.dice.cubes import Boards, Cubes, Yes
from tablas.engine.outside import OutsideFailed

# Everything else is as GNU Backgammon comes: its usual move filters, pruning and bear-off tables.
SETTINGS: Final = (
    "set automatic game off",
    "set jacoby off",
    "set beavers 0",
    "set evaluation chequerplay evaluation plies {plies}",
    "set evaluation chequerplay evaluation cubeful {cubeful}",
    "set evaluation chequerplay evaluation noise 0",
    "set evaluation cubedecision evaluation plies {plies}",
    "set evaluation cubedecision evaluation cubeful on",
    "set evaluation cubedecision evaluation noise 0",
)


class GnubgSeat:
    """Asks GNU Backgammon about one board after another."""

    slow = False

    def __init__(self, plies: int, *, cube: bool) -> None:
        facts = {"plies": plies, "cubeful": "on" if cube else "off"}
        self.name = f"gnubg:{plies}"
        self._process = GnubgProcess(tuple(line.format(**facts) for line in SETTINGS))

    def new(self, seed: int) -> None:
        """It remembers nothing, and makes no mistakes on purpose."""

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        reached, offsets = kernel.backgammon.successors(boards, dice)
        rows = []
        for i in range(len(boards)):
            plays = reached[offsets[i] : offsets[i + 1]]
            if len(plays) == 1:
                rows.append(plays[0])
                continue
            position = decode(boards[i].tobytes())
            asked = self._board(boards[i], cubes, i, dice=(int(dice[i, 0]), int(dice[i, 1])))
            end = after(position, self._process.ask(asked.write()))
            row = np.frombuffer(encode(end), np.uint8)
            if not (plays == row).all(axis=1).any():
                raise OutsideFailed(
                    f"gnubg: plays {dice[i]} from {position} to {end}",
                    f"gnubg: juega {dice[i]} de {position} a {end}",
                )
            rows.append(row)
        return np.stack(rows)

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        answers = [
            self._process.ask(self._board(boards[i], cubes, i).write()) for i in range(len(boards))
        ]
        return np.array([self._word(answer, "double", "roll") for answer in answers], np.bool_)

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        answers = []
        for i in range(len(boards)):
            # Seen by who must answer.
            position = decode(boards[i].tobytes()).swapped()
            owner = -int(cubes.owners[i])
            asked = FibsBoard(
                position=position,
                turn=False,
                cube=int(cubes.values[i]),
                may_double=owner >= 0,
                other_may_double=owner <= 0,
                doubled=True,
            )
            answers.append(self._process.ask(asked.write()))
        return np.array([not self._word(answer, "drop", "take") for answer in answers], np.bool_)

    def cpu(self) -> float:
        return self._process.cpu()

    def close(self) -> None:
        self._process.close()

    def _board(
        self, board: Boards, cubes: Cubes, i: int, dice: tuple[int, int] | None = None
    ) -> FibsBoard:
        # Where nobody may double it reads an offered double: without a cube it is in the middle
        # and nothing asks about it.
        owner = int(cubes.owners[i])
        return FibsBoard(
            position=decode(board.tobytes()),
            dice=dice,
            cube=int(cubes.values[i]),
            may_double=owner >= 0,
            other_may_double=owner <= 0,
        )

    def _word(self, answer: str, yes: str, no: str) -> bool:
        """What it said; a wish to beaver, which is not allowed here, is a take."""
        said = "take" if answer == "beaver" else answer
        if said not in (yes, no):
            raise OutsideFailed(
                f"gnubg: answered {answer!r}, expected {yes!r} or {no!r}",
                f"gnubg: respondió {answer!r}, se esperaba {yes!r} o {no!r}",
            )
        return said == yes
