"""The bundles of the web app: every module once, nobody waits for what it does not need."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from tablas.server.web.bundle import Bundles
from tablas.server.web.es_module import BundleError
from tablas.server.web.page_list import ENTRIES, FIRST
from tablas.server.web.static import read_modules, site

MAIN = "app/main.js"
CATALOGUE = "bundles/app/catalogue.js"


def imported(path: str) -> set[str]:
    """The files that a file of the site needs before it can run, itself included."""
    needed, waiting = set(), [path]
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        needed.add(name)
        folder = name.rpartition("/")[0]
        for named in re.findall(r'^import .* from "([^"]+)";$', site().text(name), re.MULTILINE):
            parts: list[str] = folder.split("/")
            for part in named.split("/"):
                if part == "..":
                    parts.pop()
                elif part != ".":
                    parts.append(part)
            waiting.append("/".join(parts))
    return needed


def test_a_page_needs_no_other_files_than_those_it_asks_for_at_once():
    for entry in ENTRIES:
        assert imported(f"bundles/{entry}") == set(site().bundles.files(entry)), entry


def test_every_module_of_a_page_is_in_one_file_and_its_sources_are_not_loaded_too():
    bundles = site().bundles
    homes = defaultdict(list)
    for name in site().files:
        if name.endswith(".js"):
            for begun in set(re.findall(r"^let (\S+);$", site().text(name), re.MULTILINE)):
                homes[begun].append(name)
    for path, module in bundles.modules.items():
        assert homes[module.name] == ([] if module.foreign else [bundles.homes[path]])
    offline = {address.removeprefix(f"{site().base}/") for address in site().for_offline()}
    assert {f"bundles/{entry}" for entry in ENTRIES} <= offline
    assert "app/pages/game.js" not in offline
    assert {"app/engine/worker.js", "app/engine/kernel.js", "app/first_paint.js"} <= offline


def test_only_pages_with_the_catalogue_wait_for_it():
    reached = {entry: set(site().bundles.reached(MAIN, entry)) for entry in ENTRIES}
    waiting = {entry for entry, modules in reached.items() if "app/catalogue.js" in modules}
    assert waiting
    assert waiting != set(ENTRIES)
    assert {entry for entry in ENTRIES if CATALOGUE in imported(f"bundles/{entry}")} == waiting
    assert CATALOGUE not in imported(f"bundles/{MAIN}")


def test_what_cannot_be_bundled_is_refused_with_its_file():
    sources = read_modules()
    with pytest.raises(BundleError, match=r"app/lost\.js: there is no such module"):
        Bundles(sources, ["app/lost.js"])
    odd = sources | {MAIN: 'export * from "./words.js";\n'}
    with pytest.raises(BundleError, match=r"app/main\.js: 'export \* from .* not known here"):
        Bundles(odd, ENTRIES, first=FIRST)
    circle = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(BundleError, match=r"a\.js: it imports itself by way of others"):
        Bundles(circle, ["a.js"])
