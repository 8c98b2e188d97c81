"""Where Tablas keeps what belongs to the person who uses it."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Where this user's programs keep their data; the XDG rule, as everywhere on Linux."""
    told = os.environ.get("XDG_DATA_HOME")
    return (Path(told) if told else Path.home() / ".local" / "share") / "tablas"
