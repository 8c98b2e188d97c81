"""Tokens of an account over a real server: what they open, and for how long."""

from __future__ import annotations

import json

import httpx
import pytest
from sqlalchemy import select

from people_server import code, people_server
from tablas.server.people.accounts import DAY
from tablas.server.storage.schema_people import tokens


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("people")) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh_limits(server):
    server.sign_in.limits._buckets.clear()


def token(browser: httpx.Client, *scopes: str) -> str:
    answer = browser.post("/api/tokens", json={"label": "test", "scopes": list(scopes)})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["token"]
    return found


@pytest.mark.refuses("scope-missing")
def test_a_token_opens_what_its_scopes_say_and_nothing_else(server):
    browser = server.registered("Tokener")
    reader = {"Authorization": f"Bearer {token(browser, 'read')}"}
    me = httpx.get(server.url + "/api/me", headers=reader).json()
    assert (me["name"], me["scopes"]) == ("Tokener", ["read"])
    game = server.game(me["id"], "bot:random")
    say = f"{server.url}/api/games/{game}/chat"
    refused = httpx.post(say, headers=reader, json={"text": "hello"})
    assert code(refused) == "scope-missing"
    talker = {"Authorization": f"Bearer {token(browser, 'chat')}"}
    assert httpx.post(say, headers=talker, json={"text": "hello"}).status_code == 201


@pytest.mark.refuses("no-tokens-here")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/me/data"),
        ("DELETE", "/api/me"),
        ("PUT", "/api/me/password"),
        ("POST", "/api/tokens"),
        ("GET", "/api/sessions"),
        ("GET", "/api/moderation/reports"),
    ],
)
def test_no_token_changes_the_account_or_moderates(server, method, path):
    name = f"Scoped {abs(hash((method, path))) % 10**6}"
    every = token(server.registered(name), "read", "play", "chat", "bot")
    body = {"password": "x" * 9, "label": "x", "scopes": ["read"]}
    answer = httpx.request(
        method, server.url + path, headers={"Authorization": f"Bearer {every}"}, json=body
    )
    assert code(answer) == "no-tokens-here"


def test_a_token_is_stored_as_a_hash_and_listed_without_itself(server):
    browser = server.registered("Keeper")
    made = token(browser, "read", "play")
    assert made not in json.dumps(server.rows(select(tokens)))
    (listed,) = browser.get("/api/tokens").json()["tokens"]
    assert listed["scopes"] == ["play", "read"]
    assert "token" not in listed


@pytest.mark.refuses("bad-token", "no-token")
def test_a_revoked_token_opens_nothing(server):
    browser = server.registered("Revoker")
    made = token(browser, "read")
    (listed,) = browser.get("/api/tokens").json()["tokens"]
    assert code(server.registered("Thief").delete(f"/api/tokens/{listed['id']}")) == "no-token"
    assert browser.delete(f"/api/tokens/{listed['id']}").json() == {"done": True}
    headers = {"Authorization": f"Bearer {made}"}
    assert code(httpx.get(server.url + "/api/me", headers=headers)) == "bad-token"


def test_a_token_with_an_end_opens_nothing_after_it(tmp_path):
    with people_server(tmp_path) as server:
        browser = server.registered("Brief")
        made = browser.post(
            "/api/tokens", json={"label": "x", "scopes": ["read"], "days": 1}
        ).json()["token"]
        headers = {"Authorization": f"Bearer {made}"}
        assert httpx.get(server.url + "/api/me", headers=headers).status_code == 200
        server.clock.ahead = 2 * DAY
        assert code(httpx.get(server.url + "/api/me", headers=headers)) == "bad-token"


@pytest.mark.parametrize("told", ["Bearer x", "Basic abc", "Bearer", "Bearer tablas_" + "a" * 40])
def test_a_wrong_token_is_refused_even_beside_a_good_cookie(server, told):
    browser = server.browser()
    browser.post("/api/guest", json={})
    answer = browser.get("/api/me", headers={"Authorization": told})
    assert (answer.status_code, code(answer)) == (401, "bad-token")


@pytest.mark.refuses("many-tokens")
def test_nobody_has_more_tokens_than_allowed(server):
    browser = server.registered("Hoarder")
    for _ in range(20):
        server.sign_in.limits._buckets.clear()
        token(browser, "read")
    answer = browser.post("/api/tokens", json={"label": "one more", "scopes": ["read"]})
    assert code(answer) == "many-tokens"
