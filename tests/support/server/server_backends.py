"""PostgreSQL and Redis (or Valkey) from Debian's packages, started on loopback for a test."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tablas.server.settings import Settings
from tablas.server.storage.database import Database, Unavailable
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
    """A new PostgreSQL with an empty database; gives its URL."""
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
            [program, "-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1",
             "-k", str(folder)],
            stdout=log, stderr=log, user=run_as, cwd=folder,
        )  # fmt: skip
    try:
        _wait_for(port)
        url = f"postgresql://tablas@127.0.0.1:{port}/postgres"
        asyncio.run(_migrate(url))
        yield url
    finally:
        process.terminate()
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


async def _migrate(url: str) -> None:
    """Bring the schema in as soon as it can be; a port that is open need not answer questions."""
    database = Database.open(Settings(database=url))
    try:
        async with asyncio.timeout(60):
            while True:
                try:
                    return await migrate(database)
                except Unavailable:
                    await asyncio.sleep(0.2)
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
