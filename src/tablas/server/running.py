"""Running the application under uvicorn, with the limits that docs/server.md promises."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from tablas.errors import TablasError, system_words
from tablas.server.app import create_app
from tablas.server.greeting import Greeting, house_address, log_to_file
from tablas.server.limits import networks
from tablas.server.listening import bound_socket
from tablas.server.settings import Settings
from tablas.server.storage.database import Database
from tablas.server.storage.migrate import LATEST, current, migrate
from tablas.server.web.gate import Connections, Gate
from tablas.server.web.socket_protocol import socket_protocol

if sys.platform != "win32":
    import resource

log = logging.getLogger("tablas.server")
LARGEST_FRAME: Final = 8 * 1024
PING_SECONDS: Final = 25.0  # between two pings below the protocol
PONG_SECONDS: Final = 20.0  # then a connection without an answer is dead
STORING_SECONDS: Final = 3  # of the time to drain, kept for what still has to be stored
FILES_KEPT: Final = 128  # open files for everything but connections
GARBAGE: Final = 20_000  # new objects before the youngest are looked through


def configured(
    settings: Settings, app: object = None, log_config: dict[str, Any] | None = None
) -> uvicorn.Config:
    """How uvicorn is told to run; tests use the same."""
    logging.getLogger("uvicorn.error").addFilter(without_addresses)
    return uvicorn.Config(
        app or create_app(settings),  # type: ignore[arg-type]
        host=settings.host,
        port=settings.port,
        http=gated(settings),
        ws=socket_protocol(fast=settings.fast_sockets),
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=max(1, int(settings.drain_seconds) - STORING_SECONDS),
        timeout_keep_alive=30,
        proxy_headers=False,  # the guards read X-Forwarded-For themselves
        server_header=False,
        access_log=settings.log_level == "debug",
        log_level=settings.log_level,
        log_config=log_config or to_the_terminal(settings),
        limit_concurrency=None,
        lifespan="on",
    )


def to_the_terminal(settings: Settings) -> dict[str, Any]:
    """Uvicorn's way of logging, and by it who came in and who was kept out."""
    security = {"handlers": ["default"], "level": settings.log_level.upper(), "propagate": False}
    return {
        **LOGGING_CONFIG,
        "loggers": {**LOGGING_CONFIG["loggers"], "tablas.security": security},
    }


def without_addresses(record: logging.LogRecord) -> bool:
    """Keep lines with people's addresses out of the log, unless everything is asked for.

    Uvicorn tells who opens a socket; no other line of it has an address.
    """
    return '- "WebSocket ' not in str(record.msg) or _log_level() <= logging.DEBUG


def _log_level() -> int:
    return logging.getLogger("uvicorn.error").getEffectiveLevel()


def gated(settings: Settings) -> type[asyncio.Protocol]:
    """Uvicorn's protocol for HTTP behind a gate; it makes one for each connection."""
    most = min(settings.connections, files_allowed() - FILES_KEPT)
    if most < settings.connections:
        log.warning("at most %d connections: the system allows no more open files", most)
    known = Connections(settings.connections_per_address, most, networks(settings.trusted_proxies))

    class ThisGate(Gate):
        def __init__(self, **given: Any) -> None:
            super().__init__(known, settings.header_seconds, given)

    return ThisGate


def files_allowed() -> int:
    """How many files may be open, after asking the system for as many as it ever gives."""
    if sys.platform == "win32":
        return 8192  # what its run-time library can hold at most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else 1 << 20


class Outdated(TablasError):
    """The database does not have the schema of this version."""


class Unusable(TablasError):
    """The data folder cannot be used."""


class Server(uvicorn.Server):
    """Says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, greet: Callable[[], None]) -> None:
        super().__init__(config)
        self._greet = greet

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._greet()


async def prepare(settings: Settings) -> None:
    """Bring a SQLite file up to date; a PostgreSQL database has to be already.

    Several processes share a PostgreSQL database, so its owner decides when it changes.
    """
    database = Database.open(settings)
    try:
        if settings.sqlite_file is not None:
            await asyncio.to_thread(check_file, settings.sqlite_file)
            await migrate(database)
            return
        async with database.reading() as connection:
            schema = await current(connection)
        if schema != LATEST:
            raise Outdated(
                f"the database has schema {schema or 'none'}, expected {LATEST}: "
                "run `tablas admin migrate` with the same settings",
                f"la base de datos tiene el esquema {schema or 'ninguno'}, se esperaba {LATEST}: "
                "ejecuta `tablas admin migrate` con los mismos ajustes",
            )
    finally:
        await database.close()


def check_file(file: Path) -> None:
    """Refuse to serve from a SQLite file that is damaged, before anything is written to it."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError:
        return  # locked or not to be written: not damaged, and what comes next says so
    except sqlite3.DatabaseError as error:
        verdict = str(error)
    if verdict != "ok":
        what = " ".join(verdict.split())
        raise Unusable(
            f"{file}: the database is damaged ({what}). Keep a copy of it, then restore the last "
            "backup: `tablas admin restore FILE --replace`",
            f"{file}: la base de datos está dañada ({what}). Guarda una copia y restaura la última "
            "copia de seguridad: `tablas admin restore ARCHIVO --replace`",
        )


def run(settings: Settings, greeting: Greeting, *, house: bool, verbose: bool) -> None:
    """Serve until told to stop; what keeps the server from starting is one line.

    For a `house` its address in the network is the one that invitations name.
    """
    try:
        asyncio.run(prepare(settings))
    except OSError as error:
        raise Unusable(
            f"{settings.data}: {system_words(error).en}",
            f"{settings.data}: {system_words(error).es}",
        ) from None
    listening = bound_socket(settings)
    host, port = listening.getsockname()[:2]
    address = house_address(port) if house else None
    if address and not settings.public_url:
        settings = settings.model_copy(update={"public_url": address})
    log_file = sys.stdout.isatty() and not verbose
    config = configured(settings, log_config=log_to_file(settings) if log_file else None)
    # What the program itself is made of need not be looked at for garbage again and again.
    gc.freeze()
    gc.set_threshold(GARBAGE, 20, 50)
    with contextlib.suppress(KeyboardInterrupt):
        Server(config, lambda: greeting.listens(host, port, address)).run(sockets=[listening])
    greeting.ended()
