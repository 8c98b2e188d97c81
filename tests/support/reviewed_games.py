"""Games and matches to review: random ones in our own record, and quick ones at a table."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import websockets

from random_games import random_game
from server_client import PATIENCE, Guest, Seat
from tablas import record
from tablas.record import Record


@cache
def match_text(game: str, seed: int = 1, count: int = 1, most: int = 60) -> str:
    """A session of random games, each cut off after so many actions, as our record."""
    sheets = [
        Record(game=random_game(game, seed + number, most=most), white="Ana", black="Bob")
        for number in range(count)
    ]
    return "".join(record.write(sheet) for sheet in sheets)


async def resigned_game(me: Guest, game: str, turns: int = 3) -> str:
    """A game of both sides at one device, given up after a few turns; its id."""
    agreement = {"game": game, "dice": "server"}
    made: dict[str, Any] = await me.post("/api/games", agreement=agreement)
    seat = await me.sit(made["id"])
    await seat.play_on(game, random.Random(5), until=lambda s: len(plays(s)) >= turns)
    await given_up(seat)
    await seat.close()
    return str(made["id"])


async def given_up(seat: Seat) -> None:
    """Whoever is to act resigns; the same person, on the other side, accepts it."""
    side = seat.state["to_act"]
    await seat.acked("resign", side=side, level=1)
    if seat.state.get("resignation"):
        other = "black" if side == "white" else "white"
        await seat.acked("accept-resignation", side=other)
    await seat.until(lambda s: s.state["status"] == "finished")


def plays(seat: Any) -> list[Any]:
    return [event for event in seat.events if event["event"]["do"] == "played"]


async def heard_until_done(base: str, match: str, care: str = "normal") -> list[dict[str, Any]]:
    """What the socket of a review says, until it closes."""
    url = f"{base.replace('http', 'ws', 1)}/socket/review/{match}?care={care}"
    async with websockets.connect(url, origin=base, open_timeout=PATIENCE) as socket:
        return [json.loads(text)["review"] async for text in socket]
