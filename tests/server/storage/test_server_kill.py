"""`kill -9` in full swing: no acknowledged move lost, none doubled, no die rolled twice."""

from __future__ import annotations

import os
import sys
import time

from server_kill import CLOCK_MS, held_against_the_log, told, torment
from server_running import run

KILLS = int(os.environ.get("TABLAS_KILLS", "4"))
GAMES = 16


def test_a_server_killed_again_and_again_loses_nothing(make_server, capsys):
    server = make_server(sockets_per_user=1000)
    start = time.monotonic()
    seen = run(torment(server, KILLS, GAMES), 1800)
    server.stop()
    faults = held_against_the_log(server.data / "tablas.sqlite", seen)
    with capsys.disabled():
        sys.stdout.write("\n" + told(seen, time.monotonic() - start, KILLS) + "\n")
    assert not faults
    assert len(seen.acknowledged) >= KILLS * GAMES // 2
    assert seen.clock_errors
    assert max(seen.clock_errors) < CLOCK_MS
