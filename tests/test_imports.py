"""Keeps the diagram of docs/architecture.md true: who may import whom, no cycles, what loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tree import SOURCE, nodes

WORDS = {"errors", "words", "values"}
KIND = WORDS | {"rules", "kind", "situation", "strict_json", "svg"}
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
    "strict_json": {"errors", "words"},
    "svg": set(),
    "games": {"errors", "kind"},  # and the games themselves, by name
    "dicegame": WORDS | {"strict_json", "svg", "dicegame"},
    "backgammon": RULES | {"backgammon"},
    "abak": RULES | {"abak"},
    "abalone": RULES | {"abalone"},
    "play": GAME,
    "fair_dice": WORDS | {"strict_json", "fair_dice"},
    "record": WHOLE | {"fair_dice"},
    "files": WHOLE | GAMES | {"dicegame", "files"},
    "kernel": {"errors", "kernel"},
    "review": WHOLE | GAMES | {"engine", "files", "kernel", "review"},
    "problems": GAME | {"engine", "games", "problems"},
    "engine": GAME | GAMES | {"engine", "folders", "games", "kernel"},
    "duel": GAME | GAMES | {"games", "engine", "kernel", "duel"},
    "envs": {"envs", "errors", "games", "kernel", "values"},
    "training": {"engine", "errors", "games", "kernel", "training"} | GAMES,
    "server": WHOLE
    | GAMES
    | {"engine", "files", "fair_dice", "folders", "problems", "review", "server"},
    "cli": WHOLE
    | GAMES
    | {
        "engine",
        "files",
        "kernel",
        "cli",
        "review",
        "fair_dice",
        "server",
        "duel",
        "folders",
        "training",
    },
    "library": WHOLE | GAMES | {"engine", "files", "review"},
    "__init__": WHOLE | {"library"},
    "__main__": {"cli"},
}


@cache  # several tests look at all files
def statements(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Every import of a file, also those inside functions and for types alone."""
    return [node for node in nodes(path) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(path: Path) -> set[str]:
    """The modules of the package that a file imports, by their first name."""
    found = set()
    for node in statements(path):
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


SERVER_FLOORS = {
    "settings": 0, "limits": 0, "refusals": 0, "background": 0,
    "qr_code": 0, "pictures": 0, "listening": 0, "greeting": 0,
    "storage": 1, "people": 2, "play": 3, "coach": 4, "services": 5,
    "web": 6, "admin": 6, "app": 7, "running": 8,
}  # fmt: skip
"""Who stands on whom in the server: a module imports from its own floor and those below it."""


def module_graph() -> dict[str, set[str]]:
    """Every module and the modules it imports, also inside functions and for types alone."""
    paths = {module_name(path): path for path in SOURCE.rglob("*.py")}
    modules = set(paths)
    return {
        name: {target for node in statements(path) for target in imported_modules(node, modules)}
        - {name}
        for name, path in paths.items()
    }


def module_name(path: Path) -> str:
    """The dotted name of a file of the package, as it is imported."""
    parts = ("tablas", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(node: ast.AST, modules: set[str]) -> set[str]:
    """The modules of the package that one statement imports."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names} & modules
    if not isinstance(node, ast.ImportFrom):
        return set()
    assert node.level == 0, "the package imports by full names"
    base = node.module or ""
    targets = {f"{base}.{alias.name}" for alias in node.names}
    # `from package import name` is the module of that name, or something of the package itself.
    return (targets & modules) | ({base} & modules if targets - modules else set())


def test_no_modules_import_each_other_in_a_circle():
    try:
        TopologicalSorter(module_graph()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_a_circle_of_modules_is_seen():
    tree = ast.parse("if TYPE_CHECKING:\n    from tablas.play import game")
    assert {
        target
        for node in ast.walk(tree)
        for target in imported_modules(node, {"tablas.play", "tablas.play.game"})
    } == {"tablas.play.game"}


def test_the_floors_of_the_server_stand_on_those_below():
    wrong = []
    for name, targets in module_graph().items():
        if not name.startswith("tablas.server."):
            continue
        floor = SERVER_FLOORS[name.split(".")[2]]
        wrong += [
            f"{name} imports {target}"
            for target in targets
            if target.startswith("tablas.server.") and SERVER_FLOORS[target.split(".")[2]] > floor
        ]
    assert not wrong


@pytest.mark.parametrize("module", ["numpy", "click", "tablas.kernel", "tablas.cli"])
def test_importing_tablas_loads_neither_numpy_nor_the_command(module):
    program = f"import sys, tablas; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
