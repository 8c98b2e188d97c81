"""The line to one client, below its socket: uvicorn's own protocol with fewer calls to the system.

What goes to a client in one turn of the event loop leaves in one write, and a frame for a client
who reads fast enough needs no task to carry it there.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from typing import Any, Final, cast

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

AT_ONCE: Final = "tablas.at_once"  # the name of what a line offers beyond ASGI
SWITCHING: Final = 101  # the status of a socket that opens


class Gathering:
    """A transport that gathers: it writes once, and stops reading only where nobody takes it up.

    uvicorn stops reading with every message until the application has taken it, which is nearly
    always in the same turn of the loop: then nothing has to be stopped.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []
        self._stopping: asyncio.Handle | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def pause_reading(self) -> None:
        self._stopping = self._loop.call_soon(self._stop_reading)

    def resume_reading(self) -> None:
        if self._stopping:
            self._stopping.cancel()
            self._stopping = None
        elif not self._transport.is_closing():
            self._transport.resume_reading()

    def _flush(self) -> None:
        if self._waiting and not self._transport.is_closing():
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()

    def _stop_reading(self) -> None:
        self._stopping = None
        if not self._transport.is_closing():
            self._transport.pause_reading()


class Line(WebSocketsSansIOProtocol):
    """The protocol of one socket; it tells the application how to send at once."""

    def connection_made(self, transport: BaseTransport) -> None:
        gathering = Gathering(cast("asyncio.Transport", transport), self.loop)
        super().connection_made(cast("asyncio.Transport", gathering))

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            offered = cast("dict[str, Any]", self.scope["extensions"])
            offered[AT_ONCE] = {"send": self.send_at_once}

    def send_at_once(self, text: str) -> bool:
        """Send a frame without waiting; False where the client does not read, or is gone."""
        if not self.writable.is_set() or self.close_sent or self.disconnected:
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            return False
        for data in self.conn.data_to_send():
            self.transport.write(data)
        return True


def sender_of(socket: WebSocket) -> Any:
    """How to send on this socket at once; None where another server carries it."""
    return socket.scope.get("extensions", {}).get(AT_ONCE, {}).get("send")
