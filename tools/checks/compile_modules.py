"""Compile to bytecode what several parts of `make test` are about to import at the same time.

    python tools/checks/compile_modules.py

pip compiles nothing, since most modules are never imported. But the tests of the units, of the
server and of the browser begin together in a fresh clone: each would compile the same modules, the
others' 4 s and our own 1 s of processor time, because none finds what another has not written yet.
So it is with the tables of all characters that hypothesis makes for its first text, 3 to 7 s.
"""

from __future__ import annotations

import compileall
import importlib
import os
import sys
from pathlib import Path
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).resolve().parents[2]
OURS: Final = ("src", "tools", "bench", "tests/support")
# The server brings most of what others have written; it is imported without the kernel.
IMPORTED: Final = (
    "pytest", "hypothesis.strategies", "hypothesis.stateful", "httpx", "tablas.server.running",
    "tablas.server.web.metrics", "tablas.server.people.webauthn_ceremonies", "alembic.command",
    "asyncpg", "redis.asyncio", "uvloop", "websockets.asyncio.client", "playwright.sync_api",
)  # fmt: skip


def main() -> None:
    for folder in OURS:
        if not compileall.compile_dir(ROOT / folder, quiet=1):
            sys.exit(f"{folder} does not compile")
    sys.path.insert(0, str(ROOT / "src"))
    for name in IMPORTED:
        importlib.import_module(name)
    os.chdir(ROOT)  # where pytest has the folder in which hypothesis keeps them
    settings(database=None, max_examples=1)(given(st.text())(lambda _: None))()


if __name__ == "__main__":
    main()
