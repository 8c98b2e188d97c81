"""What the kernel for browsers is made from, and the digest by which a build is known."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
CPP: Final = ROOT / "cpp"
FOLDER: Final = ROOT / "src" / "tablas" / "web" / "kernel"
BUILT: Final = FOLDER / "built.json"
FLOORS: Final = ("base", "nets", "dice", "backgammon", "abak", "abalone", "wasm")
BESIDE: Final = ("tools/web/build_wasm.py", "requirements/wasm.txt")
"""The options and the compiler, which are part of what a build is made from."""


def sources(*suffixes: str) -> list[Path]:
    """The sources by their endings, in a fixed order: those on no floor, then floor by floor."""
    folders = [CPP, *(CPP / floor for floor in FLOORS)]
    found = [path for folder in folders for path in sorted(folder.iterdir())]
    return [path for path in found if path.suffix in suffixes]


def sources_digest() -> str:
    """SHA-256 over the names and contents of all that a build depends on."""
    whole = hashlib.sha256()
    for path in (*sources(".cpp", ".hpp"), *(ROOT / name for name in BESIDE)):
        content = path.read_bytes()
        name = path.relative_to(ROOT).as_posix()
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
