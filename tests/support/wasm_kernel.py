"""The kernel for browsers, run in the Node that Playwright brings along."""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

from tablas.server.web.routes.engine import _answer, served

SCRIPT = Path(__file__).with_name("wasm_kernel.mjs")


class WasmKernel:
    """One process with a kernel; a question is answered before the next one is asked."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, ask: str, **question: Any) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({"ask": ask, **question}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"{ask}: the kernel has ended"
        return json.loads(line)


@contextmanager
def wasm_kernel(
    build: str, folder: Path, other_nets: Mapping[str, bytes] | None = None
) -> Iterator[WasmKernel]:
    """A kernel of one build, with nets as a server sends them, or others of their names."""
    for place, make in served().items():
        (folder / Path(place).name).write_bytes(gzip.decompress(make() or b""))
    for name, content in (other_nets or {}).items():
        (folder / f"{name}.net").write_bytes(content)
    node = compute_driver_executable()[0]
    command = [str(node), "--no-warnings", str(SCRIPT), build, str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps({"manifest": json.loads(_answer().body)}) + "\n")
        yield WasmKernel(process)
        process.stdin.close()
        assert process.wait(10) == 0
