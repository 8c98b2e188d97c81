"""Chat, mutes, reports, moderation and its log, over a real server."""

from __future__ import annotations

import json
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from people_server import PASSWORD, code, people_server
from tablas.server.limits import CHAT
from tablas.server.people.accounts import DAY
from tablas.server.people.chat import LONGEST, checked_text
from tablas.server.refusals import Refused
from tablas.server.storage.schema import games
from tablas.server.storage.schema_people import audit, people

HOSTILE = "<img src=x onerror=\"alert('x')\"> </script> javascript:x & ${7*7} '; DROP TABLE x"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("talking")) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh_limits(server):
    server.sign_in.limits._buckets.clear()


@pytest.fixture(scope="module")
def cast(server):
    """Two players, a watcher, a moderator and a second one, each in a browser of their own."""
    names = ("White", "Black", "Watcher", "Judge", "Jury")
    browsers = {name: server.registered(f"{name} one") for name in names}
    for name in ("Judge", "Jury"):
        appoint(server, f"{name} one")
    return browsers


def appoint(server, name):
    server.written(people.update().where(people.c.name == name).values(role="moderator"))


def identity(browser):
    return browser.get("/api/me").json()["id"]


@pytest.fixture
def game(server, cast):
    return server.game(identity(cast["White"]), identity(cast["Black"]))


def lines(browser, game):
    return browser.get(f"/api/games/{game}/chat").json()["lines"]


def say(browser, game, **what):
    return browser.post(f"/api/games/{game}/chat", json=what)


def act(judge, name, deed, **more):
    body = {"deed": deed, "reason": "because", **more}
    return judge.post(f"/api/moderation/people/{name}", json=body)


# Chat


def test_a_stock_phrase_reaches_everybody_in_both_languages(cast, game):
    said = say(cast["White"], game, phrase="good-luck").json()
    assert (said["en"], said["es"], said["text"]) == ("Good luck!", "¡Suerte!", None)
    assert lines(cast["Black"], game) == [said]


def test_hostile_text_is_kept_and_given_back_as_plain_data(cast, game):
    assert say(cast["White"], game, text=HOSTILE).json()["text"] == HOSTILE
    answer = cast["Black"].get(f"/api/games/{game}/chat")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert json.loads(answer.content)["lines"][0]["text"] == HOSTILE


def test_players_hear_watchers_only_after_the_game(server, cast, game):
    say(cast["Watcher"], game, text="move the back checker!")
    assert lines(cast["White"], game) == []
    assert len(lines(cast["Watcher"], game)) == 1
    assert len(lines(server.browser(), game)) == 1
    server.written(games.update().where(games.c.id == game).values(status="finished"))
    assert len(lines(cast["White"], game)) == 1


def test_lines_can_be_asked_for_after_the_last_one_seen(cast, game):
    first = say(cast["White"], game, text="one").json()["id"]
    say(cast["White"], game, text="two")
    answer = cast["Black"].get(f"/api/games/{game}/chat", params={"after": first}).json()
    assert [line["text"] for line in answer["lines"]] == ["two"]


@pytest.mark.refuses("guests-use-phrases")
def test_guests_talk_freely_only_with_their_opponent(server, cast, game):
    guest = server.browser()
    me = guest.post("/api/guest", json={}).json()["id"]
    assert code(say(guest, game, text="hello")) == "guests-use-phrases"
    assert say(guest, game, phrase="hello").status_code == 201
    own = server.game(me, identity(cast["Black"]))
    assert say(guest, own, text="hello").status_code == 201


@pytest.mark.parametrize(
    ("what", "refusal"),
    [
        pytest.param({}, "chat-one", marks=pytest.mark.refuses("chat-one")),
        ({"phrase": "hello", "text": "hello"}, "chat-one"),
        pytest.param({"phrase": "no such"}, "no-phrase", marks=pytest.mark.refuses("no-phrase")),
        ({"text": ""}, "chat-length"),
        ({"text": " \u200b\n "}, "chat-length"),
        ({"text": "x" * 301}, "chat-length"),
        ({"text": "x" * 5000}, "bad-request"),
    ],
)
def test_what_cannot_be_said_is_refused(cast, game, what, refusal):
    assert code(say(cast["White"], game, **what)) == refusal


@pytest.mark.refuses("no-chat-here")
def test_nobody_talks_without_a_name_or_beside_no_game(server, cast, game):
    assert code(say(server.browser(), game, text="x")) == "log-in-first"
    assert code(say(cast["White"], "nosuchgame", text="x")) == "no-chat-here"
    assert code(cast["White"].get("/api/games/nosuchgame/chat")) == "no-chat-here"


def test_nobody_floods_a_chat(cast, game):
    began, lines = time.monotonic(), 0
    while (answer := say(cast["White"], game, text=f"line {lines}")).status_code == 201:
        lines += 1
        # While the lines are written, there is room for a few more: more of them on a slow machine.
        refilled = (time.monotonic() - began) * CHAT.most / CHAT.seconds
        assert lines <= CHAT.most + refilled
    assert lines >= CHAT.most
    assert code(answer) == "too-many-requests"
    assert int(answer.headers["retry-after"]) >= 1


@pytest.mark.refuses("chat-length")
@given(st.text(max_size=400))
def test_any_text_becomes_one_visible_line_or_a_refusal(text):
    try:
        line = checked_text(text)
    except Refused as refused:
        assert refused.refusal.code == "chat-length"
        return
    assert 1 <= len(line) <= LONGEST
    line.encode()
    assert "\n" not in line
    for letter in line:
        assert letter == "\u200d" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs")


def test_towers_of_accents_are_cut_down():
    tower = "a" + "\u0301" * 50
    assert len(checked_text(tower)) <= 6


# Mutes


@pytest.mark.refuses("not-yourself")
def test_whom_somebody_has_muted_is_not_read_by_that_person_alone(server, cast, game):
    say(cast["Black"], game, text="rude")
    assert cast["White"].put("/api/mutes/Black one").json() == {"done": True}
    assert cast["White"].put("/api/mutes/Black one").json() == {"done": True}
    assert cast["White"].get("/api/mutes").json() == {"names": ["Black one"]}
    assert lines(cast["White"], game) == []
    assert len(lines(cast["Watcher"], game)) == 1
    cast["White"].delete("/api/mutes/Black one")
    assert len(lines(cast["White"], game)) == 1
    assert code(cast["White"].put("/api/mutes/White one")) == "not-yourself"
    assert code(cast["White"].put("/api/mutes/Nobody")) == "no-person"


# Reports


@pytest.mark.refuses("no-report")
def test_a_report_reaches_the_moderators_with_the_line_and_can_be_settled_once(cast, game):
    line = say(cast["Black"], game, text="an insult").json()["id"]
    body = {"name": "Black one", "complaint": "insult", "text": HOSTILE, "game": game, "line": line}
    number = cast["White"].post("/api/reports", json=body).json()["id"]
    seen = {r["id"]: r for r in cast["Judge"].get("/api/moderation/reports").json()["reports"]}
    report = seen[number]
    assert (report["reporter"], report["subject"]) == ("White one", "Black one")
    assert (report["said"], report["text"]) == ("an insult", HOSTILE)
    settle = f"/api/moderation/reports/{number}/settle"
    assert cast["Judge"].post(settle, json={"outcome": "warned"}).json() == {"done": True}
    assert code(cast["Jury"].post(settle, json={"outcome": "again"})) == "no-report"
    seen = cast["Judge"].get("/api/moderation/reports").json()["reports"]
    assert number not in {report["id"] for report in seen}


@pytest.mark.refuses("no-line")
def test_nobody_is_reported_for_what_another_said(cast, game):
    line = say(cast["White"], game, text="mine").json()["id"]
    body = {"name": "Black one", "complaint": "insult", "line": line}
    assert code(cast["Watcher"].post("/api/reports", json=body)) == "no-line"
    own = {"name": "White one", "complaint": "spam"}
    assert code(cast["White"].post("/api/reports", json=own)) == "not-yourself"


# Moderation


@pytest.mark.refuses("muted")
def test_a_muted_person_has_stock_phrases_left_and_can_read_why(server, cast, game):
    answer = act(cast["Judge"], "Black one", "mute", days=2, reason="insults")
    assert answer.json()["until_at"] > server.clock.wall()
    assert code(say(cast["Black"], game, text="hello")) == "muted"
    assert say(cast["Black"], game, phrase="sorry").status_code == 201
    me = cast["Black"].get("/api/me").json()
    assert me["muted"]
    assert (me["moderation"][0]["action"], me["moderation"][0]["reason"]) == ("mute", "insults")
    act(cast["Judge"], "Black one", "unmute")
    assert say(cast["Black"], game, text="hello").status_code == 201


def test_a_mute_ends_by_itself(tmp_path):
    with people_server(tmp_path) as server:
        judge, talker = server.registered("Judge two"), server.registered("Talker")
        appoint(server, "Judge two")
        game = server.game(identity(talker), "bot:random")
        act(judge, "Talker", "mute", days=1)
        assert code(say(talker, game, text="hello")) == "muted"
        server.clock.ahead = 2 * DAY
        assert say(talker, game, text="hello").status_code == 201


@pytest.mark.refuses("banned")
def test_a_banned_person_neither_plays_nor_talks_but_still_owns_the_data(server, cast, game):
    banned = server.registered("Banned one")
    act(cast["Judge"], "Banned one", "ban")
    assert code(say(banned, game, phrase="hello")) == "banned"
    offer = banned.post("/api/offers", json={})
    assert code(offer) in ("banned", "bad-request")
    assert banned.get("/api/me").json()["banned"]
    assert banned.get("/api/me/data").status_code == 200
    act(cast["Judge"], "Banned one", "unban")
    assert say(banned, game, phrase="hello").status_code == 201


@pytest.mark.refuses("account-closed")
def test_a_closed_account_is_out_at_once_and_told_why_only_with_the_password(server, cast):
    closed = server.registered("Closed one")
    made = closed.post("/api/tokens", json={"label": "x", "scopes": ["read"]}).json()["token"]
    act(cast["Judge"], "Closed one", "close", reason="cheating")
    assert code(closed.get("/api/me")) == "log-in-first"
    bearer = {"Authorization": f"Bearer {made}"}
    assert code(server.browser().get("/api/me", headers=bearer)) == "bad-token"
    login = {"name": "Closed one", "password": PASSWORD}
    answer = server.browser().post("/api/login", json=login)
    assert code(answer) == "account-closed"
    assert "cheating" in answer.json()["error"]["en"]
    wrong = server.browser().post("/api/login", json=login | {"password": "not that one"})
    assert code(wrong) == "login-wrong"
    assert server.browser().get("/api/people/Closed one").json()["closed"]
    act(cast["Judge"], "Closed one", "reopen")
    assert server.browser().post("/api/login", json=login).status_code == 200
    assert code(server.browser().get("/api/me", headers=bearer)) == "bad-token"


@pytest.mark.refuses("not-allowed")
def test_moderators_touch_neither_each_other_nor_themselves(cast):
    assert code(act(cast["Judge"], "Jury one", "close")) == "not-allowed"
    assert code(act(cast["Judge"], "Judge one", "unmute")) == "not-yourself"


def test_a_hidden_line_is_seen_by_nobody(cast, game):
    line = say(cast["Black"], game, text="unspeakable").json()["id"]
    hide = f"/api/moderation/chat/{line}/hide"
    assert cast["Judge"].post(hide, json={"reason": "insult"}).json() == {"done": True}
    assert lines(cast["White"], game) == []
    missing = cast["Judge"].post("/api/moderation/chat/999999/hide", json={"reason": "x"})
    assert code(missing) == "no-line"


def test_every_deed_stands_in_the_log_with_actor_and_reason(server, cast):
    server.registered("Logged one")
    deeds = ("mute", "unmute", "ban", "unban", "close", "reopen")
    for deed in deeds:
        assert act(cast["Judge"], "Logged one", deed, reason=HOSTILE).status_code == 200
    found = cast["Jury"].get("/api/moderation/audit", params={"name": "Logged one"}).json()
    assert [entry["action"] for entry in found["entries"]] == list(reversed(deeds))
    assert {entry["actor"] for entry in found["entries"]} == {"Judge one"}
    assert {entry["reason"] for entry in found["entries"]} == {HOSTILE}


def test_a_deed_needs_a_reason(cast):
    body = {"deed": "mute", "reason": ""}
    assert code(cast["Judge"].post("/api/moderation/people/White one", json=body)) == "bad-request"


@pytest.mark.parametrize("deed", ["mute", "ban", "close", "reopen"])
def test_players_do_no_deeds(server, cast, deed):
    before = len(server.rows(select(audit)))
    assert code(act(cast["White"], "Black one", deed)) == "not-allowed"
    assert len(server.rows(select(audit))) == before
