"""What every test stands on: a data folder of the tests' own, instead of the user's."""

from __future__ import annotations

import os
from pathlib import Path

# Kept between runs, as the user's is: the bear-off tables in it are built once.
os.environ["XDG_DATA_HOME"] = str(Path(__file__).parent.parent / "build" / "test-data")
