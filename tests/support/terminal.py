"""A command at a terminal of its own (a pseudo-terminal), typed at key by key."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

PATIENCE = 60.0  # seconds for a busy machine; nothing waits so long in a run that goes well


class Terminal:
    """`tablas` as a process whose keyboard and screen we hold."""

    def __init__(self, *arguments: str, home: Path) -> None:
        ours, theirs = pty.openpty()
        environment = os.environ | {"XDG_DATA_HOME": str(home), "TERM": "xterm", "LANG": "C.UTF-8"}
        environment.pop("LC_ALL", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablas", *arguments],
            stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.keyboard = ours
        self.screen = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.keyboard)

    def type(self, keys: str) -> None:
        os.write(self.keyboard, keys.encode())

    def wait_for(self, text: str) -> str:
        """Everything on the screen since the last wait, once `text` is among it."""
        until = time.monotonic() + PATIENCE
        while text not in self.screen:
            left = until - time.monotonic()
            assert left > 0, f"{text!r} did not come: {self.screen!r}"
            if select.select([self.keyboard], [], [], left)[0]:
                self.screen += self._read()
        end = self.screen.index(text) + len(text)
        seen, self.screen = self.screen[:end], self.screen[end:]
        return seen

    def _read(self) -> str:
        try:
            data = os.read(self.keyboard, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            data = ""
        assert data, f"the command has ended: {self.screen!r}"
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", data)
