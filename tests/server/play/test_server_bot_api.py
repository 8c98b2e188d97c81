"""Programs that play: the bot API over plain HTTP, and the example that uses it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys

import httpx
import pytest

from server_running import fresh_address, guest, run
from tree import ROOT

EXAMPLE = ROOT / "examples" / "bot.py"
BEARING_OFF = "XGID=-BBB-BB------------bb-bbb-:0:0:1:00:0:0:0:0:10"


async def bot_account(base, name):
    """An account that is a bot, and its token."""
    headers = {"x-forwarded-for": fresh_address(), "x-tablas": "test"}
    browser = httpx.AsyncClient(base_url=base, headers=headers)
    registered = {"name": name, "password": "a long enough secret 42"}
    answer = await browser.post("/api/register", json=registered)
    assert answer.is_success, answer.text
    made = await browser.post("/api/tokens", json={"label": "bot", "scopes": ["bot"]})
    assert made.is_success, made.text
    became = await browser.post("/api/me/bot")
    assert became.is_success, became.text
    await browser.aclose()
    return made.json()["token"]


def api(base, token):
    headers = {"authorization": f"Bearer {token}", "x-forwarded-for": fresh_address()}
    return httpx.AsyncClient(base_url=base, headers=headers, timeout=60)


async def lines(answer):
    async for line in answer.aiter_lines():
        if line.strip():
            yield json.loads(line)


@pytest.mark.refuses("unreadable")
def test_a_program_is_challenged_accepts_and_plays(club):
    async def scenario():
        token = await bot_account(club.base, "Robotina")
        person = await guest(club.base)
        async with api(club.base, token) as bot:
            offer = await person.post(
                "/api/offers",
                agreement={"game": "abalone"},
                side="white",
                to="Robotina",
            )
            assert offer["id"] not in [o["id"] for o in (await person.get("/api/offers"))["offers"]]
            news = (await bot.get("/api/bot/stream")).text.splitlines()
            assert {"t": "challenge", "offer": offer["id"]} in map(json.loads, news)
            stranger = await guest(club.base)
            taken = await stranger.http.post(f"/api/offers/{offer['id']}/accept")
            assert taken.status_code == 404
            began = (await bot.post(f"/api/bot/challenges/{offer['id']}/accept")).json()["game"]
            assert (await person.get(f"/api/games/{began}"))["black"]["bot"]
            seat = await person.sit(began)
            path = f"/api/bot/games/{began}"
            async with bot.stream("GET", f"{path}/stream", params={"seconds": 20}) as answer:
                following = lines(answer)
                async for frame in following:
                    if frame.get("state", {}).get("to_act") == "black":
                        break
                plays = (await bot.get(f"/api/games/{began}/plays")).json()["plays"]
                command = {"t": "play", "id": "1", "play": plays[0]["play"]}
                first = (await bot.post(f"{path}/do", json=command)).json()
                again = (await bot.post(f"{path}/do", json=command)).json()
                assert first["t"] == "ack"
                assert first["seq"] == again["seq"]
                wrong = await bot.post(f"{path}/do", json={"t": "play", "id": "2", "play": "x"})
                assert wrong.status_code == 422
                assert wrong.json()["error"]["es"]
                bad = await bot.post(f"{path}/do", json={"t": "fly", "id": "3"})
                assert (bad.status_code, bad.json()["error"]["code"]) == (422, "unreadable")
                async for frame in following:
                    if frame["t"] == "event" and frame["event"]["do"] == "played":
                        break
            await seat.until(lambda s: s.mine)
            await seat.close()
            await stranger.close()
        await person.close()

    run(scenario())


def test_a_challenge_may_be_declined_by_the_challenged_only(club):
    async def scenario():
        token = await bot_account(club.base, "Negativa")
        other = await bot_account(club.base, "Ajena")
        person = await guest(club.base)
        offer = await person.post("/api/offers", agreement={"game": "abak"}, to="Negativa")
        path = f"/api/bot/challenges/{offer['id']}/decline"
        async with api(club.base, other) as stranger:
            assert (await stranger.post(path)).status_code == 404
        async with api(club.base, token) as bot:
            assert (await bot.post(path)).status_code == 204
            assert (await bot.post(path)).status_code == 404
        unknown = await person.http.post(
            "/api/offers", json={"agreement": {"game": "abak"}, "to": "Nadie de aquí"}
        )
        assert unknown.status_code == 404
        await person.close()

    run(scenario())


def test_the_example_bot_plays_a_game_to_its_end(club):
    token = run(bot_account(club.base, "Ejemplo"))
    environment = {**os.environ, "TABLAS_TOKEN": token}
    program = subprocess.Popen([sys.executable, EXAMPLE, club.base], env=environment)

    async def scenario():
        person = await guest(club.base)
        agreement = {"game": "backgammon", "position": BEARING_OFF}
        offer = await person.post("/api/offers", agreement=agreement, side="white", to="Ejemplo")
        game = None
        while game is None:
            await asyncio.sleep(0.1)
            game = (await person.get(f"/api/offers/{offer['id']}"))["game"]
        seat = await person.sit(game)
        await seat.play_on("backgammon", random.Random(4))
        assert seat.state["status"] == "finished"
        await seat.close()
        await person.close()

    try:
        run(scenario(), 300)
    finally:
        program.terminate()
        program.wait(60)
