"""Say plainly what this machine lacks to build Tablas; silent if nothing is missing.

Runs with any Python 3, before anything is installed, so it uses the standard library only.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

OLDEST = (3, 11)
PROGRAM = "#include <span>\n#include <bit>\nint main() { return std::popcount(0u); }\n"


def missing() -> Iterator[str]:
    """Each thing that is missing, with the way to get it."""
    if sys.version_info < OLDEST:
        version = sys.version.split()[0]
        yield f"Python 3.11 or newer (this is {version}); choose one with: make PYTHON=python3.11"
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            yield f"Python's module {module} (on Debian and Ubuntu: apt install python3-venv)"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        yield "Python's C headers (on Debian and Ubuntu: apt install python3-dev)"
    compiler = os.environ.get("CXX") or next(
        (name for name in ("c++", "g++", "clang++") if shutil.which(name)), None
    )
    if compiler is None:
        yield "a C++ compiler (on Debian and Ubuntu: apt install g++)"
    elif not compiles(compiler):
        yield f"a C++20 compiler: {compiler} does not compile C++20 (g++ 10 or clang 12 do)"


def compiles(compiler: str) -> bool:
    """Whether `compiler` builds a small C++20 program."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "try.cpp")
        source.write_text(PROGRAM, encoding="ascii")
        command = [*compiler.split(), "-std=c++20", "-o", f"{folder}/try", str(source)]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


if __name__ == "__main__":
    lacking = list(missing())
    for thing in lacking:
        print(f"Tablas needs {thing}.", file=sys.stderr)
    sys.exit(1 if lacking else 0)
