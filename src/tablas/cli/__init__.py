"""The command `tablas`: boards, legal plays, counts, games in the terminal, records."""

from __future__ import annotations

from tablas.cli.main import main

__all__ = ["main"]
