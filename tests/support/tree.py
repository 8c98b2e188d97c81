"""Where the parts of this repository lie and what its modules say, for tests that read them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests" / "corpus"
SOURCE = ROOT / "src" / "tablas"


@cache  # several tests look at all modules, and reading them is most of what that costs
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything that stands in a Python file, from the outside to the inside."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
