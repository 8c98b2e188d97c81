"""The documentation leads somewhere: links, anchors, paths, commands, pictures and examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from pkgutil import resolve_name
from posixpath import normpath

import pytest
from bench.levels_page import PAGES
from bench.levels_page import page as levels_page

from documents import anchors, blocks, code, documents, links, paths, text, tracked
from tablas import games
from tablas.cli.main import tablas
from tablas.play.options import OPTIONS
from tree import ROOT

FOLDERS = "bench|cpp|deploy|docs|examples|fuzz|requirements|research|src|tests|tools|training"
PATH = re.compile(rf"(?<![\w./<-])((?:{FOLDERS}|tablas)/[\w./<>@*{{}},-]*[\w*>}}])")
FILE = re.compile(
    r"(?<![\w./<>-])((?:[\w<>-]+/)*[\w.-]+\.(?:cpp|css|hpp|html|js|po|py|sh))(?![\w/])"
)
MODULE = re.compile(rf"python3? -m ((?:{FOLDERS})(?:\.\w+)+)")
NAME = re.compile(r"(?<![\w./-])(tablas(?:\.[A-Za-z_]\w*)+)")
COMMAND = re.compile(r"(?:^|\$ |# )tablas ([a-z][\w-]*)", re.MULTILINE)
TARGET = re.compile(r"(?:^|\$ )make ([a-z][\w-]*)", re.MULTILINE)
PAGE = re.compile(r"\bdocs/[\w./-]+\.(?:md|json|svg|png)\b")
# Files of somebody who runs a server, and of a machine: no modules of ours.
NO_MODULES = {"tablas.conf", "tablas.service", "tablas.sqlite", "tablas.toml"}


def dead_links(page: str) -> Iterator[str]:
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        name = normpath((Path(page).parent / target).as_posix()) if target else page
        if name not in paths():
            yield f"{page}: {link} leads nowhere"
        elif anchor and anchor not in anchors(name):
            yield f"{page}: {name} has no heading for #{anchor}"


def meant(path: str) -> Iterator[str]:
    """The paths that one in a document stands for: one for each game, one for each alternative."""
    path = re.sub(r"^tablas/", "src/tablas/", path)
    if "<game>" in path:
        for game in games.NAMES:
            yield from meant(path.replace("<game>", game))
    elif alternatives := re.search(r"\{([^}]*)\}", path):
        for one in alternatives[1].split(","):
            yield from meant(path.replace(alternatives[0], one.strip()))
    else:
        yield path


def is_there(path: str) -> bool:
    """A file or folder of the repository; `*` and other placeholders in `<>` stand for anything."""
    pattern = re.sub(r"<[^>]*>", "*", path)
    return any(fnmatch(name, pattern) for name in paths()) if "*" in pattern else path in paths()


def is_end(path: str) -> bool:
    """Whether some file of the repository ends with this path: `embed.js`, `app/game/table.js`."""
    return any(f"/{name}".endswith(f"/{path}") for name in tracked()) or is_there(f"*/{path}")


def dead_paths(page: str) -> Iterator[str]:
    for words in code(page):
        for path in PATH.findall(words):
            yield from (f"{page}: {one}" for one in meant(path) if not is_there(one))
        for file in FILE.findall(words):
            yield from (f"{page}: {one}" for one in meant(file) if not is_end(one))
        for module in MODULE.findall(words):
            path = module.replace(".", "/")
            if not {f"{path}.py", f"{path}/__main__.py"} & paths():
                yield f"{page}: python -m {module}"


def unknown_names(page: str) -> Iterator[str]:
    for words in code(page):
        yield from (f"{page}: {name}" for name in NAME.findall(words) if not is_name(name))


def is_name(name: str) -> bool:
    """A module of ours, or what is in one; those that want PyTorch are read, not imported."""
    if name in NO_MODULES or source_of(name):
        return True
    module, _, inner = name.rpartition(".")
    if (source := source_of(module)) and re.search(
        rf"^(?:def|class) {inner}\b", text(source), re.MULTILINE
    ):
        return True
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def source_of(module: str) -> str | None:
    path = f"src/{module.replace('.', '/')}"
    return next((file for file in (f"{path}.py", f"{path}/__init__.py") if file in paths()), None)


@pytest.mark.parametrize("page", documents())
def test_every_link_leads_somewhere(page):
    assert not list(dead_links(page))


@pytest.mark.parametrize("page", documents())
def test_every_path_and_module_that_a_page_names_exists(page):
    assert not [*dead_paths(page), *unknown_names(page)]


def test_every_command_in_the_documents_is_one_of_ours():
    known = set(tablas.commands)
    named = {
        (page, command)
        for page in documents()
        for words in code(page)
        for command in COMMAND.findall(words)
    }
    assert not {(page, command) for page, command in named if command not in known}


@pytest.mark.parametrize("page", ["command-line.md", "command-line.es.md"])
def test_every_command_stands_on_its_page(page):
    page = text(f"docs/{page}")
    assert not [name for name in tablas.commands if f"`tablas {name}" not in page]


def test_every_make_target_in_the_documents_exists():
    targets = set(re.findall(r"^([a-z][\w-]*):", text("Makefile"), re.MULTILINE))
    named = {
        (page, target)
        for page in documents()
        for words in code(page)
        for target in TARGET.findall(words)
    }
    assert named
    assert not {(page, target) for page, target in named if target not in targets}


def led_to(page: str) -> set[str]:
    """What a page links to inside the repository."""
    targets = {link.partition("#")[0] for link in links(page) if not re.match(r"[a-z]+:", link)}
    return {normpath((Path(page).parent / target).as_posix()) for target in targets if target}


def test_every_picture_is_shown_by_a_page():
    shown = {target for page in documents() for target in led_to(page)}
    pictures = {name for name in tracked() if name.startswith("docs/images/")}
    assert pictures
    assert not pictures - shown


def test_every_page_can_be_reached_from_the_index():
    reached, left = set(), ["docs/README.md"]
    while left:
        page = left.pop()
        if page in reached or page not in documents():
            continue
        reached.add(page)
        left.extend(led_to(page))
    assert not {page for page in documents() if page.startswith("docs/")} - reached


def test_every_document_that_the_code_names_exists():
    faults = [
        f"{name}: {page}"
        for name in tracked()
        if Path(name).suffix in {".py", ".js", ".html", ".cpp", ".hpp", ".toml", ".txt", ".sh", ""}
        for page in PAGE.findall((ROOT / name).read_text(encoding="utf-8"))
        if page not in paths()
    ]
    assert not faults


@pytest.mark.parametrize("language", PAGES)
def test_the_pages_about_levels_tell_what_was_measured(language):
    measured = json.loads(text("src/tablas/engine/strength.json"))
    assert PAGES[language].read_text(encoding="utf-8") == levels_page(measured, language)


@pytest.mark.parametrize(("page", "word"), [("playing.md", "msgid"), ("playing.es.md", "msgstr")])
def test_every_button_that_a_page_for_players_names_stands_in_the_app(page, word):
    words = text("src/tablas/web/locale/es.po").replace('"\n"', "")
    known = set(re.findall(rf'^{word} "(.*)"$', words, re.MULTILINE))
    named = {
        " ".join(label.split()) for label in re.findall(r"\*\*([^*]+)\*\*", text(f"docs/{page}"))
    }
    language = "es" if word == "msgstr" else "en"
    known |= {option.title.spoken(language) for option in OPTIONS.values()}
    assert named
    assert not named - known


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(block, id=page)
        for page in documents()
        for block in blocks(page, "python")
        # Doctests run as such; what needs OpenSpiel runs with its tests (`make open-spiel`).
        if ">>>" not in block and "import pyspiel" not in block
    ],
)
def test_every_python_example_runs(example):
    exec(compile(example, "example", "exec"), {})
