"""Codes of an app as a second step: needed beside the password, each of them once."""

from __future__ import annotations

import base64

import pytest
from sqlalchemy import select

from command import tablas
from people_server import PASSWORD, code, people_server
from tablas.server.people.second_factor import RECOVERY_CODES, STEP_MS, code_at
from tablas.server.storage.schema_people import second_factors


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("codes")) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh_limits(server):
    server.sign_in.limits._buckets.clear()


def shown(server, secret, steps=0):
    """What the app shows now, or some steps away from it."""
    return code_at(base64.b32decode(secret), server.clock.wall() // STEP_MS + steps)


def turned_on(server, name):
    """An account with codes: its browser, the secret and the recovery codes."""
    browser = server.registered(name)
    secret = browser.post("/api/me/codes", json={}).json()["secret"]
    confirmed = {"code": shown(server, secret)}
    answer = browser.post("/api/me/codes/confirm", json=confirmed)
    server.clock.ahead += STEP_MS  # that code is used up
    return browser, secret, answer.json()["recovery"]


def log_in(server, name, **more):
    return server.browser().post("/api/login", json={"name": name, "password": PASSWORD, **more})


# RFC 6238, appendix B, the last six digits of each.
@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")],
)
def test_codes_are_those_of_the_rfc(seconds, expected):
    assert code_at(b"12345678901234567890", seconds // 30) == expected


@pytest.mark.refuses("code-needed", "code-wrong")
def test_the_password_alone_opens_nothing_any_more(server):
    browser, secret, recovery = turned_on(server, "Two Steps")
    assert browser.get("/api/me").json()["codes"] is True
    assert len(set(recovery)) == RECOVERY_CODES
    assert code(log_in(server, "Two Steps")) == "code-needed"
    for wrong in ("000000", shown(server, secret, 5), shown(server, secret, -5), "x"):
        assert code(log_in(server, "Two Steps", code=wrong)) == "code-wrong"
    # Whoever does not know the password learns nothing about codes.
    guessed = {"name": "Two Steps", "password": "not it", "code": shown(server, secret)}
    assert code(server.browser().post("/api/login", json=guessed)) == "login-wrong"
    right = shown(server, secret)
    assert log_in(server, "Two Steps", code=f"{right[:3]} {right[3:]}").status_code == 200
    assert code(log_in(server, "Two Steps", code=right)) == "code-wrong"  # used already


def test_a_recovery_code_opens_once(server):
    _, _, recovery = turned_on(server, "Lost Phone")
    assert log_in(server, "Lost Phone", code=recovery[3].upper()).status_code == 200
    assert code(log_in(server, "Lost Phone", code=recovery[3])) == "code-wrong"
    assert log_in(server, "Lost Phone", code=recovery[4]).status_code == 200


def test_changes_to_the_account_ask_for_the_code_as_well(server):
    browser, secret, _ = turned_on(server, "Careful")
    server.clock.ahead += 20 * 60_000
    assert code(browser.request("DELETE", "/api/me/codes")) == "prove-again"
    assert code(browser.post("/api/proof", json={"password": PASSWORD})) == "code-needed"
    proof = {"password": PASSWORD, "code": shown(server, secret)}
    assert browser.post("/api/proof", json=proof).status_code == 200
    assert browser.request("DELETE", "/api/me/codes").status_code == 200
    assert log_in(server, "Careful").status_code == 200


@pytest.mark.refuses("codes-on", "codes-off")
def test_codes_are_on_only_after_one_was_shown(server):
    browser = server.registered("Beginner")
    assert code(browser.post("/api/me/codes/confirm", json={"code": "1"})) == "codes-off"
    secret = browser.post("/api/me/codes", json={}).json()["secret"]
    assert code(browser.post("/api/me/codes/confirm", json={"code": "000000"})) == "code-wrong"
    assert log_in(server, "Beginner").status_code == 200
    answer = browser.post("/api/me/codes/confirm", json={"code": shown(server, secret)})
    assert answer.status_code == 200
    assert code(browser.post("/api/me/codes", json={})) == "codes-on"


def test_the_database_alone_gives_neither_secret_nor_codes(server):
    _, secret, recovery = turned_on(server, "Kept")
    rows = str(server.rows(select(second_factors)))
    assert secret not in rows
    assert base64.b32decode(secret).hex() not in rows
    assert not any(one in rows for one in recovery)


def test_whoever_runs_the_server_can_take_the_codes_away(tmp_path):
    with people_server(tmp_path) as running:
        turned_on(running, "Forgetful")
        assert code(log_in(running, "Forgetful")) == "code-needed"
    done = tablas("admin", f"--data={tmp_path}", "remove-codes", "Forgetful")
    assert (done.returncode, done.stdout) == (0, "Forgetful\n")
    with people_server(tmp_path) as running:
        assert log_in(running, "Forgetful").status_code == 200


def test_guesses_at_a_code_are_limited(server):
    turned_on(server, "Guessed")
    codes = [code(log_in(server, "Guessed", code=f"{number:06}")) for number in range(12)]
    assert codes[-1] == "too-many-requests"
    assert codes.count("code-wrong") == 10
