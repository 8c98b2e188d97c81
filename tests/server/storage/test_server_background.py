"""Nothing stops in silence: background tasks begin again, and a damaged game harms no other."""

from __future__ import annotations

import asyncio
import json

import pytest
from sqlalchemy import insert, select, update

from people_server import people_server
from server_running import eventually, guest, run, table_at, told_here
from tablas.server import background
from tablas.server.background import Background
from tablas.server.play.live import sweeper
from tablas.server.play.live.heartbeat import Heartbeat
from tablas.server.services import Services
from tablas.server.storage.schema import events, games

LATER = 1 << 50  # milliseconds
NONSENSE = '{"do": "nonsense"}'


@pytest.fixture
def swept(tmp_path, monkeypatch):
    """A server that looks at its games many times a second."""
    monkeypatch.setattr(sweeper, "SWEEP_SECONDS", 0.05)
    with people_server(tmp_path, sockets_per_user=100) as running:
        yield running


def test_a_task_that_fails_begins_again_and_is_told(monkeypatch):
    monkeypatch.setattr(background, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(background, "STEADY_SECONDS", 0.1)
    beginnings = []

    async def work():
        beginnings.append(len(beginnings))
        if len(beginnings) < 4:
            raise KeyError("what nobody thought of")
        await asyncio.sleep(3600)

    async def scenario():
        tasks = Background()
        tasks.begin("work", work)
        while len(beginnings) < 4:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert tasks.running() == {"work": False}
        assert tasks.failures == {"work": 3}
        while not tasks.running()["work"]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await tasks.end("work")
        assert tasks.running() == {}

    run(scenario())


def test_a_task_that_loses_the_word_to_end_hears_it_again():
    """As a client of a database does whose own timeout comes with the cancellation."""

    async def deaf_once():
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            raise TimeoutError from None

    async def scenario():
        tasks = Background()
        tasks.begin("work", deaf_once)
        await asyncio.sleep(0)
        await tasks.end("work")
        assert tasks.running() == {}

    run(scenario(), 20)


def test_a_server_stops_although_something_in_it_does_not(tmp_path, monkeypatch):
    async def for_ever(_services):
        await asyncio.sleep(3600)

    with people_server(tmp_path, drain_seconds=4):
        monkeypatch.setattr(Services, "stop", for_ever)


def test_of_many_heartbeats_one_that_fails_stops_no_other(monkeypatch):
    monkeypatch.setattr("tablas.server.play.live.heartbeat.TICK", 0.01)

    class Member:
        beats = 0

        def beat(self):
            self.beats += 1
            if self is broken:
                raise RuntimeError("no heartbeat")

    broken, sound = Member(), Member()

    async def scenario():
        heartbeat = Heartbeat(0.01)
        heartbeat.add(broken)
        heartbeat.add(sound)
        while sound.beats < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        heartbeat.remove(broken)
        heartbeat.remove(sound)

    run(scenario(), 20)
    assert broken.beats >= 2


def status_of(server, game):
    return server.rows(select(games.c.status).where(games.c.id == game))[0]["status"]


@pytest.mark.refuses("game-damaged")
def test_a_damaged_game_is_set_aside_and_the_others_lose_on_time_as_ever(swept):
    async def scenario():
        async with table_at(swept.url, game="abalone", time="move 0+2") as sound:
            host = await guest(swept.url)
            me = (await host.get("/api/me"))["id"]
            for number, terms in enumerate(('{"game": "abalone"', '{"game": "abalone"}')):
                swept.game(me, me, id=f"0bad{number}", kind="abalone", terms=terms, due_at=LATER)
            line = {"game": "0bad1", "seq": 1, "at": 0, "stored_at": 0, "body": NONSENSE}
            swept.written(insert(events).values(line))
            # Due only now: a sweep before that would have found the second one sound.
            swept.written(update(games).where(games.c.due_at == LATER).values(due_at=0))
            eventually(lambda: {status_of(swept, f"0bad{n}") for n in (0, 1)} == {"damaged"})
            # The sweeper goes on: a game that was put away after that still falls.
            due = swept.game(
                me, me, id="due", kind="abalone", terms='{"game": "abalone", "days": 1}',
                mode="correspondence", due_at=0,
            )  # fmt: skip
            eventually(lambda: swept.app.state.services.rooms.loaded(due))
            for game in ("0bad0", "0bad1"):
                answer = await host.http.get(f"/api/games/{game}")
                assert answer.json()["error"]["code"] == "game-damaged"
                seat = await host.sit(game)
                await seat.until(lambda s: s.closed)
                assert seat.closed == 4409
            listed = (await host.get("/api/games"))["games"]
            assert {g["id"]: g["status"] for g in listed if g["id"][:4] == "0bad"} == {
                "0bad0": "damaged", "0bad1": "damaged",
            }  # fmt: skip
            told = (await told_here(swept.url, "/api/ready")).json()
            assert told["status"] == "ready"
            assert told["damaged_games"] == 2
            running = ("writer", "heartbeat", "sweeper", "reviewer 1")
            assert told["tasks"] == dict.fromkeys(running, True)
            await sound.white.until(lambda s: s.state["status"] == "finished")

            # What can be read again goes on.
            begun = json.dumps({"do": "begun", "number": 1})
            swept.written(update(events).where(events.c.game == "0bad1").values(body=begun))
            seat = await host.sit("0bad1")
            assert (await seat.frame("state"))["game"]["status"] == "playing"
            assert status_of(swept, "0bad1") == "playing"
            assert (await told_here(swept.url, "/api/ready")).json()["damaged_games"] == 1
            await seat.close()
            await host.close()

    run(scenario())


def test_a_game_that_is_damaged_while_people_sit_there_is_given_up(swept):
    async def scenario():
        async with table_at(swept.url, game="abalone") as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("status") == "playing")
            room = swept.app.state.services.rooms.loaded(table.game)
            line = {"game": table.game, "seq": room.table.seq + 1, "at": 0, "stored_at": 0}
            swept.written(insert(events).values(line | {"body": NONSENSE}))
            swept.loop.call_soon_threadsafe(room.refresh)
            for seat in table.seats:
                await seat.until(lambda s: s.closed)
                assert seat.closed == 4409
                assert seat.refusals[-1]["error"]["code"] == "game-damaged"
            eventually(lambda: status_of(swept, table.game) == "damaged")
        metrics = swept.browser().get("/api/metrics").text
        assert "\ntablas_damaged_games 1.0" in metrics
        assert '\ntablas_task_running{task="sweeper"} 1.0' in metrics
        assert '\ntablas_task_failures_total{task="sweeper"} 0.0' in metrics

    run(scenario())


def test_a_sweeper_that_fails_is_told_and_sweeps_again(swept, monkeypatch):
    monkeypatch.setattr(background, "STEADY_SECONDS", 0.5)
    real, broken = sweeper.Sweeper._wake_due, []

    async def fails_once(self, *, everything):
        if not broken:
            broken.append(True)
            raise RuntimeError("what nobody thought of")
        await real(self, everything=everything)

    monkeypatch.setattr(sweeper.Sweeper, "_wake_due", fails_once)
    visitor = swept.browser()
    eventually(lambda: visitor.get("/api/ready").json()["status"] == "degraded")
    assert visitor.get("/api/ready").json()["tasks"]["sweeper"] is False
    eventually(lambda: visitor.get("/api/ready").json()["status"] == "ready")
    assert 'tablas_task_failures_total{task="sweeper"} 1.0' in visitor.get("/api/metrics").text
