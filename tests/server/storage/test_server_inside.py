"""Parts of the server on their own: workers, store, schema, settings, putting games away."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import create_engine, inspect

from machine_delay import Delay
from random_games import random_action
from server_running import run, table_at, told_here
from tablas import games
from tablas.engine.bot import opponents
from tablas.play.actions import OpeningRolled
from tablas.play.clock import TimeControl
from tablas.play.cube import Cube
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.play.terms import Limits, Stakes, Terms
from tablas.server.play.engine.bots import Bots
from tablas.server.play.engine.worker import answer_to, question, read_state
from tablas.server.play.engine.worker_pool import MOST_WAITING, WorkerPool
from tablas.server.refusals import Refused
from tablas.server.settings import Settings
from tablas.server.storage import migrate, migrations, schema_people
from tablas.server.storage.context import SystemClock
from tablas.server.storage.database import Database
from tablas.server.storage.schema import metadata
from tablas.server.storage.store import Conflict, Event, Store
from tablas.values import Dice, Side


def rolled(name: str = "abak") -> Game:
    """A game after the opening roll 3-1, White to play."""
    game = Game.begin(games.kind(name))
    return game.apply(OpeningRolled(3, 1)) if game.kind.dice else game


QUESTION = question("play", "random", rolled().state)


def test_a_worker_answers_dies_and_is_replaced():
    async def scenario():
        workers = WorkerPool(1, 20.0)
        try:
            assert (await workers.ask(QUESTION))["play"]
            (worker,) = workers._workers
            first = worker._process.pid
            worker._process.kill()
            worker._process.join()
            assert (await workers.ask(QUESTION))["play"]
            assert worker._process.pid != first
        finally:
            workers.stop()

    run(scenario())


def test_a_worker_that_thinks_too_long_is_killed_and_its_question_refused():
    async def scenario():
        workers = WorkerPool(1, 20.0)
        try:
            await workers.ask(QUESTION)
            (worker,) = workers._workers
            os.kill(worker._process.pid, signal.SIGSTOP)
            with pytest.raises(Refused) as refused, Delay() as delay:
                await workers.ask(QUESTION, seconds=0.3)
            assert refused.value.refusal.code == "thinking-failed"
            assert delay.took < 5
            assert (await workers.ask(QUESTION))["play"]
        finally:
            workers.stop()

    run(scenario())


def test_a_question_that_is_cancelled_frees_its_worker():
    async def scenario():
        workers = WorkerPool(1, 20.0)
        try:
            await workers.ask(QUESTION)
            asked = asyncio.create_task(workers.ask(QUESTION))
            await asyncio.sleep(0)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            assert (await workers.ask(QUESTION))["play"]
        finally:
            workers.stop()

    run(scenario())


@pytest.mark.refuses("engine-busy")
def test_a_queue_of_too_many_questions_is_refused():
    async def scenario():
        workers = WorkerPool(1, 20.0)
        workers._turns.waiting = MOST_WAITING
        with pytest.raises(Refused) as refused:
            await workers.ask(QUESTION)
        assert refused.value.refusal.code == "engine-busy"
        workers.stop()

    run(scenario())


def test_bots_decide_about_the_cube_as_well():
    state = rolled("backgammon").state
    to_roll = replace(state, dice=None, phase=Phase.TO_ROLL)
    doubled = replace(to_roll, phase=Phase.TO_ANSWER, cube=Cube().doubled_by(Side.WHITE))
    for level in ("greedy", "casual"):
        assert answer_to(question("doubles", level, to_roll)) == {"doubles": False}
        assert answer_to(question("answer", level, doubled)) == {"answer": "take"}


@pytest.mark.parametrize("name", ["abak", "backgammon", "abalone"])
def test_a_worker_is_told_all_that_a_player_may_know(name):
    stakes = Stakes(away=(3, 1)) if name != "abalone" else Stakes(cube=False)
    game = Game.begin(games.kind(name), Terms(stakes=stakes, limits=Limits(plies=90)))
    rng = random.Random(2)
    for _ in range(12):
        game = game.apply(random_action(game, rng))
    told = json.loads(json.dumps(question("play", "random", game.state)))
    assert read_state(told["state"], game.state.phase) == game.state


def test_a_bot_that_could_think_for_long_is_told_how_long_it_may():
    class Told:
        """Workers that keep what they are asked."""

        seconds = 10.0

        async def ask(self, asked, **_):
            self.asked = asked
            return {"play": "8/5 6/5"}

    def allowed(time):
        terms = Terms(time=TimeControl.parse(time) if time else None)
        game = Game.begin(games.kind("backgammon"), terms, now=0 if time else None)
        table = SimpleNamespace(game=game.apply(OpeningRolled(3, 1), 0 if time else None), seq=1)
        told = Told()
        run(Bots(told, None).command("bot:roller", table, Side.WHITE))
        return told.asked["seconds"]

    assert allowed(None) == 8.0  # of ten seconds, some are for a machine that is busy
    assert allowed("sudden 1") == 3.0
    assert allowed("sudden 60") == 8.0


def test_a_bot_without_time_answers_by_its_search():
    state = rolled("backgammon").state
    position = state.kind.formats.read("zJ7PAABs28AANA").position  # rollouts would play otherwise
    state = replace(
        state, position=position, dice=Dice(6, 4), terms=Terms(stakes=Stakes(cube=False))
    )
    at_once = question("play", "roller", state) | {"seconds": 1e-6}
    assert answer_to(at_once) == {"play": "24/18 13/9"}


@pytest.mark.parametrize("game", games.NAMES)
def test_every_level_of_the_house_answers_in_a_worker(game):
    state = rolled(game).state
    for level in opponents(game):
        if level in ("master", "strongest") and game == "abalone":
            continue  # they think for a while; tests/engine/test_abalone_engine.py has them
        text = answer_to(question("play", level, state) | {"seconds": 0.1})["play"]
        assert game_play(state, text)


def game_play(state, text):
    return state.kind.notation.read(state.position, state.dice, text) is not None


def made_store(folder):
    database = Database.open(Settings(data=folder))
    return database, Store(database, SystemClock(), "test")


def test_of_a_group_of_appends_only_the_duplicate_is_refused(tmp_path):
    async def scenario():
        database, store = made_store(tmp_path)
        await migrate.migrate(database)
        await store.start()
        one = Event("g1", 1, 0, 0, {"do": "x"}, "w:1")
        await store.append([one])
        appends = [
            store.append([Event("g1", 1, 0, 0, {"do": "other"}, None)]),
            store.append([Event("g1", 2, 0, 0, {"do": "y"}, "w:1")]),
            store.append([Event("g1", 2, 0, 0, {"do": "z"}, "w:2")]),
            store.append([Event("g2", 1, 0, 0, {"do": "z"}, "w:1")]),
        ]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(r) for r in results] == [Conflict, Conflict, type(None), type(None)]
        assert [e.body["do"] for e in await store.events("g1")] == ["x", "z"]
        await store.stop()
        await database.close()

    run(scenario())


def test_the_migrations_make_exactly_the_tables_of_the_program(tmp_path):
    assert schema_people.people.metadata is metadata

    async def made():
        database = Database.open(Settings(data=tmp_path / "migrated"))
        await migrate.migrate(database)
        async with database.reading() as connection:
            assert await migrate.current(connection) == migrate.LATEST
        await database.close()

    run(made())
    plain = create_engine(f"sqlite:///{tmp_path / 'plain.sqlite'}")
    metadata.create_all(plain)
    migrated = create_engine(f"sqlite:///{tmp_path / 'migrated' / 'tablas.sqlite'}")
    shapes = []
    for engine in (plain, migrated):
        found = inspect(engine)
        shapes.append({
            table: (
                [(c["name"], str(c["type"]), c["nullable"]) for c in found.get_columns(table)],
                sorted(str(i["column_names"]) for i in found.get_indexes(table)),
                found.get_pk_constraint(table)["constrained_columns"],
                sorted(str(u["column_names"]) for u in found.get_unique_constraints(table)),
            )
            for table in found.get_table_names() if table != "alembic_version"
        })  # fmt: skip
        engine.dispose()
    assert shapes[0] == shapes[1]


def test_the_newest_migration_is_the_one_that_the_program_expects():
    versions = Path(migrations.__file__).parent / "versions"
    assert max(p.name[:4] for p in versions.glob("[0-9]*.py")) == migrate.LATEST


def test_flags_come_before_the_environment_and_that_before_the_file(tmp_path, monkeypatch):
    file = tmp_path / "tablas.toml"
    file.write_text('port = 1111\nqueue = 5\nhost = "0.0.0.0"\norigins = ["https://a.example"]\n')
    monkeypatch.setenv("TABLAS_CONFIG", str(file))
    monkeypatch.setenv("TABLAS_PORT", "2222")
    monkeypatch.setenv("TABLAS_QUEUE", "6")
    chosen = Settings(port=3333)
    assert (chosen.port, chosen.queue, chosen.host) == (3333, 6, "0.0.0.0")
    assert chosen.origins == ("https://a.example",)
    file.write_text("colour = 1\n")
    with pytest.raises(ValueError, match="colour"):
        Settings()


def test_serve_explains_every_setting_and_tells_a_mistake_in_one_line():
    serve = [sys.executable, "-m", "tablas", "serve"]
    told = subprocess.run([*serve, "--help"], capture_output=True, text=True, check=True).stdout
    for name, field in Settings.model_fields.items():
        assert f"--{name.replace('_', '-')}" in told
        assert field.description
        assert f"TABLAS_{name.upper()}" in told
    wrong = subprocess.run([*serve, "--port=many"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert len(wrong.stderr.strip().splitlines()) == 1
    assert "port" in wrong.stderr


def test_a_game_that_is_put_away_still_loses_on_time(make_server):
    server = make_server(room_idle_seconds=0.1)

    async def scenario():
        async with table_at(server.base, game="abalone", time="move 0+8") as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("status") == "playing")
            game, host = table.game, table.white.guest
            for seat in table.seats:
                await seat.close()
            for _ in range(240):
                await asyncio.sleep(0.5)
                told = await host.get(f"/api/games/{game}")
                if told["status"] == "finished":
                    break
            assert told["winner"] == "white"
            metrics = (await told_here(server.base, "/api/metrics")).text
            assert "tablas_sockets 0.0" in metrics

    run(scenario())


def test_a_game_under_way_at_a_crash_is_flagged_although_nobody_returns(make_server):
    server = make_server()

    async def scenario():
        async with table_at(server.base, game="abalone", time="move 0+3") as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("status") == "playing")
            host = table.white.guest
            server.kill()
            server.start()
            for _ in range(480):
                await asyncio.sleep(0.25)
                told = await host.get(f"/api/games/{table.game}")
                if told["status"] == "finished":
                    break
            assert told["winner"] == "white"

    run(scenario())
