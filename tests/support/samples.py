"""How much the tests try out: a sample in `make test`, many times as much in `make samples`."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("TABLAS_SAMPLES", "1"))


def sample(count: int) -> int:
    """So many examples in `make test`; the soak asks for a multiple of them."""
    return count * TIMES
