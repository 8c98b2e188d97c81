"""A game is one object: nothing outside its own folders and the registry names it.

Whoever needs something of a game finds it in `Kind` or `GameEngine`; a fourth game then is its
folders, its kernel file and its board.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tablas.games import NAMES
from tree import SOURCE, nodes

REGISTRIES = {
    Path("games.py"),
    Path("library.py"),  # the types of each game, for whoever asks by name
    Path("kernel/__init__.py"),  # the compiled module has a part for each game
    # What was stored before a start became the usual one.
    Path("server/storage/migrations/versions/0003_abalone_start.py"),
}
GAME_MODULE = re.compile(rf"tablas\.(\w+\.)*({'|'.join(NAMES)})(\.|$)")


def outside_the_games(suffix: str) -> Iterator[Path]:
    """Every file that belongs to no game."""
    for path in sorted(SOURCE.rglob(f"*{suffix}")):
        inside = path.relative_to(SOURCE)
        if "vendor" not in inside.parts and not set(inside.parts) & set(NAMES):
            yield path


def named_in(path: Path) -> list[str]:
    """The games that a module names as a text or imports; examples in docstrings are free."""
    named = []
    for node in nodes(path):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            named.append(f"{node.lineno}: {node.value!r}")
        elif isinstance(node, ast.ImportFrom) and GAME_MODULE.match(node.module or ""):
            named.append(f"{node.lineno}: {node.module}")
        elif isinstance(node, ast.Import):
            named += [
                f"{node.lineno}: {one.name}" for one in node.names if GAME_MODULE.match(one.name)
            ]
    return named


def test_no_module_outside_the_games_names_one():
    named = {
        str(path.relative_to(SOURCE)): found
        for path in outside_the_games(".py")
        if path.relative_to(SOURCE) not in REGISTRIES and (found := named_in(path))
    }
    assert not named


def test_no_page_outside_the_games_names_one():
    quoted = re.compile(rf"[\"'`](?:tablas-)?({'|'.join(NAMES)})[\"'`]")
    named = {
        str(path.relative_to(SOURCE)): quoted.findall(path.read_text(encoding="utf-8"))
        for path in outside_the_games(".js")
    }
    assert not {path: games for path, games in named.items() if games}


def test_the_test_sees_what_it_looks_for(tmp_path):
    file = tmp_path / "some.py"
    file.write_text(
        '"""kind("abak")"""\nfrom tablas.engine.abalone import ENGINE\nx = "backgammon"\n'
    )
    assert named_in(file) == ["2: tablas.engine.abalone", "3: 'backgammon'"]
