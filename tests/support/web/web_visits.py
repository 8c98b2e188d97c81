"""An address for every page of the app, with something to see behind it."""

from __future__ import annotations

from tablas.server.web.page_list import PAGES
from web_accounts import MODERATOR, PASSWORD
from web_players import Person

LAST_PUSHES = "5/2ww2/4b2/3wbb2/3wbb3/1w1bbw2/ww1wbb1/2b3/5 b 5-4 0"
ENDING = f"/editor?game=abalone&position={LAST_PUSHES.replace(' ', '+')}"
# What stands behind an address is not always the same page to the eye.
MORE = ["/learn#abak-9", "/learn#abalone-8", "/problems#daily-abak", ENDING, "/no-such-page"]


def visits(me: Person) -> dict[str, str]:
    """An address for every page, with something to see on it; by the path of the route."""
    me.asked("/api/login", {"name": MODERATOR, "password": PASSWORD})
    finished = me.alone("abalone", position=LAST_PUSHES)
    me.play_out("abalone")
    me.open(f"/review/{finished}")
    me.page.locator(".review-moves").wait_for()
    ids = {
        "/game/{id}": f"/game/{me.against_bot('abak')}",
        "/replay/{id}": f"/replay/{finished}",
        "/review/{id}": f"/review/{finished}",
        "/invitation/{id}": f"/invitation/{me.invitation('abak')}",
        "/person/{name}": f"/person/{MODERATOR}",
    }
    return {page.path: ids.get(page.path, page.path) for page in PAGES}
