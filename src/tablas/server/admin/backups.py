"""A backup is one tar file: the database as it was at one moment, the keys, and their hashes.

The copy is taken while the server runs. SQLite writes it itself (`VACUUM INTO`, one read
transaction); for PostgreSQL it is what `pg_dump` gives. Restoring checks every hash first and
never destroys what was there: a SQLite file is set aside, PostgreSQL restores in one transaction.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import sqlite3
import subprocess
import tarfile
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from tablas.errors import TablasError
from tablas.server.admin.integrity import KEYS
from tablas.server.settings import Settings
from tablas.server.storage.migrate import LATEST

FORMAT: Final = "tablas-backup/1"
LIST: Final = "backup.json"
SQLITE: Final = "tablas.sqlite"
DUMP: Final = "tablas.dump"
PIECE: Final = 1 << 20


class BackupError(TablasError):
    """A backup that cannot be made, read or believed."""


def backup(settings: Settings, file: Path, now: int) -> dict[str, Any]:
    """Write the backup to `file`, whole or not at all; gives what is in it."""
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
        parts = [_copied_database(settings, Path(folder))]
        parts += [settings.data / name for name in KEYS if (settings.data / name).exists()]
        contents = {
            "format": FORMAT,
            "schema": LATEST,
            "made_at": now,
            "files": {part.name: _hash(part) for part in parts},
        }
        new = Path(folder) / "new"
        with tarfile.open(new, "w") as tar:
            _add(tar, LIST, json.dumps(contents, indent=1).encode())
            for part in parts:
                tar.add(part, part.name, filter=_plain)
        new.chmod(0o600)
        _sync(new)
        new.replace(file)
        _sync(file.parent)
    return contents


def restore(settings: Settings, file: Path, *, replace: bool) -> dict[str, Any]:
    """Put the backup in the place of what is there; the server must not be running."""
    settings.data.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=settings.data, prefix=".restore-") as folder:
        contents = _unpacked(file, Path(folder))
        names = contents["files"]
        if settings.sqlite_file is not None:
            if SQLITE not in names:
                raise BackupError(
                    f"{file}: a backup of PostgreSQL, but the settings name SQLite",
                    f"{file}: es una copia de PostgreSQL, pero los ajustes dicen SQLite",
                )
            _replace_sqlite(Path(folder) / SQLITE, settings.sqlite_file, replace=replace)
        else:
            if DUMP not in names:
                raise BackupError(
                    f"{file}: a backup of SQLite, but the settings name PostgreSQL",
                    f"{file}: es una copia de SQLite, pero los ajustes dicen PostgreSQL",
                )
            _restore_postgresql(settings, Path(folder) / DUMP, replace=replace)
        for name in KEYS:
            if name in names:
                (Path(folder) / name).replace(settings.data / name)
        _sync(settings.data)
    return contents


def _copied_database(settings: Settings, folder: Path) -> Path:
    source = settings.sqlite_file
    if source is None:
        copy = folder / DUMP
        _run(["pg_dump", "--format=custom", f"--file={copy}", settings.database])
        return copy
    if not source.exists():
        raise BackupError(f"there is no database at {source}", f"no hay base de datos en {source}")
    copy = folder / SQLITE
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    _refuse_damaged(copy)
    return copy


def _unpacked(file: Path, folder: Path) -> dict[str, Any]:
    """Write the parts of the backup into the folder, if they are what the list says."""
    try:
        with tarfile.open(file) as tar:
            listed = tar.extractfile(LIST)
            assert listed is not None
            contents: dict[str, Any] = json.loads(listed.read(PIECE))
            if contents["format"] != FORMAT:
                raise BackupError(
                    f"{file}: format {contents['format']!r}, expected {FORMAT!r}",
                    f"{file}: formato {contents['format']!r}, se esperaba {FORMAT!r}",
                )
            for name, expected in contents["files"].items():
                if name not in (SQLITE, DUMP, *KEYS):
                    raise BackupError(
                        f"{file}: {name!r} is no part of a backup",
                        f"{file}: {name!r} no es parte de una copia",
                    )
                part = tar.extractfile(name)
                assert part is not None
                _write(folder / name, part)
                if _hash(folder / name) != expected:
                    raise BackupError(f"{file}: {name} is damaged", f"{file}: {name} está dañado")
    except (OSError, tarfile.TarError, KeyError, TypeError, ValueError, AssertionError) as error:
        raise BackupError(
            f"{file}: not a backup that can be read: {error}",
            f"{file}: no es una copia que se pueda leer: {error}",
        ) from error
    return contents


def _replace_sqlite(copy: Path, target: Path, *, replace: bool) -> None:
    _refuse_damaged(copy)
    if target.exists() and target.stat().st_size and not replace:
        raise BackupError(
            f"{target} exists; with --replace it is set aside",
            f"{target} ya existe; con --replace se aparta",
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for suffix in ("", "-wal", "-shm"):  # a log left behind would be played into the new file
        old = target.with_name(target.name + suffix)
        if old.exists():
            old.rename(old.with_name(f"{target.name}.before-{stamp}{suffix}"))
    _sync(copy)
    copy.replace(target)
    _sync(target.parent)


def _restore_postgresql(settings: Settings, dump: Path, *, replace: bool) -> None:
    command = ["pg_restore", "--single-transaction", "--exit-on-error", "--no-owner"]
    if replace:
        command += ["--clean", "--if-exists"]
    _run([*command, f"--dbname={settings.database}", str(dump)])


def _refuse_damaged(file: Path) -> None:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        verdict = connection.execute("PRAGMA integrity_check").fetchone()
    if verdict != ("ok",):
        raise BackupError(
            f"{file.name} is damaged: {verdict}", f"{file.name} está dañado: {verdict}"
        )


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError:
        raise BackupError(
            f"{command[0]} is not installed", f"{command[0]} no está instalado"
        ) from None
    if done.returncode:
        raise BackupError(
            f"{command[0]}: {' '.join(done.stderr.split())[:300]}",
            f"{command[0]}: {' '.join(done.stderr.split())[:300]}",
        )


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    tar.addfile(entry, io.BytesIO(data))


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without the owner's name: a backup travels."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def _write(file: Path, source: Any) -> None:
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as target:
        while piece := source.read(PIECE):
            target.write(piece)
        target.flush()
        os.fsync(target.fileno())


def _hash(file: Path) -> str:
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
