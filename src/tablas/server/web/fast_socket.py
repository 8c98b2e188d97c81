"""The fast path of a socket: uvicorn's own protocol, from within, with shorter ways.

A frame for a client who reads fast enough is sent without a task that carries it there, and a text
that comes in is heard without waking one. What goes out in one turn of the event loop leaves in
one write. All this builds on what uvicorn does not promise to keep: `socket_protocol` takes it only
with versions that it knows.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections.abc import Callable
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from tablas.server.web.fast_path import EXTENSION

SWITCHING: Final = 101  # the status of a socket that opens


class JoinedWrites:
    """A transport that writes once what it is given in one turn of the event loop."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._waiting and not self._transport.is_closing():
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()


class FastSocket(WebSocketsSansIOProtocol):
    """The protocol of one socket. Without `on_text` everything takes the usual way."""

    on_text: Callable[[str], None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        joined = JoinedWrites(cast("asyncio.Transport", transport), self.loop)
        super().connection_made(cast("asyncio.Transport", joined))

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = {"socket": self}

    def send_receive_event_to_app(self) -> None:
        """Let a text be heard at once, unless something before it still waits in the queue."""
        plain = self.curr_msg_data_type == "text" and self.queue.empty() and not self.close_sent
        if self.on_text is None or not plain:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # which closes the socket
            return
        self.frames = []
        self.on_text(text)

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
