"""Every sentence of the Python sources that stands there in both languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tree import SOURCE, nodes

PLACES = {"Words": (0, 1), "reason": (1, 2), "refusal": (2, 3)}
"""Which arguments of each maker are the English and the Spanish words."""


@dataclass(frozen=True)
class Sentence:
    """English and Spanish as a source file writes them."""

    where: str
    en: str
    es: str


@cache
def sentences() -> tuple[Sentence, ...]:
    """All of them, in the order of files and lines; those put together at run time are left out."""
    files = filter(_speaks, sorted(SOURCE.rglob("*.py")))
    return tuple(one for path in files for one in _in_module(path))


def _speaks(path: Path) -> bool:
    """Whether a maker of sentences is called there at all: to parse every module takes seconds."""
    text = path.read_text(encoding="utf-8")
    return any(f"{maker}(" in text for maker in PLACES)


def _in_module(path: Path) -> Iterator[Sentence]:
    for node in nodes(path):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        places = PLACES.get(node.func.id)
        if not places or len(node.args) <= places[1]:
            continue
        en, es = (_text(node.args[place]) for place in places)
        if en is not None and es is not None:
            yield Sentence(f"{path.relative_to(SOURCE)}:{node.lineno}", en, es)


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
