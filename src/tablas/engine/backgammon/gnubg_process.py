"""GNU Backgammon as a process of its own, asked over a socket."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final

from tablas.engine.outside import OutsideFailed, answered, process_seconds

CONNECT_SECONDS: Final = 20.0
GNUBG_VARIABLE: Final = "TABLAS_GNUBG"


def gnubg_program() -> str:
    """Where GNU Backgammon is: `TABLAS_GNUBG`, the path, or where Debian puts games."""
    named = os.environ.get(GNUBG_VARIABLE)
    program = named or shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if not program or not shutil.which(program):
        raise OutsideFailed(
            f"gnubg: {named or 'the program'} is not there; install GNU Backgammon (on Debian the "
            f"package gnubg) or set {GNUBG_VARIABLE} to its path",
            f"gnubg: no está {named or 'el programa'}; instala GNU Backgammon "
            f"(en Debian, el paquete gnubg) o pon su ruta en {GNUBG_VARIABLE}",
        )
    return program


class GnubgProcess:
    """GNU Backgammon as an external player: a line for every question, a line in answer."""

    def __init__(self, settings: tuple[str, ...]) -> None:
        program = gnubg_program()
        self._folder = tempfile.TemporaryDirectory(prefix="tablas-gnubg-")
        folder = Path(self._folder.name)
        commands, where = folder / "commands", folder / "socket"
        commands.write_text("\n".join((*settings, f"external {where}")) + "\n", encoding="ascii")
        self._process = subprocess.Popen(  # noqa: S603 (its own settings only)
            [program, "-t", "-q", "-r", "-c", str(commands)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._socket = self._connected(where)
        except BaseException:
            self._end()
            raise
        self._answers = self._socket.makefile("r", encoding="ascii", newline="\n")

    def ask(self, line: str) -> str:
        """Its answer to a line."""
        try:
            self._socket.sendall(f"{line}\n".encode("ascii"))
            answer = self._answers.readline() if answered(self._socket) else ""
        except OSError as error:
            raise OutsideFailed(
                f"gnubg: no answer to {line!r}: {error}", f"gnubg: no responde a {line!r}: {error}"
            ) from error
        if not answer or answer.startswith("Error"):
            raise OutsideFailed(
                f"gnubg: answered {answer.strip()!r} to {line!r}",
                f"gnubg: respondió {answer.strip()!r} a {line!r}",
            )
        return answer.strip().strip("\0")

    def cpu(self) -> float:
        return process_seconds(self._process.pid)

    def close(self) -> None:
        self._answers.close()
        self._socket.close()
        self._end()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()

    def _connected(self, where: Path) -> socket.socket:
        to = socket.socket(socket.AF_UNIX)
        last = time.monotonic() + CONNECT_SECONDS
        while time.monotonic() < last and self._process.poll() is None:
            with contextlib.suppress(OSError):
                to.connect(str(where))
                return to
            time.sleep(0.05)
        to.close()
        raise OutsideFailed(
            f"gnubg: does not listen after {CONNECT_SECONDS:.0f} s",
            f"gnubg: no escucha tras {CONNECT_SECONDS:.0f} s",
        )
