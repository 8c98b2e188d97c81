"""Signs of life for whoever runs the server: health, readiness, metrics."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from tablas.server.services import services_of
from tablas.server.web.access import Visitor
from tablas.server.web.http_errors import REFUSALS

router: Final = APIRouter(tags=["health"], responses=REFUSALS)


class HealthAnswer(BaseModel):
    status: str


@router.get("/api/health", summary="Whether the process is alive")
async def health(_: Visitor) -> HealthAnswer:
    return HealthAnswer(status="alive")


@router.get("/api/ready", summary="Whether games can be played now")
async def ready(request: Request, _: Visitor) -> HealthAnswer:
    """503 while the database cannot be written: it writes the heartbeat to find out."""
    await services_of(request).store.beat()
    return HealthAnswer(status="ready")


@router.get("/api/metrics", summary="Numbers for Prometheus", response_class=Response)
async def metrics(request: Request, _: Visitor) -> Response:
    # Loaded by the first who asks: a server should start at once.
    from tablas.server.web.metrics import exposed  # noqa: PLC0415

    return Response(exposed(services_of(request)), media_type="text/plain; version=0.0.4")
