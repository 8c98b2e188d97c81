"""A program of somebody else's that is spoken to line by line, as a process of its own."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import threading
from typing import Final

from tablas.engine.outside import OutsideFailed, process_seconds
from tablas.errors import system_words
from tablas.words import quoted

PATIENCE: Final = 30.0
"""Seconds to answer anything that is not a search."""


def is_command(text: str) -> bool:
    """Whether the name of a player is a program to start: it has words, or begins as a path.

    >>> is_command("python bot.py"), is_command("./bot"), is_command("tablas:small:1/1-.1")
    (True, True, False)
    """
    return len(text.split()) > 1 or text.startswith((".", os.sep))


class LineProgram:
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
        self.failed = False  # an answer may still come: what it says next is not to be trusted
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def greet(self, hello: str, ready: str) -> None:
        """Begin the conversation; the program may say who it is before it is ready."""
        try:
            self.say(hello)
            while (line := self.hear(PATIENCE)) != ready:
                if line.startswith("id name "):
                    self.name = line.removeprefix("id name ").strip()
        except OutsideFailed:
            self.close()
            raise

    def cpu(self) -> float:
        """The processor time that it has taken so far."""
        return process_seconds(self._program.pid)

    def say(self, text: str) -> None:
        assert self._program.stdin is not None
        try:
            self._program.stdin.write(text + "\n")
            self._program.stdin.flush()
        except OSError as error:
            raise self.failure("the program has ended", "el programa ha terminado") from error

    def hear(self, seconds: float) -> str:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self.failure(
                f"no answer in {seconds:.0f} s", f"sin respuesta en {seconds:.0f} s"
            ) from None
        if line is None:
            raise self.failure("the program has ended", "el programa ha terminado")
        return line

    def best(self, seconds: float) -> str:
        """What it answers to `go`."""
        while not (line := self.hear(seconds)).startswith("best "):
            if line.startswith("error"):
                raise self.failure(line, line)
        return line.removeprefix("best ").strip()

    def failure(self, reason: str, in_spanish: str) -> OutsideFailed:
        self.failed = True
        return OutsideFailed(f"{self.name}: {reason}", f"{self.name}: {in_spanish}")

    def close(self) -> None:
        if self._program.poll() is None:
            try:
                self.say("quit")
                self._program.wait(timeout=2)
            except (OutsideFailed, subprocess.TimeoutExpired):
                self._program.kill()
                self._program.wait()
        self._listener.join(timeout=2)  # the program has ended: there is nothing more to read
        for pipe in (self._program.stdin, self._program.stdout):
            if pipe:
                with contextlib.suppress(BrokenPipeError):  # what it never read is lost with it
                    pipe.close()

    def _listen(self) -> None:
        assert self._program.stdout is not None
        for line in self._program.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)
