"""Signs of life for whoever runs the server: health, readiness, metrics."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from tablas.server.access import Visitor
from tablas.server.answers import REFUSALS
from tablas.server.services import Services, services_of

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
    registry = CollectorRegistry()
    registry.register(_Numbers(services_of(request)))
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")


class _Numbers:
    """Reads the counters of the running parts when somebody asks."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> list[CounterMetricFamily | GaugeMetricFamily]:
        rooms, store = self._services.rooms, self._services.store
        counters = {
            "tablas_moves": ("Plays stored", rooms.moves),
            "tablas_refused": ("Messages refused", rooms.refused),
            "tablas_events": ("Events stored", store.stored),
            "tablas_commits": ("Transactions of events", store.commits),
        }
        gauges = {
            "tablas_rooms": ("Games in memory", len(rooms)),
            "tablas_sockets": ("Open sockets at tables", rooms.seats),
        }
        return [
            *(CounterMetricFamily(name, told, value=v) for name, (told, v) in counters.items()),
            *(GaugeMetricFamily(name, told, value=v) for name, (told, v) in gauges.items()),
        ]
