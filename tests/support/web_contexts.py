"""Browser contexts that tests use one after the other, each as clean as a new one.

A new context begins with nothing: it fetches and compiles the whole app again, which costs more
than most tests do. One that was used keeps the files and what was compiled from them; who was
signed in, what was chosen and what was stored are gone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

# Options of a context that a page can be given afterwards.
AFTERWARDS = frozenset({"viewport", "extra_http_headers"})


class Contexts:
    """The contexts of one browser that no test has at the moment, by the options they have."""

    def __init__(self, browser: Any, origin: str) -> None:
        self.browser = browser
        self.origin = origin
        self.free: dict[str, list[Any]] = defaultdict(list)
        self.made: dict[Any, str] = {}

    def new_context(self, **options: Any) -> Any:
        """As the browser's own: a clean context with these options, new or used before."""
        if options.get("service_workers") != "block":
            return self.browser.new_context(**options)  # what a worker stores outlives the test
        kept = {name: value for name, value in options.items() if name not in AFTERWARDS}
        key = repr(sorted(kept.items()))
        if self.free[key]:
            context = self.free[key].pop()
            context.set_extra_http_headers(options.get("extra_http_headers", {}))
        else:
            context = self.browser.new_context(**options)
            self.made[context] = key
        return context

    def give_back(self, context: Any) -> None:
        """Close the pages of a context, and keep it for others unless it is one of a kind."""
        if context not in self.made:
            context.close()
            return
        self._forget(context)
        for page in context.pages:
            page.close()
        self.free[self.made[context]].append(context)

    def _forget(self, context: Any) -> None:
        context.set_offline(False)
        context.clear_cookies()
        context.clear_permissions()
        session = context.new_cdp_session(context.pages[0])
        session.send("Storage.clearDataForOrigin", {"origin": self.origin, "storageTypes": "all"})
        session.detach()

    def close(self) -> None:
        for contexts in self.free.values():
            for context in contexts:
                context.close()
