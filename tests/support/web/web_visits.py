"""An address for every page of the app, with something to see behind it."""

from __future__ import annotations

from tablas.server.web.page_list import PAGES
from web_accounts import logged_in
from web_players import Person

ENDING = "/editor?game=abalone&position=5/2ww2/4b2/3wbb2/3wbb3/1w1bbw2/ww1wbb1/2b3/5+b+5-4+0"
# What stands behind an address is not always the same page to the eye.
MORE = ["/learn#abak-9", "/learn#abalone-8", "/problems#daily-abak", ENDING, "/no-such-page"]


def visits(me: Person) -> dict[str, str]:
    """An address for every page, with something to see on it; by the path of the route."""
    name = logged_in(me)
    me.open("/")
    me.opponent("friend")
    me.page.locator(".start").click()
    link = me.page.locator("#link").input_value()
    me.open("/")
    me.opponent("bot")
    me.open(ENDING)
    me.page.locator("[name=opponent]").select_option("here")
    me.page.get_by_role("button", name="Play from here").click()
    finished = me.seated()
    me.play_out("abalone")
    me.open(f"/review/{finished}")
    me.page.locator(".review-moves").wait_for()
    table = me.start("abak")
    ids = {
        "/game/{id}": f"/game/{table}",
        "/replay/{id}": f"/replay/{finished}",
        "/review/{id}": f"/review/{finished}",
        "/invitation/{id}": link.removeprefix(me.base),
        "/person/{name}": f"/person/{name}",
    }
    return {page.path: ids.get(page.path, page.path) for page in PAGES}
