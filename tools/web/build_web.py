"""Make what the web app gets from elsewhere: words from the .po files, rules from docs/rules.

    python -m tools.web.build_web           write locale/*.json, words-es.js and rules/*.html
    python -m tools.web.build_web --check   fail if they are not up to date, or if a text is missing
    python -m tools.web.build_web --update  put new texts into the .po files, to be translated

The results are kept in the tree, so that a package needs neither Babel nor this tool. The English
text in the JavaScript is the key: `t("…")` and `plural("…", "…", n)` with plain literals. What the
boards say has a context besides, its key in `board/shared/words-en.js`.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from tools.web import board_words
from tools.web.web_rules import index_page, rules_page, summary_page

from tablas.games import NAMES
from tablas.server.web.bundle import Bundles
from tablas.server.web.page_list import EMBLEMS, FIRST
from tablas.server.web.static import read_modules

ROOT = Path(__file__).resolve().parent.parent.parent
WEB = ROOT / "src" / "tablas" / "web"
LOCALE = WEB / "locale"
LANGUAGES = ("es",)
_TEXT = r'"((?:[^"\\\n]|\\.)*)"'
_ONE = re.compile(rf"(?<![\w.])t\(\s*{_TEXT}")
_MANY = re.compile(rf"(?<![\w.])plural\(\s*{_TEXT},\s*{_TEXT}")
_CALL = re.compile(r"(?<![\w.])(?:t|plural)\(\s*(?![\"\s])")
_NOISE = re.compile(
    r'^"(?:POT-Creation|PO-Revision|Report-Msgid|Last-Translator|Language-Team|Generated-By).*\n',
    re.MULTILINE,
)

Text = str | tuple[str, str]
Key = tuple[str | None, Text]  # the context, which only words of boards have


def texts() -> dict[Key, set[str]]:
    """Every text of pages and boards, with the files it stands in."""
    places: dict[Key, set[str]] = {
        key: {board_words.ENGLISH.relative_to(ROOT).as_posix()} for key in board_words.messages()
    }
    for path in sorted((WEB / "app").rglob("*.js")):
        source = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT).as_posix()
        for match in _ONE.finditer(source):
            places.setdefault((None, _plain(match[1])), set()).add(name)
        for match in _MANY.finditer(source):
            places.setdefault((None, (_plain(match[1]), _plain(match[2]))), set()).add(name)
    return places


def _plain(literal: str) -> str:
    text: str = json.loads(f'"{literal}"')
    return text


def computed_keys() -> Iterator[str]:
    """Calls whose text is not a literal: nobody could find their translation."""
    for path in sorted((WEB / "app").rglob("*.js")):
        if path.name == "words.js":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if _CALL.search(line) and not line.lstrip().startswith(("*", "/*", "//")):
                yield f"{path.relative_to(ROOT)}:{number}: the text is not a plain literal"


def catalogue(language: str) -> Catalog:
    path = LOCALE / f"{language}.po"
    if not path.exists():
        return Catalog(locale=language, project="Tablas", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def catalogue_faults(language: str) -> Iterator[str]:
    """Texts without a translation, translations without a text, facts that differ."""
    known, wanted = catalogue(language), texts()
    translated = {_key(message): message for message in known if message.id}
    for key, files in wanted.items():
        message = translated.get(key)
        text = key[1]
        strings = _strings(message.string) if message else ()
        if not strings or not all(strings) or (message and message.fuzzy):
            yield f"{language}.po: no translation of {text!r} ({', '.join(sorted(files))})"
        for string, source in zip(strings, _strings(text), strict=False):
            facts = [set(re.findall(r"\{\w+\}", one)) for one in (string, source)]
            if string and facts[0] != facts[1]:
                yield f"{language}.po: the facts of {text!r} and {string!r} differ"
    for _, unused in translated.keys() - wanted.keys():
        yield f"{language}.po: nobody uses {unused!r}"


def _key(message: Message) -> Key:
    one, *many = _strings(message.id)
    return message.context, (one, many[0]) if many else one


def _strings(value: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())


def catalogue_json(language: str, wanted: set[str] | None = None) -> str:
    """The catalogue as the browser reads it, or a part: text -> translation, or one and many."""
    table = {}
    for message in catalogue(language):
        key = _strings(message.id)[0] if message.id else ""
        if key and message.context is None and (wanted is None or key in wanted):
            strings = _strings(message.string)
            table[key] = strings[0] if isinstance(message.id, str) else strings
    return json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def home_texts() -> set[str]:
    """What the first page can say: it loads these alone, so that it is there soon."""
    modules = Bundles(read_modules(), (*FIRST, *EMBLEMS)).modules
    folder = WEB.relative_to(ROOT).as_posix()
    paths = {f"{folder}/{name}" for name in modules}
    return {
        _strings(text)[0]
        for (context, text), places in texts().items()
        if context is None and places & paths
    }


def board_module(language: str) -> str:
    """What the boards import in this language."""
    strings = {m.context: _strings(m.string) for m in catalogue(language) if m.context}
    return board_words.module(language, strings)


def update(language: str) -> None:
    """Put new texts into the .po file and drop those that nobody uses."""
    known = {_key(message): message.string for message in catalogue(language) if message.id}
    fresh = Catalog(locale=language, project="Tablas", version="web", fuzzy=False)
    fresh.header_comment = (
        "# Texts of the web app; tools/web/build_web.py tells how they get there."
    )
    for context, text in texts():
        fresh.add(text, known.get((context, text), ""), context=context)
    written = io.BytesIO()
    write_po(written, fresh, width=100, no_location=True, sort_output=True, omit_header=False)
    text = _NOISE.sub("", written.getvalue().decode())
    (LOCALE / f"{language}.po").write_text(text, encoding="utf-8")


def results() -> Iterator[tuple[Path, str]]:
    """Every file that this tool makes, with what it should hold."""
    for language in LANGUAGES:
        yield LOCALE / f"{language}.json", catalogue_json(language)
        yield LOCALE / f"{language}.home.json", catalogue_json(language, home_texts())
        yield WEB / "board" / "shared" / f"words-{language}.js", board_module(language)
    for language in ("en", "es"):
        yield WEB / "rules" / f"index.{language}.html", index_page(language)
        for game in NAMES:
            for name, page in ((game, rules_page), (f"{game}.summary", summary_page)):
                source = (ROOT / "docs" / "rules" / f"{name}.{language}.md").read_text("utf-8")
                yield WEB / "rules" / f"{name}.{language}.html", page(source, language, game)


def faults() -> Iterator[str]:
    yield from computed_keys()
    yield from board_words.unused()
    for language in LANGUAGES:
        yield from catalogue_faults(language)
    for path, text in results():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield f"{path.relative_to(ROOT)}: not up to date, run python -m tools.web.build_web"


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        problems = list(faults())
        for fault in problems:
            print(fault)
        return 1 if problems else 0
    if "--update" in arguments:
        for language in LANGUAGES:
            update(language)
    for path, text in results():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
