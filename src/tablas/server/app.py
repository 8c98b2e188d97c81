"""The application: routes, what they stand on, and the guards in front of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware

from tablas.server.people.chat import Line, deaf_to
from tablas.server.services import Services
from tablas.server.settings import Settings
from tablas.server.storage.context import Clock, Context, Secrets, SystemClock
from tablas.server.storage.database import Database
from tablas.server.web.guards import Guards
from tablas.server.web.http_errors import install_answers
from tablas.server.web.people_app import OnSaid, add_people, start_people
from tablas.server.web.routes import analysis, boards, bot, games, health, lobby, sockets
from tablas.server.web.routes.pages import add_pages

DESCRIPTION = """Abak Evolution, Backgammon and Abalone, played over the net.

Games are played over a socket at `/socket/{game}`; see `docs/server-protocol.md`."""


def create_app(settings: Settings, clock: Clock | None = None) -> FastAPI:
    """The ASGI application for these settings; the database is opened when it starts."""
    context = Context(
        settings, Database.open(settings), clock or SystemClock(), Secrets.kept(settings)
    )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services: Services = app.state.services
        try:
            await start_people(context)
            await services.start()
            yield
            await services.stop()
        finally:
            await context.database.close()

    app = FastAPI(
        title="Tablas",
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/api/openapi.json" if settings.docs else None,
        docs_url=None,  # routes/pages.py shows it at /api, without scripts of other sites
        redoc_url=None,
        middleware=[Middleware(Guards, settings=settings)],
    )
    install_answers(app)
    reception = add_people(app, context)
    for topic in (games, boards, analysis, lobby, bot, health, sockets):
        app.include_router(topic.router)
    add_pages(app)
    services = Services.build(context, reception)
    app.state.context = context
    app.state.services = services
    app.state.on_said.append(_shows_lines(services))
    return app


def _shows_lines(services: Services) -> OnSaid:
    """Chat appears at the table as soon as it is stored."""

    async def show(line: Line) -> None:
        async with services.context.database.reading() as connection:
            deaf = await deaf_to(connection, line.person)
        told = {"line": line.as_json(), "room": line.room.value, "deaf": sorted(deaf)}
        services.rooms.show_line(line.game, told)
        services.bus.publish({"game": line.game, "said": told})

    return show
