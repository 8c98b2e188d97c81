"""A whole bot in one file: it accepts challenges and plays any legal play.

Make an account on your server, turn it into a bot (account page), and make a token with the scope
`bot`. Then, with the server's address:

    TABLAS_TOKEN=… python examples/bot.py http://127.0.0.1:8000

It follows one stream for what happens to it and one for each game; docs/server-protocol.md
describes every line. It knows no rules: the server tells it the legal plays.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx

Frame = dict[str, Any]


async def lines(client: httpx.AsyncClient, path: str, **query: Any) -> AsyncIterator[Frame]:
    """The JSON lines of a stream; empty lines are signs of life."""
    async with client.stream("GET", path, params={"seconds": 3600, **query}) as answer:
        answer.raise_for_status()
        async for line in answer.aiter_lines():
            if line.strip():
                yield json.loads(line)


class Bot:
    """Plays every game of one account."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.games: dict[str, asyncio.Task[None]] = {}
        self.secrets: dict[str, bytes] = {}  # of its chains; lost if it stops in mid-game

    async def run(self) -> None:
        async for news in lines(self.client, "/api/bot/stream"):
            if news["t"] == "challenge":
                await self.client.post(f"/api/bot/challenges/{news['offer']}/accept")
            elif news["t"] == "began" and news["game"] not in self.games:
                self.games[news["game"]] = asyncio.create_task(self.play(news["game"]))

    async def play(self, game: str) -> None:
        """Follow one game to its end."""
        mine: list[str] = []
        async for frame in lines(self.client, f"/api/bot/games/{game}/stream"):
            mine = frame.get("you", mine)
            state = frame.get("state")
            if not state:
                continue
            if state["status"] in ("finished", "aborted"):
                return
            if state["status"] == "between-games":
                await self.do(game, frame["n"], "next")
            elif dice := self.dice_due(state, mine):
                await self.do(game, frame["n"], *dice)
            elif state["to_act"] in mine:
                await self.act(game, frame["n"], state)

    async def act(self, game: str, n: int, state: Frame) -> None:
        if "resignation" in state:
            await self.do(game, n, "accept-resignation")
        elif state["phase"] == "to-answer":
            await self.do(game, n, "take")
        elif state["phase"] == "to-roll":
            await self.do(game, n, "roll", self.opening(state))
        elif state["phase"] == "to-play":
            answer = await self.client.get(f"/api/games/{game}/plays")
            plays = answer.json()["plays"]
            await self.do(game, n, "play", {"play": random.choice(plays)["play"]})

    def dice_due(self, state: Frame, mine: list[str]) -> tuple[str, Frame] | None:
        """What fair dice want of this bot now: its anchor, or an opening of its chain."""
        dice = state.get("fair_dice", {})
        if "anchors" in dice and not set(mine) <= set(dice["anchors"]):
            return "anchor", {"anchor": self.link(dice["game"], 0)}
        return ("open", self.opening(state)) if dice.get("awaits") in mine else None

    def opening(self, state: Frame) -> Frame:
        """The opening that the roll under way, or the next one, needs; none if the server rolls."""
        dice = state.get("fair_dice")
        return {"open": self.link(dice["game"], dice["roll"])} if dice else {}

    def link(self, name: str, number: int) -> str:
        """Link `number` of a chain of 1000 that nobody else can make; link 0 is the anchor."""
        link = self.secrets.setdefault(name, os.urandom(32))
        for _ in range(1000 - number):
            link = hashlib.sha256(b"tablas-dice/1|chain|" + link).digest()
        return link.hex()

    async def do(self, game: str, n: int, what: str, fields: Frame | None = None) -> None:
        """Send a command until it is answered; its id makes sure that it happens once."""
        command = {"t": what, "id": f"{what}-{n}", **(fields or {})}
        while True:
            answer = await self.client.post(f"/api/bot/games/{game}/do", json=command)
            if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                return
            await asyncio.sleep(1)


async def main(base: str, token: str) -> None:
    headers = {"authorization": f"Bearer {token}"}
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(
        base_url=base, headers=headers, timeout=60, limits=limits
    ) as client:
        await Bot(client).run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], os.environ["TABLAS_TOKEN"]))
