"""Public profiles, and what the law grants: everything about me, and nothing any more."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import insert, select

from people_server import PASSWORD, code, people_server
from tablas.server.people.accounts import DAY, forget_idle_guests
from tablas.server.people.ratings import rate
from tablas.server.storage.context import Finished
from tablas.server.storage.schema import events, games, metadata, offers
from tablas.server.storage.schema_people import people, sessions
from tablas.values import Side


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("mydata")) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh_limits(server):
    server.sign_in.limits._buckets.clear()


def identity(browser):
    return browser.get("/api/me").json()["id"]


def played(server, white, black, winner, **values):
    """A finished rated game as a room would leave it."""
    ended = server.clock.wall()
    game = server.game(
        white,
        black,
        **({"status": "finished", "rated": True, "ended_at": ended, "points": "1-0"} | values),
        winner=winner.value if winner else "none",
    )
    end = Finished(
        game=game,
        kind=values.get("kind", "backgammon"),
        speed="blitz",
        rated=values.get("rated", True),
        white=white,
        black=black,
        winner=winner,
        points=1,
        ended_at=ended,
    )

    async def counted():
        async with server.context.database.writing() as connection:
            await rate(connection, end)

    server.call(counted)
    return game


# Profiles


def test_a_profile_shows_results_ratings_and_the_curve(server):
    ana, bea = server.registered("Ana P"), server.registered("Bea P")
    mine, hers = identity(ana), identity(bea)
    first = played(server, mine, hers, Side.WHITE, black_name="Bea P")
    second = played(server, hers, mine, None, white_name="Bea P")
    played(server, mine, hers, Side.BLACK, rated=False, black_name="Bea P")
    stranger = server.browser()
    profile = stranger.get("/api/people/ana p").json()
    (rating,) = profile["ratings"]
    assert (rating["game"], rating["speed"], rating["games"]) == ("backgammon", "blitz", 2)
    assert (rating["wins"], rating["draws"], rating["losses"]) == (1, 1, 0)
    assert rating["provisional"]
    assert "error_rate" not in json.dumps(profile)
    results = stranger.get("/api/people/Ana P/games").json()["games"]
    assert [result["result"] for result in results] == ["lost", "drawn", "won"]
    assert [result["rated"] for result in results] == [False, True, True]
    assert results[0]["rating_change"] is None
    assert results[2]["rating_change"] > 0
    assert {result["opponent"] for result in results} == {"Bea P"}
    curve = stranger.get("/api/people/Ana P/ratings/backgammon/blitz").json()["points"]
    assert [point["game"] for point in curve] == [first, second]


def test_results_come_in_pages(server):
    pia, quin = server.registered("Pia P"), server.registered("Quin P")
    for n in range(5):
        played(server, identity(pia), identity(quin), Side.WHITE, ended_at=1000 + n)
    seen, before = [], None
    while True:
        params = {"limit": 2} | ({"before": before} if before else {})
        page = server.browser().get("/api/people/Pia P/games", params=params).json()
        seen += [result["ended_at"] for result in page["games"]]
        before = page["next"]
        if before is None:
            break
    assert seen == [1004, 1003, 1002, 1001, 1000]


def test_the_best_are_settled_players_only(server):
    top, low = server.registered("Top P"), server.registered("Low P")
    mine, theirs = identity(top), identity(low)
    for n in range(24):
        played(server, mine, theirs, Side.WHITE if n % 3 else Side.BLACK, kind="abak")
    newcomer = server.registered("New P")
    played(server, identity(newcomer), identity(top), Side.WHITE, kind="abak")
    answer = server.browser().get("/api/ratings/abak/blitz").json()
    assert [leader["name"] for leader in answer["leaders"]] == ["Top P", "Low P"]


@pytest.mark.parametrize(
    "path", ["/api/people/Nobody here", "/api/people/Nobody here/games", "/api/people/%00"]
)
def test_nobody_has_no_profile(server, path):
    assert code(server.browser().get(path)) == "no-person"


def test_a_profile_shows_no_secret(server):
    server.registered("Secretive")
    text = server.browser().get("/api/people/Secretive").text
    for secret in ("argon2", "password", "session", "token", "name_key"):
        assert secret not in text


# Everything about me


def test_the_export_holds_every_table_that_knows_the_person(server):
    browser, other = server.registered("Exporter"), server.registered("Opponent X")
    mine, theirs = identity(browser), identity(other)
    game = played(server, mine, theirs, Side.WHITE)
    stored = {"game": game, "seq": 1, "at": 0, "stored_at": 0, "body": '{"do": "begin"}'}
    server.written(insert(events).values(**stored))
    browser.post(f"/api/games/{game}/chat", json={"text": "hello there"})
    browser.post("/api/tokens", json={"label": "my bot", "scopes": ["play"]})
    browser.put("/api/mutes/Opponent X")
    browser.post("/api/reports", json={"name": "Opponent X", "complaint": "other", "text": "hm"})
    answer = browser.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert data["person"]["name"] == "Exporter"
    assert data["games"][0]["events"][0]["body"] == '{"do": "begin"}'
    assert data["chat"][0]["text"] == "hello there"
    assert data["tokens"][0]["label"] == "my bot"
    assert data["mutes"][0]["muted"] == theirs
    assert data["reports"][0]["text"] == "hm"
    assert len(data["ratings"]) == len(data["rating_changes"]) == 1
    for secret in ("argon2", "hash", "public_key"):
        assert secret not in answer.text


def test_every_table_about_people_is_exported_or_named_here_with_a_reason():
    exported = {
        *("people", "former_names", "sessions", "passkeys", "tokens", "mutes", "ratings"),
        *("second_factors", "reviews", "sign_ins"),
        *("solver_ratings", "problem_tries", "daily_tries", "mistakes", "review_sums"),
        *("rating_changes", "games", "events", "offers", "chat_lines", "reports", "audit"),
    }
    not_about_people = {
        "challenges",  # minutes old, random
        "heartbeats",
        "problem_ratings",  # of problems, not of people
        "dice_counts",  # how often each roll fell, all games together
        "review_parts",  # answers of an engine, for the time that a review is being made
    }
    assert set(metadata.tables) == exported | not_about_people


# Nothing any more


@pytest.mark.refuses("log-in-first")
def test_deleting_leaves_the_opponents_games_and_nothing_of_the_person(server):
    browser, other = server.registered("Vanisher"), server.registered("Stayer")
    mine, theirs = identity(browser), identity(other)
    game = played(server, mine, theirs, Side.WHITE, white_name="Vanisher", black_name="Stayer")
    browser.post(f"/api/games/{game}/chat", json={"text": "remember me"})
    browser.patch("/api/me", json={"about": "I am Vanisher"})
    assert browser.delete("/api/me").json() == {"done": True}
    assert code(browser.get("/api/me")) == "log-in-first"
    login = {"name": "Vanisher", "password": PASSWORD}
    assert code(server.browser().post("/api/login", json=login)) == "login-wrong"
    assert code(server.browser().get("/api/people/Vanisher")) == "no-person"
    everything = "".join(
        json.dumps(server.rows(select(table)), default=repr) for table in metadata.tables.values()
    )
    assert "Vanisher" not in everything
    assert "vanisher" not in everything
    assert "remember me" not in everything
    (result,) = other.get("/api/people/Stayer/games").json()["games"]
    assert result["result"] == "lost"
    assert result["opponent"].startswith("Deleted-")
    name = result["opponent"]
    assert code(server.browser().get(f"/api/people/{name}")) == "no-person"


def test_a_guest_can_delete_everything_without_a_password(server):
    browser = server.browser()
    me = browser.post("/api/guest", json={}).json()
    assert browser.delete("/api/me").json() == {"done": True}
    (row,) = server.rows(select(people).where(people.c.id == me["id"]))
    assert row["deleted_at"]
    assert row["name"] != me["name"]


def test_guests_who_left_no_trace_are_forgotten_and_others_are_not(tmp_path):
    with people_server(tmp_path) as server:
        idle, player, active = (server.browser() for _ in range(3))
        names = [b.post("/api/guest", json={}).json()["name"] for b in (idle, player, active)]
        server.game(identity(player), "bot:random")
        account = server.registered("Member")
        for browser in (idle, player, account):
            browser.post("/api/logout")

        async def forgotten():
            async with server.context.database.writing() as connection:
                return await forget_idle_guests(connection, server.clock.wall())

        assert server.call(forgotten) == 0
        server.clock.ahead = 100 * DAY
        server.written(sessions.update().values(expires_at=server.clock.wall() + DAY))
        assert server.call(forgotten) == 1
        left = {row["name"] for row in server.rows(select(people))}
        assert left == {names[1], names[2], "Member"}


def test_a_deleted_moderator_moderates_nothing(server):
    browser = server.registered("Exjudge")
    server.written(people.update().where(people.c.name == "Exjudge").values(role="moderator"))
    me = identity(browser)
    browser.delete("/api/me")
    (row,) = server.rows(select(people).where(people.c.id == me))
    assert row["role"] == "player"


def test_open_offers_go_with_their_owner(server):
    browser = server.registered("Offerer")
    me = identity(browser)
    row = {"id": "offer1", "user": me, "user_name": "Offerer", "kind": "abak", "terms": "{}"}
    row |= {"pairing": "x", "side": "any", "open": True, "mode": "live"}
    server.written(insert(offers).values(**row, created_at=0, expires_at=0))
    browser.delete("/api/me")
    assert server.rows(select(offers).where(offers.c.user == me)) == []
    assert server.rows(select(games).where(games.c.white_name == "Offerer")) == []
