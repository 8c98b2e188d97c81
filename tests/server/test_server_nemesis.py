"""Kills, full and slow disks, steps of the clock, a few in a row; `make nemesis` is an hour."""

from __future__ import annotations

import os
import sys

import pytest

from faulty_io import have_compiler
from nemesis import haunt

pytestmark = pytest.mark.skipif(not have_compiler(), reason="needs a C compiler")
SECONDS = float(os.environ.get("TABLAS_NEMESIS_SECONDS", "8"))


def test_whatever_happens_to_a_server_nothing_acknowledged_is_lost(tmp_path, capsys):
    told, wrong = haunt(tmp_path, SECONDS, games=6, seed=3)
    with capsys.disabled():
        sys.stdout.write(f"\n{told}\n")
    assert wrong == []
