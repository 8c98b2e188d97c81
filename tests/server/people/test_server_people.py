"""Guests, accounts and sessions over a real server."""

from __future__ import annotations

import http.cookiejar
import json

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from people_server import PASSWORD, code, people_server
from tablas.server.limits import LOGIN_FROM_ALL
from tablas.server.people.accounts import DAY
from tablas.server.people.sessions import LONGEST
from tablas.server.storage.schema_people import people, sessions


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("people")) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh_limits(server):
    server.sign_in.limits._buckets.clear()


def cookie_of(browser: httpx.Client) -> http.cookiejar.Cookie:
    (cookie,) = (one for one in browser.cookies.jar if one.name.endswith("tablas"))
    return cookie


# Guests


def test_a_guest_has_a_name_and_a_cookie_at_once(server):
    browser = server.browser()
    assert code(browser.get("/api/me")) == "log-in-first"
    me = browser.post("/api/guest", json={"language": "es"}).json()
    assert (me["kind"], me["language"]) == ("guest", "es")
    assert browser.get("/api/me").json()["id"] == me["id"]
    assert browser.post("/api/guest", json={}).json()["id"] == me["id"]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server):
    answer = server.browser().post("/api/guest", json={})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("tablas=")
    for attribute in ("HttpOnly", "SameSite=lax", "Path=/"):
        assert attribute in cookie
    assert "Secure" not in cookie  # plain http on loopback knows no secure cookies


def test_behind_https_the_cookie_is_bound_to_its_host(tmp_path):
    with people_server(tmp_path, secure_cookies=True) as server:
        cookie = server.browser().post("/api/guest", json={}).headers["set-cookie"]
    assert cookie.startswith("__Host-tablas=")
    assert "Secure" in cookie
    assert "Domain" not in cookie


def test_a_guest_who_registers_keeps_the_same_person(server):
    browser = server.browser()
    guest = browser.post("/api/guest", json={}).json()
    account = browser.post("/api/register", json={"name": "Grown", "password": PASSWORD}).json()
    assert account["id"] == guest["id"]
    assert (account["kind"], account["name"]) == ("account", "Grown")


# Registration and login


def test_a_registered_person_logs_in_from_elsewhere(server):
    server.registered("Lasker")
    browser = server.browser()
    answer = browser.post("/api/login", json={"name": "lasker", "password": PASSWORD})
    assert answer.json()["name"] == "Lasker"
    assert browser.get("/api/me").json()["name"] == "Lasker"


@pytest.mark.refuses("name-taken")
def test_two_names_that_read_alike_cannot_both_be_taken(server):
    server.registered("Peón1")
    browser = server.browser()
    answer = browser.post("/api/register", json={"name": "peonl", "password": PASSWORD})
    assert (answer.status_code, code(answer)) == (409, "name-taken")


@pytest.mark.refuses("logged-in")
def test_whoever_is_logged_in_registers_nobody_else(server):
    browser = server.registered("Onlyone")
    answer = browser.post("/api/register", json={"name": "Second", "password": PASSWORD})
    assert code(answer) == "logged-in"


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(server):
    server.registered("Known")
    browser = server.browser()
    wrong = [
        browser.post("/api/login", json={"name": name, "password": "not the password"})
        for name in ("Known", "Unknown", "<script>", "Guest-aaaaaaaa")
    ]
    assert {answer.status_code for answer in wrong} == {401}
    assert len({answer.content for answer in wrong}) == 1
    assert len({str(sorted(answer.headers.keys())) for answer in wrong}) == 1


def test_the_password_is_stored_as_argon2id_only(server):
    server.registered("Hashed")
    (row,) = server.rows(select(people.c.password).where(people.c.name == "Hashed"))
    assert row["password"].startswith("$argon2id$")
    assert PASSWORD not in row["password"]


def test_a_hash_of_older_parameters_is_renewed_at_login(server):
    server.registered("Aging")
    old = PasswordHasher(time_cost=1, memory_cost=16, parallelism=1).hash(PASSWORD)
    server.written(people.update().where(people.c.name == "Aging").values(password=old))
    server.browser().post("/api/login", json={"name": "Aging", "password": PASSWORD})
    (row,) = server.rows(select(people.c.password).where(people.c.name == "Aging"))
    assert "m=8," in row["password"]


# Sessions


def test_login_starts_a_new_session_and_ends_the_one_before(server):
    browser = server.browser()
    browser.post("/api/guest", json={})
    before = cookie_of(browser).value
    server.registered("Fixated")
    browser.post("/api/login", json={"name": "Fixated", "password": PASSWORD})
    assert cookie_of(browser).value != before
    stale = httpx.get(server.url + "/api/me", cookies={"tablas": before})
    assert code(stale) == "log-in-first"


def test_a_session_planted_by_somebody_else_is_worth_nothing_after_login(server):
    attacker = server.browser()
    attacker.post("/api/guest", json={})
    planted = cookie_of(attacker).value
    server.registered("Victim")
    victim = server.browser()
    victim.cookies.set("tablas", planted, domain="localhost.local", path="/")
    victim.post("/api/login", json={"name": "Victim", "password": PASSWORD})
    assert code(attacker.get("/api/me")) == "log-in-first"


@pytest.mark.parametrize("forged", ["", "x", "abc.def", "a" * 4000, '"', "é"])
def test_a_forged_cookie_is_nobody(server, forged):
    answer = httpx.get(server.url + "/api/me", headers={"Cookie": f"tablas={forged}".encode()})
    assert code(answer) == "log-in-first"


def test_a_cookie_signed_by_another_server_is_nobody(server, tmp_path):
    with people_server(tmp_path) as other:
        browser = other.browser()
        browser.post("/api/guest", json={})
        foreign = cookie_of(browser).value
    assert code(httpx.get(server.url + "/api/me", cookies={"tablas": foreign})) == "log-in-first"


def test_the_database_holds_no_session_that_could_be_used(server):
    browser = server.browser()
    browser.post("/api/guest", json={})
    cookie = cookie_of(browser).value
    stored = {row["id"] for row in server.rows(select(sessions.c.id))}
    assert cookie.partition(".")[0] not in stored


def test_logging_out_ends_the_session_on_the_server_too(server):
    browser = server.registered("Leaver")
    cookie = cookie_of(browser).value
    assert browser.post("/api/logout").json() == {"done": True}
    assert "tablas" not in browser.cookies
    assert code(httpx.get(server.url + "/api/me", cookies={"tablas": cookie})) == "log-in-first"


def test_sockets_are_told_when_their_session_ends(server):
    browser = server.registered("Socketed")
    told = []
    server.sign_in.on_ended.append(lambda keys, person: told.append((keys, person)))
    me = browser.get("/api/me").json()["id"]
    browser.post("/api/logout")
    assert [person for _, person in told] == [me]
    server.sign_in.on_ended.clear()


@pytest.mark.refuses("no-session")
def test_sessions_can_be_listed_and_ended_one_by_one_or_all_others(server):
    first = server.registered("Many")
    second, third = server.browser(), server.browser()
    for browser in (second, third):
        browser.post("/api/login", json={"name": "Many", "password": PASSWORD})
    listed = first.get("/api/sessions").json()["sessions"]
    assert len(listed) == 3
    (own,) = (
        session["id"]
        for session in third.get("/api/sessions").json()["sessions"]
        if session["current"]
    )
    assert first.delete(f"/api/sessions/{own}").json() == {"done": True}
    assert code(third.get("/api/me")) == "log-in-first"
    assert first.delete("/api/sessions").json() == {"done": True}
    assert code(second.get("/api/me")) == "log-in-first"
    assert first.get("/api/me").status_code == 200
    assert code(first.delete("/api/sessions/" + "0" * 16)) == "no-session"


def test_nobody_ends_sessions_of_others(server):
    victim, attacker = server.registered("Sitting"), server.registered("Grabbing")
    (own,) = victim.get("/api/sessions").json()["sessions"]
    assert code(attacker.delete(f"/api/sessions/{own['id']}")) == "no-session"
    assert victim.get("/api/me").status_code == 200


def test_a_session_that_was_not_seen_for_long_is_over(tmp_path):
    with people_server(tmp_path) as server:
        browser = server.registered("Sleeper")
        server.clock.ahead = 60 * DAY
        assert browser.get("/api/me").status_code == 200  # and lasts on from here
        server.clock.ahead = 120 * DAY
        assert browser.get("/api/me").status_code == 200
        server.clock.ahead = 211 * DAY
        assert code(browser.get("/api/me")) == "log-in-first"


# The account itself


@pytest.mark.refuses("renamed-lately")
def test_the_name_can_be_changed_once_and_the_old_one_is_kept_from_others(server):
    browser = server.registered("Oldname")
    assert browser.put("/api/me/name", json={"name": "Newname"}).json()["name"] == "Newname"
    assert code(browser.put("/api/me/name", json={"name": "Third"})) == "renamed-lately"
    stranger = server.browser()
    taken = stranger.post("/api/register", json={"name": "Oldname", "password": PASSWORD})
    assert code(taken) == "name-taken"
    assert code(stranger.get("/api/people/Oldname")) == "no-person"
    assert stranger.get("/api/people/newname").json()["name"] == "Newname"


def test_after_a_month_the_name_can_change_again_even_back(tmp_path):
    with people_server(tmp_path) as server:
        browser = server.registered("Oldname")
        browser.put("/api/me/name", json={"name": "Newname"})
        server.clock.ahead = 31 * DAY
        assert browser.put("/api/me/name", json={"name": "Oldname"}).json()["name"] == "Oldname"


@pytest.mark.refuses("account-needed")
def test_a_guest_has_no_name_to_change(server):
    browser = server.browser()
    browser.post("/api/guest", json={})
    assert code(browser.put("/api/me/name", json={"name": "Someone"})) == "account-needed"


def test_a_new_password_needs_a_fresh_proof_and_ends_all_other_sessions(tmp_path):
    with people_server(tmp_path) as server:
        browser = server.registered("Prover")
        other = server.browser()
        other.post("/api/login", json={"name": "Prover", "password": PASSWORD})
        server.clock.ahead = 20 * 60_000
        change = {"password": "another long password"}
        assert code(browser.put("/api/me/password", json=change)) == "prove-again"
        assert code(browser.post("/api/proof", json={"password": "wrong"})) == "login-wrong"
        assert code(browser.post("/api/proof", json={})) == "login-wrong"
        assert browser.post("/api/proof", json={"password": PASSWORD}).json() == {"done": True}
        assert browser.put("/api/me/password", json=change).json() == {"done": True}
        assert code(other.get("/api/me")) == "log-in-first"
        assert browser.get("/api/me").status_code == 200
        login = {"name": "Prover"}
        assert code(other.post("/api/login", json=login | {"password": PASSWORD})) == "login-wrong"
        assert other.post("/api/login", json=login | change).status_code == 200


def test_hostile_text_is_kept_and_given_back_as_plain_data(server):
    browser = server.registered("Painter")
    hostile = "<script>alert(1)</script><img src=x onerror=alert(1)> \" ' & {{7*7}}"
    answer = browser.patch("/api/me", json={"about": hostile})
    assert answer.json()["about"] == hostile
    shown = browser.get("/api/people/Painter")
    assert shown.headers["content-type"] == "application/json"
    assert json.loads(shown.content)["about"] == hostile


def test_an_account_without_games_can_become_a_bot_and_is_shown_as_one(server):
    browser = server.registered("Robot")
    assert browser.post("/api/me/bot").json()["kind"] == "bot"
    assert server.browser().get("/api/people/Robot").json()["kind"] == "bot"


@pytest.mark.refuses("has-played")
def test_whoever_has_played_as_a_person_becomes_no_bot(server):
    browser = server.registered("Human")
    me = browser.get("/api/me").json()["id"]
    server.game(me, "bot:random")
    assert code(browser.post("/api/me/bot")) == "has-played"


# Guessing


def guess(server, name, password, address=None, **cookies):
    headers = {"X-Forwarded-For": address} if address else {}
    browser = server.browser(**headers)
    browser.cookies.update(cookies)
    return browser.post("/api/login", json={"name": name, "password": password})


def test_guesses_of_others_lock_nobody_out(tmp_path):
    with people_server(tmp_path, trusted_proxies="127.0.0.1,::1") as server:
        owner = server.registered("Locked")
        for number in range(10):
            assert guess(server, "Locked", f"wrong {number}", "10.0.0.1").status_code == 401
        assert code(guess(server, "Locked", PASSWORD, "10.0.0.1")) == "too-many-requests"
        # From anywhere else the right password is still right.
        assert guess(server, "Locked", PASSWORD, "10.0.0.2").status_code == 200
        # A hundred from everywhere close the door to strangers, but not to a known browser.
        codes = [
            guess(server, "Locked", "wrong", f"10.1.{number}.1").status_code
            for number in range(LOGIN_FROM_ALL.most)
        ]
        assert set(codes) == {401, 429}
        assert code(guess(server, "Locked", PASSWORD, "10.0.0.3")) == "too-many-requests"
        device = {"tablas-device": owner.cookies["tablas-device"]}
        assert guess(server, "Locked", PASSWORD, "10.0.0.4", **device).status_code == 200
        # A known browser that guesses is stopped by itself, and opens no other account.
        for number in range(10):
            guess(server, "Locked", f"wrong {number}", f"10.2.{number}.1", **device)
        assert code(guess(server, "Locked", PASSWORD, "10.0.0.5", **device)) == "too-many-requests"
        server.registered("Another")
        other = guess(server, "Another", "wrong", "10.0.0.6", **device)
        assert code(other) == "login-wrong"


def test_a_device_cookie_is_worth_nothing_if_we_did_not_sign_it(server):
    owner = server.registered("Signed")
    number, _, rest = owner.cookies["tablas-device"].partition("|")
    headers = {"cookie": f"tablas-device={number}x|{rest}"}
    person = owner.get("/api/me").json()["id"]
    assert server.sign_in.device_in(headers, person) is None
    good = {"cookie": f"tablas-device={owner.cookies['tablas-device']}"}
    assert server.sign_in.device_in(good, person)
    assert server.sign_in.device_in(good, "somebody else") is None


def test_a_session_of_an_account_ends_although_it_is_used_every_month(server):
    owner, guest = server.registered("Monthly"), server.browser()
    assert guest.post("/api/guest", json={}).status_code == 200
    began, last = server.clock.ahead, LONGEST // DAY - 1
    for day in (*range(30, last, 30), last):
        server.clock.ahead = began + day * DAY
        assert owner.get("/api/me").status_code == guest.get("/api/me").status_code == 200
    server.clock.ahead += DAY
    assert code(owner.get("/api/me")) == "log-in-first"
    assert guest.get("/api/me").status_code == 200  # has nothing to come back with
