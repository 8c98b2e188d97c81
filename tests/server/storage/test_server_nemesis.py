"""Kills, full and slow disks, partitions, steps of the clock: a few; `make nemesis` is an hour."""

from __future__ import annotations

import os
import sys

import pytest

import cluster_nemesis
import nemesis
from faulty_io import have_compiler
from haunting import Plan
from server_backends import have_postgres, redis_program

SECONDS = float(os.environ.get("TABLAS_NEMESIS_SECONDS", "5"))


@pytest.mark.skipif(not have_compiler(), reason="needs a C compiler")
def test_whatever_happens_to_a_server_nothing_acknowledged_is_lost(tmp_path, capsys):
    line, wrong = nemesis.haunt(tmp_path, Plan(SECONDS, games=4, seed=3))
    with capsys.disabled():
        sys.stdout.write(f"\n{line}\n")
    assert wrong == []


@pytest.mark.skipif(
    not (have_postgres() and redis_program()),
    reason="needs Debian's postgresql and valkey or redis-server",
)
def test_nor_between_two_processes_and_their_database(tmp_path, capsys):
    line, wrong = cluster_nemesis.haunt(tmp_path, Plan(SECONDS, games=4, seed=3), clocks=False)
    with capsys.disabled():
        sys.stdout.write(f"\n{line}\n")
    assert wrong == []
