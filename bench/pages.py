"""What the first page and the page of a game weigh, when they can be used, and how a drag runs.

    python -m bench.pages [http://127.0.0.1:8000]

Starts a server of its own unless one is named. Needs Chromium and Playwright. Printed are, with the
date, the machine and its load:

- bytes (bodies as they are sent) and requests of both pages in a browser that has kept nothing, in
  English and Spanish, and how much of the layout has shifted;
- the time until the button of the first page can be pressed, its live board stands, and the board
  of a game stands, at 1.6 Mbit/s, 150 ms and a processor slowed down four times;
- frames a second, and the slowest, while a checker is dragged over the board of such a phone.

Server and browser share this machine: where its load is above 1, times are too long.
"""

from __future__ import annotations

import itertools
import math
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from typing import Any

from bench.machine import load, processor
from bench.web_taps import SLOWER, slow_down
from playwright.sync_api import Browser, Page, sync_playwright
from tools.web.bot_game import begun
from tools.web.shots import server

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 664},
    "has_touch": True,
    "is_mobile": True,
    "service_workers": "block",
}
LATENCY, BYTES_A_SECOND = 150, 200_000  # milliseconds; 1.6 Mbit/s
DRAG_SECONDS = 8.0
STEP = 1 / 60
ROLLED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
SHIFTS = """
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
# When something first was there, by the clock of the page, which begins with its address.
MOMENTS = """
  globalThis.moments = {};
  const note = () => {
    const board = document.querySelector(".board > *, .live-board > div > *");
    const drawn = board?.shadowRoot?.querySelector("[data-place] .stand");
    const there = { button: document.querySelector(".start:enabled"), board: drawn };
    for (const [name, part] of Object.entries(there)) {
      const seen = part?.getBoundingClientRect().width;
      if (seen) globalThis.moments[name] ??= performance.now();
    }
    requestAnimationFrame(note);
  };
  note();
"""
FRAMES = """() => {
  globalThis.frames = [];
  const note = (now) => { globalThis.frames.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""
DRAWN = "[data-place] .stand"


@contextmanager
def visited(browser: Browser, language: str) -> Iterator[Page]:
    """A phone that has kept nothing."""
    context = browser.new_context(**PHONE, locale=language)
    page = context.new_page()
    page.add_init_script(SHIFTS)
    page.add_init_script(MOMENTS)
    yield page
    context.close()


def game_at(page: Page, base: str) -> str:
    """The address of a game in which White has rolled; the page itself has kept nothing."""
    page.goto(f"{base}/api/kinds")
    return f"{base}/game/{begun(page, 'backgammon', position=ROLLED, cube=False)}"


def weight(page: Page, address: str) -> tuple[int, int, float]:
    """Bytes, requests and shift of a page until it is quiet."""
    bodies: list[int] = []
    page.on("requestfinished", lambda one: bodies.append(one.sizes()["responseBodySize"]))
    page.goto(address)
    page.locator(DRAWN).first.wait_for()
    page.wait_for_load_state("networkidle")
    return sum(bodies), len(bodies), float(page.evaluate("globalThis.shifted"))


def usable(page: Page, address: str) -> dict[str, float]:
    """Seconds until the button and the board are there, on a slow line and a slow processor."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    line = {"latency": LATENCY, "downloadThroughput": BYTES_A_SECOND}
    client.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "uploadThroughput": BYTES_A_SECOND, **line},
    )
    slow_down(page, SLOWER)
    page.goto(address)
    page.locator(DRAWN).first.wait_for()
    found: dict[str, float] = page.evaluate("globalThis.moments")
    return {name: value / 1000 for name, value in found.items()}


def dragged(page: Page, address: str) -> tuple[float, float, int]:
    """Frames a second, the slowest in milliseconds, and how many, while a finger draws circles."""
    page.goto(address)
    checker = page.locator(".place.movable .stand").last
    checker.wait_for()
    box = checker.bounding_box()
    board = page.locator(".board > *").bounding_box()
    assert box
    assert board
    slow_down(page, SLOWER)
    client = page.context.new_cdp_session(page)

    def touch(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(FRAMES)
    began = time.monotonic()
    while (passed := time.monotonic() - began) < DRAG_SECONDS:
        x = board["x"] + board["width"] * (0.5 + 0.35 * math.cos(3 * passed))
        y = board["y"] + board["height"] * (0.5 + 0.35 * math.sin(3 * passed))
        touch("touchMove", x, y)
        time.sleep(STEP / 2)
    assert page.locator(".board .hand").count() == 1, "nothing was dragged"
    frames: list[float] = page.evaluate("globalThis.frames")
    touch("touchEnd", 0, 0)
    gaps = [after - before for before, after in itertools.pairwise(frames)]
    return 1000 * len(gaps) / sum(gaps), max(gaps), len(gaps)


def measured(browser: Browser, base: str) -> None:
    for language in ("en-GB", "es-ES"):
        with visited(browser, language) as page:
            size, requests, shift = weight(page, f"{base}/")
            print(
                f"first page, {language}: {size / 1000:.1f} kB, {requests} requests, shift {shift}"
            )
        with visited(browser, language) as page:
            size, requests, shift = weight(page, game_at(page, base))
            print(
                f"game page, {language}: {size / 1000:.1f} kB, {requests} requests, shift {shift}"
            )
    with visited(browser, "en-GB") as page:
        at = usable(page, f"{base}/")
        print(f"first page, slowed: button {at['button']:.1f} s, live board {at['board']:.1f} s")
    with visited(browser, "en-GB") as page:
        print(f"game page, slowed: board {usable(page, game_at(page, base))['board']:.1f} s")
    with visited(browser, "en-GB") as page:
        rate, slowest, count = dragged(page, game_at(page, base))
        print(f"drag: {rate:.1f} frames/s, slowest of {count} took {slowest:.0f} ms")


def main(base: str | None) -> None:
    cores = len(os.sched_getaffinity(0))
    now = datetime.now(tz=UTC)
    print(f"{now:%Y-%m-%d %H:%M} UTC; {processor()}, {cores} cores; load average before: {load()}")
    with nullcontext(base) if base else server() as address, sync_playwright() as playwright:
        assert address
        names = ("chromium", "chromium-browser", "chromium-headless-shell")
        path = next(filter(None, map(shutil.which, names)), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        measured(browser, address.rstrip("/"))
        browser.close()
    print(f"load average after: {load()}")


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/") if len(sys.argv) > 1 else None)
