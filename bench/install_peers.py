"""Installs the peers, each into a virtual environment of its own below `.peers/`.

    python -m bench.install_peers            all that are missing
    python -m bench.install_peers pgx        this one

Packages come from whatever index pip is set up for. OpenSpiel's wheel carries its C++ sources; its
own benchmark is built from them. GNU Backgammon is Debian's package `gnubg`, which root installs.
A peer that cannot be had is said and left out; the exit code is then 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.worker import PEERS


@dataclass(frozen=True, slots=True)
class Peer:
    """A package and the Pythons that it has wheels for."""

    name: str
    requirements: tuple[str, ...]
    pythons: tuple[str, ...] = ("3.11", "3.12", "3.13")


ALL = (
    Peer("openspiel", ("open_spiel==2.0.2",)),
    Peer("pgx", ("pgx==2.6.0", "jax==0.10.2", "jaxlib==0.10.2")),
    Peer("envpool", ("envpool==1.2.7",), ("3.12", "3.13")),
    Peer("gnubg-nn", ("gnubg-nn==1.1.0a11",)),
)
# What `benchmark_game` needs of OpenSpiel: the core and one game.
SOURCES = (
    "spiel.cc",
    "spiel_utils.cc",
    "game_parameters.cc",
    "observer.cc",
    "action_view.cc",
    "utils/status.cc",
    "utils/usage_logging.cc",
    "games/backgammon/backgammon.cc",
    "examples/benchmark_game.cc",
)
# Abseil's files beside the library itself.
NOT_LIBRARY = (
    "_test",
    "test_",
    "benchmark",
    "mock",
    "_testing",
    "matchers",
    "print_hash",
    "gentables",
)


class Unavailable(Exception):
    """Why a peer cannot be installed here."""


def python_of(versions: tuple[str, ...]) -> str:
    """A Python of one of these versions: this one, one on the path, or one of pyenv's."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    for version in versions:
        managed = sorted(pyenv_versions().glob(f"{version}.*/bin/python"))
        named = [found for found in (shutil.which(f"python{version}"),) if found]
        for candidate in [sys.executable] * (own == version) + named + [str(m) for m in managed]:
            if subprocess.run([candidate, "-V"], capture_output=True, check=False).returncode == 0:
                return candidate
    raise Unavailable(f"needs Python {' or '.join(versions)}")


def pyenv_versions() -> Path:
    return Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"


def run(*command: str | Path) -> None:
    """Runs a command; its last line says what went wrong."""
    words = [str(word) for word in command]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    if found.returncode:
        lines = (found.stderr or found.stdout).strip().splitlines() or ["no reason given"]
        raise Unavailable(lines[-1])


def install(peer: Peer) -> None:
    folder = PEERS / peer.name
    run(python_of(peer.pythons), "-m", "venv", "--clear", folder)
    run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", *peer.requirements)


def build_openspiel() -> None:
    """OpenSpiel's `benchmark_game` with -O3, as its own release build has it."""
    root = next(iter((PEERS / "openspiel").glob("lib/python*/site-packages/open_spiel")), None)
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if root is None or compiler is None:
        raise Unavailable("needs the peer openspiel and a C++ compiler")
    folder = PEERS / "openspiel-cpp"
    folder.mkdir(parents=True, exist_ok=True)
    options = ["-std=c++17", "-O3", "-DNDEBUG", "-w"]
    options += [f"-I{path}" for path in (root.parent, root / "abseil-cpp", root / "json/include")]
    library = (root / "abseil-cpp" / "absl").rglob("*.cc")
    sources = [root / name for name in SOURCES]
    sources += [path for path in library if not any(word in path.name for word in NOT_LIBRARY)]

    def compiled(source: Path) -> Path:
        made = folder / (str(source.relative_to(root)).replace("/", "-") + ".o")
        if not made.exists():
            run(compiler or "c++", *options, "-c", source, "-o", made)
        return made

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, sources))
    own, others = objects[: len(SOURCES)], objects[len(SOURCES) :]
    archive = folder / "absl.a"
    run("ar", "rcs", archive, *others)
    run(compiler, *own, archive, "-pthread", "-o", folder / "benchmark_game")
    for path in (*objects, archive):
        path.unlink()


def main() -> int:
    steps: dict[str, Callable[[], None]] = {peer.name: partial(install, peer) for peer in ALL}
    steps["openspiel-cpp"] = build_openspiel
    failed = 0
    for name in sys.argv[1:] or steps:
        ready = PEERS / name / ".ready"
        if ready.exists() and not sys.argv[1:]:
            print(f"{name}: there already")
            continue
        print(f"{name}: installing …", flush=True)
        try:
            steps[name]()
            ready.touch()
        except Unavailable as reason:
            failed += 1
            print(f"{name}: left out: {reason}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
