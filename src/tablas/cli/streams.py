"""Boards and Spanish on streams that know few characters: Windows' pipes, old locales."""

from __future__ import annotations

import io
import sys


def speak_unicode() -> None:
    """Let every character be printed, whatever the machine takes for its encoding.

    What goes to a program or a file on Windows is UTF-8, as everywhere else; a terminal that cannot
    show a character shows a question mark instead.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper) or stream.encoding.lower() == "utf-8":
            continue
        if sys.platform == "win32" and not stream.isatty():
            stream.reconfigure(encoding="utf-8")
        else:
            stream.reconfigure(errors="replace")
