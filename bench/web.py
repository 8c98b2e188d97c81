"""How heavy the first page is, and how long a move takes to the next paint on a slow processor.

    python -m bench.web [http://127.0.0.1:8000]

Starts a server of its own unless one is named. Needs Chromium and Playwright. Each game is played a
few turns by mouse in a browser whose processor is slowed down four times; printed are the times
from a tap to the next paint as browsers count them (steps of 8 ms). On a machine that does other
things too they are too long, so the processor time that the same taps cost the page is printed
beside them, taken without the slow-down and multiplied by four.
"""

from __future__ import annotations

import shutil
import sys
from contextlib import nullcontext
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright
from tools.shots import PUSH, server

SLOWER = 4
TURNS = 8
GAMES = ("abak", "backgammon", "abalone")
WATCH = """() => {
  globalThis.taps = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.interactionId) globalThis.taps.push(entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}"""
TRACED = ["devtools.timeline", "toplevel"]


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


def begin(page: Page, base: str, game: str) -> None:
    page.goto(base)
    page.wait_for_selector(".levels .choice")
    page.click(f".game-card:has([value={game}])")
    page.locator(".levels .choice").first.click()
    page.click(".start")
    page.wait_for_selector(".board > *")


def play(page: Page, game: str) -> None:
    """A few turns by mouse."""
    turns = 0
    while turns < TURNS:
        button = page.locator(".actions button.primary:enabled")
        movable = page.locator(".place.movable .stand")
        if game == "abalone":
            turns += _pushed(page)
        elif button.count():
            turns += _pressed(button.first)
        elif movable.count():
            movable.last.click(force=True)
        page.wait_for_timeout(150)


def _pressed(button: Locator) -> int:
    """1 for a turn that was confirmed."""
    try:
        confirms = "onfirm" in (button.text_content(timeout=500) or "")
        button.click(timeout=500)
    except Error:
        return 0  # the table has moved on meanwhile
    return int(confirms)


def _pushed(page: Page) -> int:
    move = page.evaluate(PUSH)
    if not move:
        return 0
    for cell in dict.fromkeys((move["cells"][0], move["cells"][-1])):
        page.locator(f'[data-cell="{cell}"]').first.click(force=True)
    way, target = move["direction"], move["targets"][0]
    goal = f'[data-cell="{target}"]' if len(move["cells"]) == 1 else f'[data-way="{way}"]'
    page.locator(goal).first.click(force=True)
    return 1


def taps(page: Page, game: str) -> list[float]:
    """Milliseconds from each tap to the next paint, on the slow processor."""
    client = page.context.new_cdp_session(page)
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
    play(page, game)
    found: list[float] = page.evaluate("globalThis.taps")
    client.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return sorted(found)


def costs(page: Page, game: str) -> list[float]:
    """Milliseconds of processor time from each tap to the paint after it, times the slow-down."""
    client = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    client.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    client.on("Tracing.tracingComplete", lambda _told: ended.append(True))
    config = {"traceConfig": {"includedCategories": TRACED}, "transferMode": "ReportEvents"}
    client.send("Tracing.start", config)
    play(page, game)
    client.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    return sorted(SLOWER * cost for cost in _cost_of_taps(events))


def _cost_of_taps(events: list[dict[str, Any]]) -> list[float]:
    clicks = [event for event in events if _is(event, "click")]
    if not clicks:
        return []
    here = [one for one in events if one["tid"] == clicks[0]["tid"] and one.get("ph") == "X"]
    presses = [event["ts"] for event in here if _is(event, "pointerdown")]
    paints = [event["ts"] + event["dur"] for event in here if event["name"] == "Commit"]
    tasks = [event for event in here if event["name"].endswith("RunTask") and "tdur" in event]
    found = []
    for click in clicks:
        end = click["ts"] + click["dur"]
        begun = max((press for press in presses if press <= click["ts"]), default=click["ts"])
        painted = min((paint for paint in paints if paint >= end), default=end)
        within = [one["tdur"] for one in tasks if begun - 1000 <= one["ts"] <= painted]
        found.append(sum(within) / 1000)
    return found


def _is(event: dict[str, Any], kind: str) -> bool:
    if event["name"] != "EventDispatch":
        return False
    return bool(event["args"]["data"]["type"] == kind)


def inp(waited: list[float]) -> float:
    """Interaction to next paint as the metric is defined: the slowest of fifty is left out."""
    return waited[-1 - len(waited) // 50]


def report(browser: Browser, base: str, game: str) -> None:
    page = browser.new_page()
    begin(page, base, game)
    waited, cost = taps(page, game), costs(page, game)
    page.close()
    print(
        f"{game}: tap to next paint, {SLOWER}x slower: median {waited[len(waited) // 2]:.0f} ms, "
        f"INP {inp(waited):.0f} ms, worst {waited[-1]:.0f} ms of {len(waited)}; of processor time: "
        f"median {cost[len(cost) // 2]:.0f} ms, worst {cost[-1]:.0f} ms of {len(cost)}"
    )


def main(base: str | None) -> None:
    with nullcontext(base) if base else server() as address, sync_playwright() as playwright:
        assert address
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        size, requests = first_load(browser.new_page(), address)
        print(f"first load: {size / 1000:.0f} kB in {requests} requests")
        for game in GAMES:
            report(browser, address, game)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/") if len(sys.argv) > 1 else None)
