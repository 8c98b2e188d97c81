"""Reviews as jobs: made once, one at a time, within quotas, and finished whatever happens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path

import httpx
import pytest

from reviewed_games import heard_until_done, match_text, resigned_game
from server_backends import have_postgres, patient, postgres
from server_running import Running, children, eventually, guest, run
from tablas.files import read
from tablas.review.review import questions
from tablas.server.coach.review_jobs import (
    DAY_MS,
    LEASE_MS,
    UPLOAD_DAYS,
    ReviewJob,
    ReviewJobs,
)
from tablas.server.settings import Settings
from tablas.server.storage.database import Database
from tablas.server.storage.migrate import migrate


@pytest.fixture(scope="module")
def reviewers(tmp_path_factory):
    running = Running(tmp_path_factory.mktemp("reviewers"), workers=0, analysts=0).start()
    yield running
    running.stop()


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


async def uploaded(me, text, care="fast"):
    answer = await me.http.post(f"/api/reviews/files?name=a.jsonl&care={care}", content=text)
    assert answer.status_code == 202, answer.text
    return answer.json()


@pytest.mark.parametrize("game", ["backgammon", "abak", "abalone"])
def test_a_finished_game_is_reviewed_and_its_progress_is_pushed(reviewers, game):
    async def scenario():
        me = await guest(reviewers.base)
        id = await resigned_game(me, game)  # noqa: A001
        asked = await me.post("/api/reviews", game=id, care="fast")
        assert asked["status"] in ("waiting", "running")
        told = await heard_until_done(reviewers.base, id, "fast")
        assert told[-1]["status"] == "done"
        assert [one["done"] for one in told] == sorted(one["done"] for one in told)
        assert told[-1]["done"] == told[-1]["total"] > 0
        # A stranger may read what was made, board by board.
        async with httpx.AsyncClient(base_url=reviewers.base) as stranger:
            review = (await stranger.get(f"/api/reviews/{id}/result?care=fast")).json()
            replay = (await stranger.get(f"/api/reviews/{id}/replay?care=fast")).json()
        plays = [one for one in review["decisions"] if one["what"] == "play"]
        assert len(plays) == 3
        moments = replay["games"][0]["moments"]
        for one in plays:  # a decision stands at the place in the log that the replay shows
            assert moments[one["place"] + 1]["event"]["do"] == "played"
            assert len(one["shown"]["ways"]) == len(one["alternatives"])
            assert all(one["shown"]["ways"])
            # From each decision a game can be played on.
            agreement = {"game": game, "position": one["position"]}
            assert (await me.post("/api/games", agreement=agreement, bot=None))["id"]
        assert me.name not in json.dumps(review)
        await me.close()

    run(scenario())


WRONG = """\
 1 point match

 Game 1
 Ana : 0                        Bob : 0
  1) 31: 8/5 6/5                 64: 24/13
  2) 62: 24/18 13/11
"""


def test_what_is_wrong_in_a_file_is_told_beside_its_review_and_the_picture_shows_it(reviewers):
    async def scenario():
        me = await guest(reviewers.base)
        answer = await me.http.post("/api/reviews/files?name=a.mat&care=fast", content=WRONG)
        match = answer.json()["match"]
        told = await heard_until_done(reviewers.base, match, "fast")
        assert told[-1]["status"] == "done"
        path = f"/api/reviews/{match}"
        replay = (await me.http.get(f"{path}/replay?care=fast")).json()
        (fault,) = replay["faults"][:1]
        assert (fault["line"], "24/13" in fault["en"]) == (5, True)
        assert fault["es"]
        assert len(replay["games"]) == 1
        picture = await me.http.get(f"{path}/picture.png?care=fast", follow_redirects=True)
        assert picture.content[:8] == b"\x89PNG\r\n\x1a\n"
        assert code(await me.http.get(f"{path}/picture.png?care=deep")) == (404, "no-such-review")
        await me.close()

    run(scenario())


def test_uploads_are_forgotten_after_their_time_and_games_stay(tmp_path):
    class Clock:
        now = 1_000 * DAY_MS

        def wall(self):
            return self.now

    async def scenario():
        database = Database.open(Settings(data=tmp_path))
        await migrate(database)
        clock = Clock()
        jobs = ReviewJobs(database, clock)
        usual = {"care": "fast", "kind": "abak", "person": "me", "status": "waiting"}
        await jobs.ask(ReviewJob(match="file-1", source="record", **usual))
        await jobs.ask(ReviewJob(match="game1", source=None, **usual))
        clock.now += (UPLOAD_DAYS - 1) * DAY_MS
        assert await jobs.forget_uploads() == 0
        clock.now += 2 * DAY_MS
        assert await jobs.forget_uploads() == 1
        assert await jobs.find("file-1", "fast") is None
        assert await jobs.find("game1", "fast") is not None
        await database.close()

    asyncio.run(scenario())


def test_a_file_is_reviewed_once_whoever_brings_it(reviewers):
    async def scenario():
        text = match_text("backgammon", seed=3)
        me, other = await guest(reviewers.base), await guest(reviewers.base)
        match = (await uploaded(me, text))["match"]
        await heard_until_done(reviewers.base, match, "fast")
        again = await uploaded(other, text)
        assert (again["match"], again["status"]) == (match, "done")
        cpu = again["cpu"]
        assert cpu > 0
        assert (await uploaded(me, text))["cpu"] == cpu
        replay = await me.get(f"/api/reviews/{match}/replay?care=fast")
        assert (replay["white"]["name"], replay["mode"]) == ("Ana", "file")
        await me.close()
        await other.close()

    run(scenario())


@pytest.mark.refuses("no-such-review", "not-finished", "nothing-to-review")
def test_what_cannot_be_reviewed_is_refused_with_its_reason(reviewers):
    async def scenario():
        me = await guest(reviewers.base)
        made = await me.post("/api/games", agreement={"game": "abalone", "dice": "server"})
        for path in ("", "/result", "/replay"):
            answer = await me.http.get(f"/api/reviews/{made['id']}{path}")
            assert code(answer) == (404, "no-such-review")
        asked = {"game": made["id"]}
        assert code(await me.http.post("/api/reviews", json=asked)) == (409, "not-finished")
        seat = await me.sit(made["id"])
        await seat.acked("abort")
        assert code(await me.http.post("/api/reviews", json=asked)) == (409, "nothing-to-review")
        answer = await me.http.post("/api/reviews/files?name=a.mat", content=b"nonsense")
        assert code(answer) == (422, "unreadable-file")
        await seat.close()
        await me.close()

    run(scenario())


@pytest.mark.refuses("too-many-reviews")
def test_the_reviews_of_one_person_wait_for_each_other(make_server):
    server = make_server(analysts=0)  # nobody waits for these reviews: they end with it

    async def scenario():
        me, other = await guest(server.base), await guest(server.base)
        for seed in range(10, 15):
            await uploaded(me, match_text("abalone", seed=seed, most=120), "normal")
        sixth = match_text("abalone", seed=15)
        answer = await me.http.post("/api/reviews/files?name=a.jsonl", content=sixth)
        assert code(answer) == (409, "too-many-reviews")
        # Whoever has asked for one does not wait behind all five: one of each person in turn
        # is being made, and that one may be the next.
        mine = await uploaded(other, sixth, "fast")
        assert mine["status"] == "waiting"
        await me.close()
        await other.close()

    run(scenario())


@pytest.mark.refuses("review-quota", "no-reviews")
def test_a_share_of_the_day_is_refused_when_it_is_used_up(make_server):
    small = make_server("small", analysts=0, reviewed_per_day=60)
    none = make_server("none", analysts=0, reviewers=0)

    async def scenario():
        me = await guest(small.base)
        match = (await uploaded(me, match_text("backgammon", seed=5)))["match"]
        other = match_text("backgammon", seed=6, count=3)
        answer = await me.http.post("/api/reviews/files?name=a.jsonl", content=other)
        assert code(answer) == (429, "review-quota")
        assert int(answer.headers["retry-after"]) > 60
        # What stands there already costs nothing.
        again = await uploaded(me, match_text("backgammon", seed=5))
        assert again["match"] == match
        await me.close()
        me = await guest(none.base)
        answer = await me.http.post("/api/reviews/files?name=a.jsonl", content=other)
        assert code(answer) == (503, "no-reviews")
        await me.close()

    run(scenario())


MARKER = 0.123456  # no engine gives this twice


def test_a_review_survives_the_death_of_the_server_and_nothing_is_found_out_twice(make_server):
    """Answers are marked in the database of the dead server: they are in the review afterwards."""
    server = make_server(analysts=0)
    text = match_text("backgammon", seed=2, most=120)  # some seconds of thinking
    total = len(list(questions(read(text.encode(), ".jsonl"))))

    async def begun():
        me = await guest(server.base)
        match = (await uploaded(me, text, "normal"))["match"]
        while True:
            told = await me.get(f"/api/reviews/{match}")
            if told["done"]:
                break
            await asyncio.sleep(0.02)
        assert told["done"] < told["total"] == total
        await me.close()
        return match

    match = run(begun())
    server.kill()
    with contextlib.closing(sqlite3.connect(server.data / "tablas.sqlite")) as database:
        rows = database.execute("SELECT number, body FROM review_parts ORDER BY number").fetchall()
        assert [number for number, _ in rows] == list(range(len(rows)))
        for number, body in rows:
            part = json.loads(body)
            part["gained" if "luck" in part else "lost"] = MARKER
            database.execute(
                "UPDATE review_parts SET body = ? WHERE number = ?", (json.dumps(part), number)
            )
        database.commit()
    server.start()

    async def finished():
        told = await heard_until_done(server.base, match)
        assert told[-1]["status"] == "done"
        me = await guest(server.base)
        review = await me.get(f"/api/reviews/{match}/result")
        standing = await me.get(f"/api/reviews/{match}")
        await me.close()
        return review, standing

    review, standing = run(finished())
    assert standing["resumed_at"] == len(rows)
    found = [one["lost"] for one in review["decisions"]]
    found += [one["gained"] for one in review["rolls"]]
    assert len(found) == total
    assert found.count(MARKER) == len(rows)
    server.stop()
    with contextlib.closing(sqlite3.connect(server.data / "tablas.sqlite")) as database:
        assert database.execute("SELECT COUNT(*) FROM review_parts").fetchone() == (0,)


class Clock:
    def __init__(self):
        self.now = 1_000_000

    def wall(self):
        return self.now

    def monotonic(self):
        return self.now


def job(match, person="ana"):
    return ReviewJob(
        match=match, care="normal", kind="abalone", person=person, source="x", status="waiting"
    )


async def who_works_on_what(database):
    """Two processes on one database: the jobs of one person in turn, those of the dead again."""
    clock = Clock()
    here, there = ReviewJobs(database, clock), ReviewJobs(database, clock)
    for name in ("a", "b"):
        clock.now += 1
        await here.ask(job(name))
    await here.ask(job("a"))  # twice is once
    assert await here.waiting_of("ana") == 2
    first = await here.claim()
    assert first
    assert first.match == "a"
    assert await there.claim() is None  # one at a time of one person
    await here.ask(job("c", person="bob"))
    second = await there.claim()
    assert second
    assert second.match == "c"
    await here.add(first, 0, [{"n": 0}, {"n": 1}], 5, 12)
    clock.now += LEASE_MS + 1  # `here` has died
    again = await there.claim()
    assert again
    assert (again.match, again.done, again.total) == ("a", 2, 5)
    assert await there.parts(again) == [{"n": 0}, {"n": 1}]
    await there.add(again, 2, [{"n": 2}], 3, 5)
    await there.finish(again, {"all": 3}, 1)
    standing = await here.find("a", "normal")
    assert standing
    assert (standing.status, standing.cpu, standing.resumed_at) == ("done", 18, 2)
    assert await here.result("a", "normal") == '{"all":3}'
    assert await here.parts(again) == []
    # Somebody who was not served yet comes before who was, though that job is older.
    clock.now += 1
    await here.ask(job("d", person="eve"))
    following = [await here.claim(), await here.claim()]
    assert [one.match for one in following if one] == ["d", "c"]


def test_jobs_on_sqlite(tmp_path):
    async def scenario():
        database = Database.open(Settings(data=tmp_path))
        await migrate(database)
        try:
            await who_works_on_what(database)
        finally:
            await database.close()

    run(scenario())


@pytest.mark.skipif(not have_postgres(), reason="needs Debian's postgresql")
def test_jobs_on_postgresql():
    with postgres() as url:

        async def scenario():
            database = patient(url)
            try:
                await who_works_on_what(database)
            finally:
                await database.close()

        run(scenario())


def test_reviewers_stand_back_behind_bots(make_server):
    """Their processes are nicer than the server and its bots."""
    server = make_server(analysts=0)

    async def scenario():
        me = await guest(server.base)
        await uploaded(me, match_text("abalone", seed=9))
        await me.close()

    run(scenario())
    assert server.process

    def nice(pid):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[16])

    own = nice(server.process.pid)
    eventually(lambda: [nice(pid) - own for pid in children(server.process.pid)] == [10])
