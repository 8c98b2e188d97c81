"""The pool: players that stay as they are while the engine changes, for matches and judgements.

    python -m tools.measure.abalone.pool

takes the commit of `pool.json` out of the repository, builds its `abalone_trainer` and
makes its styles (these need PyTorch), all under build/pool. With the settings named there that
build plays as the package of 2026-11-15 (commit 347b806) did: the same moves and scores. The styles
are that package with a taste of their own (`tablas.training.abalone.styles`).
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from tools.measure.abalone.referee import ROOT, PlayerFile

POOL: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
FOLDER: Final = ROOT / "build" / "pool"
SOURCE: Final = FOLDER / "source"
TRAINER: Final = FOLDER / "kernel" / "abalone_trainer"
STYLES: Final = FOLDER / "styles"
PACKAGED: Final = Path("src/tablas/engine/weights/abalone.safetensors")
NOW: Final = ROOT / "build" / "kernel" / "abalone_trainer"
PREFIX: Final = "pool/"
OLDER: Final = """
import runpy, sys
# An editable install finds the package of today before any path: its finder is an object, those of
# Python are classes.
sys.meta_path[:] = [finder for finder in sys.meta_path if isinstance(finder, type)]
sys.path.insert(0, "src")
runpy.run_module("tablas.training.abalone.styles", run_name="__main__")
"""
"""Makes the styles by the package of the pool's own commit."""


def player_called(text: str) -> PlayerFile:
    """`now`, `pool/NAME`, or a network with settings: by this search, or TRAINER@NET by another."""
    trainer, at, net = text.rpartition("@")
    if at:
        return PlayerFile(Path(trainer), net)
    name = text.removeprefix(PREFIX)
    if name == text:
        return PlayerFile(NOW, str(ROOT / PACKAGED) + text[3:] if _is_now(text) else text)
    if name not in POOL["players"]:
        sys.exit(f"{text}: the pool has {', '.join(POOL['players'])}")
    if name == "package-2026-11-16":
        return PlayerFile(TRAINER, str(SOURCE / PACKAGED))
    known = {"hand": "hand", "package-2026-11-15": str(SOURCE / POOL["net"])}
    net = known.get(name, str(STYLES / f"{name}.safetensors"))
    return PlayerFile(TRAINER, f"{net},{POOL['search']}")


def _is_now(text: str) -> bool:
    return text.partition(",")[0] == "now"


def prepare() -> None:
    """Make what is missing; a source and styles that were made elsewhere can be brought along."""
    if not SOURCE.exists():
        SOURCE.mkdir(parents=True)
        wanted = ["CMakeLists.txt", "cpp", "src/tablas", "tests/corpus", POOL["net"]]
        archive = subprocess.run(
            ["git", "archive", POOL["commit"], *wanted], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", str(SOURCE)], input=archive.stdout, check=True)
    kernel = str(TRAINER.parent)
    subprocess.run(["cmake", "-S", str(SOURCE), "-B", kernel], check=True)
    subprocess.run(["cmake", "--build", kernel, "--target", "abalone_trainer"], check=True)
    if not STYLES.exists():
        subprocess.run(
            [sys.executable, "-c", OLDER, POOL["net"], str(STYLES)],
            cwd=SOURCE,
            check=True,
        )


if __name__ == "__main__":
    prepare()
