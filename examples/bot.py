"""A whole bot in one file: it accepts challenges and plays any legal play.

Make an account on your server, turn it into a bot (account page), and make a token with the scope
`bot`. Then, with the server's address:

    TABLAS_TOKEN=… python examples/bot.py http://127.0.0.1:8000

It follows one stream for what happens to it and one for each game; docs/server-protocol.md
describes every line. It knows no rules: the server tells it the legal plays.
"""

from __future__ import annotations

import asyncio
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
            elif "anchors" in state.get("fair_dice", {}):
                await self.do(game, frame["n"], "no-chain")
            elif state["to_act"] in mine:
                await self.act(game, frame["n"], state)

    async def act(self, game: str, n: int, state: Frame) -> None:
        if "resignation" in state:
            await self.do(game, n, "accept-resignation")
        elif state["phase"] == "to-answer":
            await self.do(game, n, "take")
        elif state["phase"] == "to-roll":
            await self.do(game, n, "roll")
        elif state["phase"] == "to-play":
            answer = await self.client.get(f"/api/games/{game}/plays")
            plays = answer.json()["plays"]
            await self.do(game, n, "play", play=random.choice(plays)["play"])

    async def do(self, game: str, n: int, what: str, **fields: Any) -> None:
        """Send a command until it is answered; its id makes sure that it happens once."""
        command = {"t": what, "id": f"{what}-{n}", **fields}
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
