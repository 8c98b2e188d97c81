"""What is scarce is shared by person, and work that takes long keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from people_server import people_server
from server_client import Guest
from server_running import fresh_address, run, table_of
from tablas import games
from tablas.play.game import Game
from tablas.server.play import boards
from tablas.server.play.board_desk import MOST_OF_ONE, BoardDesk
from tablas.server.play.engine.fair_turns import FairTurns
from tablas.server.play.engine.worker import state_fields
from tablas.server.play.engine.worker_pool import WorkerPool
from tablas.server.refusals import Refused


def test_somebody_with_one_question_does_not_wait_for_all_of_anothers():
    async def scenario():
        turns, served, all_there = FairTurns(1), [], asyncio.Event()

        async def ask(person):
            async with turns.turn(person):
                served.append(person)
                await all_there.wait()

        many = [asyncio.create_task(ask("greedy")) for _ in range(12)]
        await asyncio.sleep(0)
        few = [asyncio.create_task(ask(name)) for name in ("ana", "eva", "ana")]
        await asyncio.sleep(0)
        all_there.set()
        await asyncio.gather(*many, *few)
        assert served[:6] == ["greedy", "greedy", "ana", "eva", "greedy", "ana"]
        assert turns.waiting == 0

    run(scenario())


@pytest.mark.parametrize("count", [1, 3])
def test_whoever_gives_up_waiting_takes_no_turn_away(count):
    async def scenario():
        turns = FairTurns(count)

        async def ask(person, seconds):
            async with turns.turn(person):
                await asyncio.sleep(seconds)

        for number in range(60):
            asking = [asyncio.create_task(ask(f"p{k % 4}", 0.001)) for k in range(9)]
            await asyncio.sleep(0.0005 * (number % 5))
            for task in asking[number % 9 :: 2]:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
        assert (turns._free, turns.waiting, len(turns._queues)) == (count, 0, 0)

    run(scenario())


def test_a_process_that_is_killed_while_it_thinks_is_replaced_and_answers_in_time():
    state = Game.begin(games.kind("abalone")).state
    long = {"ask": "analyse", "state": state_fields(state), "plays": 1, "cubeful": False}

    async def scenario():
        workers = WorkerPool(1, 60.0)
        try:
            await workers.ask({"ask": "ready"})
            (worker,) = workers._workers
            first = worker._process
            asked = asyncio.create_task(workers.ask({**long, "seconds": 1.5}))
            await asyncio.sleep(0.5)
            first.kill()
            assert (await asked)["plays"]
            assert worker._process.pid != first.pid
        finally:
            workers.stop()

    run(scenario())


@pytest.mark.refuses("boards-busy")
def test_one_visitor_may_not_fill_the_desk():
    async def scenario():
        desk, done = BoardDesk(), threading.Event()
        asked = [
            asyncio.create_task(desk.work_out("one", done.wait)) for _ in range(MOST_OF_ONE + 1)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await desk.work_out("one", done.wait)
        assert refused.value.refusal.code == "boards-busy"
        other = asyncio.create_task(desk.work_out("two", done.wait))
        await asyncio.sleep(0)
        done.set()
        await asyncio.gather(*asked, other)
        desk.stop()

    run(scenario())


def test_guests_of_one_address_share_the_engines_as_one(tmp_path, monkeypatch):
    asked = []

    async def ask(_pool, _question, _seconds=None, person=""):
        asked.append(person)
        await asyncio.Event().wait()

    monkeypatch.setattr(WorkerPool, "ask", ask)

    async def scenario(base):
        here, there = fresh_address(), fresh_address()
        people = [await Guest.enter(base, address) for address in (here, here, there, here)]
        await people[3].post("/api/register", name="Somebody", password="long enough")
        mine = (await people[3].get("/api/me"))["id"]
        seats = []
        for who in people:
            bot = {"agreement": {"game": "abalone"}, "bot": "bot:greedy", "side": "white"}
            began = await who.post("/api/games", **bot)
            seats.append(await who.sit(began["id"]))
        async with asyncio.timeout(30):
            while len(asked) < len(seats):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert asked == [f"@{here}", f"@{here}", f"@{there}", mine]
        for seat in seats:
            await seat.close()
            await seat.guest.close()

    with people_server(tmp_path, workers=1, trusted_proxies=["127.0.0.1"]) as server:
        run(scenario(f"http://localhost:{server.port}"))


LONG = 30.0  # seconds that a graph takes whom nobody lets go
ANSWERS = 12  # in the event loop none would come before the graph is there


class SlowGraph:
    """Every graph of steps keeps a processor busy until it is let go."""

    def __init__(self):
        self.begun, self.let_go = threading.Event(), threading.Event()

    def __call__(self, *_):
        self.begun.set()
        end = time.monotonic() + LONG
        while not self.let_go.is_set() and time.monotonic() < end:
            sum(range(1000))
        return {"slow": True}


@pytest.fixture
def slow(monkeypatch):
    graph = SlowGraph()
    monkeypatch.setattr(boards, "graph", graph)
    yield graph
    graph.let_go.set()


def test_the_legal_steps_of_a_turn_hold_up_nobody_but_whose_turn_it_is(tmp_path, slow):
    async def scenario(base):
        agreement = {"game": "abalone", "dice": "server"}
        table = await table_of(base, agreement, graph=True)
        white, black = table.seats
        assert await asyncio.to_thread(slow.begun.wait, LONG)
        for _ in range(ANSWERS):
            await white.guest.get("/api/health")
        assert not black.graph
        slow.let_go.set()
        await black.until(lambda seat: seat.graph == {"slow": True})
        # The opponent has long seen that the game goes on, and what came later stands behind it.
        assert white.state["status"] == "playing"
        assert white.n == black.n
        await black.acked("play", play=black.legal("abalone")[0])
        await table.close()

    with people_server(tmp_path) as server:
        run(scenario(f"http://localhost:{server.port}"))


def test_a_board_that_takes_long_to_work_out_holds_nobody_up(tmp_path, slow):
    with people_server(tmp_path) as server:
        asking = threading.Thread(
            target=server.browser().get,
            args=("/api/board/abalone",),
            kwargs={"params": {"position": "belgian-daisy"}, "timeout": 2 * LONG},
        )
        visitor = server.browser()
        asking.start()
        assert slow.begun.wait(LONG)
        for _ in range(ANSWERS):
            visitor.get("/api/health")
        assert asking.is_alive()
        slow.let_go.set()
        asking.join()
