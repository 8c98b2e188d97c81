"""Pictures of every page into docs/images: desktop and phone, light and dark.

    python tools/shots.py [name …]

Starts a server of its own on a free port of this machine, with a database that is thrown away.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
PAGES = {
    "home": "/",
    "learn": "/learn#abak-9",
    "rules": "/rules/abak",
    "settings": "/settings",
    "account": "/account",
    "dice": "/dice",
    "editor": "/editor",
    "missing": "/nowhere",
}
GAMES = ("abak", "backgammon", "abalone")
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}
SETTLED = 900  # milliseconds until everything has glided to its place


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tablas", "serve", f"--data={folder}", "--port=0"]
        running = subprocess.Popen(
            [*command, "--requests-per-minute=100000", "--log-level=error"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert running.stdout
            found = next(filter(None, map(re.compile(r"http://\S+").search, running.stdout)))
            yield found[0]
        finally:
            running.terminate()
            running.wait(20)


def play(page: Page, base: str, game: str, turns: int) -> None:
    """A game against a bot, a few turns on."""
    page.goto(base)
    page.wait_for_selector(".levels .choice")
    page.click(f".game-card:has([value={game}])")
    page.click(".start")
    page.wait_for_selector(".board > *")
    page.evaluate("document.querySelector('.board > *').focus?.()")
    while turns:
        page.wait_for_timeout(120)
        button = page.locator(".actions button.primary:enabled")
        if button.count():
            turns -= "onfirm" in (button.first.text_content() or "")
            button.first.click()
        elif page.locator(".place.movable .stand").count():
            page.locator(".place.movable .stand").last.click(force=True)
        elif game == "abalone":
            turns -= int(page.evaluate(PUSH))


# A move that pushes, if there is one.
PUSH = """() => {
  const moves = document.querySelector('.board > *').moves ?? [];
  return moves.find((one) => one.pushed.length) ?? moves.at(-1) ?? null;
}"""


def take(browser: Browser, base: str, wanted: set[str]) -> None:
    """Every picture, or those that are named."""
    for device, options in DEVICES.items():
        for theme in ("light", "dark"):
            language = "es-ES" if theme == "dark" else "en-US"
            context = browser.new_context(
                **options, color_scheme=theme, locale=language, reduced_motion="reduce"
            )
            page = context.new_page()
            for name, path in PAGES.items():
                if not wanted or name in wanted:
                    page.goto("about:blank")
                    page.goto(base + path)
                    page.wait_for_timeout(SETTLED)
                    page.screenshot(path=IMAGES / f"{name}-{device}-{theme}.png")
            for game in GAMES:
                if not wanted or game in wanted:
                    play(page, base, game, 4)
                    page.wait_for_timeout(SETTLED)
                    page.screenshot(path=IMAGES / f"{game}-{device}-{theme}.png")
            context.close()


def main(wanted: set[str]) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with server() as base, sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        take(browser, base, wanted)
        browser.close()


if __name__ == "__main__":
    main(set(sys.argv[1:]))
