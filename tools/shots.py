"""Pictures of every page into docs/images: desktop and phone, light and dark, games on their side.

    python -m tools.shots [name …]

Starts a server of its own on a free port of this machine, with a database that is thrown away. The
dark pictures are in Spanish; `abak.png`, `backgammon.png` and `abalone.png` are the README's.
"""

from __future__ import annotations

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

from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
PAGES = {
    "home": "/",
    "courses": "/learn",
    "learn": "/learn#abak-9",
    "glossary": "/learn#abalone-9",
    "rules": "/rules/abak",
    "settings": "/settings",
    "account": "/account",
    "dice": "/dice?game={finished}",
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
# A move that pushes, if there is one.
PUSH = """() => {
  const moves = document.querySelector('.board > *').moves ?? [];
  return moves.find((one) => one.pushed.length) ?? moves.at(-1) ?? null;
}"""
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
            found = next(filter(None, map(re.compile(r"http://\S+").search, running.stdout)))
            yield found[0]
        finally:
            running.terminate()
            running.wait(20)


def ask(page: Page, method: str, path: str, **body: Any) -> dict[str, Any]:
    told: dict[str, Any] = page.evaluate(ASK, [method, path, body])
    return told


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
            told = {"complaint": "stalling", "text": "Deja correr el reloj cuando va perdiendo."}
            ask(page, "POST", "/api/reports", name=names[0], **told)
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
    language = "es-ES" if theme == "dark" else "en-US"
    look: Any = {"color_scheme": theme, "locale": language, "reduced_motion": "reduce"}
    context = browser.new_context(**DEVICES[device], **look)
    page = context.new_page()
    facts = furnished(page, base)
    for name, path in PAGES.items():
        if not wanted or name in wanted:
            page.goto("about:blank")
            page.goto(base + path.format(**facts))
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=IMAGES / f"{name}-{device}-{theme}.png")
    for game in GAMES:
        if not wanted or game in wanted:
            begin(page, base, game)
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=IMAGES / f"{game}-{device}-{theme}.png")
            if device == "desktop" and theme == "light":
                page.screenshot(path=IMAGES / f"{game}.png")
            if device == "phone":
                page.set_viewport_size(ON_ITS_SIDE)
                page.wait_for_timeout(SETTLED)
                page.screenshot(path=IMAGES / f"{game}-side-{theme}.png")
                page.set_viewport_size(DEVICES[device]["viewport"])
    context.close()


def main(wanted: set[str]) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with server(NAME) as base, sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        reported(browser, base)
        for device in DEVICES:
            for theme in ("light", "dark"):
                pictures(browser, base, device, theme, wanted)
        browser.close()


if __name__ == "__main__":
    main(set(sys.argv[1:]))
