"""The files that browsers get, read once when the server starts and kept compressed.

They live under `/static/<version>/`, where the version is a hash of all of them: a file at one
address never changes, so browsers keep it for good, and a new release is a new address. ES modules
import each other by relative paths and so stay within one version. Pages load them in bundles.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

from tablas.server.web.bundle import FOLDER, Bundles
from tablas.server.web.page_list import ENTRIES, FIRST, STYLE_GROUPS

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
# In a realm of their own: the engine's worker and what it loads, which stay single modules.
WORKER: Final = re.compile(r"app/(engine/worker|games/\w+_(bytes|book))\.js")


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
    bundles: Bundles

    @property
    def base(self) -> str:
        return f"/static/{self.version}"

    def text(self, path: str) -> str:
        return self.files[path].content.decode()

    def style(self, name: str) -> str:
        """The address of a style sheet, or of a group of them."""
        path = f"{FOLDER}/{name}.css" if name in STYLE_GROUPS else f"app/style/{name}.css"
        return f"{self.base}/{path}"

    def for_offline(self) -> list[str]:
        """The addresses of all that pages consist of, without pictures and pages themselves."""
        modules = _modules({name: file.content for name, file in self.files.items()})
        worker = tuple(name for name in modules if WORKER.fullmatch(name))
        single = {*Bundles(modules, worker).modules, "app/first_paint.js"}
        inside = {name for name in modules if not name.startswith((FOLDER, "vendor"))} - single
        inside |= {f"{name}.css" for group in STYLE_GROUPS.values() for name in group}
        return [
            f"{self.base}/{name}"
            for name in self.files
            if PurePosixPath(name).suffix in KEPT_OFFLINE and name not in inside
        ]


def read_site(folder: Path = WEB) -> StaticFiles:
    """Everything below a folder that has a type we serve, and its modules in bundles."""
    contents = _contents(folder)
    bundles = Bundles(_modules(contents), ENTRIES, first=FIRST)
    contents |= {name: text.encode() for name, text in bundles.texts().items()}
    for group, names in STYLE_GROUPS.items():
        contents[f"{FOLDER}/{group}.css"] = b"\n".join(contents[f"{name}.css"] for name in names)
    whole = hashlib.sha256()
    for name, content in contents.items():
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    files = {name: _ready(name, content) for name, content in contents.items()}
    return StaticFiles(files, whole.hexdigest()[:16], bundles)


def read_modules(folder: Path = WEB) -> dict[str, str]:
    """The texts of all modules as they were written."""
    return _modules(_contents(folder))


def _contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in TYPES and path.name not in NOT_SERVED and path.is_file()
    }


def _modules(contents: Mapping[str, bytes]) -> dict[str, str]:
    return {name: content.decode() for name, content in contents.items() if name.endswith(".js")}


def _ready(name: str, content: bytes) -> StaticFile:
    suffix = PurePosixPath(name).suffix
    packed = None if suffix in PACKED else gzip.compress(content, 9, mtime=0)
    return StaticFile(content, packed, TYPES[suffix])


@cache
def site() -> StaticFiles:
    """The files of this installation."""
    return read_site()
