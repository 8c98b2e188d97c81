"""Which sites may talk to this server from a browser: itself and those that the settings name."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import URL
from starlette.requests import Request

from tablas.server.services import services_of
from tablas.server.settings import Settings


def origin_allowed(settings: Settings, headers: Mapping[str, str], url: URL) -> bool:
    """Whether the request comes from an allowed page; programs without `Origin` are no pages.

    A browser always sends `Origin` when it opens a socket and with every request that changes
    something, and a page cannot forge it.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin in settings.origins:
        return True
    if settings.public_url and origin == origin_of(settings.public_url):
        return True
    try:
        page = urlsplit(origin)
    except ValueError:  # such as `http://[`
        return False
    # Behind a proxy that ends TLS we see http while the page is https; the host has to fit anyway.
    schemes = ("https", url.scheme.replace("ws", "http"))
    return page.netloc == headers.get("host", url.netloc) and page.scheme in schemes


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def home_address(request: Request) -> str:
    """The public address; without one, that at which this very connection arrived, or nothing.

    The `Host` of a request says what anybody likes, so another name is not repeated.
    """
    home = services_of(request).context.settings.public_url.rstrip("/")
    host, port = request.scope.get("server") or ("", 0)
    if not home and request.url.netloc == f"{host}:{port}":
        home = str(request.base_url).rstrip("/")
    return home
