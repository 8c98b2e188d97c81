"""What browsers think with: where kernel and nets lie, and the numbers of levels and marks."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict
from functools import cache, partial
from typing import Any, Final

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablas.engine.browser_nets import browser_net, tag
from tablas.engine.engines import engine
from tablas.games import NAMES
from tablas.review.care import CARES
from tablas.review.judges import marks_of
from tablas.server.web.access import Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.packed import TaggedJson
from tablas.server.web.static import site

router: Final = APIRouter(tags=["engine"], responses=REFUSALS)
BUILDS: Final = ("simd", "scalar")
FOREVER: Final = "public, max-age=31536000, immutable"
TRUNCATED: Final = 11
"""Turns after which the net judges a rollout in a browser: to the end it takes far longer."""


class GameEngineAnswer(BaseModel):
    """What a browser needs to think about one game."""

    nets: dict[str, str] = Field(description="Addresses of its nets: `judge`, `guess`.")
    levels: dict[str, dict[str, float]] = Field(description="Opponents that it can be, by name.")
    book: str | None = Field(description="The address of its openings, where a level knows them.")
    unit: str = Field(description="In what costs are counted: `points` or `chances`.")
    scale: float = Field(description="Of a score without dice: e to 1 on winning.")
    thresholds: dict[str, float] = Field(description="From which cost on what is marked.")
    cares: dict[str, dict[str, float]] = Field(description="How deeply to look.")


class EngineAnswer(BaseModel):
    """The kernel as WebAssembly, in two builds, and what belongs to each game."""

    kernel: dict[str, str] = Field(description="Addresses: `simd`, and `scalar` for old browsers.")
    games: dict[str, GameEngineAnswer]


@router.get("/api/engine", summary="The engine that runs in browsers", response_model=EngineAnswer)
async def browser_engine(request: Request, _: Visitor) -> Response:
    """It changes only with a new version: ask again with `if-none-match`."""
    return _answer().response(request)


@cache
def _answer() -> TaggedJson:
    files = site()
    answer = {
        "kernel": {build: f"{files.base}/kernel/{build}.wasm" for build in BUILDS},
        "games": {name: _game(name) for name in NAMES},
    }
    return TaggedJson(json.dumps(answer).encode())


def _game(name: str) -> dict[str, Any]:
    known = engine(name).browser
    unit, thresholds, scale = marks_of(name)
    return {
        "nets": {use: address(net) for use, net in known.nets.items()},
        "levels": {level: dict(numbers) for level, numbers in known.levels.items()},
        "book": book_address(name),
        "unit": unit,
        "scale": scale,
        "thresholds": asdict(thresholds),
        "cares": {
            care.name: {
                "plies": care.plies,
                "cube_plies": care.cube_plies,
                "nodes": care.nodes,
                "trials": care.trials,
                "close": care.close,
                "truncate": TRUNCATED,
            }
            for care in CARES
            if not care.searcher  # a browser has no other net than the small one
        },
    }


def address(net: str) -> str:
    """Where a net lies; another net, or another form of it, lies elsewhere."""
    return f"/nets/{tag(net)}/{net}.net"


def book_address(game: str) -> str | None:
    """Where the openings of a game lie, if it has any; others lie elsewhere."""
    packed = _book(game)
    return f"/nets/{hashlib.sha256(packed).hexdigest()[:16]}/{game}.book" if packed else None


@cache
def _book(game: str) -> bytes | None:
    """The openings of a game, compressed."""
    book = engine(game).browser.book
    return gzip.compress(json.dumps(book()).encode(), 9, mtime=0) if book else None


@cache
def served() -> dict[str, Callable[[], bytes | None]]:
    """What is made of nets and books, by its address."""
    files: dict[str, Callable[[], bytes | None]] = {}
    for name in NAMES:
        for net in engine(name).browser.nets.values():
            files[address(net)] = partial(browser_net, net)
        if place := book_address(name):
            files[place] = partial(_book, name)
    return files


async def net_file(request: Request) -> Response:
    """A net, made when it is first asked for: that takes a tenth of a second or two."""
    make = served().get(request.url.path)
    body = await asyncio.to_thread(make) if make else None
    if body is None:
        raise HTTPException(404)
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        body = await asyncio.to_thread(gzip.decompress, body)
    return Response(body, 200, headers, "application/octet-stream")


router.add_route("/nets/{tag}/{name}", net_file)
