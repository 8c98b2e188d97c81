"""PostgreSQL and Redis (or Valkey) from Debian's packages, started on loopback for a test."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import functools
import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import asyncpg

from tablas.server.settings import Settings
from tablas.server.storage.database import Database
from tablas.server.storage.migrate import migrate

POSTGRES_FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def postgres_program(name: str) -> str | None:
    for folder in POSTGRES_FOLDERS:
        if (folder / name).exists():
            return str(folder / name)
    return shutil.which(name)


def have_postgres() -> bool:
    return postgres_program("initdb") is not None


def redis_program() -> str | None:
    return shutil.which("valkey-server") or shutil.which("redis-server")


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A database of PostgreSQL with the present schema and nothing in it; gives its URL."""
    cluster = _cluster()
    name = f"tablas_{next(_numbers)}"
    asyncio.run(_ordered(cluster, f"CREATE DATABASE {name} TEMPLATE {MIGRATED}"))
    try:
        yield f"{cluster}/{name}"
    finally:
        asyncio.run(_ordered(cluster, f"DROP DATABASE {name} WITH (FORCE)"))


MIGRATED: Final = "migrated"
_numbers = itertools.count(1)


@functools.cache
def _cluster() -> str:
    """The PostgreSQL of this process: to start one costs more than most tests do with it."""
    closing = contextlib.ExitStack()
    atexit.register(closing.close)
    url = closing.enter_context(_new_cluster())
    asyncio.run(_when_it_answers(_ordered, url, f"CREATE DATABASE {MIGRATED}"))
    asyncio.run(_migrate(f"{url}/{MIGRATED}"))
    return url


@contextlib.contextmanager
def _new_cluster() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="tablas-pg-"))
    # PostgreSQL refuses to run as root; Debian's package brings a user for it.
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() == 0:
        shutil.chown(folder, user)
    run_as = user if os.geteuid() == 0 else None
    initdb, program = postgres_program("initdb"), postgres_program("postgres")
    assert initdb
    assert program
    data, port = folder / "data", free_port()
    subprocess.run(
        [initdb, "-D", data, "-A", "trust", "-U", "tablas", "--no-sync", "-E", "UTF8"],
        check=True, capture_output=True, user=run_as, cwd=folder,
    )  # fmt: skip
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            # What has been written outlives a killed process, but not a machine without power.
            [program, "-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1",
             "-c", "fsync=off", "-k", str(folder)],
            stdout=log, stderr=log, user=run_as, cwd=folder,
        )  # fmt: skip
    try:
        _wait_for(port)
        yield f"postgresql://tablas@127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


async def _ordered(cluster: str, order: str) -> None:
    """Carry out an order that concerns whole databases."""
    connection = await asyncpg.connect(f"{cluster}/postgres")
    try:
        await connection.execute(order)
    finally:
        await connection.close()


async def _when_it_answers(order: Any, *arguments: str) -> None:
    """As soon as it can be done; a port that is open need not answer questions yet."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await order(*arguments)
            except (OSError, asyncpg.CannotConnectNowError):
                await asyncio.sleep(0.2)


def patient(url: str) -> Database:
    """A database for tests that ask what it holds, not how soon a busy machine answers."""
    return Database.open(Settings(database=url), patience=60)


async def _migrate(url: str) -> None:
    database = patient(url)
    try:
        await migrate(database)
    finally:
        await database.close()


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A new Valkey or Redis that keeps nothing; gives its URL."""
    program = redis_program()
    assert program
    port = free_port()
    process = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        _wait_for(port)
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)


def _wait_for(port: int) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            time.sleep(0.2)
            return
