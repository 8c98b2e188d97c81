"""Keep the tree small and clean: file lengths, no registry addresses."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST = 450
CODE = {".py", ".cpp", ".hpp", ".js", ".css"}
# Spelt in pieces so that this file does not find itself.
ADDRESSES = ("pypi" + ".org", "python" + "hosted.org", "npmjs" + ".org", "deb." + "debian.org")


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
    for address in ADDRESSES:
        if address in text:
            yield f"{name}: names the package registry {address}"


if __name__ == "__main__":
    problems = list(faults(Path(__file__).resolve().parent.parent.parent))
    for fault in problems:
        print(fault)
    sys.exit(1 if problems else 0)
