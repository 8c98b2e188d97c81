"""Whether sessions and tokens are still valid, asked for many of them at once.

Every open socket asks now and then; one by one these questions would be most of what a server
with thousands of quiet sockets does.
"""

from __future__ import annotations

import asyncio
from typing import Final

from sqlalchemy import or_, select, union_all

from tablas.server.storage.context import Context
from tablas.server.storage.schema_people import sessions, tokens

GATHERING: Final = 1.0  # seconds in which questions are gathered; nobody waits for the answer


class SessionCheck:
    """One query for all who ask within a second."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._asked: set[str] = set()
        self._answer: asyncio.Task[frozenset[str]] | None = None

    async def is_valid(self, key: str) -> bool:
        """Whether the session or token with this key still is; Unavailable where nobody knows."""
        self._asked.add(key)
        if self._answer is None:
            self._answer = asyncio.create_task(self._ask())
        return key in await asyncio.shield(self._answer)

    async def _ask(self) -> frozenset[str]:
        await asyncio.sleep(GATHERING)
        asked, self._asked, self._answer = self._asked, set(), None
        now = self._context.clock.wall()
        lasting = or_(tokens.c.expires_at.is_(None), tokens.c.expires_at > now)
        query = union_all(
            select(sessions.c.id).where(sessions.c.id.in_(asked), sessions.c.expires_at > now),
            select(tokens.c.id).where(tokens.c.id.in_(asked), lasting),
        )
        async with self._context.database.reading() as connection:
            return frozenset((await connection.scalars(query)).all())
