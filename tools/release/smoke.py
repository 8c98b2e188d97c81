"""Install a wheel into empty environments and see it play, analyse and serve.

    python tools/release/smoke.py dist/*.whl --python python3.11 python3.14

Every interpreter gets an environment of its own with nothing but the wheel and what it asks for;
the source tree is out of sight. With `--inside` this file is the program that runs there.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tablas.games import GameName

GAMES: Final[tuple[GameName, ...]] = ("abak", "backgammon", "abalone")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "wheels", nargs="*", type=Path, help="the installer takes the one that fits"
    )
    parser.add_argument("--python", nargs="+", default=[sys.executable])
    parser.add_argument("--inside", action="store_true")
    asked = parser.parse_args()
    if asked.inside:
        inside()
        return
    for python in asked.python:
        with tempfile.TemporaryDirectory() as folder:
            installed(python, asked.wheels, Path(folder))


def installed(python: str, wheels: list[Path], folder: Path) -> None:
    """An environment with the wheel that fits, and the program in it."""
    environment = folder / "environment"
    subprocess.run([python, "-m", "venv", environment], check=True)
    inner = str(environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    links = sorted({str(wheel.resolve().parent) for wheel in wheels})
    version = wheels[0].name.split("-")[1]
    command = [inner, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--pre"]
    command += [part for link in links for part in ("--find-links", link)]
    # By name from the folder of wheels, so that pip itself decides which of them fits.
    subprocess.run([*command, "--only-binary=:all:", f"tablas[serve]=={version}"], check=True)
    program = [inner, "-I", str(Path(__file__).resolve()), "--inside"]
    subprocess.run(program, check=True, cwd=folder)


def inside() -> None:
    """What a newcomer does in the first minute; any error ends it."""
    import tablas  # noqa: PLC0415 the installed one

    assert "site-packages" in tablas.__file__, f"{tablas.__file__} is not the installed package"
    began = time.monotonic()
    for name in GAMES:
        players = [tablas.open_engine(name, "beginner", seed).player for seed in (1, 2)]
        game = tablas.play_game(tablas.new_game(name), *players, rng=random.Random(1))
        assert game.result is not None
    command = [sys.executable, "-I", "-m", "tablas"]
    assert "●" in answer([*command, "board", "backgammon"])
    best = answer([*command, "bestmove", "backgammon", "--dice", "31"])
    assert best.split("\n")[0].startswith("8/5 6/5"), best
    ranked = json.loads(answer([*command, "analyse", "abak", "--dice", "31", "--json"]))
    assert ranked, "no analysis"
    served(command)
    kernel = Path(tablas.kernel.__file__).parent
    module = next(path.name for path in kernel.iterdir() if path.suffix in {".so", ".pyd"})
    version = ".".join(map(str, sys.version_info[:3]))
    seconds = time.monotonic() - began
    print(
        f"Python {version}: tablas {tablas.__version__}, {module}: "
        f"played, analysed, served in {seconds:.0f} s"
    )


def answer(command: list[str]) -> str:
    """What a command prints; on Windows, too, it is UTF-8."""
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def served(command: list[str]) -> None:
    """A server on a free port answers with its health, its page and its games."""
    with tempfile.TemporaryDirectory() as data:
        options = ["--no-browser", "--port", "0", "--data", data, "--verbose"]
        process = subprocess.Popen(
            [*command, "serve", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        try:
            assert process.stdout is not None
            address = None
            for line in process.stdout:
                if address := re.search(r"http://127\.0\.0\.1:\d+", line):
                    break
            assert address is not None, "the server ended without saying where it listens"
            for path, part in (("/api/health", ""), ("/", "<html"), ("/rules", "<html")):
                with urllib.request.urlopen(address[0] + path, timeout=20) as response:
                    assert part in response.read().decode().lower(), path
        finally:
            process.terminate()
            process.wait(20)


if __name__ == "__main__":
    main()
