"""The seam between a table's socket and the fast path below it, where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from starlette.websockets import WebSocket

EXTENSION: Final = "tablas.fast_socket"  # the name under which an ASGI scope offers its fast path


class FastPath(Protocol):
    """What a socket on the fast path offers besides the ASGI events."""

    on_text: Callable[[str], None] | None

    def send_at_once(self, text: str) -> bool:
        """Send a frame without waiting; False where the client does not read, or is gone."""


def fast_path_of(socket: WebSocket) -> FastPath | None:
    """The fast path below a socket; None where it takes the public way."""
    offered: dict[str, Any] = socket.scope.get("extensions", {}).get(EXTENSION, {})
    fast: FastPath | None = offered.get("socket")
    return fast
