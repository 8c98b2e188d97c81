"""A module of the web app, taken apart: what it imports, what it exports, and the rest.

This reads a small part of the language, which is all that our modules use: `import { a, b as c }
from "./x.js";` and `import "./x.js";` at the beginning of a line, and `export` before a function, a
class or a `const`. Anything else is an error that names the file and the line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Final

_IMPORT: Final = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";$', re.MULTILINE)
_EXPORT: Final = re.compile(
    r"^export (?=(?:(?:async )?function|class|const) (?:(\w+)|\{ ([\w, ]+) \}))", re.MULTILINE
)
_NOTHING: Final = re.compile(r"^export \{\};$", re.MULTILINE)  # of a file of types alone
# What is loaded later; in a comment, the name of a type follows.
_LATER: Final = re.compile(r'\bimport\("([^"]+)"\)(?!\.\w+[ }|\[])')
_WAITS: Final = re.compile(r"^(?:(?:export )?const .* = )?await ", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
# Whole lines only: what stands within a line might be part of a text.
_COMMENT: Final = re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)


class BundleError(ValueError):
    """A module that cannot be read here, with its line."""


@dataclass(frozen=True, slots=True)
class Module:
    """A source file: what it takes from others, what it gives, and its text without either."""

    path: str
    imports: tuple[tuple[str, str], ...]  # of each: the path, and the names between the braces
    exports: tuple[str, ...]
    later: tuple[str, ...]  # what it loads when that is needed
    body: str

    @property
    def name(self) -> str:
        """As a variable.

        >>> read_module("board/shared/words-en.js", "").name
        'board_shared_words_en'
        """
        return re.sub(r"\W", "_", self.path.removesuffix(".js"))

    @property
    def waits(self) -> bool:
        """Whether it waits for an answer while it is loaded: then it stays a file of its own, so
        that only those wait who need it.
        """
        return bool(_WAITS.search(self.body))

    @property
    def foreign(self) -> bool:
        return self.path.startswith("vendor/")


def read_module(path: str, text: str) -> Module:
    """Take a module apart.

    >>> module = read_module("app/a.js", 'import { b } from "./b.js";\\nexport const c = b;\\n')
    >>> module.imports, module.exports, module.body
    ((('app/b.js', ' b '),), ('c',), '\\nconst c = b;\\n')
    """
    if path.startswith("vendor/"):
        return Module(path, (), (), (), text)
    folder = PurePosixPath(path).parent.as_posix()
    text = _COMMENT.sub("", text)
    body = _EXPORT.sub("", _NOTHING.sub("", _IMPORT.sub("", text)))
    if other := _OTHER.search(body):
        raise BundleError(f"{path}: {other[0]!r} is a form of import or export not known here")
    return Module(
        path,
        tuple((normpath(f"{folder}/{named}"), names) for names, named in _IMPORT.findall(text)),
        tuple(name for one, more in _EXPORT.findall(text) for name in (one or more).split(", ")),
        tuple(normpath(f"{folder}/{named}") for named in _LATER.findall(text)),
        body,
    )
