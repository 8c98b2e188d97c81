"""The log of sign-ins: everybody can read their own, nobody else's, and no address is in it."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import select

from people_server import PASSWORD, code, people_server
from tablas.server.people.accounts import DAY
from tablas.server.people.sign_in_log import KEPT, MOST, SHOWN
from tablas.server.storage.schema_people import sign_ins

AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("sign-ins")) as running:
        yield running


def log_in(server, name, password=PASSWORD, agent=AGENT):
    browser = server.browser(**{"User-Agent": agent})
    return browser, browser.post("/api/login", json={"name": name, "password": password})


def entries(browser):
    return browser.get("/api/sessions").json()["sign_ins"]


@pytest.mark.refuses("login-wrong")
def test_an_account_sees_when_how_and_by_what_browser_it_was_signed_in(server):
    server.registered("Ines")
    assert code(log_in(server, "Ines", "a wrong guess")[1]) == "login-wrong"
    browser, _ = log_in(server, "Ines")
    seen = entries(browser)
    assert [one["how"] for one in seen] == ["password", "wrong-password", "new-account"]
    assert [one["device"] for one in seen[:2]] == ["Chrome, Windows"] * 2
    assert all(abs(one["at"] - server.clock.wall()) < 60_000 for one in seen)
    assert browser.get("/api/me/data").json()["sign_ins"][0]["device"] == "python-httpx"


def test_nobody_sees_anothers_and_guests_have_none(server):
    server.registered("Olga")
    other = server.registered("Petra")
    assert [one["how"] for one in entries(other)] == ["new-account"]
    guest = server.browser()
    guest.post("/api/guest", json={})
    assert entries(guest) == []


@pytest.mark.refuses("login-wrong")
def test_a_guess_at_a_name_that_nobody_has_leaves_no_entry(server):
    before = len(server.rows(select(sign_ins)))
    assert code(log_in(server, "Nobody at all", "guess")[1]) == "login-wrong"
    assert len(server.rows(select(sign_ins))) == before


@pytest.mark.refuses("login-wrong")
def test_operators_read_it_without_names_or_addresses(server, caplog):
    server.registered("Quima")
    with caplog.at_level(logging.INFO, "tablas.security"):
        log_in(server, "Quima", "a wrong guess")
        log_in(server, "Quima")
    lines = [one for one in caplog.records if one.name == "tablas.security"]
    assert [one.levelname for one in lines] == ["WARNING", "INFO"]
    assert "127.0.0.1" not in caplog.text
    assert "Quima" not in caplog.text


def test_entries_go_after_ninety_days_and_the_last_hundred_stay(server):
    browser = server.registered("Rita")
    mine = browser.get("/api/me").json()["id"]
    old = server.clock.wall()
    rows = [
        {"person": mine, "at": old + number, "how": "password", "device": f"number {number}"}
        for number in range(MOST + 5)
    ]
    server.written(sign_ins.insert().values(rows))
    browser, _ = log_in(server, "Rita")
    kept = server.rows(select(sign_ins).where(sign_ins.c.person == mine))
    assert len(kept) == MOST
    assert len(entries(browser)) == SHOWN
    server.clock.ahead += KEPT + DAY
    browser, _ = log_in(server, "Rita")
    assert [one["how"] for one in entries(browser)] == ["password"]
