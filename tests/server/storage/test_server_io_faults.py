"""Any call that writes to the database may fail: nothing acknowledged is lost, nothing torn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import io_faults
from faulty_io import Faults, built, have_compiler

pytestmark = pytest.mark.skipif(not have_compiler(), reason="needs a C compiler")


def test_an_error_at_any_call_loses_nothing_and_tears_nothing(tmp_path):
    every = os.environ.get("TABLAS_IO_EVERY", "11")  # 1: every single call
    faults = Faults(tmp_path / "faults")
    environment = {**os.environ, **faults.environment(built(tmp_path))}
    environment["PYTHONPATH"] = str(Path(io_faults.__file__).parent)
    done = subprocess.run(
        [sys.executable, io_faults.__file__, "--every", every],
        env=environment, capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    report = json.loads(done.stdout)
    assert report["wrong"] == []
    assert report["calls"] > 30  # else the faults did not reach the file
    assert report["runs"] >= 4 * (report["calls"] // int(every))
