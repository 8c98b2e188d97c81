"""Compile the kernel for browsers: `make wasm` runs it with the `ziglang` of requirements/wasm.txt.

    build/wasm/bin/python -m tools.web.build_wasm            writes src/tablas/web/kernel/*.wasm
    build/wasm/bin/python -m tools.web.build_wasm --check    builds again and compares

The sources are those of the native kernel and the border in cpp/wasm. There are two builds, with
and without the vector instructions that browsers have had since 2021 to 2023, and `built.json`
beside them with their SHA-256 and that of everything they were made from: a test compares it, so
that nobody ships a kernel that is not that of the sources.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tools.web.wasm_sources import BUILT, CPP, FOLDER, ROOT, digest, sources, sources_digest

COMMON: Final = (
    "-target", "wasm32-wasi", "-std=c++20", "-DNDEBUG", "-DTABLAS_ONE_THREAD",
    "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Werror", "-I.",
)  # fmt: skip
BUILDS: Final = {"simd": ("-O2", "-msimd128"), "scalar": ("-Os",)}
LINKED: Final = ("-mexec-model=reactor", "-Wl,-z,stack-size=1048576", "-s")
"""A library without `main`. A turn of Abak works in 150 KiB of the stack, a search in more."""


def built(name: str, folder: Path) -> Path:
    """One build, its sources compiled side by side."""
    options = (*COMMON, *BUILDS[name])
    objects = {
        source: folder / f"{name}-{source.relative_to(CPP).as_posix().replace('/', '-')}.o"
        for source in sources(".cpp")
    }

    def compiled(source: Path) -> None:
        _zig(*options, "-c", source.relative_to(CPP).as_posix(), "-o", str(objects[source]))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compiled, objects))
    made = folder / f"{name}.wasm"
    _zig(*options, *LINKED, *map(str, objects.values()), "-o", str(made))
    return made


def _zig(*arguments: str) -> None:
    """The compiler, run where names of files are the same on every machine."""
    command = [sys.executable, "-m", "ziglang", "c++", *arguments]
    kept = {name: str(ROOT / "build" / "zig") for name in CACHES}
    subprocess.run(command, cwd=CPP, check=True, env=os.environ | kept)


CACHES: Final = ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare with what is there")
    check = parser.parse_args().check
    before = sources_digest()
    with tempfile.TemporaryDirectory() as folder:
        files = {f"{name}.wasm": built(name, Path(folder)).read_bytes() for name in BUILDS}
    if sources_digest() != before:
        sys.exit("the sources were changed while they were compiled: build again")
    told = {
        "sources": before,
        "files": {name: digest(content) for name, content in files.items()},
    }
    if check:
        same = json.loads(BUILT.read_text(encoding="utf-8")) == told
        print("the same bytes" if same else f"{BUILT.name}: other bytes than were built now")
        return 0 if same else 1
    FOLDER.mkdir(exist_ok=True)
    for name, content in files.items():
        (FOLDER / name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes")
    BUILT.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
