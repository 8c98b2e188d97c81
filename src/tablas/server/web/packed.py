"""Answers that are the same for many: compressed once, for those who take them so."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class TaggedJson:
    """An answer in JSON that changes only with a new version, and the tag that names it."""

    body: bytes

    @property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:16]}"'

    def response(self, request: Request) -> Response:
        """Nothing for who has it already."""
        headers = {"etag": self.etag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        return packed_response(request, self.body, headers, "application/json")


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
