"""A program of somebody else's as a player of a dice game: our line protocol, or UBGI.

Our protocol is written down in docs/engine-protocol.md. In the Universal Backgammon Interface every
question is one XGID, so that it can be asked of backgammon alone.
"""

from __future__ import annotations

from typing import Any, Final

from tablas.engine.dice.seats import PlayerSeat
from tablas.engine.line_program import LineProgram
from tablas.engine.player import Answer
from tablas.errors import TablasError
from tablas.kind import Kind
from tablas.play.standing import situation_of
from tablas.play.state import State
from tablas.values import Setup, Side
from tablas.words import quoted

ANSWER_SECONDS: Final = 600.0


class ProgramPlayer:
    """A running program that is asked for plays and about the cube; `close` ends it."""

    def __init__(self, kind: Kind[Any, Any], command: str, *, ubgi: bool = False) -> None:
        self.kind, self.ubgi = kind, ubgi
        self.program = LineProgram(command)
        self.program.greet(*(("ubgi", "readyok") if ubgi else ("tablas 1", "ready")))

    @property
    def name(self) -> str:
        return self.program.name

    def choose(self, state: State[Any, Any]) -> Any:
        text = self._asked(state)
        try:
            return self.kind.notation.read(state.position, state.dice, "" if text == "-" else text)
        except TablasError as error:
            raise self.program.failure(str(error), error.spoken("es")) from error

    def doubles(self, state: State[Any, Any]) -> bool:
        return self._one_of(state, ("roll", "double")) == "double"

    def answer(self, state: State[Any, Any]) -> Answer:
        known = {"take": Answer.TAKE, "drop": Answer.DROP, "raise": Answer.RAISE}
        return known[self._one_of(state, tuple(known))]

    def analyse(self, state: State[Any, Any], lines: int = 5) -> list[str]:
        """What the program says of a state, line by line; the words of docs/engine-protocol.md."""
        for line in _told(state):
            self.program.say(line)
        self.program.say(f"analyse {lines}")
        thoughts = []
        while not (answer := self.program.hear(ANSWER_SECONDS)).startswith("analysed"):
            if answer.startswith("error"):
                raise self.program.failure(answer, answer)
            if answer.startswith("info line "):
                thoughts.append(answer.split(maxsplit=3)[3])
        return thoughts

    def new(self) -> None:
        if not self.ubgi:
            self.program.say("new")

    def close(self) -> None:
        self.program.close()

    def _one_of(self, state: State[Any, Any], expected: tuple[str, ...]) -> str:
        word = self._asked(state)
        if word not in expected:
            words = ", ".join(expected)
            raise self.program.failure(
                f"found {quoted(word)}, expected one of {words}",
                f"hay {quoted(word)}, se esperaba uno de {words}",
            )
        return word

    def _asked(self, state: State[Any, Any]) -> str:
        if self.ubgi:
            self.program.say(self.kind.formats.write_situation(state.position, situation_of(state)))
            return self.program.hear(ANSWER_SECONDS)
        for line in _told(state):
            self.program.say(line)
        self.program.say("go")
        return self.program.best(ANSWER_SECONDS)


def _told(state: State[Any, Any]) -> list[str]:
    """Everything about a state, each in a line; whoever is on roll is "own"."""
    turn = state.turn or Side.WHITE
    position = state.kind.formats.write(Setup(state.position, turn))
    stakes = state.terms.stakes
    owner = {None: "centre", turn: "own"}.get(state.cube.owner, "opponent")
    score = "money jacoby" if stakes.jacoby else "money"
    if stakes.away:
        white, black = stakes.away
        score = f"{white} {black}" if turn is Side.WHITE else f"{black} {white}"
    lines = [
        f"position {position}",
        f"dice {state.dice.high}{state.dice.low}" if state.dice else "dice none",
        f"cube {state.cube.value} {owner}" if stakes.cube else "cube none",
        f"score {score}",
    ]
    if state.clock is not None and (decides := state.to_act) is not None:
        now = state.clock.since or 0
        left = [state.clock.remaining(side, now) / 1000 for side in (decides, decides.other)]
        lines.append(f"clock {left[0]:.3f} {left[1]:.3f}")
    return [*lines, "doubled"] if state.cube.offer else lines


class ProgramSeat(PlayerSeat):
    """A program at a duel; the time it takes is its own."""

    def __init__(self, kind: Kind[Any, Any], command: str, *, ubgi: bool = False) -> None:
        self.running = ProgramPlayer(kind, command, ubgi=ubgi)
        super().__init__(kind.name, self.running)

    def new(self, seed: int) -> None:
        del seed
        self.running.new()

    def cpu(self) -> float:
        return self.running.program.cpu()

    def close(self) -> None:
        self.running.close()
