"""What stands in front of every route: size, rate, origin, and headers that browsers obey."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import URL, Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablas.server.limits import Rate, RateLimits, networks, visitor
from tablas.server.people import cookies
from tablas.server.refusals import HEADERS_TOO_LARGE, TOO_LARGE, Refused
from tablas.server.settings import Settings
from tablas.server.web.csrf import refuse_other_sites
from tablas.server.web.http_errors import refused_response

TRY_LATER: Final = 1013
MOST_BYTES: Final = 64 * 1024
ROOMY: Final = {
    "/api/files": 2 * 1024 * 1024,
    "/api/reviews/files": 2 * 1024 * 1024,
    "/api/local-games": 512 * 1024,
}
"""Where a body may be larger than elsewhere: analysed matches are, and whole games."""
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
        "object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
HTTPS_HEADER: Final = ("strict-transport-security", "max-age=31536000; includeSubDomains")


class Guards:
    """Pure ASGI, so that it costs little and never holds a body back."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._proxies = networks(settings.trusted_proxies)
        self._limits = RateLimits()
        self._rate = Rate(settings.requests_per_minute, 60.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] != "lifespan" else Headers()
        if scope["type"] == "websocket":
            await self._socket(scope, headers, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope, headers)
        except Refused as refused:
            await refused_response(refused)(scope, receive, self._with_headers(send))
            return
        body = _Body(receive, most_bytes(scope))
        await self._app(scope, body.receive, body.answering(scope, self._with_headers(send)))

    async def _socket(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """A handshake counts as a request; one too many is turned away before it is looked at."""
        try:
            self._spend(scope, headers)
        except Refused:
            await receive()
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        await self._app(scope, receive, send)

    def _spend(self, scope: Scope, headers: Headers) -> None:
        peer = scope["client"][0] if scope.get("client") else None
        who = visitor(peer, headers.getlist("x-forwarded-for"), self._proxies)
        self._limits.spend("request", who, self._rate)

    def _check(self, scope: Scope, headers: Headers) -> None:
        self._spend(scope, headers)
        if len(headers.get("cookie", "")) > cookies.LONGEST:
            raise Refused(HEADERS_TOO_LARGE.about(name="Cookie", most=cookies.LONGEST))
        length = headers.get("content-length", "0")
        most = most_bytes(scope)
        if not length.isascii() or not length.isdigit() or int(length) > most:
            raise Refused(TOO_LARGE.about(most=most))
        refuse_other_sites(self._settings, scope["method"], headers, URL(scope=scope))

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if self._settings.secure_cookies:
                    headers.setdefault(*HTTPS_HEADER)
            await send(message)

        return sending


def most_bytes(scope: Scope) -> int:
    """How large the body of a request may be."""
    return ROOMY.get(scope["path"], MOST_BYTES)


class _Body:
    """A body without a declared length, cut off where it grows too large.

    Frameworks answer a body that breaks off in their own way, so ours takes its place.
    """

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._most = receive, most
        self._seen = 0

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._seen += len(message.get("body", b""))
            if self._seen > self._most:
                return {"type": "http.disconnect"}
        return message

    def answering(self, scope: Scope, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if self._seen <= self._most:
                await send(message)
            elif message["type"] == "http.response.start":
                refused = Refused(TOO_LARGE.about(most=self._most))
                await refused_response(refused)(scope, self._receive, send)

        return sending
