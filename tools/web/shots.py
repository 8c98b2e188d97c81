"""Pictures of every page into build/shots: desktop and phone, light and dark, games on their side.

    python -m tools.web.shots [name …]         every page, or those named, into build/shots
    python -m tools.web.shots --docs [name …]  the pictures that the README shows, into docs/images

Starts a server of its own on a free port of this machine, with a database that is thrown away. The
dark pictures are in Spanish. docs/images keeps only what a page of the documentation shows: one
picture a game, by day, on a desktop.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
SHOTS = ROOT / "build" / "shots"
SHOWN = ROOT / "docs" / "images"
PAGES = {
    "home": "/",
    "courses": "/learn",
    "learn": "/learn#abak-9",
    "glossary": "/learn#abalone-9",
    "rules": "/rules/abak",
    "summary": "/rules/backgammon/summary",
    "settings": "/settings",
    "account": "/account",
    "dice": "/dice?game={finished}",
    "analysis": "/analysis?game=backgammon&roll=31",
    "editor": "/editor",
    "history": "/history",
    "person": "/person/{name}",
    "replay": "/replay/{finished}",
    "invitation": "/invitation/{invitation}",
    "moderation": "/moderation",
    "api": "/api",
    "missing": "/nowhere",
}
# From games of the bots, so that there is something to see.
GAMES = {
    "abak": "gs/OS/1/ss/sn/ss/gDE/4/SS/ss/2/e/SG/Gds/SS/2/NSSS/o/1 -/- -/- w",
    "backgammon": "XGID=-bCB-BB-B----B---cAbcc-Ab-:0:0:1:00:0:0:0:0:10",
    "abalone": "ww1b1/wwwb2/1ww1bb1/4bb2/4b4/4ww2/1bbwww1/bbbww1/bb3 b 0-0 0",
}
ENDING = "XGID=-BB--------------------bb-:0:0:1:00:0:0:0:0:10"
SIDES = {"abak": "white", "backgammon": "white", "abalone": "black"}
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}
ON_ITS_SIDE: Any = {"width": 844, "height": 390}
SETTLED = 900  # milliseconds until everything has glided to its place
NAME, PASSWORD = "Clara", "a picture of a password"
ASK = """async ([method, path, body]) => {
  const headers = { "content-type": "application/json", "x-tablas": "web" };
  const sent = method === "GET" ? undefined : JSON.stringify(body);
  const answer = await fetch(path, { method, headers, body: sent });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}"""


@contextmanager
def server(moderator: str = "") -> Iterator[str]:
    """The address of a server that ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        tablas = [sys.executable, "-m", "tablas"]
        if moderator:
            made = [*tablas, "admin", f"--data={folder}", "create-user", moderator]
            subprocess.run(
                [*made, "--moderator", "--password-stdin"],
                input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL,
            )  # fmt: skip
        running = subprocess.Popen(
            [*tablas, "serve", f"--data={folder}", "--port=0", "--log-level=error",
             "--requests-per-minute=100000", "--messages-per-20s=100000"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert running.stdout
            address = next(filter(None, map(re.compile(r"http://\S+").search, running.stdout)))
            yield address[0]
        finally:
            running.terminate()
            running.wait(20)


def ask(page: Page, method: str, path: str, **body: Any) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(ASK, [method, path, body])
    return answer


def furnished(page: Page, base: str) -> dict[str, str]:
    """Somebody with games, an invitation and reports to read; gives what stands in addresses."""
    page.goto(base)
    ask(page, "POST", "/api/login", name=NAME, password=PASSWORD)
    page.evaluate("localStorage.setItem('tablas-known', '1')")
    agreement = {"game": "backgammon", "position": ENDING}
    bot = next(
        one["id"] for one in ask(page, "GET", "/api/bots")["bots"] if one["game"] == "backgammon"
    )
    finished = ask(page, "POST", "/api/games", agreement=agreement, bot=bot)["id"]
    play_out(page, f"{base}/game/{finished}")
    for game in ("abak", "abalone"):
        ask(page, "POST", "/api/games", agreement={"game": game}, bot=None)
    offer = ask(page, "POST", "/api/offers", agreement={"game": "abak"}, invitation=True)
    return {"name": NAME, "finished": finished, "invitation": offer["id"]}


def reported(browser: Browser, base: str) -> None:
    """Two others, one of whom has told the moderators about the other one."""
    names = ("Rudolf", "Ana")
    for name in names:
        page = browser.new_page()
        page.goto(base)
        ask(page, "POST", "/api/register", name=name, password=PASSWORD, language="es")
        if name != names[0]:
            report = {"complaint": "stalling", "text": "Deja correr el reloj cuando va perdiendo."}
            ask(page, "POST", "/api/reports", name=names[0], **report)
            page.goto(base)
            ask(page, "POST", "/api/offers", agreement={"game": "abalone", "time": "fischer 5+3"})
        page.close()


def play_out(page: Page, address: str) -> None:
    """A short game to its end."""
    page.goto(address)
    for _ in range(400):
        if page.locator("a[href^='/replay/']").count():
            return
        button = page.locator(".actions button.primary:enabled")
        movable = page.locator(".place.movable .stand")
        if button.count():
            press(button.first)
        elif movable.count():
            press(movable.last)
        page.wait_for_timeout(60)
    raise AssertionError("the short game did not end")


def press(what: Locator) -> None:
    """Unless the table has moved on meanwhile."""
    with suppress(Error):
        what.click(force=True, timeout=500)


def begin(page: Page, base: str, game: str) -> None:
    """A game from a position of its own, with something chosen on the board."""
    page.goto(f"{base}/editor?game={game}&position={quote(GAMES[game])}")
    page.locator("[name=side]").select_option(SIDES[game])
    page.locator(".start:enabled").click()
    page.wait_for_url("**/game/*")
    if game == "abalone":
        page.locator('[data-cell="f6"]').first.wait_for()
        page.wait_for_timeout(SETTLED)
        for cell in ("f6", "f7"):
            page.locator(f'[data-cell="{cell}"]').first.click(force=True)
        return
    page.get_by_role("button", name=re.compile("^(Roll|Tirar)$")).last.click()
    page.locator(".place.movable").first.wait_for()


def pictures(browser: Browser, base: str, device: str, theme: str, wanted: set[str]) -> None:
    """All of one device by day or by night."""
    context = visit(browser, device, theme)
    page = context.new_page()
    facts = furnished(page, base)
    for name, path in PAGES.items():
        if not wanted or name in wanted:
            page.goto("about:blank")
            page.goto(base + path.format(**facts))
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=SHOTS / f"{name}-{device}-{theme}.png")
    for game in GAMES:
        if not wanted or game in wanted:
            begin(page, base, game)
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=SHOTS / f"{game}-{device}-{theme}.png")
            if device == "phone":
                page.set_viewport_size(ON_ITS_SIDE)
                page.wait_for_timeout(SETTLED)
                page.screenshot(path=SHOTS / f"{game}-side-{theme}.png")
                page.set_viewport_size(DEVICES[device]["viewport"])
    context.close()


def visit(browser: Browser, device: str, theme: str) -> BrowserContext:
    """Somebody with this device, who reads English by day and Spanish by night."""
    language = "es-ES" if theme == "dark" else "en-US"
    look: Any = {"color_scheme": theme, "locale": language, "reduced_motion": "reduce"}
    return browser.new_context(**DEVICES[device], **look)


def every_page(browser: Browser, base: str, wanted: set[str]) -> None:
    """What `make shots` takes, to look at."""
    reported(browser, base)
    for device in DEVICES:
        for theme in ("light", "dark"):
            pictures(browser, base, device, theme, wanted)


FIRST = "home"  # the picture of the first page


def shown_in_docs(browser: Browser, base: str, wanted: set[str]) -> None:
    """What the README shows: the first page and each game by day, on a desktop."""
    context = visit(browser, "desktop", "light")
    page = context.new_page()
    furnished(page, base)
    if not wanted or FIRST in wanted:
        page.goto(base)
        page.locator(".live-board .place").first.wait_for()
        page.wait_for_timeout(SETTLED)
        page.screenshot(path=SHOWN / f"{FIRST}.png")
    for game in GAMES:
        if not wanted or game in wanted:
            begin(page, base, game)
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=SHOWN / f"{game}.png")
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="name", help="a page or a game; all of them")
    parser.add_argument("--docs", action="store_true", help="renew the pictures of the README")
    options = parser.parse_args()
    known = [FIRST, *GAMES] if options.docs else [*PAGES, *GAMES]
    for name in set(options.names) - set(known):
        parser.error(f"no picture is called {name!r}, expected one of {', '.join(known)}")
    folder, take = (SHOWN, shown_in_docs) if options.docs else (SHOTS, every_page)
    folder.mkdir(parents=True, exist_ok=True)
    with server(NAME) as base, sync_playwright() as playwright:
        names = ("chromium", "chromium-browser", "chromium-headless-shell")
        path = next(filter(None, map(shutil.which, names)), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        take(browser, base, set(options.names))
        browser.close()
    print(folder.relative_to(ROOT))


if __name__ == "__main__":
    main()
