"""A file of JSON lines that a long measurement keeps: the first says what is measured."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class JsonBook:
    """What was measured so far; a book of something else is refused."""

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        self.path = path
        first = json.loads(json.dumps(head))
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(first) + "\n", encoding="utf-8")
        begun, *lines = path.read_text(encoding="utf-8").splitlines()
        if json.loads(begun) != first:
            sys.exit(f"{path}: the book of another test: {begun}")
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in lines]

    def add(self, line: Mapping[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.lines.append(dict(line))
