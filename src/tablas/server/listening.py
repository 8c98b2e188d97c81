"""The socket to listen on: the port that was asked for, or else the next free one."""

from __future__ import annotations

import errno
import re
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from tablas.errors import TablasError, system_words
from tablas.server.settings import Settings

TRIES: Final = 20  # ports from the usual one on
BACKLOG: Final = 2048
LISTENS: Final = "0A"  # a state in /proc/net/tcp


class CannotListen(TablasError):
    """There is no listening on this address."""


def bound_socket(settings: Settings) -> socket.socket:
    """Listen where the settings say; who chose no port gets the next free one from the usual."""
    chosen = "port" in settings.model_fields_set or settings.port == 0
    for port in range(settings.port, settings.port + (1 if chosen else TRIES)):
        try:
            return _listening(settings.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _refused(settings.host, port, error) from None
    raise _taken(settings.port)


def _listening(host: str, port: int) -> socket.socket:
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def _taken(port: int) -> CannotListen:
    who = holder(port)
    return CannotListen(
        f"port {port} is taken by {who or 'another program'}: end it, or choose --port",
        f"el puerto {port} lo tiene {who or 'otro programa'}: ciérralo o elige otro con --port",
    )


def _refused(host: str, port: int, error: OSError) -> CannotListen:
    words = system_words(error)
    return CannotListen(f"{host}:{port}: {words.en}", f"{host}:{port}: {words.es}")


def holder(port: int) -> str | None:
    """The program that listens on a port, where Linux lets us see it."""
    with suppress(OSError):
        inodes = {
            fields[9]
            for table in ("/proc/net/tcp", "/proc/net/tcp6")
            if Path(table).exists()
            for fields in map(str.split, Path(table).read_text().splitlines()[1:])
            if int(fields[1].rpartition(":")[2], 16) == port and fields[3] == LISTENS
        }
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                for file in (process / "fd").iterdir():
                    inode = re.fullmatch(r"socket:\[(\d+)\]", str(file.readlink()))
                    if inode and inode[1] in inodes:
                        return f"{_command(process)} (PID {process.name})"
    return None


def _command(process: Path) -> str:
    words = (process / "cmdline").read_text().split("\0")
    return " ".join([Path(words[0]).name, *words[1:3]]).strip()
