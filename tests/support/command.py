"""The `tablas` command for the tests, run in this process: start-up is paid once a worker."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from unittest import mock

import pytest

from tablas.cli import main


@dataclass
class Done:
    """What a finished command left behind."""

    returncode: int
    stdout: str
    stderr: str


def tablas(*arguments: str, stdin: str | bytes = b"", language: str = "C.UTF-8") -> Done:
    """Run the command in this process, with standard input and output of its own."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    typed, told, complaint = (io.TextIOWrapper(io.BytesIO(b), "utf-8") for b in (data, b"", b""))
    clean = {name: value for name, value in os.environ.items() if name[:2] != "LC"}
    with (
        mock.patch.multiple(sys, stdin=typed, stdout=told, stderr=complaint),
        mock.patch.dict(os.environ, clean | {"LANG": language}, clear=True),
        pytest.raises(SystemExit) as left,
    ):
        main(arguments)
    text = []
    for stream in (told, complaint):
        stream.flush()
        text.append(stream.buffer.getvalue().decode())
    return Done(int(left.value.code or 0), *text)


def out(*arguments: str, stdin: str | bytes = b"") -> str:
    done = tablas(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def error(*arguments: str, stdin: str | bytes = b"") -> str:
    done = tablas(*arguments, stdin=stdin)
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1
    return done.stderr
