"""Which bus a server takes: none for one process, Valkey or Redis where several serve."""

from __future__ import annotations

from tablas.server.background import Background
from tablas.server.storage.bus import Bus, LocalBus
from tablas.server.storage.extras import require


def open_bus(url: str, process: str, background: Background) -> Bus:
    """The bus that the settings name; MissingExtra where its client is not installed."""
    if not url:
        return LocalBus()
    require("redis", extra="redis", setting="bus")
    # Most servers are one process, and should not wait for a client that they do not need.
    from tablas.server.storage.redis_bus import RedisBus  # noqa: PLC0415

    return RedisBus(url, process, background)
