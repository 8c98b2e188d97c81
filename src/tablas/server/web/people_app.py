"""Puts people into an application: their routes, who is asking, and ratings of finished games."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable

from fastapi import FastAPI

from tablas.server.people.chat import Line
from tablas.server.people.people import forget_idle_guests
from tablas.server.people.ratings import rate, rate_forgotten
from tablas.server.people.sign_in import Reception
from tablas.server.storage import schema_people
from tablas.server.storage.context import Context
from tablas.server.storage.database import Unavailable
from tablas.server.web.routes import account, entering, keys, moderating, profiles, talking

OnSaid = Callable[[Line], Awaitable[None]]
"""Told every line of chat after it was stored, so that a room can show it at once."""

TABLES = schema_people.people.metadata  # importing the tables is what puts them there


def add_people(app: FastAPI, context: Context) -> Reception:
    """Add everything about people; call it before the server starts.

    `app.state.reception` tells who is asking (`identify`, `somebody`, `alive`);
    `app.state.on_said` is a list of `OnSaid`.
    """
    reception = Reception(context)
    app.state.reception = reception
    app.state.on_said = []
    for topic in (entering, account, keys, profiles, talking, moderating):
        app.include_router(topic.router)
    context.on_finished.append(rate)
    return reception


async def start_people(context: Context) -> None:
    """At the start of the server: count what was left uncounted, forget who left no trace."""
    await rate_forgotten(context.database)
    with contextlib.suppress(Unavailable):  # it can wait for the next start
        async with context.database.writing() as connection:
            await forget_idle_guests(connection, context.clock.wall())
