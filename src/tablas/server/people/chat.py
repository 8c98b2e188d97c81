"""What is said beside a board: stock phrases that everybody reads in their own language, and text.

Players and watchers talk in two rooms: what watchers say is shown to players only when the game is
over, so that nobody is advised during play. Text is kept exactly as it was written, as data; it
is for whoever shows it to escape it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from sqlalchemy import RowMapping, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.limits import CHAT
from tablas.server.people.accounts import Person
from tablas.server.people.moderation import refuse_banned
from tablas.server.people.phrases import PHRASES
from tablas.server.people.sign_in import SignIn
from tablas.server.refusals import Refused, refusal
from tablas.server.storage.schema import games
from tablas.server.storage.schema_people import chat_lines, mutes

LONGEST: Final = 300
MOST_LINES: Final = 500  # of a game and room, in one answer
MOST_MARKS: Final = 4  # accents on one letter; more of them flow over the lines around

CHAT_LENGTH: Final = refusal(
    "chat-length",
    422,
    "a line of chat has 1 to 300 characters",
    "una línea de chat tiene de 1 a 300 caracteres",
)
CHAT_ONE: Final = refusal(
    "chat-one", 422, "say either a phrase or a text", "di una frase hecha o un texto, no ambos"
)
NO_PHRASE: Final = refusal(
    "no-phrase", 422, "there is no such stock phrase", "no existe esa frase hecha"
)
MUTED: Final = refusal(
    "muted",
    403,
    "a moderator has muted you; stock phrases are still open to you",
    "una persona moderadora te ha silenciado; aún puedes usar las frases hechas",
)
GUESTS_USE_PHRASES: Final = refusal(
    "guests-use-phrases",
    403,
    "guests talk in stock phrases, except with their opponent",
    "sin cuenta solo se habla con frases hechas, salvo con el rival",
)
NO_CHAT_HERE: Final = refusal(
    "no-chat-here", 404, "there is no such game to talk in", "no existe esa partida"
)


class ChatRoom(Enum):
    """Who hears it: both players, or those who watch."""

    PLAYERS = "players"
    WATCHERS = "watchers"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine:
    """Something that was said; either `phrase` or `text` is there."""

    id: int
    game: str
    room: ChatRoom
    person: str
    name: str
    phrase: str | None
    text: str | None
    at: int

    def as_json(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "id": self.id,
            "room": self.room.value,
            "name": self.name,
            "at": self.at,
        }
        if self.phrase is not None:
            words = PHRASES[self.phrase]
            return fields | {"phrase": self.phrase, "en": words.en, "es": words.es}
        return fields | {"text": self.text}


OnChatLine = Callable[[ChatLine], Awaitable[None]]
"""Called with every line of chat after it was stored, so that a room can show it at once."""


def checked_text(text: str) -> str:
    """Free text without control characters and piled-up accents, or a refusal."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        # Cc controls, Cf invisible turns of direction, Cs halves of characters, Zl Zp line breaks.
        shown = (
            unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp") or letter == "\u200d"
        )
        kept.append(letter if shown else " ")
        if marks > MOST_MARKS:
            kept.pop()
    line = " ".join("".join(kept).split())
    if not 1 <= len(line) <= LONGEST:
        raise Refused(CHAT_LENGTH)
    return line


async def say(
    here: SignIn,
    person: Person,
    game: str,
    *,
    phrase: str | None = None,
    text: str | None = None,
) -> ChatLine:
    """Store a line in the room where the person belongs; the caller shows it to the others."""
    if (phrase is None) == (text is None):
        raise Refused(CHAT_ONE)
    if phrase is not None and phrase not in PHRASES:
        raise Refused(NO_PHRASE)
    line = checked_text(text) if text is not None else None
    here.spend("chat", person.id, CHAT)
    now = here.now
    refuse_banned(person, now)
    if line is not None and person.muted(now):
        raise Refused(MUTED)
    async with here.context.database.reading() as connection:
        room = await room_of(connection, person, game)
    if line is not None and person.guest and room is ChatRoom.WATCHERS:
        raise Refused(GUESTS_USE_PHRASES)
    values = {
        "game": game,
        "room": room.value,
        "person": person.id,
        "name": person.name,
        "phrase": phrase,
        "text": line,
        "at": now,
    }
    async with here.context.database.writing() as connection:
        number = await connection.scalar(
            insert(chat_lines).values(**values).returning(chat_lines.c.id)
        )
    assert number is not None
    return ChatLine(
        id=number,
        game=game,
        room=room,
        person=person.id,
        name=person.name,
        phrase=phrase,
        text=line,
        at=now,
    )


async def room_of(connection: AsyncConnection, person: Person | None, game: str) -> ChatRoom:
    """Where this person talks in a game; a refusal if there is no such game."""
    rows = await connection.execute(select(games.c.white, games.c.black).where(games.c.id == game))
    players = rows.first()
    if players is None:
        raise Refused(NO_CHAT_HERE)
    return ChatRoom.PLAYERS if person and person.id in players else ChatRoom.WATCHERS


async def heard(
    connection: AsyncConnection,
    game: str,
    rooms: Sequence[ChatRoom],
    *,
    by: Person | None,
    after: int = 0,
) -> list[ChatLine]:
    """The lines of a game after number `after`, without those of people whom `by` has muted."""
    lines = (
        select(chat_lines)
        .where(
            chat_lines.c.game == game,
            chat_lines.c.room.in_([room.value for room in rooms]),
            chat_lines.c.id > after,
            ~chat_lines.c.hidden,
        )
        .order_by(chat_lines.c.id)
        .limit(MOST_LINES)
    )
    if by:
        muted = select(mutes.c.muted).where(mutes.c.person == by.id)
        lines = lines.where(chat_lines.c.person.not_in(muted))
    return [chat_line_of(row) for row in (await connection.execute(lines)).mappings()]


async def rooms_heard(
    connection: AsyncConnection, person: Person | None, game: str
) -> tuple[ChatRoom, ...]:
    """Players hear watchers only after the game; watchers hear everybody."""
    if await room_of(connection, person, game) is ChatRoom.WATCHERS:
        return tuple(ChatRoom)
    status = await connection.scalar(select(games.c.status).where(games.c.id == game))
    return (ChatRoom.PLAYERS,) if status == "playing" else tuple(ChatRoom)


async def mute(connection: AsyncConnection, person: str, other: str, now: int) -> None:
    """`person` wants to read nothing more of `other`; doing it twice changes nothing."""
    await unmute(connection, person, other)
    await connection.execute(insert(mutes).values(person=person, muted=other, created_at=now))


async def unmute(connection: AsyncConnection, person: str, other: str) -> None:
    await connection.execute(delete(mutes).where(mutes.c.person == person, mutes.c.muted == other))


async def deaf_to(connection: AsyncConnection, person: str) -> frozenset[str]:
    """The ids of those who have muted this person."""
    return frozenset(
        await connection.scalars(select(mutes.c.person).where(mutes.c.muted == person))
    )


def chat_line_of(row: RowMapping) -> ChatLine:
    return ChatLine(
        id=row["id"],
        game=row["game"],
        room=ChatRoom(row["room"]),
        person=row["person"],
        name=row["name"],
        phrase=row["phrase"],
        text=row["text"],
        at=row["at"],
    )
