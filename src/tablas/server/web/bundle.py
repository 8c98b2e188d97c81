"""The modules of the web app, put together in a few files: a page asks for five instead of fifty.

The sources stay what they are, small modules that a browser could load one by one. What is made
here has the same addresses below `bundles/`: a module that pages load by name (an *entry*) comes
with all that it alone needs, and what several of them need is in shared files. Each module becomes
a block with an object of what it exports:

    let app_words;
    {
    const { quietly } = app_api;
    function t(text) { … }
    app_words = { t };
    }

What a module may write for that stands in es_module.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from posixpath import relpath
from typing import Final

from tablas.server.web.es_module import BundleError, Module, read_module

FOLDER: Final = "bundles"
COMMON: Final = "common"
MANY: Final = 5  # so many pages and more: every visitor comes by it


class Bundles:
    """All modules that pages reach from the first ones, and the file in which each of them goes."""

    def __init__(
        self, sources: Mapping[str, str], entries: Iterable[str], *, first: Iterable[str] = ()
    ) -> None:
        """`first` are those entries that a visitor's first page consists of."""
        self._first = frozenset(first)
        self.modules: dict[str, Module] = {}
        self.entries: list[str] = []
        waiting = list(entries)
        while waiting:
            entry = waiting.pop(0)
            if entry in self.entries:
                continue
            self.entries.append(entry)
            for path in self._read(sources, entry):
                waiting += self.modules[path].later
        self._order = {entry: self.reached(entry) for entry in self.entries}
        self.homes = {path: self._home(path) for path in self.modules}

    def _read(self, sources: Mapping[str, str], entry: str) -> list[str]:
        """Read a module and what it imports, as far as that is not known; gives the new ones."""
        new, waiting = [], [entry]
        while waiting:
            path = waiting.pop()
            if path in self.modules:
                continue
            if path not in sources:
                raise BundleError(f"{path}: there is no such module")
            self.modules[path] = read_module(path, sources[path])
            new.append(path)
            waiting += [named for named, _ in self.modules[path].imports]
        return new

    def reached(self, *first: str) -> list[str]:
        """These modules and all that they import, each after what it needs."""
        order: dict[str, None] = {}
        under_way: set[str] = set()

        def visit(path: str) -> None:
            if path in order:
                return
            if path in under_way:
                raise BundleError(f"{path}: it imports itself by way of others")
            under_way.add(path)
            for named, _ in self.modules[path].imports:
                visit(named)
            order[path] = None

        for path in first:
            visit(path)
        return list(order)

    def _home(self, path: str) -> str:
        """The file for a module. What a shared one imports has at least the readers of that one, so
        shared files never need each other in a circle.
        """
        module = self.modules[path]
        if module.foreign:
            return path
        if module.waits:
            return f"{FOLDER}/{path}"
        readers = [entry for entry in self.entries if path in self._order[entry]]
        if len(readers) == 1:
            return f"{FOLDER}/{readers[0]}"
        kinds = {self._kind(entry) for entry in readers}
        shared = kinds.pop() if len(kinds) == 1 and len(readers) < MANY else COMMON
        later = "".join(f"-{stem}" for stem in self._waits_for(path))
        return f"{FOLDER}/{path.split('/', maxsplit=1)[0]}/{shared}{later}.js"

    def _waits_for(self, path: str) -> list[str]:
        """What a module waits for that not every page waits for: nobody else shall have to."""
        usual = self._order[self.entries[0]]
        reached = (one for one in self.reached(path) if one not in usual)
        return [PurePosixPath(one).stem for one in reached if self.modules[one].waits]

    def _kind(self, entry: str) -> str:
        """What a shared file is called that only entries of this kind need."""
        if entry in self._first:
            return COMMON
        parts = entry.split("/")
        return {"board": "boards"}.get(parts[0], "games" if parts[1] == "games" else "pages")

    def files(self, *entries: str) -> list[str]:
        """The files that these entries need, so that a page can ask for all at once."""
        needed: dict[str, None] = {}
        waiting = [f"{FOLDER}/{entry}" for entry in entries]
        while waiting:
            home = waiting.pop(0)
            if home not in needed:
                needed[home] = None
                waiting += self._needs(home)
        return list(needed)

    def _needs(self, home: str) -> list[str]:
        inside = [path for path, there in self.homes.items() if there == home]
        if not inside:  # of an entry whose module is in a shared file
            own = home.removeprefix(f"{FOLDER}/")
            return [self.homes[own]] if own in self.homes else []
        return [self.homes[named] for path in inside for named, _ in self.modules[path].imports]

    def texts(self) -> dict[str, str]:
        """The files, by their paths."""
        order = self.reached(*self.entries)
        inside: dict[str, list[str]] = {}
        for path in order:
            if not self.modules[path].foreign:
                inside.setdefault(self.homes[path], []).append(path)
        texts = {home: self._text(home, paths) for home, paths in inside.items()}
        for entry in self.entries:  # whose module is in a shared file
            own = f"{FOLDER}/{entry}"
            if own not in texts:
                texts[own] = self._text(own, [], entry)
        return texts

    def _text(self, home: str, paths: list[str], entry: str = "") -> str:
        needed = [named for path in paths for named, _ in self.modules[path].imports]
        lines = self._imports(home, [*needed, entry] if entry else needed)
        lines += [self._block(home, self.modules[path]) for path in paths]
        own = self.modules.get(entry or home.removeprefix(f"{FOLDER}/"))
        if own is None:  # a shared file
            lines.append(f"export {{ {', '.join(self.modules[path].name for path in paths)} }};")
        elif own.exports:
            lines.append(f"export const {{ {', '.join(own.exports)} }} = {own.name};")
        return "\n".join(lines) + "\n"

    def _imports(self, home: str, needed: list[str]) -> list[str]:
        whole: dict[str, str] = {}
        parts: dict[str, dict[str, None]] = {}
        for path in needed:
            module, there = self.modules[path], self.homes[path]
            if there == home:
                continue
            if module.foreign or module.waits:
                whole[there] = module.name
            else:
                parts.setdefault(there, {})[module.name] = None
        return [
            *(
                f'import * as {name} from "{_relative(there, home)}";'
                for there, name in whole.items()
            ),
            *(
                f'import {{ {", ".join(names)} }} from "{_relative(there, home)}";'
                for there, names in parts.items()
            ),
        ]

    def _block(self, home: str, module: Module) -> str:
        taken = "".join(
            f"const {{{names.replace(' as ', ': ')}}} = {self.modules[path].name};\n"
            for path, names in module.imports
            if names
        )
        body = module.body.replace(
            "import.meta.url", f'new URL("{_relative(module.path, home)}", import.meta.url).href'
        )
        # What is loaded later is a bundle, too: its address is taken from the module's own place.
        place = _relative(f"{FOLDER}/{module.path}", home).rpartition("/")[0]
        body = re.sub(r'\bimport\((["`])', rf"import(\1{place}/", body)
        return (
            f"let {module.name};\n{{ // {module.path}\n{taken}{body.strip()}\n"
            f"{module.name} = {{ {', '.join(module.exports)} }};\n}}"
        )


def _relative(path: str, seen_from: str) -> str:
    """An address as a module writes it.

    >>> _relative("vendor/lit.js", "bundles/app/main.js"), _relative("a/b.js", "a/c.js")
    ('../../vendor/lit.js', './b.js')
    """
    relative = relpath(path, PurePosixPath(seen_from).parent.as_posix())
    return relative if relative.startswith("..") else f"./{relative}"
