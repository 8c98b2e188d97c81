"""What stands before HTTP itself: no header without end, no silent connection, no flood of them.

A framework sees a request when its headers are complete; whoever sends them without end, or one
byte a minute, or opens a thousand connections and says nothing, is met here. The gate stands
between the socket and uvicorn's own protocol and uses nothing but asyncio's interface of both. Once
a connection has become a WebSocket, nothing passes through it any more. It only follows where
headers begin and end; what a request means, and how large a body may be, others decide.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from typing import Any, Final, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tablas.server.limits import Network, trusted_peer, visitor

log = logging.getLogger("tablas.gate")
MOST_HEADERS: Final = 16 * 1024
END: Final = b"\r\n\r\n"
LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*(?:\r|$)", re.IGNORECASE)
CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:[^\r]*chunked", re.IGNORECASE)
LAST_CHUNK: Final = b"0\r\n\r\n"


class Connections:
    """Who is connected, counted by address; proxies of our own stand for many people."""

    def __init__(self, an_address: int, in_all: int, proxies: Sequence[Network] = ()) -> None:
        self._an_address, self._in_all, self._proxies = an_address, in_all, proxies
        self._open: dict[str, set[asyncio.Transport]] = {}
        self._count = 0

    def admit(self, transport: asyncio.Transport) -> str | None:
        """Count a connection, and give under which address; None where there are too many."""
        name = transport.get_extra_info("peername")
        peer = name[0] if name else None
        who = visitor(peer, (), ())
        # Nobody says when a connection has ended that became a WebSocket, so the ended ones are
        # cleared out where it matters: before somebody is turned away.
        if self._too_many(peer, who):
            self._clear()
            if self._too_many(peer, who):
                return None
        self._open.setdefault(who, set()).add(transport)
        self._count += 1
        return who

    def leave(self, who: str, transport: asyncio.Transport) -> None:
        mine = self._open.get(who, set())
        if transport in mine:
            mine.discard(transport)
            self._count -= 1
            if not mine:
                del self._open[who]

    def _too_many(self, peer: str | None, who: str) -> bool:
        crowded = len(self._open.get(who, ())) >= self._an_address
        return self._count >= self._in_all or (crowded and not trusted_peer(peer, self._proxies))

    def _clear(self) -> None:
        for who, mine in list(self._open.items()):
            for transport in [one for one in mine if one.is_closing()]:
                self.leave(who, transport)


class Gate(asyncio.Protocol):
    """One connection before HTTP: watches over the headers of each request."""

    def __init__(self, connections: Connections, header_seconds: float, given: Any) -> None:
        self._connections, self._header_seconds = connections, header_seconds
        self._inner = AutoHTTPProtocol(**given)
        self._transport: asyncio.Transport | None = None
        self._who: str | None = None  # the address under which it is counted
        self._head = bytearray()  # of the request that is coming in, up to the end of its headers
        self._body = 0  # bytes of its body that are still to come
        self._chunked = False  # a body of unknown length is coming in
        self._tail = b""  # the last bytes of it so far
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._who = self._connections.admit(self._transport)
        if self._who is None:
            self._refuse(503, "Service Unavailable", "too many connections")
            return
        self._await_headers()
        self._inner.connection_made(self._transport)

    def data_received(self, data: bytes) -> None:
        assert self._transport
        if self._transport.is_closing():
            return
        if self._headers_end(data):
            self._inner.data_received(data)
        else:
            self._refuse(431, "Request Header Fields Too Large", "headers too large")

    def _headers_end(self, data: bytes) -> bool:
        """Follow what comes in; False where headers are longer than they may be."""
        while data:
            if self._chunked:
                # The mark of the last chunk may come in pieces.
                body, last, data = (self._tail + data).partition(LAST_CHUNK)
                self._chunked, self._tail = not last, body[1 - len(LAST_CHUNK) :]
                continue
            if self._body:
                self._body, data = max(0, self._body - len(data)), data[self._body :]
                continue
            if self._timer is None:
                self._await_headers()
            known = len(self._head)
            self._head += data[: MOST_HEADERS + len(END)]
            end = self._head.find(END, max(0, known - len(END)))
            if end > MOST_HEADERS or (end < 0 and len(self._head) > MOST_HEADERS):
                return False
            if end < 0:
                return True
            self._begin_body(bytes(self._head[:end]))
            data = data[end + len(END) - known :]
        return True

    def _begin_body(self, head: bytes) -> None:
        self._stop_timer()
        self._head.clear()
        length = LENGTH.search(head)
        self._chunked, self._tail = CHUNKED.search(head) is not None, b""
        self._body = int(length[1]) if length and not self._chunked else 0

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
        head = f"HTTP/1.1 {status} {words}\r\nconnection: close\r\ncontent-length: {len(why)}"
        self._transport.write(f"{head}\r\n\r\n{why}".encode())
        self._transport.close()
