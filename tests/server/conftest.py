"""Servers that a test can have: each is a process with its own SQLite file, stopped at the end."""

from __future__ import annotations

from typing import Any

import pytest

from refusals_met import faults, met
from server_running import Running, warm_starts


@pytest.fixture(scope="session", autouse=True)
def _warm_starts():
    with warm_starts():
        yield


@pytest.fixture(autouse=True)
def _refusals_are_met(request):
    """Whoever names refusals has to bring them about, in both languages."""
    named = {code for mark in request.node.iter_markers("refuses") for code in mark.args}
    if not named:
        yield
        return
    with met() as found:
        yield
    assert not faults(named, found)


@pytest.fixture
def server(tmp_path):
    """A server on SQLite, without bots unless a test asks for them."""
    running = Running(tmp_path / "data", workers=0).start()
    yield running
    if running.process and running.process.poll() is None:
        running.stop()


@pytest.fixture
def make_server(tmp_path):
    """Start servers with other settings; all are stopped at the end."""
    made: list[Running] = []

    def make(name: str = "data", **settings: Any) -> Running:
        running = Running(tmp_path / name, **({"workers": 0} | settings)).start()
        made.append(running)
        return running

    yield make
    for running in made:
        if running.process and running.process.poll() is None:
            running.stop()


@pytest.fixture(scope="session")
def club(tmp_path_factory):
    """One server for all tests that do it no harm."""
    running = Running(tmp_path_factory.mktemp("club") / "data", workers=0).start()
    yield running
    running.stop()
