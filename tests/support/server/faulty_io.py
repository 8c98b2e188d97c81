"""The other side of `faulty_io.c`: build it, load it into a process, and say which call fails."""

from __future__ import annotations

import mmap
import os
import shutil
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("faulty_io.c")
FORM = struct.Struct("=6q")


def have_compiler() -> bool:
    return shutil.which("cc") is not None


def built(folder: Path) -> Path:
    """The library, compiled into a folder."""
    library = folder / "faulty_io.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"],
        check=True, capture_output=True,
    )  # fmt: skip
    return library


class Faults:
    """What a process with the library is told, over a file that both have in memory."""

    def __init__(self, file: Path) -> None:
        self.file = file
        if not file.exists():
            file.write_bytes(bytes(FORM.size))
        with file.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), FORM.size)

    def environment(self, library: Path) -> dict[str, str]:
        """For a process that these faults shall happen to."""
        return {"LD_PRELOAD": str(library), "TABLAS_FAULTS": str(self.file)}

    @classmethod
    def of_this_process(cls) -> Faults:
        return cls(Path(os.environ["TABLAS_FAULTS"]))

    def fail(self, at: int, error: int, times: int = 1) -> None:
        """Let the call number `at` from now on fail, and as many after it."""
        self._set(0, at, times, error)

    def calm(self) -> None:
        """No call fails any more, and none is slow."""
        self._set(0, 0, 0, 0)
        self._set(4, 0)

    def slow(self, seconds: float) -> None:
        self._set(4, int(seconds * 1_000_000))

    def step_clock(self, milliseconds: int) -> None:
        """Put the wall clock so far ahead of the true one."""
        self._set(5, milliseconds)

    @property
    def calls(self) -> int:
        return int(FORM.unpack(self._shared[:])[3])

    @property
    def left(self) -> int:
        """How many calls have still to fail."""
        return int(FORM.unpack(self._shared[:])[1])

    def _set(self, place: int, *values: int) -> None:
        for offset, value in enumerate(values, start=place):
            struct.pack_into("=q", self._shared, 8 * offset, value)
