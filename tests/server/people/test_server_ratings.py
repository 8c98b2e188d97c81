"""Ratings in a real database: counted once, whatever crashes, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
from sqlalchemy import insert, select, update

from fresh_database import put_fresh_database
from server_backends import have_postgres, patient, postgres
from tablas.server.people.accounts import PersonKind, create_account, create_guest, set_kind
from tablas.server.people.glicko import NEWCOMER, after_game
from tablas.server.people.ratings import rate, rate_forgotten, standing
from tablas.server.settings import Settings
from tablas.server.storage.context import Finished
from tablas.server.storage.database import Database
from tablas.server.storage.schema import games
from tablas.server.storage.schema_people import rating_changes, ratings
from tablas.values import Side

NOW = 1_800_000_000_000
DAY = 86_400_000


@pytest.fixture(params=["sqlite", "postgresql"])
def run(request, tmp_path):
    """Runs a coroutine function with a fresh database and three accounts in it."""
    url = request.getfixturevalue("postgresql") if request.param == "postgresql" else ""
    put_fresh_database(tmp_path)

    def running(story):
        async def told():
            async with opened(url, tmp_path) as database:
                async with database.writing() as connection:
                    people = [
                        (await create_account(connection, name, password=None, now=NOW)).id
                        for name in ("Ana", "Berto", "Clara")
                    ]
                await story(database, *people)

        asyncio.run(told())

    return running


@pytest.fixture
def postgresql():
    if not have_postgres():
        pytest.skip("needs Debian's postgresql")
    with postgres() as url:
        yield url


@asynccontextmanager
async def opened(url, folder):
    database = patient(url) if url else Database.open(Settings(data=folder))
    try:
        yield database
    finally:
        await database.close()


def finished(game, white, black, winner=Side.WHITE, **changes):
    facts = {
        "game": game,
        "kind": "backgammon",
        "speed": "blitz",
        "rated": True,
        "white": white,
        "black": black,
        "winner": winner,
        "points": 1,
        "ended_at": NOW,
    }
    return Finished(**(facts | changes))


async def counted(database, *ends):
    for end in ends:
        async with database.writing() as connection:
            await rate(connection, end)


async def stands(database, person, kind="backgammon", speed="blitz"):
    async with database.reading() as connection:
        return await standing(connection, person, kind, speed)


async def changes(database):
    async with database.reading() as connection:
        return list((await connection.execute(select(rating_changes))).mappings())


def test_a_game_moves_both_players_by_glicko(run):
    async def story(database, ana, berto, _clara):
        await counted(database, finished("g1", ana, berto))
        winner, loser = await stands(database, ana), await stands(database, berto)
        assert winner.rating == after_game(NEWCOMER, NEWCOMER, 1.0, idle=0, opponent_idle=0)
        assert loser.rating == after_game(NEWCOMER, NEWCOMER, 0.0, idle=0, opponent_idle=0)
        assert (winner.wins, winner.losses, loser.wins, loser.losses) == (1, 0, 0, 1)

    run(story)


def test_a_game_told_twice_counts_once(run):
    async def story(database, ana, berto, _clara):
        end = finished("g1", ana, berto)
        await counted(database, end, end, end)
        assert (await stands(database, ana)).games == 1
        assert len(await changes(database)) == 2

    run(story)


def test_two_processes_that_rate_at_once_count_every_game_once(run):
    async def story(database, ana, berto, clara):
        pairs = [(ana, berto), (berto, clara), (clara, ana), (berto, ana)]
        ends = [finished(f"g{n}", *pairs[n % 4], ended_at=NOW + n) for n in range(12)]
        await asyncio.gather(*(counted(database, end) for end in ends * 2))
        assert len(await changes(database)) == 24
        total = [(await stands(database, person)).games for person in (ana, berto, clara)]
        assert total == [9, 9, 6]

    run(story)


def test_a_draw_counts_half_for_both(run):
    async def story(database, ana, berto, _clara):
        await counted(database, finished("g1", ana, berto, None))
        one, other = await stands(database, ana), await stands(database, berto)
        assert one.rating == other.rating
        assert (one.rating.rating, one.draws) == (1500, 1)

    run(story)


def test_games_and_speeds_have_ratings_of_their_own(run):
    async def story(database, ana, berto, _clara):
        await counted(
            database,
            finished("g1", ana, berto),
            finished("g2", ana, berto, kind="abalone"),
            finished("g3", ana, berto, speed="rapid"),
        )
        assert (await stands(database, ana)).games == 1
        assert (await stands(database, ana, "abalone")).games == 1
        assert (await stands(database, ana, "backgammon", "rapid")).games == 1
        assert (await stands(database, ana, "abak")).games == 0

    run(story)


def test_unrated_untimed_own_and_guests_games_count_nothing(run):
    async def story(database, ana, berto, _clara):
        async with database.writing() as connection:
            guest = (await create_guest(connection, NOW, "en")).id
        await counted(
            database,
            finished("g1", ana, berto, rated=False),
            finished("g2", ana, berto, speed=None),
            finished("g3", ana, ana),
            finished("g4", ana, guest),
            finished("g5", "bot:random", "bot:greedy"),
            finished("g6", ana, "nobody"),
        )
        assert await changes(database) == []

    run(story)


def test_bots_are_rated_like_people(run):
    async def story(database, ana, berto, _clara):
        async with database.writing() as connection:
            await set_kind(connection, berto, PersonKind.BOT)
        await counted(database, finished("g1", ana, berto), finished("g2", ana, "bot:greedy"))
        assert (await stands(database, "bot:greedy")).losses == 1
        assert (await stands(database, berto)).losses == 1

    run(story)


def test_time_away_makes_a_rating_less_sure(run):
    async def story(database, ana, berto, clara):
        await counted(database, *(finished(f"g{n}", ana, berto) for n in range(30)))
        sure = (await stands(database, ana)).rating.deviation
        await counted(database, finished("late", ana, clara, ended_at=NOW + 700 * DAY))
        assert (await stands(database, ana)).rating.deviation > sure

    run(story)


def test_a_crash_between_result_and_rating_is_made_good_at_the_next_start(run):
    async def story(database, ana, berto, _clara):
        # The rating fails inside the transaction: neither half of it is there afterwards.
        with pytest.raises(RuntimeError):
            async with database.writing() as connection:
                await rate(connection, finished("g1", ana, berto))
                raise RuntimeError("the power went")
        assert await changes(database) == []
        assert (await stands(database, ana)).games == 0
        # And a result that was stored without its rating is counted at the next start, once.
        row = {"kind": "backgammon", "terms": "{}", "mode": "live", "speed": "blitz"}
        row |= {"white": ana, "black": berto, "created_at": NOW, "ended_at": NOW}
        async with database.writing() as connection:
            row["winner"] = "black"
            for number, rated, status in (
                ("g1", True, "finished"),
                ("g2", True, "finished"),
                ("g3", False, "finished"),
                ("g4", True, "aborted"),
                ("g5", True, "playing"),
            ):
                await connection.execute(
                    insert(games).values(id=number, rated=rated, status=status, **row)
                )
        await counted(database, finished("g2", ana, berto, Side.BLACK))
        assert await rate_forgotten(database) == 1
        assert await rate_forgotten(database) == 0
        assert (await stands(database, berto)).wins == 2
        assert {change["game"] for change in await changes(database)} == {"g1", "g2"}

    run(story)


def test_a_rating_never_moves_without_a_line_in_the_history(run):
    async def story(database, ana, berto, clara):
        ends = [finished(f"g{n}", ana, (berto, clara)[n % 2], ended_at=NOW + n) for n in range(9)]
        await counted(database, *ends)
        told = [row for row in await changes(database) if row["person"] == ana]
        told.sort(key=lambda row: row["at"])
        assert told[0]["rating_before"] == 1500
        for before, after in pairwise(told):
            assert after["rating_before"] == before["rating"]
        assert (await stands(database, ana)).rating.rating == told[-1]["rating"]
        async with database.writing() as connection:
            await connection.execute(update(ratings).values(wins=0))

    run(story)
