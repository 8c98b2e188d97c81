"""AnalysisQueue for people: who may ask how much, in workers of their own, and what comes back.

Nobody pays for it, and nobody can take the server down with it: each person has one question under
way and a budget of engine time that refills, the queue is short, and whoever goes away frees the
worker.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import or_, select

from tablas.kind import Kind
from tablas.play.standing import state_of
from tablas.server.limits import Rate
from tablas.server.people.sign_in import SignIn
from tablas.server.play.engine.rated_boards import RatedBoards
from tablas.server.play.engine.worker import state_fields
from tablas.server.play.engine.worker_pool import THINKING_FAILED, Question, WorkerPool
from tablas.server.play.game_rows import row_of
from tablas.server.play.live.rooms import Rooms
from tablas.server.refusals import TOO_MANY, Refused, refusal
from tablas.server.storage.context import Context
from tablas.server.storage.schema import games
from tablas.situation import Situation
from tablas.values import Side

log = logging.getLogger("tablas.analysis")
NO_ANALYSIS: Final = refusal(
    "no-analysis", 503, "this server analyses nothing", "este servidor no analiza posiciones"
)
ONE_AT_A_TIME: Final = refusal(
    "one-analysis-at-a-time",
    429,
    "another position of yours is being analysed: wait for it",
    "ya se está analizando otra posición tuya: espera a que termine",
)
STILL_PLAYING: Final = refusal(
    "still-playing",
    403,
    "this position stands on the board of a game that you are playing",
    "esta posición está en el tablero de una partida que estás jugando",
)
RATED_POSITION: Final = refusal(
    "rated-position",
    403,
    "this position stands on the board of a rated game that is being played now",
    "esta posición está en el tablero de una partida puntuable que se juega ahora",
)
DICE_NEEDED: Final = refusal(
    "dice-needed", 422, "which plays are possible depends on two dice: name them",
    "las jugadas posibles dependen de dos dados: indícalos",
)  # fmt: skip
NO_DICE: Final = refusal(
    "no-dice", 422, "Abalone is played without dice", "en Abalone no hay dados"
)
POSITION_OVER: Final = refusal(
    "position-over", 409, "the game is over in this position",
    "en esta posición la partida ha terminado",
)  # fmt: skip

ENGINE_QUOTA: Final = refusal(
    "engine-quota",
    429,
    "you have used your share of engine time: the next look is possible in {minutes} minutes",
    "has gastado tu parte de tiempo del motor: podrás volver a preguntar dentro de {minutes} "
    "minutos",
)

ENGINE_TIME: Final = Rate(900, 3600)
"""Seconds of engine time that one person (a guest: one address) may use, refilled in an hour."""

MOST_WAITING: Final = 20
FIRST: Final = {"ask": "ready", "analyse": True}
MOST_COMPARED: Final = 100  # nobody has more unfinished games
GRACE_SECONDS: Final = 5.0  # beyond the budget, for a machine that is busy


def spend_engine_time(sign_in: SignIn, payer: str, seconds: float) -> None:
    """Charge somebody for a question, or refuse it with the time until it can be paid."""
    try:
        sign_in.spend("analysis", payer, ENGINE_TIME, math.ceil(seconds))
    except Refused as refused:
        if refused.refusal.code != TOO_MANY.code:
            raise
        minutes = max(1, math.ceil((refused.retry_after or 60.0) / 60))
        raise Refused(
            ENGINE_QUOTA.about(minutes=minutes), retry_after=refused.retry_after
        ) from None


class AnalysisQueue:
    """The analysts of one process and the people who wait for them."""

    def __init__(self, count: int) -> None:
        self.workers = WorkerPool(count, GRACE_SECONDS, most=MOST_WAITING, first=FIRST)
        self._asking: set[str] = set()

    def check(self) -> None:
        if not self.workers.enabled:
            raise Refused(NO_ANALYSIS)

    @contextmanager
    def turn(self, person: str) -> Iterator[None]:
        """One question of a person at a time."""
        if person in self._asking:
            raise Refused(ONE_AT_A_TIME, retry_after=1.0)
        self._asking.add(person)
        try:
            yield
        finally:
            self._asking.discard(person)

    async def ask(self, question: Question, person: str) -> dict[str, Any]:
        answer = await self.workers.ask(question, question["seconds"] + GRACE_SECONDS, person)
        if wrong := answer.get("wrong"):
            log.error("%s: %s", question["ask"], wrong)
            raise Refused(THINKING_FAILED, retry_after=1.0)
        return answer

    def stop(self) -> None:
        self.workers.stop()


def asked(
    kind: Kind[Any, Any], position: Any, situation: Situation, *,
    seconds: float, plays: int, cubeful: bool,
) -> Question:  # fmt: skip
    """The question for the workers, or why there is nothing to analyse."""
    if kind.dice and situation.dice is None:
        raise Refused(DICE_NEEDED)
    if not kind.dice and situation.dice is not None:
        raise Refused(NO_DICE)
    if kind.rules.outcome(position):
        raise Refused(POSITION_OVER)
    # A double that waits for its answer is not what is asked about: the dice are to be played.
    state = state_of(kind, position, replace(situation, pending=None))
    return {
        "ask": "analyse", "state": state_fields(state), "seconds": seconds, "plays": plays,
        "cubeful": cubeful,
    }  # fmt: skip


async def refuse_help(
    context: Context, rooms: Rooms, rated: RatedBoards,
    person: str, kind: Kind[Any, Any], position: Any, turn: Side,
) -> None:  # fmt: skip
    """Nobody asks the engine about a game that they are playing against another person.

    Nor about what stands on the board of a rated game that others are playing, seen by either
    side: a friend could ask.
    """
    if await rated.hold(kind.name, position):
        raise Refused(RATED_POSITION)
    query = (
        select(games)
        .where(
            or_(games.c.white == person, games.c.black == person),
            games.c.status == "playing",
            games.c.kind == kind.name,
            games.c.mode != "local",
            games.c.bots == "",
        )
        .order_by(games.c.created_at.desc())
        .limit(MOST_COMPARED)
    )
    async with context.database.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    for row in rows:
        try:
            table = await rooms.table(row_of(row))
        except (Refused, ValueError):  # nobody plays a game that cannot be read
            continue
        state = table.game.state
        if table.playing and (state.position, state.turn) == (position, turn):
            raise Refused(STILL_PLAYING)
