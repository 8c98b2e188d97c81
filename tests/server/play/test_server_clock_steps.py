"""Wall clocks that are put right, or differ: nobody is charged time that has not passed."""

from __future__ import annotations

import pytest
from alembic import command
from sqlalchemy import Connection, insert, select, text

from people_server import TurnedClock, people_server
from server_backends import have_postgres, patient, postgres
from server_client import Guest
from server_running import run, table_of
from tablas.server.settings import Settings
from tablas.server.storage import migrate
from tablas.server.storage.database import Database
from tablas.server.storage.schema import events, games, heartbeats
from tablas.server.storage.service_time import BEAT_MS, ServiceTime

HOUR = 3_600_000


class SteppedClock(TurnedClock):
    """A clock whose wall time alone can be put forward or back, as by NTP."""

    step = 0

    def wall(self) -> int:
        return super().wall() + self.step


@pytest.mark.parametrize("hours", [1, 72, -1])
def test_a_step_of_the_wall_clock_and_a_restart_flag_nobody(tmp_path, hours):
    clock = SteppedClock()

    async def begin(server):
        table = await table_of(server.url, {"game": "abalone", "time": "sudden 1"})
        await table.black.until(lambda s: s.state.get("status") == "playing")
        clock.ahead += 20_000  # that much Black has really thought
        clock.step = hours * HOUR
        cookies = dict(table.black.guest.http.cookies)
        await table.close()
        return table.game, cookies

    async def go_on(server, game, cookies):
        back = Guest(server.url)
        back.http.cookies.update(cookies)
        seat = await back.sit(game)
        await seat.until(lambda s: s.state.get("status"))
        assert seat.state["status"] == "playing"
        assert seat.state["clock"]["running"] == "black"
        assert 25_000 < seat.state["clock"]["black"] <= 40_000
        await seat.acked("play", play=seat.legal("abalone")[0])
        await seat.close()
        await back.close()

    with people_server(tmp_path, clock=clock) as server:
        game, cookies = run(begin(server))
    clock.ahead += HOUR  # nobody serves for an hour
    with people_server(tmp_path, clock=clock) as server:
        run(go_on(server, game, cookies))


def held_clock(wall: int, monotonic: int) -> SteppedClock:
    clock = SteppedClock()
    clock.held = wall, monotonic
    return clock


async def served_by(database: Database, clock: SteppedClock, process: str) -> ServiceTime:
    time = ServiceTime(database, clock, process)
    await time.start()
    return time


def test_service_time_stands_still_while_nobody_serves(tmp_path):
    async def scenario():
        database = Database.open(Settings(data=tmp_path))
        await migrate.migrate(database)
        clock = held_clock(1_000_000_000, 500)
        time = await served_by(database, clock, "first")
        assert time.now() == 1_000_000_000
        clock.ahead += 7_000
        await time.beat()
        later = await served_by(database, held_clock(5, 99), "second")
        assert later.now() == 1_000_007_000
        async with database.reading() as connection:
            processes = list(await connection.scalars(select(heartbeats.c.process)))
        assert processes == ["second"]
        await database.close()

    run(scenario())


@pytest.mark.skipif(not have_postgres(), reason="needs Debian's postgresql")
def test_processes_whose_wall_clocks_differ_agree_on_the_time():
    async def scenario(url):
        database = patient(url)
        clocks = [held_clock(10 * HOUR, 1_000), held_clock(13 * HOUR, 77_000_000)]
        one, two = [
            await served_by(database, clock, name)
            for name, clock in zip(("one", "two"), clocks, strict=True)
        ]
        for _ in range(8):
            for clock in clocks:
                clock.ahead += BEAT_MS
            await one.beat()
            await two.beat()
            assert abs(one.now() - two.now()) <= BEAT_MS
        assert one.now() == 10 * HOUR + 8 * BEAT_MS
        # One stops for a while; the other has gone on serving, and that time has passed.
        clocks[1].ahead += 5_000
        await two.beat()
        await one.beat()
        assert one.now() == two.now()
        await database.close()

    with postgres() as url:
        run(scenario(url))


def as_stored_before(connection: Connection) -> None:
    """Version 0004: a game whose last event came before a pause of the server."""
    command.upgrade(migrate.configuration(connection), "0004")
    row = {"id": "g", "kind": "abalone", "terms": '{"game": "abalone"}', "mode": "live"}
    connection.execute(insert(games).values(status="playing", created_at=0, **row))
    line = {"game": "g", "seq": 1, "at": 0, "stored_at": 1_000, "body": "{}"}
    connection.execute(insert(events).values(line))
    connection.execute(text("INSERT INTO downtimes (from_at, until_at) VALUES (4000, 9000)"))
    connection.execute(text("INSERT INTO heartbeats (process, beat_at) VALUES ('p', 12000)"))


def test_pauses_of_an_older_version_stay_uncharged(tmp_path):
    async def scenario():
        database = Database.open(Settings(data=tmp_path))
        async with database.writing() as connection:
            await connection.run_sync(as_stored_before)
        await migrate.migrate(database)
        time = await served_by(database, held_clock(50_000, 3), "new")
        async with database.reading() as connection:
            served_at = await connection.scalar(select(events.c.served_at))
        assert time.now() - served_at == (12_000 - 1_000) - (9_000 - 4_000)
        await database.close()

    run(scenario())
