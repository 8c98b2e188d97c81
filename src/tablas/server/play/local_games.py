"""Games that were played on a person's own device against one of our levels, and are handed in.

The kernel ruled there; here the rules look at every action again. The device rolled the dice, so
such a game counts for nothing, and its rolls are not published. A finished game can be replayed and
reviewed like any other; an unfinished one goes on here.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.engine.engines import engine
from tablas.errors import IllegalAction, InvalidPosition, NotationError
from tablas.record.actions import action_fields
from tablas.server.people.accounts import BOT_PREFIX, Person
from tablas.server.play import boards
from tablas.server.play.agreement import Agreement
from tablas.server.play.commands import Caused, applied, followed
from tablas.server.play.dice.dealer import ID_LENGTH, ID_LETTERS, Dealer
from tablas.server.play.engine.bots import NO_SUCH_BOT
from tablas.server.play.follow_ups import begun
from tablas.server.play.game_rows import GameRow, Moment, changes, find_game, values
from tablas.server.play.live.rooms import Rooms
from tablas.server.play.lobby import Lobby
from tablas.server.play.table import Body, Table
from tablas.server.refusals import Refused, refusal
from tablas.server.storage.schema import games
from tablas.server.storage.store import Conflict, Event
from tablas.values import Side
from tablas.words import Words, quoted

MOST_ACTIONS: Final = 4_000
OLDEST_MS: Final = 366 * 86_400_000  # a device whose clock is wrong does not date games before that
NOT_LOCAL: Final = refusal(
    "not-a-local-game",
    422,
    "what a device hands in is one game without a clock against a bot, with its own dice: {detail}",
    "lo que entrega un dispositivo es una sola partida sin reloj contra un bot, con dados propios: "
    "{detail}",
)
ILLEGAL_LOCAL_GAME: Final = refusal(
    "illegal-local-game",
    422,
    "action {number} ({did}) of the game is not allowed in {position}: {detail}",
    "la acción {number} ({did}) de la partida no está permitida en {position}: {detail}",
)
KNOWN: Final = frozenset((
    "opening", "rolled", "played", "skipped", "doubled", "took", "dropped", "resigned",
    "accepted-resignation", "offered-draw", "beavered", "raccooned",
))  # fmt: skip
"""What can happen in such a game; clocks, absence and agreements between people cannot."""
OTHERS: Final = ("length", "session", "time", "days", "local", "rated")
UNKNOWN: Final = Words("there is no such action there", "allí no existe esa acción")
DICE: Final = Words("dice: expected 'device'", "dice: se espera 'device'")
LEAVE_OUT: Final = Words("leave `{field}` out", "quita `{field}`")


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalGame:
    """What a device tells of a game: `id` is the name that it gave to it."""

    id: str
    agreement: Agreement
    bot: str
    side: Side
    began_at: int
    actions: Sequence[Body]


class LocalGames:
    """Takes games in, each once."""

    def __init__(self, rooms: Rooms, lobby: Lobby) -> None:
        self._rooms, self._lobby = rooms, lobby

    async def known(self, person: Person, id: str) -> GameRow | None:  # noqa: A002
        """The game that this person has handed in before under this name."""
        async with self._rooms.context.database.reading() as connection:
            return await find_game(connection, game_id(person.id, id))

    def row(self, person: Person, game: LocalGame) -> GameRow:
        """The row of a game that is taken in, if it is one that a device can have played."""
        if reason := why_not_local(game.agreement):
            raise Refused(NOT_LOCAL.about(detail=reason))
        level = game.bot.removeprefix(BOT_PREFIX)
        if level not in engine(game.agreement.game).browser.levels:
            raise Refused(NO_SUCH_BOT)
        now = self._rooms.clock.wall()
        players = {
            game.side: (person.id, person.name),
            game.side.other: (BOT_PREFIX + level, level),
        }
        (white, white_name), (black, black_name) = players[Side.WHITE], players[Side.BLACK]
        return GameRow(
            id=game_id(person.id, game.id),
            agreement=game.agreement,
            white=white,
            black=black,
            white_name=white_name,
            black_name=black_name,
            programs=frozenset((game.side.other,)),
            status="playing",
            created_at=min(now, max(now - OLDEST_MS, game.began_at)),
        )

    async def store(self, row: GameRow, person: Person, events: list[Caused]) -> GameRow:
        """Keep a game that was looked at; two at once are one."""
        services, first = self._rooms.services, fresh(row)
        wall, served = services.clock.wall(), services.store.time.now()
        last = events[-1].table

        if not last.over:
            async with self._rooms.context.database.reading() as connection:
                await self._lobby.check_games(connection, person.id)

        async def begins(connection: AsyncConnection) -> None:
            await connection.execute(insert(games).values(values(row)))

        log = [Event(row.id, one.table.seq, one.at, wall, one.body, None, served) for one in events]
        also = changes(row, first, last, Moment(wall, served), services.on_finished)
        with contextlib.suppress(Conflict):  # handed in a moment ago
            await services.store.append(log, begins, *also)
        return await self._rooms.row(row.id)


def fresh(row: GameRow) -> Table:
    """The table of a game before its first action."""
    return Table.fresh(row.id, row.agreement, (row.white_name, row.black_name), row.bots)


def checked(row: GameRow, actions: Sequence[Body], dealer: Dealer) -> list[Caused]:
    """The events of a game, every action looked at by the rules; or a refusal that names one."""
    table = fresh(row)
    events = [applied(table, begun(table, dealer), 0)]
    for number, body in enumerate(actions, start=1):
        table = events[-1].table
        try:
            events.append(_acted(table, body))
        except (IllegalAction, InvalidPosition, NotationError) as error:
            raise Refused(
                ILLEGAL_LOCAL_GAME.about(
                    number=number,
                    did=quoted(str(body.get("play") or body.get("do"))),
                    position=boards.text(table.game.state),
                    detail=Words(str(error), error.spoken("es")),
                )
            ) from None
    return [*events, *followed(events[-1].table, [], 0, dealer)]


def _acted(table: Table, body: Body) -> Caused:
    """One action, kept as the record writes it."""
    if str(body.get("do")) not in KNOWN or "proof" in body:
        raise NotationError(UNKNOWN.en, UNKNOWN.es)
    done = applied(table, body, 0)
    fields = action_fields(table.game.state, done.table.game.log[-1].action)
    return Caused(fields, done.at, done.table)


def why_not_local(agreement: Agreement) -> Words | None:
    """What in these terms a device does not play."""
    if agreement.dice != "device":
        return DICE
    named = [name for name in OTHERS if getattr(agreement, name)]
    return LEAVE_OUT.about(field=named[0]) if named else None


def game_id(person: str, id: str) -> str:  # noqa: A002
    """The id under which a game that a person hands in is kept: the same each time."""
    digest = hashlib.sha256(f"{person}|{id}".encode()).digest()
    return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in digest[:ID_LENGTH])
