"""Keep the tree small and clean: file lengths, no registry addresses, no vectors by `auto*`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST = 450
CODE = {".py", ".cpp", ".hpp", ".js", ".css"}
# Spelt in pieces so that this file does not find itself.
ADDRESSES = ("pypi" + ".org", "python" + "hosted.org", "npmjs" + ".org", "deb." + "debian.org")
# That such a pointer may point to anything is an attribute of the vector's type, and `auto` drops
# attributes: an optimiser may then move reads before writes of the same memory.
UNALIASED = re.compile(r"\bauto\b[*& ]+(?:const )?\w+\s*=\s*reinterpret_cast<(?:const )?__m\d")


def faults(root: Path) -> Iterator[str]:
    """Everything that is wrong with the files that git knows or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        path = root / name
        if not path.is_file():
            continue
        yield from file_faults(root, path)


def file_faults(root: Path, path: Path) -> Iterator[str]:
    """What is wrong with one file."""
    name = path.relative_to(root)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return  # a picture or a compressed corpus
    lines = text.count("\n")
    if path.suffix in CODE and lines > LONGEST:
        yield f"{name}: {lines} lines, expected at most {LONGEST}"
    if path.suffix in {".cpp", ".hpp"} and (found := UNALIASED.search(text)):
        line = text.count("\n", 0, found.end()) + 1
        yield f"{name}:{line}: a vector by `auto*` may not alias: write its type, __m256i* or such"
    for address in ADDRESSES:
        if address in text:
            yield f"{name}: names the package registry {address}"


if __name__ == "__main__":
    problems = list(faults(Path(__file__).resolve().parent.parent.parent))
    for fault in problems:
        print(fault)
    sys.exit(1 if problems else 0)
