"""The house bots: who they are, how strong they were measured to be, and what they do next."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from tablas import games
from tablas.engine.bot import Opponent, opponent, opponents, usual
from tablas.engine.player import PART_OF_CLOCK, Answer
from tablas.errors import NotationError
from tablas.fair_dice.parties import Party
from tablas.play.allowed import why_no_double
from tablas.play.state import Phase, State
from tablas.server.people.accounts import BOT_PREFIX
from tablas.server.play import protocol
from tablas.server.play.dice import fair_dice, fair_rolls
from tablas.server.play.dice.dealer import Dealer
from tablas.server.play.engine.worker import question
from tablas.server.play.engine.worker_pool import Question, WorkerPool
from tablas.server.play.protocol import Command
from tablas.server.play.table import Table
from tablas.server.refusals import Refused, refusal
from tablas.values import Side

NO_SUCH_BOT: Final = refusal(
    "no-such-bot", 404, "there is no such bot here", "aquí no hay ningún bot con ese nombre"
)
NO_BOTS: Final = refusal("no-bots", 503, "this server runs no bots", "este servidor no tiene bots")

THINKING: Final = 0.8
"""The part of its time that a bot may think; the rest is for a machine that is busy."""


def cards() -> list[dict[str, Any]]:
    """What people are told about the bots of each game before they play one, weakest first."""
    return [card(game, opponent) for game in games.NAMES for opponent in opponents(game).values()]


def card(game: str, bot: Opponent) -> dict[str, Any]:
    """One bot: its names and what was measured, or nothing if nobody has."""
    strength = bot.strength
    return {
        "id": BOT_PREFIX + bot.name,
        "name": bot.name,
        "bot": True,
        "game": game,
        "usual": bot.name == usual(game),
        "title": {"en": bot.title.en, "es": bot.title.es},
        "en": bot.words.en,
        "es": bot.words.es,
        "strength": asdict(strength) if strength else None,
    }


class Bots:
    """Turns a table into a bot's next command, thinking in another process."""

    def __init__(self, workers: WorkerPool, dealer: Dealer) -> None:
        self._workers = workers
        self._dealer = dealer

    def check(self, game: str, player: str) -> Opponent:
        """The bot behind `bot:name` in this game, or a refusal."""
        try:
            bot = opponent(game, player.removeprefix(BOT_PREFIX))
        except NotationError:
            raise Refused(NO_SUCH_BOT) from None
        if not self._workers.enabled:
            raise Refused(NO_BOTS)
        return bot

    async def command(self, player: str, table: Table, side: Side, person: str = "") -> Command:
        """What the bot does now; its client id is the place in the log, so it acts once.

        `person` is its opponent: all bots of one person share that person's part of the workers.
        """
        state = table.game.state
        id = f"bot-{table.seq}"  # noqa: A001
        level = player.removeprefix(BOT_PREFIX)
        match state.phase:
            case Phase.TO_ANSWER:
                answer = await self._ask(question("answer", level, state), person)
                return self._answer(id, state, Answer(answer["answer"]))
            case Phase.TO_ROLL:
                if not why_no_double(state, side):
                    answer = await self._ask(question("doubles", level, state), person)
                    if answer["doubles"]:
                        return protocol.Double(id=id)
                return protocol.Roll(id=id, open=self._opening(table, side))
        asked = question("play", level, state) | {"seconds": self._seconds(state)}
        answer = await self._ask(asked, person)
        return protocol.Play(id=id, play=answer["play"])

    def waiting_of(self, person: str) -> int:
        """How many bots of one person wait for their turn to think."""
        return self._workers.waiting_of(person)

    async def _ask(self, asked: Question, person: str) -> dict[str, Any]:
        return await self._workers.ask(asked, person=person)

    def _seconds(self, state: State[Any, Any]) -> float:
        """What a play may take of a player that could think for longer."""
        most, clock, side = THINKING * self._workers.seconds, state.clock, state.turn
        if clock is None or side is None:
            return most
        return min(most, clock.remaining(side, clock.since) / 1000 / PART_OF_CLOCK)

    def _answer(self, id: str, state: State[Any, Any], answer: Answer) -> Command:  # noqa: A002
        """To a double; a bot turns the cube again only where that was agreed."""
        if answer is Answer.DROP:
            return protocol.Drop(id=id)
        offer, stakes = state.cube.offer, state.terms.stakes
        if answer is Answer.RAISE and offer:
            if offer.turns == 1 and stakes.beavers:
                return protocol.Beaver(id=id)
            if offer.turns == 2 and stakes.raccoons:
                return protocol.Raccoon(id=id)
        return protocol.Take(id=id)

    def _opening(self, table: Table, side: Side) -> str | None:
        if table.dealing is None:
            return None
        number = fair_dice.rolling(table.dealing, table.game).number
        chain = self._dealer.chain(fair_rolls.dealing_id(table, table.number), Party.of(side))
        return chain.opening(number).hex()
