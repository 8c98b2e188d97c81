"""Anything that the API's description allows, and much that it does not, without a 5xx answer.

schemathesis runs as a program of its own against a real server, once as somebody who may do
everything and once as nobody: every operation once, or whatever it can think of for
`TABLAS_SCHEMATHESIS_SECONDS` (`make schemathesis`); `TABLAS_SCHEMATHESIS_SEED` asks for others.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from people_server import people_server
from tablas.server.limits import RateLimits
from tablas.server.storage.schema_people import people

SECONDS = int(os.environ.get("TABLAS_SCHEMATHESIS_SECONDS", "0"))
HOW_MUCH = [f"--max-time={SECONDS}"] if SECONDS else ["--phases=fuzzing", "--max-examples=1"]
TABLES = Path(__file__).parents[3] / ".hypothesis"  # of characters, which the other tests have, too
SEED = os.environ.get("TABLAS_SCHEMATHESIS_SEED", "1")

# They end the session with which everything else is asked.
ENDING = ("/api/logout", "/api/me", "/api/sessions", "/api/sessions/{id}")
# They go on for as long as they are asked to.
STREAMS = ("/api/bot/stream", "/api/bot/games/{game}/stream")


class NoLimits(RateLimits):
    """Lets everything through: what is looked for here lies behind the limits."""

    def spend(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    data = tmp_path_factory.mktemp("schemathesis")
    with people_server(data, requests_per_minute=10_000_000) as running:
        running.sign_in.limits = NoLimits()
        yield running


def cookie(server) -> str:
    """Of a moderator who has just shown the password, and who has a game."""
    browser = server.registered("Moderatrix")
    server.sign_in.limits = NoLimits()
    server.written(people.update().where(people.c.name == "Moderatrix").values(role="moderator"))
    began = browser.post("/api/games", json={"agreement": {"game": "abak"}})
    assert began.status_code == 201, began.text
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def run(server, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("schemathesis")
    if not program.exists():
        pytest.skip("schemathesis is not installed")
    return subprocess.run(
        [
            *(str(program), "run", f"{server.url}/api/openapi.json", "--checks=not_a_server_error"),
            *(
                *HOW_MUCH,
                "--no-color",
                "--warnings=off",
                f"--seed={SEED}",
                "--no-shrink",
                "--request-timeout=60",
            ),
            *("--header", "X-Tablas: schemathesis", "--generation-database=none"),
            *options,
        ],
        cwd=folder,
        env=os.environ | {"HYPOTHESIS_STORAGE_DIRECTORY": str(TABLES)},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS + 300,
    )


def test_nothing_that_a_moderator_sends_breaks_the_server(server, tmp_path):
    excluded = [part for path in (*ENDING, *STREAMS) for part in ("--exclude-path", path)]
    done = run(server, tmp_path, "--header", f"Cookie: {cookie(server)}", *excluded)
    assert done.returncode == 0, done.stdout[-4000:]


def test_nothing_that_a_stranger_sends_breaks_the_server(server, tmp_path):
    done = run(server, tmp_path)
    assert done.returncode == 0, done.stdout[-4000:]
