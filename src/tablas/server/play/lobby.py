"""Finding somebody to play: open offers, pairing, invitation links, bots, both sides at once."""

from __future__ import annotations

import secrets
from typing import Any, Final, Literal

from sqlalchemy import RowMapping, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.people.accounts import BOT_PREFIX, Person
from tablas.server.play.agreement import Agreement
from tablas.server.play.dice.dealer import new_id
from tablas.server.play.engine.bots import Bots
from tablas.server.play.game_rows import GameRow, values
from tablas.server.play.lobby_news import LobbyNews
from tablas.server.refusals import Refused, refusal
from tablas.server.storage.bus import Bus
from tablas.server.storage.context import Context
from tablas.server.storage.schema import games, offers
from tablas.server.storage.schema_people import people
from tablas.values import Side

OPEN_FOR: Final = 30 * 60_000  # an open offer, unless it is for correspondence
INVITED_FOR: Final = 14 * 86_400_000
MOST_OFFERS: Final = 10
MOST_GAMES: Final = 100  # unfinished, of one person

NO_SUCH_OFFER: Final = refusal(
    "no-such-offer",
    404,
    "this offer is gone: it was accepted, withdrawn or is too old",
    "esta oferta ya no existe: se aceptó, se retiró o caducó",
)
YOUR_OWN_OFFER: Final = refusal(
    "your-own-offer", 409, "this offer is your own", "esta oferta es tuya"
)
TOO_MANY_OFFERS: Final = refusal(
    "too-many-offers",
    409,
    "you already have {most} open offers",
    "ya tienes {most} ofertas abiertas",
)
TOO_MANY_GAMES: Final = refusal(
    "too-many-games",
    409,
    "you already have {most} unfinished games",
    "ya tienes {most} partidas sin terminar",
)
NOT_RATED: Final = refusal(
    "not-rated",
    409,
    "games against bots and at one device are not rated",
    "las partidas contra bots o en un mismo dispositivo no puntúan",
)
GUESTS_UNRATED: Final = refusal(
    "guests-unrated",
    403,
    "rated games need an account on both sides",
    "para las partidas puntuables ambas partes necesitan una cuenta",
)
DEVICE_DICE: Final = refusal(
    "device-dice",
    422,
    "dice of one's own device are for games that were played without the server",
    "los dados del propio dispositivo son para partidas jugadas sin el servidor",
)
LOCAL_OFFER: Final = refusal(
    "local-offer",
    422,
    "a game at one device is not offered to others",
    "una partida en un mismo dispositivo no se ofrece a otros",
)

SideWish = Literal["white", "black", "any"]


class Lobby:
    """Offers in the database; `news` tells whoever listens of them."""

    def __init__(self, context: Context, bots: Bots, bus: Bus) -> None:
        self._context = context
        self._bots = bots
        self.news = LobbyNews(bus)

    # Games that need no second person.

    async def against_bot(
        self, person: Person, agreement: Agreement, bot: str, side: SideWish
    ) -> GameRow:
        """A game against a house bot, at once."""
        card = self._bots.check(agreement.game, bot)
        if agreement.rated:
            raise Refused(NOT_RATED)
        mine = _side(side)
        players = {mine: (person.id, person.name), mine.other: (BOT_PREFIX + card.name, card.name)}
        return await self._begin(agreement, players)

    async def at_one_device(self, person: Person, agreement: Agreement) -> GameRow:
        """Both sides played by one person."""
        return await self._begin(agreement, dict.fromkeys(Side, (person.id, person.name)))

    async def _begin(self, agreement: Agreement, players: dict[Side, tuple[str, str]]) -> GameRow:
        _refuse_device_dice(agreement)
        async with self._context.database.writing() as connection:
            for user in {user for user, _ in players.values()}:
                await self.check_games(connection, user)
            row = await self._row(connection, agreement, players)
            await connection.execute(insert(games).values(values(row)))
        self._began(row)
        return row

    # Offers.

    async def offer(
        self,
        person: Person,
        agreement: Agreement,
        side: SideWish,
        *,
        open_to_all: bool,
        to: str | None = None,
    ) -> dict[str, Any]:
        """Put an offer up: for all, for whoever has its link, or a challenge to one person."""
        if agreement.local:
            raise Refused(LOCAL_OFFER)
        _refuse_unrated(person, agreement)
        _refuse_device_dice(agreement)
        now = self._context.clock.wall()
        lasting = not open_to_all or agreement.mode == "correspondence"
        row = {
            "id": secrets.token_urlsafe(12),
            "user": person.id,
            "user_name": person.name,
            "kind": agreement.game,
            "terms": agreement.model_dump_json(exclude_defaults=True),
            "pairing": agreement.pairing()[:64],
            "side": side,
            "to": to,
            "open": open_to_all and to is None,
            "mode": agreement.mode,
            "rated": agreement.rated,
            "created_at": now,
            "expires_at": now + (INVITED_FOR if lasting else OPEN_FOR),
        }
        async with self._context.database.writing() as connection:
            await self.check_games(connection, person.id)
            await connection.execute(delete(offers).where(offers.c.expires_at <= now))
            mine = select(func.count()).where(offers.c.user == person.id, offers.c.game.is_(None))
            if (await connection.scalar(mine) or 0) >= MOST_OFFERS:
                raise Refused(TOO_MANY_OFFERS.about(most=MOST_OFFERS))
            await connection.execute(insert(offers).values(row))
        if to is not None:
            self.news.tell({"t": "challenge", "offer": row["id"], "users": [to]})
        elif open_to_all:
            self.news.tell({"t": "offers"})
        return _public(row)

    async def accept(self, person: Person, offer: str) -> GameRow:
        """Sit down at an offer; of several who try, the database lets one through."""
        now = self._context.clock.wall()
        async with self._context.database.writing() as connection:
            query = select(offers).where(offers.c.id == offer, offers.c.expires_at > now)
            offered = (await connection.execute(query)).mappings().first()
            if offered is None or offered["game"] is not None:
                raise Refused(NO_SUCH_OFFER)
            if offered["to"] not in (None, person.id):
                raise Refused(NO_SUCH_OFFER)
            if offered["user"] == person.id:
                raise Refused(YOUR_OWN_OFFER)
            await self.check_games(connection, person.id)
            row = await self._seal(connection, offered, person)
        self._began(row)
        return row

    async def pair(self, person: Person, agreement: Agreement, side: SideWish) -> GameRow | None:
        """Join the oldest open offer that means the same game, or none."""
        now = self._context.clock.wall()
        query = (
            select(offers)
            .where(
                offers.c.pairing == agreement.pairing()[:64],
                offers.c.terms == agreement.model_dump_json(exclude_defaults=True),
                offers.c.open.is_(True),
                offers.c.game.is_(None),
                offers.c.user != person.id,
                offers.c.expires_at > now,
            )
            .order_by(offers.c.created_at)
        )
        async with self._context.database.writing() as connection:
            for offered in (await connection.execute(query)).mappings().all():
                if side == "any" or offered["side"] in ("any", _other(side)):
                    await self.check_games(connection, person.id)
                    row = await self._seal(connection, offered, person, wish=side)
                    break
            else:
                return None
        self._began(row)
        return row

    async def withdraw(self, person: Person, offer: str) -> None:
        async with self._context.database.writing() as connection:
            gone = await connection.execute(
                delete(offers).where(
                    offers.c.id == offer, offers.c.user == person.id, offers.c.game.is_(None)
                )
            )
        if not gone.rowcount:
            raise Refused(NO_SUCH_OFFER)
        self.news.tell({"t": "offers"})

    async def decline(self, person: Person, offer: str) -> None:
        """Say no to a challenge; whoever made it hears of it."""
        async with self._context.database.writing() as connection:
            query = select(offers).where(
                offers.c.id == offer, offers.c.to == person.id, offers.c.game.is_(None)
            )
            offered = (await connection.execute(query)).mappings().first()
            if offered is None:
                raise Refused(NO_SUCH_OFFER)
            await connection.execute(delete(offers).where(offers.c.id == offer))
        self.news.tell({"t": "declined", "offer": offer, "users": [offered["user"]]})

    async def challenges(self, user: str) -> list[str]:
        """The challenges that wait for a person's answer, the oldest first."""
        now = self._context.clock.wall()
        query = (
            select(offers.c.id)
            .where(offers.c.to == user, offers.c.game.is_(None), offers.c.expires_at > now)
            .order_by(offers.c.created_at)
        )
        async with self._context.database.reading() as connection:
            return list(await connection.scalars(query))

    async def look(self, offer: str) -> dict[str, Any]:
        """An offer or invitation, and the game that it became."""
        async with self._context.database.reading() as connection:
            query = select(offers).where(offers.c.id == offer)
            offered = (await connection.execute(query)).mappings().first()
        if offered is None:
            raise Refused(NO_SUCH_OFFER)
        return _public(offered)

    async def open_offers(self) -> list[dict[str, Any]]:
        now = self._context.clock.wall()
        query = (
            select(offers)
            .where(offers.c.open.is_(True), offers.c.game.is_(None), offers.c.expires_at > now)
            .order_by(offers.c.created_at)
            .limit(200)
        )
        async with self._context.database.reading() as connection:
            return [_public(row) for row in (await connection.execute(query)).mappings()]

    def _began(self, row: GameRow) -> None:
        users = [user for user in (row.white, row.black) if not user.startswith(BOT_PREFIX)]
        self.news.tell({"t": "began", "game": row.id, "users": users})
        self.news.tell({"t": "offers"})

    async def _seal(
        self,
        connection: AsyncConnection,
        offered: RowMapping,
        person: Person,
        wish: SideWish = "any",
    ) -> GameRow:
        theirs = offered["side"]
        mine = _side(wish) if theirs == "any" else Side(theirs).other
        players = {
            mine: (person.id, person.name),
            mine.other: (offered["user"], offered["user_name"]),
        }
        row = await self._row(connection, Agreement.model_validate_json(offered["terms"]), players)
        _refuse_unrated(person, row.agreement)
        taken = await connection.execute(
            update(offers)
            .where(offers.c.id == offered["id"], offers.c.game.is_(None))
            .values(game=row.id)
        )
        if not taken.rowcount:
            raise Refused(NO_SUCH_OFFER)
        await connection.execute(insert(games).values(values(row)))
        return row

    async def _row(
        self,
        connection: AsyncConnection,
        agreement: Agreement,
        players: dict[Side, tuple[str, str]],
    ) -> GameRow:
        (white, white_name), (black, black_name) = players[Side.WHITE], players[Side.BLACK]
        query = select(people.c.id).where(people.c.id.in_((white, black)), people.c.kind == "bot")
        programs = set(await connection.scalars(query))
        return GameRow(
            id=new_id(),
            agreement=agreement,
            white=white,
            black=black,
            white_name=white_name,
            black_name=black_name,
            programs=frozenset(
                side
                for side, (user, _) in players.items()
                if user in programs or user.startswith(BOT_PREFIX)
            ),
            status="playing",
            created_at=self._context.clock.wall(),
        )

    async def check_games(self, connection: AsyncConnection, user: str) -> None:
        query = select(func.count()).where(
            (games.c.white == user) | (games.c.black == user), games.c.status == "playing"
        )
        if (await connection.scalar(query) or 0) >= MOST_GAMES:
            raise Refused(TOO_MANY_GAMES.about(most=MOST_GAMES))


def _refuse_unrated(person: Person, agreement: Agreement) -> None:
    """Whoever loses as a guest could come back as another one: guests have no rating."""
    if agreement.rated and person.guest:
        raise Refused(GUESTS_UNRATED)


def _refuse_device_dice(agreement: Agreement) -> None:
    """Nobody rolls for themselves in a game that is played here."""
    if agreement.dice == "device":
        raise Refused(DEVICE_DICE)


def _side(wish: SideWish) -> Side:
    return secrets.choice(list(Side)) if wish == "any" else Side(wish)


def _other(side: SideWish) -> SideWish:
    return "black" if side == "white" else "white"


def _public(row: Any) -> dict[str, Any]:
    return {
        "id": row["id"],
        "name": row["user_name"],
        "agreement": Agreement.model_validate_json(row["terms"]).model_dump(exclude_defaults=True),
        "side": row["side"],
        "open": row["open"],
        "created_at": row["created_at"],
        "expires_at": row["expires_at"],
        "game": row.get("game"),
    }
