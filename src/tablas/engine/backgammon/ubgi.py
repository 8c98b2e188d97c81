"""The Universal Backgammon Interface (draft 0.01, Øystein Schønning-Johansen, 2025), our side.

After `ubgi` every line is a whole position, an XGID or the `board:` line of FIBS, and is answered
by what to do in it. What the draft does not know is answered by `sorry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import Any, Final

from tablas.backgammon.formats import read_situation
from tablas.backgammon.rules import Play
from tablas.engine.backgammon import gnubg_external
from tablas.engine.backgammon.fibs import FibsBoard
from tablas.engine.dice.protocol import of_situation
from tablas.engine.player import Answer, Player
from tablas.errors import TablasError
from tablas.kind import Kind
from tablas.play.state import Phase, State
from tablas.values import Side

HELLO: Final = "ubgi"


def talk(
    kind: Kind[Any, Any], player: Player, say: Callable[[str], None], lines: Iterable[str]
) -> None:
    """The conversation after `ubgi`, until `quit`."""
    greet(say)
    for line in lines:
        text = line.strip()
        if text == "quit":
            return
        if text == HELLO:
            greet(say)
        elif text and text != "stop":  # every answer is given before the next line is read
            try:
                say(action(player, state_of(kind, text)))
            except (TablasError, ValueError):
                say("sorry")


def greet(say: Callable[[str], None]) -> None:
    """Who we are, and that everything is loaded."""
    say("id name Tablas")
    say("id author The Tablas developers")
    say(f"id version {version('tablas')}")
    say("readyok")


def state_of(kind: Kind[Any, Any], text: str) -> State[Any, Any]:
    """The game that a line tells; whoever is on roll is White."""
    if text.startswith("board:"):
        return gnubg_external.state_of(kind, FibsBoard.read(text))
    return of_situation(kind, *read_situation(text))


def action(player: Player, state: State[Any, Any]) -> str:
    """A play, `take` or `drop`, `double` or `roll`; a blank line where nothing can move."""
    if state.kind.rules.outcome(state.position):
        return "sorry"
    if state.phase is Phase.TO_PLAY:
        return written_out(player.choose(state))
    if state.phase is Phase.TO_ANSWER:
        return "drop" if player.answer(state) is Answer.DROP else "take"
    may = state.terms.stakes.cube and state.cube.owner is not Side.BLACK
    return "double" if may and player.doubles(state) else "roll"


def written_out(play: Play) -> str:
    """Every step with its own from and to; no hits, nothing joined or counted.

    >>> from tablas.backgammon.rules import Step
    >>> written_out((Step(25, 20, 5), Step(20, 14, 6, hit=True)))
    'bar/20 20/14'
    """
    return " ".join(
        f"{'bar' if step.source == 25 else step.source}/{step.target or 'off'}" for step in play
    )
