"""`tablas admin`: accounts, moderators, backups, migrations and a check of everything stored."""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tablas.cli.language import said
from tablas.cli.options.arguments import language_option
from tablas.cli.serve import config_option, read_settings
from tablas.cli.spoken_help import SpokenGroup
from tablas.words import Language

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from tablas.server.people.accounts import Person
    from tablas.server.settings import Settings

T = TypeVar("T")


@click.group(cls=SpokenGroup)
@config_option
@click.option("--data", help="Folder of the server's files (TABLAS_DATA).")
@click.option("--database", help="postgresql://… (TABLAS_DATABASE).")
@click.pass_context
def admin(ctx: click.Context, /, config: Path | None, **chosen: Any) -> None:
    """Look after a server: accounts, moderators, backups, migrations, checks.

    Reads the same settings as `tablas serve`. On SQLite, stop the server before anything that
    writes (a backup and a check only read); players' clocks stand still meanwhile.

    \b
    Examples:
      tablas admin create-user Ana
      tablas admin make-moderator Ana
      tablas admin backup tablas-backup.tar
      tablas admin restore tablas-backup.tar --replace
      tablas admin migrate
      tablas admin check
    """
    ctx.obj = read_settings(config, chosen)


@admin.command("create-user")
@click.argument("name")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")
@click.option("--moderator", is_flag=True, help="Make a moderator of the new account.")
@click.pass_obj
def create_user(settings: Settings, name: str, password_stdin: bool, moderator: bool) -> None:
    """Make an account with a password.

    \b
    Examples:
      tablas admin create-user Ana --moderator
      echo "$PASSWORD" | tablas admin create-user Ana --password-stdin
    """
    from tablas.server.people import accounts  # noqa: PLC0415
    from tablas.server.people.names import checked_name  # noqa: PLC0415

    name = checked_name(name)
    hashed = _hashed(_asked(password_stdin), name)

    async def create(connection: AsyncConnection) -> Person:
        role = accounts.Role.MODERATOR if moderator else accounts.Role.PLAYER
        now = _now()
        person = await accounts.create_account(
            connection, name, password=hashed, now=now, role=role
        )
        await _noted(connection, "create-user", person, now)
        return person

    person = _written(settings, create)
    click.echo(f"{person.name} ({person.role.value})")


@admin.command("reset-password")
@click.argument("name")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")
@click.pass_obj
def reset_password(settings: Settings, name: str, password_stdin: bool) -> None:
    """Give somebody a new password; all their sessions end.

    \b
    Example:
      tablas admin reset-password Ana
    """
    from tablas.server.people import accounts, sessions  # noqa: PLC0415

    hashed = _hashed(_asked(password_stdin), name)

    async def reset(connection: AsyncConnection) -> Person:
        person = await accounts.known(connection, name)
        await accounts.set_password(connection, person.id, hashed)
        await sessions.end_all(connection, person.id)
        await _noted(connection, "reset-password", person, _now())
        return person

    click.echo(_written(settings, reset).name)


@admin.command("remove-codes")
@click.argument("name")
@click.pass_obj
def remove_codes(settings: Settings, name: str) -> None:
    """Let somebody in again who has lost the app and all recovery codes.

    The password alone opens the account then; be sure who is asking.

    \b
    Example:
      tablas admin remove-codes Ana
    """
    from tablas.server.people import accounts, second_factor  # noqa: PLC0415

    async def take_away(connection: AsyncConnection) -> Person:
        person = await accounts.known(connection, name)
        await second_factor.remove(connection, person.id)
        await _noted(connection, "remove-codes", person, _now())
        return person

    click.echo(_written(settings, take_away).name)


@admin.command("make-moderator")
@click.argument("name")
@click.option("--undo", is_flag=True, help="Make a player of a moderator again.")
@click.pass_obj
def make_moderator(settings: Settings, name: str, undo: bool) -> None:
    """Let somebody mute, ban and close accounts, with a log of all that.

    \b
    Examples:
      tablas admin make-moderator Ana
      tablas admin make-moderator Ana --undo
    """
    from tablas.server.people import accounts  # noqa: PLC0415

    role = accounts.Role.PLAYER if undo else accounts.Role.MODERATOR

    async def make(connection: AsyncConnection) -> Person:
        person = await accounts.known(connection, name)
        if person.guest:
            raise click.ClickException(
                said(
                    f"{person.name} is a guest; moderators need an account",
                    f"{person.name} juega sin cuenta; para moderar hace falta una",
                )
            )
        await accounts.set_role(connection, person.id, role)
        await _noted(connection, f"role-{role.value}", person, _now())
        return person

    click.echo(f"{_written(settings, make).name} ({role.value})")


@admin.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def backup(settings: Settings, file: Path) -> None:
    """Copy the database and the keys into one file, while the server runs.

    \b
    Example:
      tablas admin backup /var/backups/tablas.tar
    """
    from tablas.server.admin import backups  # noqa: PLC0415

    contents = backups.backup(settings, file.absolute(), _now())
    click.echo(f"{file}: {', '.join(contents['files'])} ({file.stat().st_size} bytes)")


@admin.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Although there is a database; it is set aside.")
@click.pass_obj
def restore(settings: Settings, file: Path, replace: bool) -> None:
    """Put a backup in place, after checking it; the server must be stopped.

    \b
    Example:
      tablas admin restore /var/backups/tablas.tar --replace
    """
    from tablas.server.admin import backups  # noqa: PLC0415
    from tablas.server.storage.database import Database  # noqa: PLC0415

    database = Database.open(settings)  # a SQLite file is ours alone from here on
    try:
        contents = backups.restore(settings, file, replace=replace)
    finally:
        _finished(database.close())
    _migrated(settings)
    click.echo(f"{file}: {', '.join(contents['files'])}")


@admin.command()
@click.pass_obj
def migrate(settings: Settings) -> None:
    """Bring the database to the schema of this version; does nothing where it already is.

    \b
    Example:
      tablas admin migrate --database postgresql://tablas@localhost/tablas
    """
    click.echo(f"{said('schema', 'esquema')} {_migrated(settings)}")


@admin.command()
@language_option
@click.pass_obj
def check(settings: Settings, language: Language) -> None:
    """Replay every game, compare every rating, test the file; exit code 1 if anything is wrong.

    \b
    Example:
      tablas admin check
    """
    from tablas.server.admin.integrity import Checked, faults  # noqa: PLC0415

    checked, wrong = Checked(), 0

    async def look() -> None:
        nonlocal wrong
        async for fault in faults(settings, checked):
            wrong += 1
            click.echo(fault.spoken(language))

    _finished(look())
    counts = f"{checked.games} games, {checked.events} events, {checked.ratings} ratings"
    spanish = f"{checked.games} partidas, {checked.events} sucesos, {checked.ratings} puntuaciones"
    click.echo(f"{counts}: {wrong} faults" if language == "en" else f"{spanish}: {wrong} fallos")
    sys.exit(1 if wrong else 0)


def _finished(work: Coroutine[Any, Any, T]) -> T:
    import asyncio  # noqa: PLC0415 (slow to import, and few commands need it)

    return asyncio.run(work)


def _asked(from_input: bool) -> str:
    if from_input:
        return sys.stdin.readline().rstrip("\r\n")
    asked: str = click.prompt(
        said("Password", "Contraseña"), hide_input=True, confirmation_prompt=True
    )
    return asked


def _hashed(password: str, name: str) -> str:
    from tablas.server.people.passwords import HASHER, checked_password  # noqa: PLC0415

    return HASHER.hash(checked_password(password, name=name))


def _now() -> int:
    return time.time_ns() // 1_000_000


async def _noted(connection: AsyncConnection, action: str, person: Person, now: int) -> None:
    from tablas.server.people.moderation import ADMIN, note  # noqa: PLC0415

    await note(connection, ADMIN, action, person.id, reason="", now=now)


def _written(settings: Settings, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    """The work in one transaction of an up-to-date database."""

    async def write() -> T:
        from tablas.server.storage.database import Database  # noqa: PLC0415
        from tablas.server.storage.migrate import migrate as brought_up_to_date  # noqa: PLC0415

        database = Database.open(settings)
        try:
            await brought_up_to_date(database)
            async with database.writing() as connection:
                return await work(connection)
        finally:
            await database.close()

    return _finished(write())


def _migrated(settings: Settings) -> str:
    from tablas.server.storage.migrate import LATEST  # noqa: PLC0415

    async def nothing(_connection: AsyncConnection) -> None:
        return None

    _written(settings, nothing)
    return LATEST
