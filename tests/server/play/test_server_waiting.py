"""Nobody waits for ever: sessions that end when somebody wants, first rolls that nobody makes."""

from __future__ import annotations

import asyncio
import json

import pytest
import websockets

from people_server import people_server
from server_client import Guest
from server_running import guest, run, table_at, table_of

DAY = 86_400_000
PLAIN = {"game": "backgammon", "dice": "server"}


@pytest.fixture
def turned(tmp_path):
    """A server whose clock a test can put forward."""
    with people_server(tmp_path) as running:
        yield running


async def playing(table):
    for seat in table.seats:
        await seat.until(lambda s: s.state.get("status") == "playing")


async def game_over(table):
    """Whoever is to move resigns the game on the board; gives the winner."""
    await playing(table)
    for seat in table.seats:
        await seat.until(lambda s: s.state["phase"] == "to-play")
    loser = next(seat for seat in table.seats if seat.mine)
    winner = table.black if loser is table.white else table.white
    await loser.acked("resign", level=2)
    await winner.until(lambda s: "resignation" in s.state)
    await winner.acked("accept-resignation")
    for seat in table.seats:
        await seat.until(lambda s: s.state["status"] == "between-games")
    return winner


def test_a_money_session_goes_on_until_somebody_ends_it_between_games(club):
    async def scenario():
        async with table_at(
            club.base, **PLAIN, session=True, jacoby=False, time="sudden 2"
        ) as table:
            scores = {"white": 0, "black": 0}
            for number in (1, 2, 3):
                await playing(table)
                assert await table.white.refused("finish") == "not-between-games"
                assert table.white.state["match"]["game"] == number
                winner = await game_over(table)
                scores[winner.sides[0]] += 2
                match = table.white.state["match"]
                assert {side: match[side] for side in scores} == scores
                assert match["length"] is None
                if number < 3:
                    for seat in table.seats:
                        await seat.acked("next")
                    await playing(table)
                    # Each game has its whole time again.
                    clock = table.white.state["clock"]
                    assert min(clock["white"], clock["black"]) > 118_000
            await table.black.acked("finish")
            await table.white.until(lambda s: s.state["status"] == "finished")
            assert await table.white.refused("finish") == "match-over"
            told = await table.white.guest.get(f"/api/games/{table.game}")
            ahead = max(scores, key=lambda side: scores[side])
            assert (told["status"], told["winner"]) == ("finished", ahead)
            assert told["points"] == f"{scores['white']}-{scores['black']}"
            text = (await table.white.guest.http.get(f"/api/games/{table.game}/record")).text
            assert text.count('"ending": "resigned"') == 3

    run(scenario())


@pytest.mark.refuses("no-session-to-end")
def test_a_match_has_no_session_to_end(club):
    async def scenario():
        async with table_at(club.base, **PLAIN, length=3) as table:
            await playing(table)
            assert await table.white.refused("finish") == "no-session-to-end"
        me = await guest(club.base)
        for wrong in ({"length": 3}, {"rated": True, "time": "fischer 5+3"}):
            answer = await me.http.post(
                "/api/offers", json={"agreement": {**PLAIN, "session": True, **wrong}}
            )
            assert "session: una sesión sin fin" in answer.json()["error"]["es"]
        await me.close()

    run(scenario())


def test_a_game_by_correspondence_waits_for_the_first_dice_for_one_turn_and_is_called_off(turned):
    async def scenario():
        agreement = {"game": "backgammon", "days": 2}
        table = await table_of(turned.url, agreement, auto_dice=False)
        await table.white.until(lambda s: s.state.get("fair_dice", {}).get("awaits"))
        assert table.white.state["clock"]["running"] is None
        turned.clock.ahead += 2 * DAY + 1000
        back = await table.white.guest.sit(table.game, auto_dice=False)
        for seat in (back, table.white):  # the sweeper may have been first: then `back` saw nothing
            await seat.until(lambda s: s.state.get("status") == "aborted")
        assert table.white.events[-1]["event"] == {"do": "aborted", "side": "white"}
        await back.close()
        await table.close()

    run(scenario())


def test_whoever_gives_no_dice_to_a_later_game_of_the_match_loses_that_game(turned):
    async def scenario():
        agreement = {"game": "backgammon", "length": 5, "time": "fischer 5+3"}
        table = await table_of(turned.url, agreement)
        await game_over(table)
        table.black.auto_dice = False
        for seat in table.seats:
            await seat.acked("next")
        await table.white.until(lambda s: s.state.get("fair_dice", {}).get("awaits") == "black")
        assert await table.white.refused("claim") == "not-absent"
        turned.clock.ahead += 60_000
        await table.white.acked("claim")
        for seat in table.seats:
            await seat.until(lambda s: s.state["status"] == "between-games")
            assert seat.state["result"]["ending"] == "forfeited"
            assert seat.state["result"]["winner"] == "white"
        assert not [e for e in table.white.events if e["event"]["do"] == "no-chain"]
        await table.close()

    run(scenario())


def test_the_lobby_socket_closes_with_its_session(turned):
    async def scenario():
        me = await Guest.enter(turned.url)
        await me.post("/api/register", name="Listener", password="a fine long password")
        headers = {"cookie": me.cookie}
        line = await websockets.connect(
            f"{turned.url.replace('http', 'ws', 1)}/socket", additional_headers=headers
        )
        other = await Guest.enter(turned.url)
        await other.post("/api/offers", agreement=PLAIN)
        assert json.loads(await line.recv()) == {"t": "offers"}
        await me.http.post("/api/logout")
        async with asyncio.timeout(60):
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await line.recv()
        assert closed.value.rcvd.code == 1008
        for who in (me, other):
            await who.close()

    run(scenario())
