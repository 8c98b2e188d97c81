"""Print what one list of locked packages has besides another one, hashes and all.

    python tools/checks/locked_besides.py requirements/dev.txt requirements/build.txt

The tools of the tests can so be installed while the packages of the build are.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

ENTRY: Final = re.compile(r"^(?=[\w.\[\]-]+==)", re.MULTILINE)


def entries(text: str) -> list[str]:
    """The packages of a list, each with its marker and its hashes."""
    return ENTRY.split(text)[1:]


def main() -> None:
    more, less = (Path(name).read_text(encoding="utf-8") for name in sys.argv[1:3])
    there = {entry.partition(" ")[0] for entry in entries(less)}
    sys.stdout.writelines(entry for entry in entries(more) if entry.partition(" ")[0] not in there)


if __name__ == "__main__":
    main()
