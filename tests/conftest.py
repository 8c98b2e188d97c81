"""What every test stands on: a data folder of the tests' own, and patience with a busy machine."""

from __future__ import annotations

import functools
import inspect
import os
import ssl
from pathlib import Path

import httpx
import hypothesis

from samples import sample

# Kept between runs, as the user's is: the bear-off tables in it are built once.
os.environ["XDG_DATA_HOME"] = str(Path(__file__).parent.parent / "build" / "test-data")

# httpx gives a question up after five seconds, which a busy machine may need to begin with it.
_usual = inspect.signature(httpx.Client).parameters["timeout"].default
for _part in ("connect", "read", "write", "pool"):
    setattr(_usual, _part, 60.0)

# Every client of httpx reads all certificates of the world, 28 ms; ours speak to this machine.
vars(ssl)["create_default_context"] = functools.cache(ssl.create_default_context)

# No test is about time: an example may take as long as a busy machine needs for it.
hypothesis.settings.register_profile("patient", deadline=None, max_examples=sample(30))
hypothesis.settings.load_profile("patient")
