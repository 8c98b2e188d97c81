"""Servers for the tests without waiting for their imports: a process that has them forks the rest.

A start of `tablas serve` costs 1.7 s of processor time, and 1.5 s of it go into imports. The
nursery is one process a test worker; it imports the server once and forks a child for each start,
which runs the command with arguments, environment, folder and output of its own. The child is a
process like any other: it can be killed, stopped and measured. What a start from nothing does, the
tests that ask for `cold` look at.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

AT_START = ("LD_PRELOAD", "TABLAS_FAULTS")  # what counts only when a program is loaded
LATE_IMPORTS = (
    "tablas.server.running", "tablas.server.web.fast_socket", "tablas.server.web.metrics",
    "tablas.server.people.webauthn_ceremonies", "alembic.command", "asyncpg", "uvloop",
    "websockets.server", "uvicorn.protocols.websockets.auto", "anyio._backends._asyncio",
)  # fmt: skip
Surroundings = tuple[tuple[str, str], ...]


class ColdProcess(subprocess.Popen[str]):
    """`python -m tablas …` as anybody starts it."""

    def __init__(self, arguments: list[str], environment: dict[str, str], log: IO[str]) -> None:
        super().__init__(
            [sys.executable, "-m", "tablas", *arguments],
            stdout=subprocess.PIPE, stderr=log, text=True, env=environment,
        )  # fmt: skip


class ForkedProcess:
    """The same from the nursery, its output to descriptors of ours; as much of Popen as is used."""

    def __init__(
        self, arguments: list[str], environment: dict[str, str], out: int, errors: int
    ) -> None:
        self.returncode: int | None = None
        self._line = socket.socket(socket.AF_UNIX)
        preload = tuple((name, environment[name]) for name in AT_START if name in environment)
        self._line.connect(str(nursery(preload)[0]))
        request = json.dumps([arguments, environment, str(Path.cwd())]).encode()
        socket.send_fds(self._line, [len(request).to_bytes(4, "big")], [out, errors])
        self._line.sendall(request)
        self.pid = int.from_bytes(received(self._line, 4), "big")

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._line.settimeout(timeout)
            code = received(self._line, 4)
            self.returncode = int.from_bytes(code, "big", signed=True)
            self._line.close()
        return self.returncode

    def poll(self) -> int | None:
        if self.returncode is None:
            with contextlib.suppress(BlockingIOError):
                return self.wait(0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class WarmProcess(ForkedProcess):
    """What stands for ColdProcess in most tests: it writes to a pipe and a log."""

    def __init__(self, arguments: list[str], environment: dict[str, str], log: IO[str]) -> None:
        reading, writing = os.pipe()
        self.stdout: IO[str] = io.TextIOWrapper(io.FileIO(reading), encoding="utf-8")
        super().__init__(arguments, environment, writing, log.fileno())
        os.close(writing)


def received(line: socket.socket, size: int) -> bytes:
    """So many bytes; the nursery sends them at once."""
    data = line.recv(size, socket.MSG_WAITALL)
    if len(data) != size:
        raise ConnectionError("the nursery of the servers is gone")
    return data


_nurseries: dict[Surroundings, tuple[Path, subprocess.Popen[bytes]]] = {}


def nursery(preload: Surroundings = ()) -> tuple[Path, subprocess.Popen[bytes]]:
    """The nursery with this loaded and its socket; it is started when it is first needed."""
    if preload in _nurseries:
        return _nurseries[preload]
    path = Path(tempfile.mkdtemp(prefix="tablas-nursery-")) / "socket"
    # Its standard input is a pipe that nobody writes to: it is closed when we are gone.
    started = subprocess.Popen(
        [sys.executable, __file__, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **dict(preload)},
    )  # fmt: skip
    assert started.stdout
    assert started.stdout.read(1), "the nursery of the servers did not start"
    _nurseries[preload] = path, started
    return path, started


def close_nursery() -> None:
    """End every nursery, and every server that still runs."""
    while _nurseries:
        _, (_, started) = _nurseries.popitem()
        started.communicate()


class Nursery:
    """Forks a server for each request, and tells how each of them ended."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        self.watched = selectors.DefaultSelector()
        self.children: dict[int, tuple[int, socket.socket]] = {}  # by the descriptor of a process

    def run(self) -> list[str] | None:
        """Look after the children until nobody needs us: None. In a child: its arguments."""
        watched = self.watched
        for inlet in (0, self.listener.fileno()):
            watched.register(inlet, selectors.EVENT_READ)
        os.write(1, b"\n")
        while True:
            for key, _ in watched.select():
                if key.fd == 0:
                    return None
                if key.fd in self.children:
                    watched.unregister(key.fd)
                    self.ended(key.fd)
                    continue
                descriptor, arguments = self.born()
                if arguments is not None:
                    return arguments
                watched.register(descriptor, selectors.EVENT_READ)

    def born(self) -> tuple[int, list[str] | None]:
        """Fork: a descriptor that tells of the child's end; in the child, its arguments."""
        line, _ = self.listener.accept()
        size, descriptors, _, _ = socket.recv_fds(line, 4, 2)
        arguments, environment, folder = json.loads(received(line, int.from_bytes(size, "big")))
        if any(argument.startswith("--bus=") for argument in arguments):
            importlib.import_module("tablas.server.storage.redis_bus")  # 0.4 s, seldom needed
        pid = os.fork()
        if pid == 0:
            self.leave(line)
            settle_in(environment, folder, *descriptors)
            return 0, arguments
        for descriptor in descriptors:
            os.close(descriptor)
        line.sendall(pid.to_bytes(4, "big"))
        watched = os.pidfd_open(pid)
        self.children[watched] = pid, line
        return watched, None

    def leave(self, line: socket.socket) -> None:
        """In a child: close what it has of ours.

        An object that was only forgotten would close its descriptor when it is collected, and by
        then the number may be somebody else's: the server's loop would wait for ever.
        """
        self.watched.close()
        for one in (self.listener, line, *(line for _, line in self.children.values())):
            one.close()

    def ended(self, watched: int) -> None:
        pid, line = self.children.pop(watched)
        os.close(watched)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with line, contextlib.suppress(OSError):  # whoever asked may be gone
            line.sendall(code.to_bytes(4, "big", signed=True))

    def close(self) -> None:
        for pid, _ in self.children.values():
            os.kill(pid, signal.SIGKILL)
        self.path.unlink()
        self.path.parent.rmdir()


def settle_in(environment: dict[str, str], folder: str, out: int, errors: int) -> None:
    """Give this forked process the surroundings that it would have been started in."""
    for descriptor, place in ((os.open(os.devnull, os.O_RDONLY), 0), (out, 1), (errors, 2)):
        os.dup2(descriptor, place)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)


def make_passwords_cheap() -> None:
    """Tests make accounts by the hundred; what one must cost, test_server_secrets.py says."""
    from argon2 import PasswordHasher  # noqa: PLC0415

    from tablas.server.people.passwords import Passwords  # noqa: PLC0415

    Passwords.__init__.__defaults__ = (PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),)


def main() -> None:
    # What `tablas serve` imports sooner or later; none of it starts a thread.
    for name in LATE_IMPORTS:
        importlib.import_module(name)
    importlib.import_module("tablas.server.web.static").site()
    make_passwords_cheap()
    from tablas.cli.main import main as command  # noqa: PLC0415

    here = Nursery(Path(sys.argv[1]))
    arguments = here.run()
    if arguments is None:
        here.close()
    else:
        command(arguments)


if __name__ == "__main__":
    main()
