"""Signs of life for whoever runs the server: health, readiness, metrics."""

from __future__ import annotations

from typing import Final, Literal

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from tablas.server.refusals import BUSY, Refused
from tablas.server.services import services_of
from tablas.server.web.access import Operator, SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS

router: Final = APIRouter(tags=["health"], responses=REFUSALS)


class HealthAnswer(BaseModel):
    status: str


class ReadyAnswer(BaseModel):
    """`degraded`: games can be played, but what stands as false in `tasks` has failed lately."""

    status: Literal["ready", "degraded"]
    tasks: dict[str, bool] | None = None
    damaged_games: int | None = None


@router.get("/api/health", summary="Whether the process is alive")
async def health(_: Visitor) -> HealthAnswer:
    return HealthAnswer(status="alive")


@router.get("/api/ready", summary="Whether games can be played now")
async def ready(request: Request, sign_in: SignInDep, _: Visitor) -> ReadyAnswer:
    """503 while nothing can be stored, which the heartbeat finds out four times a second.

    Details are for the addresses that may read the metrics.
    """
    services = services_of(request)
    if not services.store.storing:
        raise Refused(BUSY, retry_after=2.0)
    tasks = services.background.running()
    status: Literal["ready", "degraded"] = "ready" if all(tasks.values()) else "degraded"
    if not sign_in.from_operator(request):
        return ReadyAnswer(status=status)
    return ReadyAnswer(status=status, tasks=tasks, damaged_games=len(services.rooms.damaged))


@router.get("/api/metrics", summary="Numbers for Prometheus", response_class=Response)
async def metrics(request: Request, _: Operator) -> Response:
    """Only for the addresses that the setting `metrics_from` names, at first this machine."""
    # Loaded by the first who asks: a server should start at once.
    from tablas.server.web.metrics import exposed  # noqa: PLC0415

    return Response(exposed(services_of(request)), media_type="text/plain; version=0.0.4")
