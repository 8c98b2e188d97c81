"""No page of another site acts in our name, although browsers send our cookie along for it.

Everything that changes something and carries a cookie must also carry an `Origin` of ours or,
where a program sends none, the header `X-Tablas` with any value, which no foreign page can add.
A request with a token needs neither: no browser adds a token by itself.
"""

from __future__ import annotations

from typing import Final

from starlette.datastructures import URL, Headers

from tablas.server.refusals import WRONG_ORIGIN, Refused
from tablas.server.settings import Settings
from tablas.server.web.origins import origin_allowed

SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
OWN_HEADER: Final = "x-tablas"


def refuse_other_sites(settings: Settings, method: str, headers: Headers, url: URL) -> None:
    """Refuse whatever the page of another site may have made a browser send."""
    if method in SAFE or "authorization" in headers:
        return
    declared = "origin" in headers or OWN_HEADER in headers
    if ("cookie" in headers and not declared) or not origin_allowed(settings, headers, url):
        raise Refused(WRONG_ORIGIN)
