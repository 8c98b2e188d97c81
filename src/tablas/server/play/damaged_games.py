"""Games that cannot be read any more: they are set aside, and nothing else suffers.

Nobody loses such a game, and no clock runs in it. It comes back by itself as soon as it can be
read again: a backup was restored, say, or a newer program has taken over from an older one.
"""

from __future__ import annotations

import logging

from sqlalchemy import update

from tablas.server.storage.database import Database, Unavailable
from tablas.server.storage.schema import games

log = logging.getLogger("tablas.rooms")


class DamagedGames:
    """The games that this process could not read; the database knows them by their status."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: set[str] = set()

    def __len__(self) -> int:
        return len(self._known)

    async def set_aside(self, game: str, error: BaseException) -> None:
        """Nobody plays this game from now on; the log of the server says why, once."""
        if game not in self._known:
            log.error("%s: cannot be read and is set aside", game, exc_info=error)
            self._known.add(game)
        await self._change(game, "playing", "damaged")

    async def give_back(self, game: str) -> None:
        """The game could be read again: it goes on."""
        log.warning("%s: can be read again and goes on", game)
        self._known.discard(game)
        await self._change(game, "damaged", "playing")

    async def _change(self, game: str, before: str, after: str) -> None:
        change = update(games).where(games.c.id == game, games.c.status == before)
        try:
            async with self._database.writing() as connection:
                await connection.execute(change.values(status=after))
        except Unavailable as error:  # whoever comes next tries again
            log.warning("%s: not marked as %s: %s", game, after, error)
