"""What a person reads who starts a server in a terminal: where it is, and that it has ended.

A program that starts one, or a service of the system, gets one line that it can parse, and the log.
"""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import click

from tablas.server.qr_code import qr_text
from tablas.server.settings import Settings
from tablas.words import Language, Words

HERE: Final = Words("Tablas is at {address}", "Tablas está en {address}")
TAKEN: Final = Words("(port {port} was taken)", "(el puerto {port} estaba ocupado)")
PHONES: Final = Words(
    "On phones and computers in this house: {address}",
    "En los móviles y ordenadores de esta casa: {address}",
)
END: Final = Words("Ctrl-C ends it.", "Se cierra con Ctrl-C.")
ENDED: Final = Words(
    "Tablas has ended; every game is kept.", "Tablas se ha cerrado; no se pierde nada."
)
LOG_SIZE: Final = 1 << 20
ANYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 what is listened on, told apart
DOCUMENTATION: Final = ("192.0.2.1", 9)  # RFC 5737: never a machine; nothing is sent there


@dataclass(frozen=True, slots=True)
class Greeting:
    """How a start is told: to a person at a terminal, or to a program."""

    spoken: Language
    browser: bool
    usual_port: int | None = None  # where no other was asked for

    def listens(self, host: str, port: int, house: str | None) -> None:
        """Say where the server is; to a person at a terminal, show it."""
        here = f"http://{_address('127.0.0.1' if host in ANYWHERE else host)}:{port}"
        if not sys.stdout.isatty():
            click.echo(f"tablas: listening on http://{_address(host)}:{port}")
            return
        lines = [HERE.about(address=here).spoken(self.spoken)]
        if self.usual_port not in (None, port):
            lines[0] += f" {TAKEN.about(port=self.usual_port).spoken(self.spoken)}"
        if house:
            lines += [PHONES.about(address=house).spoken(self.spoken), qr_text(house)]
        click.echo("\n".join([*lines, END.spoken(self.spoken)]))
        if self.browser and _has_browser():
            with suppress(webbrowser.Error):
                webbrowser.open(here)

    def ended(self) -> None:
        if sys.stdout.isatty():
            click.echo(f"\r{ENDED.spoken(self.spoken)}")


def log_to_file(settings: Settings) -> dict[str, Any]:
    """A log in the data folder: a terminal is for people."""
    file = {
        "class": "logging.handlers.RotatingFileHandler", "formatter": "line",
        "filename": str(settings.data / "server.log"),
        "maxBytes": LOG_SIZE, "backupCount": 3, "delay": True,
    }  # fmt: skip
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
        "handlers": {"file": file},
        "root": {"handlers": ["file"], "level": settings.log_level.upper()},
    }


def house_address(port: int) -> str | None:
    """The address under which others in this network find this machine, if it is in one."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(DOCUMENTATION)  # sends nothing: it only asks which way would be taken
        host = way.getsockname()[0]
        if not host.startswith("127."):
            return f"http://{host}:{port}"
    return None


def _address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _has_browser() -> bool:
    """A window to show a page in; without one, text browsers would take the terminal over."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
