"""Where Tablas keeps what belongs to the person who uses it."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Where this user's programs keep their data; the XDG rule, as everywhere on Linux."""
    configured = os.environ.get("XDG_DATA_HOME")
    return (Path(configured) if configured else Path.home() / ".local" / "share") / "tablas"
