"""What stands before HTTP itself: no header without end, no silent connection, no flood of them.

A framework sees a request when its headers are complete; whoever sends them without end, or one
byte a minute, or opens a thousand connections and says nothing, is met here. The gate stands
between the socket and uvicorn's own protocol and uses nothing but asyncio's interface of both. Once
a connection has become a WebSocket, neither bytes in nor bytes out pass through it any more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tablas.server.limits import Network, trusted_peer, visitor
from tablas.server.web.middleware import MOST_BYTES

log = logging.getLogger("tablas.gate")
MOST_HEADERS: Final = 16 * 1024
MOST_REQUEST: Final = MOST_HEADERS + MOST_BYTES + MOST_HEADERS  # chunks of a body have heads, too
END: Final = b"\r\n\r\n"
CONTINUE: Final = b"HTTP/1.1 100"


class Connections:
    """Who is connected, counted by address; proxies of our own stand for many people."""

    def __init__(self, an_address: int, in_all: int, proxies: Sequence[Network] = ()) -> None:
        self._an_address, self._in_all, self._proxies = an_address, in_all, proxies
        self._open: dict[str, set[asyncio.Transport]] = {}

    def admit(self, transport: asyncio.Transport) -> str | None:
        """Count a connection, and give under which address; None where there are too many."""
        name = transport.get_extra_info("peername")
        peer = name[0] if name else None
        who = visitor(peer, (), ())
        crowded = len(self._open.get(who, ())) >= self._an_address
        # Nobody says when a connection has ended that became a WebSocket, so the ended ones are
        # cleared out where it matters: before somebody is turned away.
        if crowded or self._count >= self._in_all:
            self._clear()
            crowded = len(self._open.get(who, ())) >= self._an_address
        if self._count >= self._in_all or (crowded and not trusted_peer(peer, self._proxies)):
            return None
        self._open.setdefault(who, set()).add(transport)
        return who

    def leave(self, who: str, transport: asyncio.Transport) -> None:
        if mine := self._open.get(who):
            mine.discard(transport)
            if not mine:
                del self._open[who]

    @property
    def _count(self) -> int:
        return sum(map(len, self._open.values()))

    def _clear(self) -> None:
        for who, mine in list(self._open.items()):
            for transport in [one for one in mine if one.is_closing()]:
                self.leave(who, transport)


class Gate(asyncio.Protocol):
    """One connection before HTTP: counts what comes in since the server last answered."""

    def __init__(self, connections: Connections, header_seconds: float, given: Any) -> None:
        self._connections, self._header_seconds = connections, header_seconds
        self._inner = AutoHTTPProtocol(**given)
        self._transport: asyncio.Transport | None = None
        self._who: str | None = None  # the address under which it is counted
        self._head = bytearray()  # of the request that is coming in, up to the end of its headers
        self._received = 0  # bytes since the last answer
        self._complete = False  # whether the headers of this request are there
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._who = self._connections.admit(self._transport)
        if self._who is None:
            self._refuse(503, "Service Unavailable", "too many connections")
            return
        self._await_headers()
        self._inner.connection_made(cast("asyncio.Transport", Outgoing(self._transport, self)))

    def data_received(self, data: bytes) -> None:
        assert self._transport
        if self._transport.is_closing():
            return
        self._received += len(data)
        if not self._complete:
            if self._timer is None:
                self._await_headers()
            self._head += data[: MOST_HEADERS + len(END)]
            end = self._head.find(END)
            if end > MOST_HEADERS or (end < 0 and len(self._head) > MOST_HEADERS):
                self._refuse(431, "Request Header Fields Too Large", "headers too large")
                return
            if end >= 0:
                self._complete = True
                self._head.clear()
                self._stop_timer()
        if self._received > MOST_REQUEST:
            self._refuse(413, "Content Too Large", "request too large")
            return
        self._inner.data_received(data)

    def eof_received(self) -> None:
        if self._who is not None:
            self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if self._who is not None:  # else HTTP has never heard of it
            assert self._transport
            self._connections.leave(self._who, self._transport)
            self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        if self._who is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._who is not None:
            self._inner.resume_writing()

    def answered(self, data: bytes) -> None:
        """The server wrote something: what comes in next is a new request."""
        if not data.startswith(CONTINUE):
            self._received, self._complete = 0, False

    def upgraded(self) -> None:
        """From here on this is a WebSocket, which has limits of its own."""
        self._stop_timer()

    def _await_headers(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._header_seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._timer = None
        self._refuse(408, "Request Timeout", "headers too slow")

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: int, words: str, why: str) -> None:
        self._stop_timer()
        assert self._transport
        log.debug("turned away: %s", why)
        head = (
            f"HTTP/1.1 {status} {words}\r\nconnection: close\r\ncontent-length: {len(why)}\r\n\r\n"
        )
        self._transport.write(head.encode() + why.encode())
        self._transport.close()


class Outgoing:
    """The transport that HTTP is given: the gate hears of answers, and when it becomes a socket."""

    def __init__(self, transport: asyncio.Transport, gate: Gate) -> None:
        self._transport, self._gate = transport, gate

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        self._gate.answered(data)
        self._transport.write(data)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """The connection becomes a WebSocket: from now on it writes past the gate."""
        self._gate.upgraded()
        self._transport.set_protocol(protocol)
        self.__dict__["write"] = self._transport.write
