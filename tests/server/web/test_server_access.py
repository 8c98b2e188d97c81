"""Who may call what: every route of the application stands in this table, or the test fails.

Each route is called as everybody: nobody, a guest, an account, an account whose password was shown
long ago, a moderator, and tokens with one scope each.
"""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from people_server import code, people_server
from tablas.server.storage.schema_people import people, sessions

PEOPLE = {"guest", "account", "stale", "moderator"}
ACCOUNTS = PEOPLE - {"guest"}
TOKENS = {"read", "play", "chat", "bot"}
EVERYBODY = {"nobody"} | PEOPLE | TOKENS

MAY = {
    "anybody": EVERYBODY,
    "somebody": PEOPLE | TOKENS,
    "reading": PEOPLE | {"read"},
    "playing": PEOPLE | {"play"},
    "chatting": PEOPLE | {"chat"},
    "bot": PEOPLE | {"bot"},
    "owner": PEOPLE,
    "account": ACCOUNTS,
    "proven": ACCOUNTS - {"stale"},
    "farewell": PEOPLE - {"stale"},
    "moderator": {"moderator"},
    "operator": EVERYBODY,  # from this machine; test_server_exposure.py asks from elsewhere
}

TABLE = """
GET    /.well-known/tablas-dice.json             anybody
GET    /api                                      anybody
GET    /api/openapi.json                         anybody
POST   /api/guest                                anybody
POST   /api/register                             anybody
POST   /api/login                                anybody
POST   /api/logout                               owner
GET    /api/me                                   somebody
PATCH  /api/me                                   owner
DELETE /api/me                                   farewell
PUT    /api/me/name                              account
PUT    /api/me/password                          proven
POST   /api/me/bot                               proven
POST   /api/me/codes                             proven
POST   /api/me/codes/confirm                     proven
DELETE /api/me/codes                             proven
GET    /api/me/data                              owner
POST   /api/proof                                account
POST   /api/proof/options                        account
GET    /api/sessions                             owner
DELETE /api/sessions                             owner
DELETE /api/sessions/{id}                        owner
POST   /api/register/passkey/options             anybody
POST   /api/register/passkey                     anybody
POST   /api/login/passkey/options                anybody
POST   /api/login/passkey                        anybody
GET    /api/passkeys                             account
POST   /api/passkeys/options                     proven
POST   /api/passkeys                             proven
DELETE /api/passkeys/{id}                        proven
GET    /api/tokens                               account
POST   /api/tokens                               proven
DELETE /api/tokens/{id}                          account
GET    /api/people/{name}                        anybody
GET    /api/people/{name}/games                  anybody
GET    /api/people/{name}/ratings/{game}/{speed} anybody
GET    /api/ratings/{game}/{speed}               anybody
GET    /api/chat/phrases                         anybody
GET    /api/games/{id}/chat                      anybody
POST   /api/games/{id}/chat                      chatting
GET    /api/mutes                                owner
PUT    /api/mutes/{name}                         owner
DELETE /api/mutes/{name}                         owner
POST   /api/reports                              owner
GET    /api/moderation/reports                   moderator
POST   /api/moderation/reports/{id}/settle       moderator
POST   /api/moderation/people/{name}             moderator
POST   /api/moderation/chat/{id}/hide            moderator
GET    /api/moderation/audit                     moderator
GET    /api/bots                                 anybody
GET    /api/kinds                                anybody
GET    /api/engine                               anybody
POST   /api/games                                playing
GET    /api/games                                reading
POST   /api/local-games                          playing
GET    /api/games/{game}                         anybody
GET    /api/games/{game}/record                  anybody
GET    /api/games/{game}/files/{name}            anybody
GET    /api/formats                              anybody
POST   /api/files                                reading
GET    /api/games/{game}/plays                   anybody
POST   /api/analysis                             reading
POST   /api/judgement                            reading
POST   /api/tree                                 anybody
POST   /api/tree/files/{name}                    anybody
GET    /api/openings/{game}                      anybody
POST   /api/games/{game}/advice                  playing
GET    /api/games/{game}/explanation             playing
POST   /api/reviews                              reading
POST   /api/reviews/files                        reading
GET    /api/reviews/{match}                      anybody
GET    /api/reviews/{match}/result               anybody
GET    /api/reviews/{match}/replay               anybody
GET    /api/reviews/{match}/picture.png          anybody
GET    /api/problems                             anybody
GET    /api/problems/next                        reading
GET    /api/problems/daily                       anybody
GET    /api/problems/mistakes                    reading
GET    /api/problems/{id}                        anybody
POST   /api/problems/{id}/answers                reading
GET    /api/progress                             reading
GET    /api/dice                                 anybody
GET    /api/games/{game}/steps                   anybody
GET    /api/games/{game}/replay                  anybody
GET    /api/board/{game}                         anybody
GET    /api/board/{game}/picture.png             anybody
GET    /api/games/{game}/picture.png             anybody
GET    /api/offers                               anybody
POST   /api/offers                               playing
GET    /api/offers/{offer}                       anybody
GET    /api/offers/{offer}/qr.svg                anybody
GET    /api/offers/{offer}/picture.png           anybody
POST   /api/offers/{offer}/accept                playing
DELETE /api/offers/{offer}                       playing
POST   /api/seek                                 playing
GET    /api/bot/stream                           bot
GET    /api/bot/games/{game}/stream              bot
POST   /api/bot/games/{game}/do                  bot
POST   /api/bot/challenges/{offer}/accept        bot
POST   /api/bot/challenges/{offer}/decline       bot
GET    /api/health                               anybody
GET    /api/ready                                anybody
GET    /api/metrics                              operator
SOCKET /socket                                   anybody
SOCKET /socket/{game}                            anybody
SOCKET /socket/review/{match}                    anybody
"""
# Pages and files are the same for everybody: what they show comes from the routes above.
PAGES = """
/ /account /analysis /dice /dice.html /docs /docs/{path:path} /editor /embed
/favicon.ico /game/{id} /history /local
/invitation/{id} /learn
/lobby /moderation /offline /person/{name} /problems /progress /replay/{id} /review /review/{id}
/robots.txt /rules
/rules/abak /rules/abalone /rules/backgammon /rules/abak/summary /rules/abalone/summary
/rules/backgammon/summary
/nets/{tag}/{name} /settings /static/{version}/{path:path} /sw.js
"""
ROUTES = {(row[0], row[1]): row[2] for row in map(str.split, TABLE.strip().splitlines())}
ROUTES |= {("GET", page): "anybody" for page in PAGES.split()}
CHANGING = [route for route in ROUTES if route[0] in ("POST", "PUT", "PATCH", "DELETE")]

# After these the caller is somebody else, or nobody.
ENDING = {
    ("POST", "/api/logout"),
    ("DELETE", "/api/me"),
    ("DELETE", "/api/sessions"),
    ("POST", "/api/me/bot"),
}
FILLED = {"id": "999", "name": "Nobody", "game": "backgammon", "speed": "blitz", "offer": "none"}
FILLED |= {"version": "0", "path": "nothing.js", "match": "nothing", "tag": "0"}
SHUT = {"log-in-first", "scope-missing", "no-tokens-here", "account-needed", "prove-again"}


def routes_of(app):
    """All routes as method and path."""
    return {
        (method, route.path)
        for route in app.routes
        for method in getattr(route, "methods", None) or {"SOCKET"}
        if method != "HEAD"
    }


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("access")) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh_limits(server):
    server.sign_in.limits._buckets.clear()


class Callers:
    """Everybody who calls, made when first needed."""

    def __init__(self, server):
        self.server = server
        self.known = {}
        self.number = 0

    def __getitem__(self, who):
        if who not in self.known:
            self.known[who] = self.made(who)
        return self.known[who]

    def forget(self, who):
        self.known.pop(who, None)

    def made(self, who):
        self.number += 1
        if who == "nobody":
            return self.server.browser()
        if who == "guest":
            browser = self.server.browser()
            browser.post("/api/guest", json={})
            return browser
        name = f"Caller {self.number}"
        browser = self.server.registered(name)
        if who in TOKENS:
            made = browser.post("/api/tokens", json={"label": who, "scopes": [who]}).json()
            return self.server.browser(Authorization=f"Bearer {made['token']}")
        if who == "stale":
            mine = browser.get("/api/me").json()["id"]
            self.server.written(
                sessions.update().where(sessions.c.person == mine).values(proved_at=0)
            )
        if who == "moderator":
            self.server.written(
                people.update().where(people.c.name == name).values(role="moderator")
            )
        return browser


@pytest.fixture(scope="module")
def callers(server):
    return Callers(server)


def called(browser, method, path, **options):
    address = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: FILLED[found[1]], path)
    if method in ("POST", "PUT", "PATCH"):
        options.setdefault("json", {"nothing": "that is known"})
    return browser.request(method, address, **options)


def shut_out(answer):
    """Whether the caller was turned away for who they are, not for what they asked."""
    if answer.status_code not in (401, 403):
        return False
    found = code(answer)
    assert found not in ("wrong-origin", "banned")
    return found in SHUT or found == "not-allowed"


def test_every_route_of_the_application_stands_in_the_table(server):
    assert routes_of(server.app) == set(ROUTES)


@pytest.mark.parametrize(("method", "path"), [r for r in ROUTES if r[0] != "SOCKET"])
def test_each_route_lets_in_whom_the_table_names(server, callers, method, path):
    allowed = MAY[ROUTES[method, path]]
    let_in = set()
    for who in sorted(EVERYBODY):
        server.sign_in.limits._buckets.clear()
        answer = called(callers[who], method, path)
        assert answer.status_code < 500
        if not shut_out(answer):
            let_in.add(who)
        if (method, path) in ENDING:
            callers.forget(who)
    assert let_in == allowed


# Other sites


@pytest.mark.refuses("wrong-origin")
@pytest.mark.parametrize(("method", "path"), CHANGING)
@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
def test_no_route_changes_anything_for_a_page_of_another_site(
    server, callers, method, path, origin
):
    cookies = dict(callers["account"].cookies)
    headers = {"Origin": origin} if origin else {}
    with httpx.Client(base_url=server.url, cookies=cookies, headers=headers) as foreign:
        answer = called(foreign, method, path)
    assert (answer.status_code, code(answer)) == (403, "wrong-origin")


def test_a_form_of_another_site_logs_nobody_in(server):
    form = {"name": "x", "password": "y"}
    answer = httpx.post(
        server.url + "/api/login", data=form, headers={"Origin": "https://evil.example"}
    )
    assert code(answer) == "wrong-origin"


def test_a_program_with_a_cookie_says_so_by_our_own_header(server, callers):
    cookies = dict(callers["account"].cookies)
    answer = httpx.patch(
        server.url + "/api/me", cookies=cookies, headers={"X-Tablas": "script"}, json={}
    )
    assert answer.status_code == 200


def test_an_origin_of_the_settings_may_act(tmp_path):
    with people_server(tmp_path, origins=("https://club.example",)) as server:
        browser = server.browser(Origin="https://club.example")
        assert browser.post("/api/guest", json={}).status_code == 200


def test_no_answer_invites_other_sites_to_read_it(server):
    headers = {"Origin": "https://evil.example"}
    answer = httpx.get(server.url + "/api/chat/phrases", headers=headers)
    assert not [name for name in answer.headers if name.startswith("access-control")]
    options = httpx.options(
        server.url + "/api/me",
        headers=headers | {"Access-Control-Request-Method": "DELETE"},
    )
    assert not [name for name in options.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/socket", "/socket/somegame"])
def test_no_socket_opens_for_a_page_of_another_site(server, callers, path):
    cookie = "; ".join(f"{k}={v}" for k, v in callers["account"].cookies.items())

    async def opened():
        address = server.url.replace("http", "ws") + path
        async with connect(
            address, origin="https://evil.example", additional_headers={"Cookie": cookie}
        ):
            pass

    with pytest.raises(InvalidStatus) as error:
        asyncio.run(opened())
    assert error.value.response.status_code == 403


def test_the_description_of_the_api_tells_of_every_route_and_refusal(server):
    described = httpx.get(server.url + "/api/openapi.json").json()["paths"]
    for method, path in ROUTES:
        if method == "SOCKET" or not path.startswith("/api/") or path == "/api/openapi.json":
            continue
        operation = described[path][method.lower()]
        assert operation["summary"]
        assert operation["tags"]
        assert "RefusedAnswer" in str(operation["responses"]["4XX"])
