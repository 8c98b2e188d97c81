"""Taps on a page and what each of them waits for until the next paint, as browsers count it.

Interaction to next paint is the time from a tap to the next frame: the delay until the page hears
of it, what the page does with it, and the way of the result to the screen. A press, its release and
the click are one interaction, as long as the longest of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

SLOWER = 4
SHORTEST = 16  # milliseconds; what is faster the browser does not tell
# The kind of a tap stands beside the time of its press: an entry does not say what was hit.
WATCH = """([kinds]) => {
  const pressed = [];
  addEventListener("pointerdown", (event) => {
    const met = event.composedPath().filter((one) => one instanceof Element);
    const kind = kinds.find(([selector]) => met.some((one) => one.matches(selector)));
    pressed.push({ at: event.timeStamp, kind: kind ? kind[1] : "elsewhere" });
  }, true);
  const entries = [];
  const parts = ({ interactionId, startTime, processingStart, processingEnd, duration }) =>
    ({ interactionId, startTime, processingStart, processingEnd, duration });
  new PerformanceObserver((list) => {
    entries.push(...list.getEntries().filter((entry) => entry.interactionId).map(parts));
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  globalThis.watched = { pressed, entries };
}"""
# Events of the page, and those of tasks and of frames handed to the compositor.
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
TASK, FRAME = "RunTask", "Commit"
# What a selector hits, the innermost first.
KINDS = [
    ["[data-act=confirm], [data-act=dice]", "confirm"],
    ["[data-act=roll]", "roll"],
    ["[data-way]", "arrow"],
    ["[data-cell][aria-pressed=true]", "marble"],
    ["[data-cell].target", "destination"],
    ["[data-cell]", "marble"],
    [".stand", "checker"],
    ["[data-place]", "destination"],
    ["button.primary", "button"],
    ["#control", "control"],
]


@dataclass(frozen=True, slots=True)
class Tap:
    """One interaction; all times in milliseconds."""

    kind: str
    delay: float
    processing: float
    presentation: float

    @property
    def waited(self) -> float:
        return self.delay + self.processing + self.presentation


def slow_down(page: Page, rate: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def watch(page: Page) -> None:
    page.evaluate(WATCH, [KINDS])


def taps(page: Page) -> list[Tap]:
    """Everything tapped since `watch`, the quickest first."""
    page.wait_for_timeout(500)
    told: dict[str, list[dict[str, Any]]] = page.evaluate("globalThis.watched")
    longest: dict[int, dict[str, Any]] = {}
    for entry in told["entries"]:
        known = longest.get(entry["interactionId"])
        if known is None or known["duration"] < entry["duration"]:
            longest[entry["interactionId"]] = entry
    found = [_tap(entry, told["pressed"]) for entry in longest.values()]
    quick = len(told["pressed"]) - len(found)
    found += [Tap("quick", 0.0, 0.0, SHORTEST)] * quick
    return sorted(found, key=lambda tap: tap.waited)


def _tap(entry: dict[str, Any], pressed: list[dict[str, Any]]) -> Tap:
    press = max((one for one in pressed if one["at"] <= entry["startTime"] + 1), key=_at)
    return Tap(
        kind=press["kind"],
        delay=entry["processingStart"] - entry["startTime"],
        processing=entry["processingEnd"] - entry["processingStart"],
        presentation=entry["startTime"] + entry["duration"] - entry["processingEnd"],
    )


def _at(press: dict[str, Any]) -> float:
    return float(press["at"])


def inp(waited: list[Tap]) -> float:
    """Interaction to next paint as the metric is defined: one of fifty slowest is left out."""
    return waited[-1 - len(waited) // 50].waited


class Trace:
    """What the page's main thread does meanwhile, with the processor time of every task."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.events: list[dict[str, Any]] = []
        self.ended = False
        self.client = page.context.new_cdp_session(page)
        self.client.on("Tracing.dataCollected", lambda told: self.events.extend(told["value"]))
        self.client.on("Tracing.tracingComplete", self._end)
        config = {"traceConfig": {"includedCategories": TRACED}, "transferMode": "ReportEvents"}
        self.client.send("Tracing.start", config)

    def _end(self, _told: Any) -> None:
        self.ended = True

    def costs(self) -> list[float]:
        """End it: processor time from each press to the paint after its click, in milliseconds."""
        self.client.send("Tracing.end")
        while not self.ended:
            self.page.wait_for_timeout(50)
        return sorted(_costs(self.events))


def _costs(events: list[dict[str, Any]]) -> list[float]:
    clicks = [event for event in events if _is(event, "click")]
    if not clicks:
        return []
    here = [one for one in events if one["tid"] == clicks[0]["tid"] and one.get("ph") == "X"]
    presses = [event["ts"] for event in here if _is(event, "pointerdown")]
    paints = [event["ts"] + event["dur"] for event in here if event["name"] == FRAME]
    tasks = [event for event in here if event["name"] == TASK and "tdur" in event]
    found = []
    for click in clicks:
        end = click["ts"] + click["dur"]
        begun = max((press for press in presses if press <= click["ts"]), default=click["ts"])
        painted = min((paint for paint in paints if paint >= end), default=end)
        # A press comes in one task with the movement of the mouse before it: that counts too.
        within = [
            one["tdur"] for one in tasks if one["ts"] <= painted and one["ts"] + one["dur"] >= begun
        ]
        found.append(sum(within) / 1000)
    return found


def _is(event: dict[str, Any], kind: str) -> bool:
    if event["name"] != "EventDispatch" or event.get("ph") != "X":
        return False
    return bool(event["args"]["data"]["type"] == kind)
