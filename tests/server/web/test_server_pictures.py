"""Links that show what they lead to: pictures of boards, and the tags that name them."""

from __future__ import annotations

import re
import struct

import httpx
import pytest

from people_server import PeopleServer
from server_running import guest, run
from tablas.server import pictures

ENDING = "XGID=-BB--------------------bb-:0:0:1:00:0:0:0:0:10"
DAISY = {"game": "abalone", "start": "german-daisy"}
MIDDLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
IMAGE = re.compile(r'<meta property="og:image" content="([^"]*)">')


def size_of(answer: httpx.Response) -> tuple[int, int]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", answer.content[16:24])
    return width, height


def image_of(base: str, path: str) -> str:
    found = IMAGE.search(httpx.get(base + path, headers={"accept": "text/html"}).text)
    assert found is not None, path
    return found[1].replace("&amp;", "&")


def test_games_invitations_and_positions_are_previewed_by_their_boards(club):
    async def scenario():
        me = await guest(club.base)
        agreement = {"game": "backgammon", "position": MIDDLE}
        game = (await me.post("/api/games", agreement=agreement, bot=None))["id"]
        offer = await me.post("/api/offers", agreement=DAISY, invitation=True)
        await me.close()
        return game, offer["id"]

    game, offer = run(scenario())
    drawn = {}
    for path, picture in (
        (f"/game/{game}", f"/api/games/{game}/picture.png"),
        (f"/replay/{game}", f"/api/games/{game}/picture.png"),
        (f"/invitation/{offer}", f"/api/offers/{offer}/picture.png"),
        (f"/editor?game=backgammon&position={ENDING}", "/api/board/backgammon/picture.png"),
        ("/rules", "/icons/social.png"),
    ):
        address = image_of(club.base, path)
        assert address.startswith(club.base)
        assert picture in address
        answer = httpx.get(address, timeout=60)
        assert size_of(answer) == pictures.SIZE
        drawn[path] = answer.content
    assert len(set(drawn.values())) == 4  # game and replay alike, the others each their own


def test_whatever_stands_in_an_address_stays_text_in_the_page(club):
    hostile = '/editor?game=abak&position="><script>alert(1)</script>'
    text = httpx.get(club.base + hostile).text
    assert "<script>alert" not in text
    assert image_of(club.base, "/game/%22%3E%3Cimg%3E").endswith("/icons/social.png")
    # Somebody else's name for this server is not repeated.
    told = httpx.get(f"{club.base}/rules", headers={"host": "elsewhere.example"}).text
    assert "og:image" not in told
    assert "elsewhere" not in told


def test_a_position_that_cannot_be_read_has_no_picture(club):
    for name, position, code in (
        ("abak", "nonsense", "unreadable-position"),
        ("chess", "belgian-daisy", "bad-request"),
    ):
        address = f"{club.base}/api/board/{name}/picture.png"
        answer = httpx.get(address, params={"position": position})
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] == code


def test_without_the_extra_links_show_the_picture_of_the_house(tmp_path, monkeypatch):
    monkeypatch.setattr("tablas.server.web.routes.pictures.can_draw", lambda: False)
    server = PeopleServer(tmp_path / "data")
    server.start()
    try:
        address = f"{server.url}/api/board/abalone/picture.png"
        answer = httpx.get(address, params={"position": "belgian-daisy"})
    finally:
        server.stop()
    assert answer.status_code == 307
    assert answer.headers["location"].endswith("/icons/social.png")


def test_a_picture_that_cannot_be_drawn_says_so():
    with pytest.raises(OSError, match="resvg ended with 1"):
        run(pictures.Pictures().png("<svg"))
