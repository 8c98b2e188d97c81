"""Names that explain: each class name once in the package, and variables named after the thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable

from tree import SOURCE, nodes

SHARED = {
    "Position": "each game has its own, with the same methods: the word of the rules",
    "Step": "each dice game has its own: one checker by one die",
}
"""Class names that stand in several modules on purpose, and why."""

CATCH_ALL = {"told", "found"}
"""Names that say how a value came, not what it is."""

NAMED = ("server", "play", "record", "files", "review", "fair_dice", "cli", "duel", "training")
ON_PURPOSE = {"fair_dice/findings.py": "what a check found, beside what it expected: a JSON field"}


def test_each_class_name_stands_once():
    places = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(SOURCE)))
    twice = {name for name, paths in places.items() if len(paths) > 1}
    assert {name: places[name] for name in twice - set(SHARED)} == {}
    assert set(SHARED) <= twice, "a name that stands once needs no exception"


def test_variables_are_named_after_the_thing_in_them():
    wrong = []
    for folder in NAMED:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            where = str(path.relative_to(SOURCE))
            if where not in ON_PURPOSE:
                wrong += [f"{where}:{line} {name}" for line, name in catch_alls(nodes(path))]
    assert not wrong


def catch_alls(nodes: Iterable[ast.AST]) -> list[tuple[int, str]]:
    """Where a variable, an argument or a function has such a name."""
    names = []
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.append((node.lineno, name))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.append((node.lineno, name))
    return [(line, name) for line, name in names if name in CATCH_ALL]


def test_a_variable_that_says_nothing_is_seen():
    assert catch_alls(ast.walk(ast.parse("def f(told):\n    found = told"))) == [
        (1, "told"),
        (2, "found"),
    ]
