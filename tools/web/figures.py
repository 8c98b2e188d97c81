"""The pictures of docs/rules, for whoever reads them where no board can come alive.

    python -m tools.web.figures      renew docs/images/rules/*.png

Each picture of a rules page stands before the board that it shows; the page itself is photographed.
"""

from __future__ import annotations

import re
import shutil
import sys

from playwright.sync_api import Page, sync_playwright
from tools.web.shots import ROOT, server

from tablas.games import NAMES

PICTURE = re.compile(r"^!\[[^\]]+\]\(\.\./images/rules/([\w-]+)\.png\) <!-- board", re.MULTILINE)
FOLDER = ROOT / "docs" / "images" / "rules"
WIDTH = 460  # of the window: a board of about 430 pixels


def photograph(page: Page, address: str, names: list[str]) -> None:
    """The boards of one page that have a caption, in their order."""
    page.goto(address)
    figures = page.locator(".live:has(figcaption)")
    assert figures.count() == len(names), (address, names)
    for number, name in enumerate(names):
        figures.nth(number).scroll_into_view_if_needed()
        board = figures.nth(number).locator("> div > :first-child")
        board.locator("svg").first.wait_for()
        board.evaluate("board => { board.guide = false; }")  # its words are in one language
        page.wait_for_timeout(300)  # dice and marbles have come to rest
        board.screenshot(path=FOLDER / f"{name}.png")
        print(FOLDER / f"{name}.png")


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with server() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": WIDTH, "height": 1000}, color_scheme="light", locale="en-US"
        )
        for game in NAMES:
            source = ROOT / "docs" / "rules" / f"{game}.en.md"
            names = PICTURE.findall(source.read_text(encoding="utf-8"))
            photograph(page, f"{base}/rules/{game}", names)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
