"""Keeps the diagram of docs/architecture.md true: who may import whom, and how fast it loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "tablas"

WORDS = {"errors", "words", "values"}
KIND = WORDS | {"rules", "kind", "situation", "strict_json"}
RULES = KIND | {"dicegame"}
GAME = KIND | {"play"}
WHOLE = GAME | {"games", "record"}
GAMES = {"backgammon", "abak", "abalone"}

ALLOWED = {
    "folders": set(),
    "errors": {"words"},  # for its types only
    "words": set(),
    "values": {"errors", "words"},
    "rules": {"values", "words"},
    "situation": {"values", "words"},
    "kind": KIND - {"kind"},
    "strict_json": {"errors"},
    "games": {"errors", "kind"},  # and the games themselves, by name
    "dicegame": WORDS | {"strict_json", "dicegame"},
    "backgammon": RULES | {"backgammon"},
    "abak": RULES | {"abak"},
    "abalone": RULES | {"abalone"},
    "play": GAME,
    "fair_dice": WORDS | {"strict_json", "fair_dice"},
    "record": WHOLE | {"fair_dice"},
    "kernel": {"errors", "kernel"},
    "engine": GAME | GAMES | {"engine", "folders", "games", "kernel"},
    "duel": GAME | GAMES | {"games", "engine", "kernel", "duel"},
    "training": {"engine", "errors", "games", "kernel", "training"} | GAMES,
    "server": WHOLE | GAMES | {"engine", "fair_dice", "folders", "server"},
    "cli": WHOLE
    | GAMES
    | {"engine", "kernel", "cli", "fair_dice", "server", "duel", "folders", "training"},
    "__init__": WHOLE,
    "__main__": {"cli"},
}


def imported(path: Path) -> set[str]:
    """The modules of the package that a file imports, by their first name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == "tablas":
                names = [f"tablas.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("tablas.")}
    return found


def test_every_import_follows_the_diagram():
    wrong = []
    for path in SOURCE.rglob("*.py"):
        module = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        wrong += [f"{path.name} imports {name}" for name in imported(path) - ALLOWED[module]]
    assert not wrong


def test_every_module_stands_in_the_diagram():
    modules = {path.name.removesuffix(".py") for path in SOURCE.iterdir() if path.suffix == ".py"}
    packages = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert modules | packages == set(ALLOWED)


@pytest.mark.parametrize("module", ["numpy", "click", "tablas.kernel", "tablas.cli"])
def test_importing_tablas_loads_neither_numpy_nor_the_command(module):
    program = f"import sys, tablas; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
