"""Windows of the browser that one person after another has: each is emptied in between.

A new window begins without anything: without a process, the modules of the app and what the browser
has compiled of them. A new tab in a used window costs a quarter less, its first page included.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Window:
    """One window, and what somebody may have stored there."""

    context: Any
    size: dict[str, int]  # of its tabs, unless they are given another one
    empty: Any = None  # a tab that stays open, for the process ends with the last one
    line: Any = None  # of that tab to the browser
    origins: set[str] = field(default_factory=set)

    def clear(self) -> None:
        """As if nobody had been here: no tabs, no cookies, nothing stored, and a connection."""
        for page in self.context.pages:
            if page != self.empty:
                page.close()
        self.context.set_offline(offline=False)
        self.context.clear_cookies()
        for origin in self.origins:
            asked = {"origin": origin, "storageTypes": "all"}
            self.line.send("Storage.clearDataForOrigin", asked)


class Windows:
    """Lends windows with the options that are asked for, and takes them back."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.free: dict[str, list[Window]] = {}
        self.lent: dict[int, str] = {}
        self.people: list[Any] = []  # who has one now

    def lend(
        self, origin: str, size: dict[str, int], *, unused: bool = False, **options: Any
    ) -> Window:
        """A window for somebody at this server; an unused one has loaded nothing yet."""
        if options["service_workers"] == "allow":  # what such a worker keeps goes with its window
            return Window(self.browser.new_context(viewport=size, **options), size)
        name = repr(sorted(options.items()))
        free = self.free.setdefault(name, [])
        window = free.pop() if free and not unused else self._opened(size, options)
        if origin.startswith("http"):
            window.origins.add(origin)
        self.lent[id(window)] = name
        return window

    def take_back(self, window: Window) -> None:
        if window.empty is None:
            window.context.close()
            return
        window.clear()
        self.free[self.lent.pop(id(window))].append(window)

    def _opened(self, size: dict[str, int], options: dict[str, Any]) -> Window:
        context = self.browser.new_context(viewport=size, **options)
        empty = context.new_page()
        return Window(context, size, empty, context.new_cdp_session(empty))
