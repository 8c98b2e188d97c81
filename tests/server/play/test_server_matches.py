"""A scripted match of each game, from the invitation to the rating, on every kind of server."""

from __future__ import annotations

import asyncio
import contextlib
import itertools

import pytest

from match_script import against_a_bot, between_people, close
from server_backends import have_postgres, postgres, redis, redis_program
from server_running import Running, run

KINDS = ("backgammon", "abak", "abalone")
BOTS = {"backgammon": "bot:beginner", "abak": "bot:greedy", "abalone": "bot:beginner"}
_numbers = itertools.count(1)


@contextlib.contextmanager
def one_process(folder):
    """SQLite, nothing else."""
    running = Running(folder / "data", workers=1).start()
    try:
        yield running, running
    finally:
        running.stop()


@contextlib.contextmanager
def two_processes(folder):
    """PostgreSQL and Valkey or Redis: White at the first process, all others at the second."""
    if not (have_postgres() and redis_program()):
        pytest.skip("needs Debian's postgresql and valkey or redis-server")
    with postgres() as database, redis() as bus, contextlib.ExitStack() as stack:
        shared = {"database": database, "bus": bus, "workers": 1}
        secret = {"secret": "shared by both processes of this test"}
        both = []
        for name in ("one", "two"):
            running = Running(folder / name, **shared, **secret).start()
            stack.callback(running.stop)
            both.append(running)
        yield tuple(both)


BACKENDS = {"sqlite": one_process, "postgresql-and-redis": two_processes}


@pytest.fixture(scope="module", params=BACKENDS)
def servers(request, tmp_path_factory):
    with BACKENDS[request.param](tmp_path_factory.mktemp("match")) as running:
        yield running


def test_two_people_play_a_match_from_the_invitation_to_the_rating(servers):
    bases = servers[0].base, servers[1].base

    async def scenario(kind):
        number = next(_numbers)
        match = await between_people(bases, kind, (f"Ana {number}", f"Luis {number}"))
        await close(match)
        return kind, match.did

    async def all_at_once():  # each waits seconds for a flag to fall
        return dict(await asyncio.gather(*map(scenario, KINDS)))

    last = ["flag", "spectator", "rating"]
    dice = ["cube", "reconnect", "gammon", *last]
    assert run(all_at_once(), 300) == {
        "backgammon": dice,
        "abak": dice,
        "abalone": ["reconnect", *last],
    }


@pytest.mark.parametrize("kind", KINDS)
def test_somebody_plays_a_match_against_a_bot(servers, kind):
    bases = servers[0].base, servers[1].base
    did = run(against_a_bot(bases, kind, BOTS[kind]), 300)
    assert did == [
        *(["cube"] if kind != "abalone" else []), "reconnect", "played out", "spectator"
    ]  # fmt: skip
