"""The house bots: who they are, how strong they were measured to be, and what they do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tablas.allowed import why_no_double
from tablas.fair_dice.parties import Party
from tablas.server import fair, protocol
from tablas.server.dealer import Dealer
from tablas.server.protocol import Command
from tablas.server.refusals import Refused, refusal
from tablas.server.table import Table
from tablas.server.workers import Workers
from tablas.state import Phase
from tablas.values import Side
from tablas.words import Words

NO_SUCH_BOT: Final = refusal(
    "no-such-bot", 404, "there is no such bot here", "aquí no hay ningún bot con ese nombre"
)
NO_BOTS: Final = refusal("no-bots", 503, "this server runs no bots", "este servidor no tiene bots")
BOT_PREFIX: Final = "bot:"


@dataclass(frozen=True, slots=True)
class Strength:
    """What was measured against the random player: share won, points a game, twice its error."""

    won: float
    points: float
    error: float
    games: int

    def public(self) -> dict[str, Any]:
        return {
            "against": "bot:random",
            "won": self.won,
            "points": self.points,
            "error": self.error,
            "games": self.games,
        }


BY_DEFINITION: Final = Strength(0.5, 0.0, 0.0, 0)


@dataclass(frozen=True, slots=True)
class BotCard:
    """What people are told about a bot before they play it."""

    name: str
    words: Words
    strength: dict[str, Strength]  # by game

    def public(self) -> dict[str, Any]:
        return {
            "id": BOT_PREFIX + self.name,
            "name": self.name,
            "bot": True,
            "en": self.words.en,
            "es": self.words.es,
            "strength": {game: told.public() for game, told in self.strength.items()},
        }


# `python bench/bots.py --games 200` measured these, without a cube, sides changing.
CARDS: Final = {
    "random": BotCard(
        "random",
        Words("plays anything that is allowed", "juega cualquier cosa permitida"),
        dict.fromkeys(("abak", "backgammon", "abalone"), BY_DEFINITION),
    ),
    "greedy": BotCard(
        "greedy",
        Words(
            "looks one play ahead with a few rules of thumb",
            "mira una jugada por delante con unas pocas reglas prácticas",
        ),
        {
            "abak": Strength(0.99, 2.76, 0.09, 200),
            "backgammon": Strength(0.76, 0.84, 0.17, 200),
            "abalone": Strength(1.0, 1.0, 0.0, 200),
        },
    ),
}


class Bots:
    """Turns a table into a bot's next command, thinking in another process."""

    def __init__(self, workers: Workers, dealer: Dealer) -> None:
        self._workers = workers
        self._dealer = dealer

    def check(self, player: str) -> BotCard:
        """The bot behind `bot:name`, or a refusal."""
        card = CARDS.get(player.removeprefix(BOT_PREFIX))
        if card is None:
            raise Refused(NO_SUCH_BOT)
        if not self._workers.enabled:
            raise Refused(NO_BOTS)
        return card

    async def command(self, player: str, table: Table, side: Side) -> Command:
        """What the bot does now; its client id is the place in the log, so it acts once."""
        state = table.game.state
        id = f"bot-{table.seq}"  # noqa: A001
        question = {
            "bot": player.removeprefix(BOT_PREFIX),
            "game": state.kind.name,
            "position": table.game.position_text(),
            "dice": [state.dice.high, state.dice.low] if state.dice else None,
        }
        match state.phase:
            case Phase.TO_ANSWER:
                takes = await self._workers.ask({"ask": "takes", **question})
                return protocol.Take(id=id) if takes["yes"] else protocol.Drop(id=id)
            case Phase.TO_ROLL:
                if not why_no_double(state, side):
                    doubles = await self._workers.ask({"ask": "doubles", **question})
                    if doubles["yes"]:
                        return protocol.Double(id=id)
                return protocol.Roll(id=id, open=self._opening(table, side))
        answer = await self._workers.ask({"ask": "play", **question})
        return protocol.Play(id=id, play=answer["play"])

    def _opening(self, table: Table, side: Side) -> str | None:
        if table.dealing is None:
            return None
        number = fair.rolling(table.dealing, table.game).number
        chain = self._dealer.chain(fair.dealing_id(table, table.number), Party.of(side))
        return chain.opening(number).hex()
