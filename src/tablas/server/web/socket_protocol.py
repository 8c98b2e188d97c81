"""Which way sockets take: uvicorn's public interface, or on request the fast path inside it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any, Final, Protocol

from starlette.websockets import WebSocket

log = logging.getLogger("tablas.sockets")
EXTENSION: Final = "tablas.fast_socket"  # the name under which an ASGI scope offers its fast path
KNOWN: Final = {"uvicorn": "0.54", "websockets": "17"}
"""The releases whose inside the fast path was written for and is tested with."""

PUBLIC: Final = "auto"
"""uvicorn's own choice of a protocol, by its public name."""


class FastPath(Protocol):
    """What a socket on the fast path offers besides the ASGI events."""

    on_text: Callable[[str], None] | None

    def send_at_once(self, text: str) -> bool:
        """Send a frame without waiting; False where the client does not read, or is gone."""


def socket_protocol(*, fast: bool) -> type[asyncio.Protocol] | str:
    """What uvicorn is given as its `ws`; the fast path only where it fits what is installed."""
    if not fast:
        return PUBLIC
    if unknown := unknown_versions({name: version(name) for name in KNOWN}):
        log.warning("fast sockets are off: they do not know %s", unknown)
        return PUBLIC
    from tablas.server.web.fast_socket import FastSocket  # noqa: PLC0415 the inside of uvicorn

    return FastSocket


def unknown_versions(installed: Mapping[str, str]) -> str:
    """The installed packages whose release the fast path was not written for.

    >>> unknown_versions({"uvicorn": "0.54.2", "websockets": "18.0"})
    'websockets 18.0'
    """
    return ", ".join(
        f"{name} {installed[name]}"
        for name, release in KNOWN.items()
        if not f"{installed[name]}.".startswith(f"{release}.")
    )


def fast_path_of(socket: WebSocket) -> FastPath | None:
    """The fast path below a socket; None where it takes the public way."""
    offered: dict[str, Any] = socket.scope.get("extensions", {}).get(EXTENSION, {})
    fast: FastPath | None = offered.get("socket")
    return fast
