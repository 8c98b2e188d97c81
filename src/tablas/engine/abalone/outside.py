"""An engine of somebody else's: a program that speaks the line protocol, asked for moves."""

from __future__ import annotations

import time

from tablas.engine.abalone.engine import AbaloneLimit, EndConditions
from tablas.engine.line_program import PATIENCE, LineProgram


class OutsideEngine(LineProgram):
    """A running program that plays Abalone; `close` ends it."""

    def __init__(self, command: str) -> None:
        super().__init__(command)
        self.slowest = 0.0  # seconds over the limit, in the worst search
        self.greet("tablas 1", "ready")

    def new(self) -> None:
        self.say("new")

    def move(self, start: str, moves: list[str], limit: AbaloneLimit, ends: EndConditions) -> str:
        """The move it plays after those moves from a start position."""
        decides = "ejections" if ends.quiet_decides else "draw"
        repetition = "draw" if ends.repetition else "off"
        self.say(
            f"ends target {ends.target} repetition {repetition} quiet {ends.quiet}"
            f" decides {decides} plies {ends.plies}"
        )
        self.say(f"position {start} moves {' '.join(moves)}" if moves else f"position {start}")
        asked = [("seconds", limit.seconds), ("nodes", limit.nodes), ("depth", limit.depth)]
        began = time.monotonic()
        self.say("go " + " ".join(f"{name} {value}" for name, value in asked if value))
        best = self.best(PATIENCE + (limit.seconds or 600.0))
        if limit.seconds:
            self.slowest = max(self.slowest, time.monotonic() - began - limit.seconds)
        return best
