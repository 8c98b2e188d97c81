"""The application: routes, what they stand on, and the guards in front of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware

from tablas.server.people.accounts import forget_idle_guests
from tablas.server.people.chat import ChatLine, OnChatLine, deaf_to
from tablas.server.people.ratings import rate, rate_forgotten
from tablas.server.people.sign_in import SignIn
from tablas.server.services import Services
from tablas.server.settings import Settings
from tablas.server.storage.context import Context, Secrets, SystemClock, TimeSource
from tablas.server.storage.database import Database, Unavailable
from tablas.server.web.http_errors import install_error_handlers
from tablas.server.web.middleware import Guards
from tablas.server.web.routes import (
    account,
    analysis,
    analysis_board,
    boards,
    bot,
    chat,
    coach,
    credentials,
    documentation,
    engine,
    files,
    games,
    health,
    kinds,
    lobby,
    local_games,
    moderation,
    pictures,
    problems,
    profiles,
    reviews,
    second_factor,
    sign_in,
    sockets,
)
from tablas.server.web.routes.pages import add_pages

log = logging.getLogger("tablas.app")
DESCRIPTION = """Abak Evolution, Backgammon and Abalone, played over the net.

Games are played over a socket at `/socket/{game}`; see `docs/server-protocol.md`."""

ROUTES = (
    sign_in, account, credentials, second_factor, profiles, chat, moderation,
    kinds, games, local_games, files, boards, pictures, analysis, analysis_board, coach, engine,
    reviews, problems, lobby, bot, health, sockets, documentation,
)  # fmt: skip


async def _stopped(services: Services, seconds: float) -> None:
    """Stop in good order, but stop: what was acknowledged is stored already."""
    try:
        async with asyncio.timeout(seconds):
            await services.stop()
    except TimeoutError:
        log.exception("not everything has ended in %g s", seconds)


def create_app(settings: Settings, clock: TimeSource | None = None) -> FastAPI:
    """The ASGI application for these settings; the database is opened when it starts.

    What routes find in `app.state`: `sign_in` (who is asking), `services`, `context`, and
    `on_chat_line`, a list of whoever wants to hear of each line of chat.
    """
    context = Context(
        settings, Database.open(settings), clock or SystemClock(), Secrets.kept(settings)
    )
    context.on_finished.append(rate)
    signing_in = SignIn(context)
    services = Services.build(context, signing_in)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        try:
            await settle_people(context)
            await services.start()
            yield
            await _stopped(services, settings.drain_seconds)
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
    install_error_handlers(app)
    for topic in ROUTES:
        # `include_router` would work every route out a second time, for each app: 0.2 s of a start.
        app.routes.extend(topic.router.routes)
    add_pages(app)
    app.state.context = context
    app.state.sign_in = signing_in
    app.state.services = services
    app.state.on_chat_line = [_shows_lines(services)]
    return app


async def settle_people(context: Context) -> None:
    """At the start of the server: rate what was left unrated, forget who left no trace."""
    await rate_forgotten(context.database)
    with contextlib.suppress(Unavailable):  # it can wait for the next start
        async with context.database.writing() as connection:
            await forget_idle_guests(connection, context.clock.wall())


def _shows_lines(services: Services) -> OnChatLine:
    """Chat appears at the table as soon as it is stored."""

    async def show(line: ChatLine) -> None:
        async with services.context.database.reading() as connection:
            deaf = await deaf_to(connection, line.person)
        said = {"line": line.as_json(), "room": line.room.value, "deaf": sorted(deaf)}
        services.rooms.show_line(line.game, said)
        services.bus.publish({"game": line.game, "said": said})

    return show
