"""Keeps the floors of cpp/: which folder may include which, and who may know Python."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CPP = ROOT / "cpp"

GAMES = {"backgammon", "abak", "abalone"}
# "cpp": the files that stand on no floor, for all games
KERNEL = {"base", "nets", "dice", "cpp"} | GAMES

MAY_INCLUDE = {
    "base": {"base"},
    "nets": {"base", "nets"},
    "dice": {"base", "nets", "dice"},
    "backgammon": {"base", "dice", "backgammon"},
    "abak": {"base", "dice", "abak"},
    "abalone": {"base", "abalone"},
    "cpp": KERNEL,
    "bindings": KERNEL | {"bindings"},
    "tests": KERNEL | {"tests"},
    "wasm": KERNEL | {"wasm"},
    "tools": KERNEL | {"tests", "tools"},  # both play from the same named starts
}

INCLUDE = re.compile(r'^\s*#include "(.+)"', re.MULTILINE)
GAME_NAMED = re.compile(
    r"\b(abak|abalone|(?<!\ba )backgammon)\b", re.IGNORECASE
)  # a score: "a backgammon"


def sources() -> list[Path]:
    return sorted(path for path in CPP.rglob("*") if path.suffix in {".hpp", ".cpp"})


def floor(path: Path) -> str:
    return path.parent.name


def included(path: Path) -> list[Path]:
    """What a file includes of ours, every name counted from cpp/."""
    return [CPP / name for name in INCLUDE.findall(path.read_text(encoding="utf-8"))]


def test_every_floor_stands_in_the_plan():
    assert {floor(path) for path in sources()} == set(MAY_INCLUDE)


def test_every_include_is_spelt_from_the_ground():
    wrong = [
        f"{path.relative_to(CPP)}: {name.relative_to(CPP)}"
        for path in sources()
        for name in included(path)
        if not name.is_file()
    ]
    assert not wrong


def test_every_floor_includes_only_what_it_may():
    wrong = [
        f"{path.relative_to(CPP)} includes {name.relative_to(CPP)}"
        for path in sources()
        for name in included(path)
        if floor(name) not in MAY_INCLUDE[floor(path)]
    ]
    assert not wrong


def test_no_file_includes_itself_in_a_circle():
    try:
        TopologicalSorter({path: included(path) for path in sources()}).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(str(path.relative_to(CPP)) for path in error.args[1]))


def test_only_the_bindings_know_python():
    wrong = [
        str(path.relative_to(CPP))
        for path in sources()
        if floor(path) != "bindings" and re.search(r"nanobind|Python\.h", path.read_text("utf-8"))
    ]
    assert not wrong


def test_what_the_games_share_names_none_of_them():
    wrong = [
        f"{path.relative_to(CPP)}:{number}: {line.strip()}"
        for path in sources()
        if floor(path) in {"base", "nets", "dice"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if GAME_NAMED.search(line)
    ]
    assert not wrong


@pytest.mark.parametrize("folder", ["base", "nets", "dice", *sorted(GAMES), "bindings"])
def test_every_source_is_built(folder):
    listed = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    opening = "set(BINDINGS" if folder == "bindings" else f"floor({folder}"
    _, _, behind = listed.partition(opening)
    built = behind.partition(")")[0].split()
    assert sorted(built) == sorted(path.name for path in (CPP / folder).glob("*.cpp"))


def test_only_what_is_built_for_both_knows_the_paths():
    # The checks compile these sources twice and share all others between the two builds.
    listed = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    both = listed.partition("set(BY_PROCESSOR ")[2].partition(")")[0].split()
    asking = {
        str(path.relative_to(CPP))
        for path in sources()
        if re.search("TABLAS_(X86|PORTABLE)", path.read_text(encoding="utf-8"))
    }
    assert asking - {"base/cpu.hpp"} == set(both)
