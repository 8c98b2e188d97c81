"""How heavy the first page is, and how long a tap takes to the next paint on a slow processor.

    python bench/web.py http://127.0.0.1:8000

Needs a running `tablas serve`, Chromium and Playwright. The processor is slowed down four times.
"""

from __future__ import annotations

import shutil
import sys
from typing import Any

from playwright.sync_api import Page, sync_playwright

SLOWER = 4
TURNS = 8
WATCH = """() => {
  globalThis.taps = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.interactionId) globalThis.taps.push(entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}"""


def first_load(page: Page, base: str) -> tuple[int, int]:
    """Bytes and requests of the first page in a fresh browser, as they were sent."""
    sizes: dict[str, int] = {}
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")

    def done(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    client.on("Network.loadingFinished", done)
    page.goto(base)
    page.wait_for_selector(".levels .choice")
    page.wait_for_timeout(500)
    return sum(sizes.values()), len(sizes)


def taps(page: Page) -> list[float]:
    """Milliseconds from each tap on a checker to the next paint, over a few turns."""
    page.click(".start")
    page.wait_for_selector(".board > *")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
    turns = 0
    while turns < TURNS:
        button = page.locator(".actions button.primary:enabled")
        movable = page.locator(".place.movable .stand")
        if button.count():
            turns += "onfirm" in (button.first.text_content() or "")
            button.first.click()
        elif movable.count():
            movable.last.click(force=True)
        page.wait_for_timeout(150)
    found: list[float] = page.evaluate("globalThis.taps")
    return sorted(found)


def main(base: str) -> None:
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        size, requests = first_load(page, base)
        print(f"first load: {size / 1000:.0f} kB in {requests} requests")
        durations = taps(page)
        middle, worst = durations[len(durations) // 2], durations[-1]
        print(f"tap to next paint, {SLOWER}x slower: median {middle:.0f} ms, worst {worst:.0f} ms")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8000")
