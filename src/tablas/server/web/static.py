"""The files that browsers get, read once when the server starts and kept compressed.

They live under `/static/<version>/`, where the version is a hash of all of them: a file at one
address never changes, so browsers keep it for good, and a new release is a new address. ES modules
import each other by relative paths and so stay within one version.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

WEB: Final = Path(__file__).resolve().parents[2] / "web"
TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
}
PACKED: Final = frozenset({".png", ".woff2", ".mp3"})  # compressed already
KEPT_OFFLINE: Final = frozenset({".js", ".css", ".json", ".woff2", ".mp3", ".wasm"})
# The shell is a template; the gallery of boards is for whoever works on them (docs/boards.md).
NOT_SERVED: Final = frozenset({"shell.html", "gallery.html", "gallery.js", "gallery.css"})
_IMPORT: Final = re.compile(r"""(?:^|[;\s])(?:import|export)\b[^'"();]*?["'](\.{1,2}/[^"']+)["']""")
# Whole lines only: what stands within a line might be part of a text.
_COMMENT: Final = re.compile(rb"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file, ready to be sent."""

    content: bytes
    packed: bytes | None
    kind: str


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """All files by their paths below the web folder, and the version that names them."""

    files: dict[str, StaticFile]
    version: str

    @property
    def base(self) -> str:
        return f"/static/{self.version}"

    def text(self, path: str) -> str:
        return self.files[path].content.decode()

    def for_offline(self) -> list[str]:
        """The addresses of all that pages consist of, without pictures and pages themselves."""
        return [
            f"{self.base}/{name}"
            for name in self.files
            if PurePosixPath(name).suffix in KEPT_OFFLINE
        ]

    def modules(self, *first: str) -> list[str]:
        """These modules and everything they import, so that a page can ask for all at once."""
        needed: dict[str, None] = {}
        waiting = [path for path in first if path in self.files]
        while waiting:
            path = waiting.pop(0)
            if path in needed:
                continue
            needed[path] = None
            waiting += [named for named in self._imports(path) if named in self.files]
        return list(needed)

    def _imports(self, path: str) -> list[str]:
        folder = PurePosixPath(path).parent
        return [_plain(folder / named) for named in _IMPORT.findall(self.text(path))]


def _plain(path: PurePosixPath) -> str:
    """The path without its dots.

    >>> _plain(PurePosixPath("app/pages/../words.js"))
    'app/words.js'
    """
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def read_site(folder: Path = WEB) -> StaticFiles:
    """Everything below a folder that has a type we serve."""
    files: dict[str, StaticFile] = {}
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix not in TYPES or path.name in NOT_SERVED or not path.is_file():
            continue
        content = path.read_bytes()
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
        packed = None if path.suffix in PACKED else gzip.compress(_lean(name, content), 9, mtime=0)
        files[name] = StaticFile(content, packed, TYPES[path.suffix])
    return StaticFiles(files, whole.hexdigest()[:16])


def _lean(name: str, content: bytes) -> bytes:
    """A module of ours without its comments, which are a quarter of it; lines keep their numbers.

    >>> _lean("app/x.js", b"/** Why. */\\nconst a = 1; /** @type {x} */\\n")
    b'\\nconst a = 1; /** @type {x} */\\n'
    """
    if not name.endswith(".js") or name.startswith("vendor/"):
        return content
    return _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), content)


@cache
def site() -> StaticFiles:
    """The files of this installation."""
    return read_site()
