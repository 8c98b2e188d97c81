"""An engine of somebody else's: a program that speaks the line protocol, asked for moves."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from typing import Final

from tablas.engine.abalone.engine import AbaloneLimit, EndConditions
from tablas.engine.outside import OutsideFailed
from tablas.errors import system_words
from tablas.words import quoted

PATIENCE: Final = 30.0
"""Seconds to answer anything that is not a search."""


class OutsideEngine:
    """A running program; `close` ends it."""

    def __init__(self, command: str) -> None:
        words = shlex.split(command)
        if not words:
            raise OutsideFailed("engine: the command is empty", "motor: la orden está vacía")
        try:
            self._program = subprocess.Popen(  # noqa: S603 (the user names the program)
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise OutsideFailed(
                f"engine {quoted(command)}: {system_words(error).en}",
                f"motor {quoted(command)}: {system_words(error).es}",
            ) from error
        self.name = words[0]
        self.slowest = 0.0  # seconds over the limit, in the worst search
        self.failed = False  # an answer may still come: what it says next is not to be trusted
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._say("tablas 1")
        while (line := self._hear(PATIENCE)) != "ready":
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()

    @property
    def process(self) -> int:
        """The number that the system has given it."""
        return self._program.pid

    def new(self) -> None:
        self._say("new")

    def move(self, start: str, moves: list[str], limit: AbaloneLimit, ends: EndConditions) -> str:
        """The move it plays after those moves from a start position."""
        decides = "ejections" if ends.quiet_decides else "draw"
        repetition = "draw" if ends.repetition else "off"
        self._say(
            f"ends target {ends.target} repetition {repetition} quiet {ends.quiet}"
            f" decides {decides} plies {ends.plies}"
        )
        self._say(f"position {start} moves {' '.join(moves)}" if moves else f"position {start}")
        asked = [("seconds", limit.seconds), ("nodes", limit.nodes), ("depth", limit.depth)]
        began = time.monotonic()
        self._say("go " + " ".join(f"{name} {value}" for name, value in asked if value))
        patience = PATIENCE + (limit.seconds or 600.0)
        while not (line := self._hear(patience)).startswith("best "):
            if line.startswith("error"):
                raise self._failure(line)
        if limit.seconds:
            self.slowest = max(self.slowest, time.monotonic() - began - limit.seconds)
        return line.removeprefix("best ").strip()

    def close(self) -> None:
        if self._program.poll() is None:
            try:
                self._say("quit")
                self._program.wait(timeout=2)
            except (OutsideFailed, subprocess.TimeoutExpired):
                self._program.kill()
                self._program.wait()
        self._listener.join(timeout=2)  # the program has ended: there is nothing more to read
        for pipe in (self._program.stdin, self._program.stdout):
            if pipe:
                with contextlib.suppress(BrokenPipeError):  # what it never read is lost with it
                    pipe.close()

    def _say(self, text: str) -> None:
        assert self._program.stdin is not None
        try:
            self._program.stdin.write(text + "\n")
            self._program.stdin.flush()
        except OSError as error:
            raise self._failure("the program has ended") from error

    def _hear(self, seconds: float) -> str:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self._failure(f"no answer in {seconds:.0f} s") from None
        if line is None:
            raise self._failure("the program has ended")
        return line

    def _failure(self, reason: str) -> OutsideFailed:
        self.failed = True
        return OutsideFailed(f"{self.name}: {reason}", f"{self.name}: {reason}")

    def _listen(self) -> None:
        assert self._program.stdout is not None
        for line in self._program.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)
