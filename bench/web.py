"""How heavy the first page is, and how long a move takes to the next paint on a slow processor.

    python -m bench.web [http://127.0.0.1:8000]

Starts a server of its own unless one is named. Needs Chromium and Playwright. Each game is played a
few turns by mouse in a browser whose processor is slowed down four times; the mouse arrives,
presses and lets go at once, quicker than a hand. Printed are the times from a tap to the next paint
as browsers count them (steps of 8 ms), and for the slowest ones what they waited for.

On a machine that does other things too those times are too long. Two things show by how much: the
same taps on one button of an empty page, as a control, and the processor time that a tap costs the
page, taken without the slow-down and multiplied by four.
"""

from __future__ import annotations

import shutil
import sys
from contextlib import nullcontext
from typing import Any

from bench.web_play import begin, play, tap
from bench.web_taps import SLOWER, Tap, Trace, inp, slow_down, taps, watch
from playwright.sync_api import Browser, Page, sync_playwright
from tools.web.shots import server

GAMES = ("abak", "backgammon", "abalone")
SLOWEST = 5  # shown with their parts
CONTROL = "<button id=control>0</button>"
COUNT = """(button) => {
  const count = () => { button.textContent = String(Number(button.textContent) + 1); };
  button.addEventListener("click", count);
}"""
CONTROL_TAPS = 30


def first_load(page: Page, base: str) -> tuple[int, int]:
    """Bytes and requests of the first page in a fresh browser, as they were sent."""
    sizes: dict[str, int] = {}
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")

    def done(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    client.on("Network.loadingFinished", done)
    page.goto(base)
    page.wait_for_selector(".levels input")
    page.wait_for_timeout(500)
    return sum(sizes.values()), len(sizes)


def of_game(browser: Browser, base: str, game: str) -> tuple[list[Tap], list[float]]:
    """The taps of a few turns on the slow processor, and what as many cost on the quick one."""
    page = browser.new_page()
    begin(page, base, game)
    slow_down(page, SLOWER)
    watch(page)
    play(page, game)
    found = taps(page)
    slow_down(page, 1)
    trace = Trace(page)
    play(page, game)
    cost = trace.costs()
    page.close()
    return found, cost


def of_nothing(browser: Browser) -> list[Tap]:
    """Taps on a button that only counts: what the machine and the browser take for themselves."""
    page = browser.new_page()
    page.set_content(CONTROL)
    page.locator("#control").evaluate(COUNT)
    slow_down(page, SLOWER)
    watch(page)
    for _ in range(CONTROL_TAPS):
        tap(page, page.locator("#control"))
    found = taps(page)
    page.close()
    return found


def told(name: str, found: list[Tap], cost: list[float]) -> None:
    middle = found[len(found) // 2].waited
    line = f"{name}: median {middle:.0f} ms, INP {inp(found):.0f} ms of {len(found)} taps"
    if cost:
        middle, most = SLOWER * cost[len(cost) // 2], SLOWER * cost[-1]
        line += f"; of processor time, x{SLOWER}: median {middle:.0f} ms, worst {most:.0f} ms"
    print(line)
    for one in found[: -SLOWEST - 1 : -1]:
        print(
            f"  {one.waited:4.0f} ms  {one.kind:12} delay {one.delay:3.0f}, "
            f"processing {one.processing:3.0f}, presentation {one.presentation:3.0f}"
        )


def main(base: str | None) -> None:
    with nullcontext(base) if base else server() as address, sync_playwright() as playwright:
        assert address
        names = ("chromium", "chromium-browser", "chromium-headless-shell")
        path = next(filter(None, map(shutil.which, names)), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        size, requests = first_load(browser.new_page(), address)
        print(f"first load: {size / 1000:.0f} kB in {requests} requests")
        print(f"tap to next paint on a processor slowed down {SLOWER} times")
        told("control, one button on an empty page", of_nothing(browser), [])
        for game in GAMES:
            told(game, *of_game(browser, address, game))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/") if len(sys.argv) > 1 else None)
