"""What stands on the boards of rated games that are being played, whichever process plays them.

The log in the database is what all processes share: it says how far each game has come, and a game
that has gone on since the last look is folded from there. Games that are open in this process are
asked themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import func, select

from tablas.server.play.game_rows import row_of
from tablas.server.play.live.rooms import Rooms
from tablas.server.play.table import Table
from tablas.server.refusals import Refused
from tablas.server.storage.context import Context
from tablas.server.storage.schema import events, games

KNOWN_PLIES: Final = 6  # of a game: its first positions stand in every book
MOST_GAMES: Final = 2000  # rated games of one kind at a time that are looked at
MOST_FOLDED: Final = 40  # of them in one question: the log of a game takes milliseconds to follow


@dataclass(frozen=True, slots=True)
class RatedBoard:
    """A game as it stood after so many events; `position` None where it stands in every book."""

    seq: int
    position: Any


class RatedBoards:
    """Compares a position with every rated game of its kind that is under way."""

    def __init__(self, context: Context, rooms: Rooms) -> None:
        self._context, self._rooms = context, rooms
        self._seen: dict[str, dict[str, RatedBoard]] = {}

    async def hold(self, kind: str, position: Any) -> bool:
        """Whether a position, seen by who is to move in it, stands on one of these boards."""
        await self._look(kind)
        return any(board.position == position for board in self._seen[kind].values())

    async def _look(self, kind: str) -> None:
        last = select(func.max(events.c.seq)).where(events.c.game == games.c.id).scalar_subquery()
        query = (
            select(games, last.label("last"))
            .where(games.c.status == "playing", games.c.rated, games.c.kind == kind)
            .order_by(games.c.created_at.desc())
            .limit(MOST_GAMES)
        )
        async with self._context.database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        before = self._seen.get(kind, {})
        now: dict[str, RatedBoard] = {}
        folded = 0
        for row in rows:
            id, seq = row["id"], row["last"] or 0  # noqa: A001
            if room := self._rooms.loaded(id):
                now[id] = _board(room.table)
            elif (known := before.get(id)) and (known.seq >= seq or folded >= MOST_FOLDED):
                now[id] = known
            elif folded < MOST_FOLDED:
                folded += 1
                try:
                    now[id] = _board(await self._rooms.table(row_of(row)))
                except (Refused, ValueError):  # nobody plays a game that cannot be read
                    continue
        self._seen[kind] = now


def _board(table: Table) -> RatedBoard:
    state = table.game.state
    known = not table.playing or state.plies < KNOWN_PLIES
    return RatedBoard(table.seq, None if known else state.position)
