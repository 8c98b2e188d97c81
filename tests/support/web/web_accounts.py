"""Accounts as people make them in the browser, and a moderator as whoever runs the server does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from click.testing import CliRunner

from fresh_database import put_fresh_database
from tablas.cli.admin import admin
from web_players import Person

PASSWORD = "correct horse battery"
MODERATOR = "Mild Mo"


def make_moderator(data: Path) -> None:
    """Before the server starts: it keeps its database to itself."""
    put_fresh_database(data)
    command = [f"--data={data}", "create-user", MODERATOR, "--moderator", "--password-stdin"]
    with ThreadPoolExecutor(1) as thread:  # Playwright's loop runs in this one
        made = thread.submit(partial(CliRunner().invoke, admin, command, input=PASSWORD)).result()
    assert made.exit_code == 0, made.output


def registered(me: Person, name: str) -> str:
    """Make an account by the form; gives its name."""
    _entered(me, "register", name, "Make an account")
    return name


def logged_in(me: Person, name: str = MODERATOR) -> str:
    _entered(me, "login", name, "Log in")
    return name


def _entered(me: Person, form: str, name: str, button: str) -> None:
    me.open("/account")
    place = me.page.locator(f"#{form}")
    place.locator("[name=name]").fill(name)
    place.locator("[name=password]").fill(PASSWORD)
    place.get_by_role("button", name=button).click()
    me.page.get_by_role("heading", name=name).wait_for()
