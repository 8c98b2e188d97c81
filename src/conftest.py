"""Every sixth module has doctests: the others are not imported to look for some."""

from __future__ import annotations

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    if collection_path.suffix != ".py" or ">>>" in collection_path.read_text(encoding="utf-8"):
        return None
    return True
