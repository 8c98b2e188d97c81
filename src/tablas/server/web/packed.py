"""Answers that are the same for many: compressed once, for those who take them so."""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response


def packed_response(
    request: Request, body: bytes, headers: dict[str, str], media_type: str, status: int = 200
) -> Response:
    """An answer without secrets, compressed where the request allows it."""
    vary = ", ".join(filter(None, (headers.get("vary"), "accept-encoding")))
    headers = headers | {"vary": vary}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body, status, headers, media_type)
    return Response(_packed(body), status, headers | {"content-encoding": "gzip"}, media_type)


async def packed_json(request: Request, text: str) -> Response:
    """A large answer in JSON, compressed for this once, beside the event loop."""
    headers = {"vary": "accept-encoding"}
    body = text.encode()
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = await asyncio.to_thread(gzip.compress, body, 6)
        headers["content-encoding"] = "gzip"
    return Response(body, 200, headers, "application/json")


@lru_cache(maxsize=64)  # the catalogue, and each page in each language
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
