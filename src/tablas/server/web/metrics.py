"""The counters of a running server in the text form of Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily

from tablas.server.services import Services


def exposed(services: Services) -> bytes:
    """What Prometheus reads."""
    registry = CollectorRegistry()
    registry.register(_Numbers(services))
    return generate_latest(registry)


class _Numbers:
    """Reads the counters of the running parts when somebody asks."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> list[CounterMetricFamily | GaugeMetricFamily]:
        rooms, store = self._services.rooms, self._services.store
        counters = {
            "tablas_moves": ("Plays stored", rooms.counts.moves),
            "tablas_refused": ("Messages refused", rooms.counts.refused),
            "tablas_events": ("Events stored", store.stored),
            "tablas_commits": ("Transactions of events", store.commits),
        }
        gauges = {
            "tablas_rooms": ("Games in memory", len(rooms)),
            "tablas_sockets": ("Open sockets at tables", rooms.seats),
            "tablas_damaged_games": ("Games that cannot be read", len(rooms.damaged)),
        }
        return [
            *self._tasks(),
            *(CounterMetricFamily(name, words, value=v) for name, (words, v) in counters.items()),
            *(GaugeMetricFamily(name, words, value=v) for name, (words, v) in gauges.items()),
        ]

    def _tasks(self) -> list[CounterMetricFamily | GaugeMetricFamily]:
        """How the work in the background is, by the name of each task."""
        background = self._services.background
        running = GaugeMetricFamily("tablas_task_running", "Whether it runs", labels=["task"])
        for name, runs in background.running().items():
            running.add_metric([name], float(runs))
        failures = CounterMetricFamily("tablas_task_failures", "How often", labels=["task"])
        for name, count in background.failures.items():
            failures.add_metric([name], count)
        return [running, failures]
