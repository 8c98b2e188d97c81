"""Windows of the browser that are lent again: emptied, a person in one finds nothing of the last.

A window has cookies, stores, permissions and addresses of its own, but the code of the app, which a
new one has to fetch and compile, stays: of the first page of a person that is a third.
"""

from __future__ import annotations

from typing import Any

# What Playwright puts into every document of a window whose clock a test has taken in hand: it
# cannot be taken out again. Scripts that were given to the window itself stay too: give them to a
# page.
TAMPERED = "'__pwClock' in globalThis"


class Windows:
    """Lends a window for each set of options, as `browser.new_context` would open it.

    Where service workers are allowed they keep pages for later: such a window has no page but its
    person's, and is closed afterwards.
    """

    def __init__(self, browser: Any, base: str) -> None:
        self._browser, self._base = browser, base
        self._free: dict[str, list[Any]] = {}
        self._lent: dict[Any, tuple[str, Any]] = {}

    def lend(self, headers: dict[str, str], **options: Any) -> Any:
        if options.get("service_workers") != "block":
            return self._browser.new_context(extra_http_headers=headers, **options)
        name = repr(sorted(options.items()))
        free = self._free.setdefault(name, [])
        if free:
            window, page = free.pop()
            window.set_extra_http_headers(headers)
        else:
            window = self._browser.new_context(extra_http_headers=headers, **options)
            page = window.new_page()  # stays open, for the process ends with its last tab
        self._lent[window] = (name, page)
        return window

    def take_back(self, window: Any) -> None:
        """Close its pages and empty it; one that cannot be emptied is closed."""
        name, page = self._lent.pop(window, ("", None))
        if page is None or page.evaluate(TAMPERED):
            window.close()
            return
        for opened in window.pages:
            if opened is not page:
                opened.close()
        window.unroute_all()
        window.set_offline(offline=False)
        window.clear_cookies()
        window.clear_permissions()
        line = window.new_cdp_session(page)
        everything = {"origin": self._base, "storageTypes": "all"}
        line.send("Storage.clearDataForOrigin", everything)
        line.detach()
        self._free[name].append((window, page))

    def close(self) -> None:
        for free in self._free.values():
            for window, _ in free:
                window.close()
