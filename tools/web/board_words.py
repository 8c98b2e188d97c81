"""The words of the boards as texts of the catalogue, and back as a module that boards import.

Boards stand in pages without a server, so their words are modules, not JSON. `words-en.js` holds
the English by key; the key is the gettext context, and `key` with `key.one` are one message with a
plural. `words-es.js` is made from `locale/es.po`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WEB = ROOT / "src" / "tablas" / "web"
ENGLISH = WEB / "board" / "shared" / "words-en.js"
_ENTRY = re.compile(r'^  ("[^"]+"|\w+): ("(?:[^"\\]|\\.)*"),$', re.MULTILINE)
_TEMPLATE = re.compile(r"`([^`\s]*\$\{[^`]*)`")
_ONE = ".one"

Message = tuple[str, str | tuple[str, str]]  # context, text or one and many


def english() -> dict[str, str]:
    """Every word of the boards by its key, in the order of the file."""
    entries = _ENTRY.findall(ENGLISH.read_text(encoding="utf-8"))
    return {json.loads(key) if key[0] == '"' else key: json.loads(text) for key, text in entries}


def messages() -> list[Message]:
    """The words as gettext knows them."""
    words = english()
    return [
        (key, (words[key + _ONE], text) if key + _ONE in words else text)
        for key, text in words.items()
        if not key.endswith(_ONE)
    ]


def module(language: str, translated: Mapping[str, tuple[str, ...]]) -> str:
    """The module of a language from its strings by key: one, or one and many."""
    lines = []
    for key in english():
        plain = key.removesuffix(_ONE)
        strings = translated.get(plain, ("",))
        text = strings[0] if plain != key else strings[-1]
        lines.append(f"  {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)},")
    return "\n".join(
        [
            f"/** Made by tools/web/build_web.py from locale/{language}.po: change it there. */",
            '/** @type {Record<keyof typeof import("./words-en.js").en, string>} */',
            f"export const {language} = {{",
            *lines,
            "};\n",
        ]
    )


def unused() -> Iterator[str]:
    """Keys that no board and no page says, by name or by a template such as `side.${side}`."""
    sources = [
        path.read_text(encoding="utf-8")
        for path in sorted(WEB.rglob("*.js"))
        if not path.name.startswith("words-") and path.parent.name != "vendor"
    ]
    said = "\n".join(sources)
    templates = [_pattern(template) for template in _TEMPLATE.findall(said)]
    for key in english():
        plain = key.removesuffix(_ONE)
        if f'"{plain}"' not in said and not any(one.fullmatch(plain) for one in templates):
            yield f"words-en.js: nobody says {key!r}"


def _pattern(template: str) -> re.Pattern[str]:
    """A template as a pattern: each `${…}` is any part of a key."""
    parts = re.split(r"\$\{[^}]*\}", template)
    return re.compile(".+".join(map(re.escape, parts)))
