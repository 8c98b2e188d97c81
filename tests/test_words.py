"""The sentences of both languages: one word for one thing, and none that was found odd."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from lesson_plays import course
from tablas.cli.spanish import COMMANDS, OPTIONS, SETTINGS
from tablas.games import NAMES
from word_tables import sentences

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "src" / "tablas" / "web" / "locale" / "es.po"

NOT_OURS = {
    r"\bempat\w+": "tablas",
    r"\bnordeste": "noreste",
    r"\bcanicas?\b": "pieza",
    r"\bcaptur\w+": "golpear",
    r"\bpips?\b(?! install)": "paso",
    r"\bfilas?\b(?! [a-i]\b)": "hilera; fila only for the rows a to i",
    r"\bmuros?\b": "prime",
    r"\bbarreras?\b": "prime",
    r"\bde costado\b": "de flecha",
    r"(?<!\()\bbeavers?\b": "castor",
    r"(?<!\()\braccoons?\b": "mapache",
    r"\baparatos?\b": "dispositivo",
    r"\bseries? (?:por dinero|sin fin)": "sesión",
}
"""Words that the glossary (docs/translating.md) gives up, and what it says instead."""

ODD = (
    "Un movimiento es una ficha que mueve con un dado",
    "El 5 hay que moverlo",
    "Cuando todas tus fichas están en casa las sacas",
    "Una fila también puede mover de flecha",
    "No se llega al servidor",
    "Waiting whether your opponent",
    "to whom you want to play with",
    "You will read nothing more",
    "Roll by itself",
    "games against: ",
    "The 5 must be moved",
    "Who has a checker off loses no gammon",
)
"""Sentences that people stumbled over."""


@cache
def spanish() -> tuple[tuple[str, str], ...]:
    return tuple(_spanish())


def _spanish() -> Iterator[tuple[str, str]]:
    """Every Spanish sentence with where it stands."""
    for one in sentences():
        yield one.where, one.es
    for table in (COMMANDS, OPTIONS, SETTINGS):
        yield from table.items()
    for path in sorted((ROOT / "src" / "tablas" / "web" / "app" / "learn").glob("*.json")):
        yield from told_in(json.loads(path.read_text(encoding="utf-8")), path.name)
    with CATALOGUE.open("rb") as file:
        for message in read_po(file):
            strings = (message.string,) if isinstance(message.string, str) else message.string
            for string in strings if message.id else ():
                yield f"es.po: {message.id}", string
    for game in NAMES:
        for lesson in course(game):
            for text in _in_both(lesson):
                yield f"{game}.json: {lesson['id']}", text["es"]


def _in_both(value: Any) -> Iterator[dict[str, str]]:
    """The texts inside a lesson."""
    if isinstance(value, dict) and "es" in value:
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _in_both(one)


def told_in(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every Spanish text inside a lesson."""
    if isinstance(value, dict):
        if isinstance(value.get("es"), str):
            yield where, value["es"]
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from told_in(inner, where)


def pages() -> Iterator[tuple[str, str]]:
    """The rules pages line by line, without code, pictures and the foreign words in italics."""
    for path in sorted((ROOT / "docs" / "rules").glob("*.es.md")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            yield f"{path.name}:{number}", re.sub(r"<!--.*?-->|`[^`]*`|\*[^*]+\*", "", line)


# There the rows a to i are spoken of in many ways.
ON_PAGES = {word: ours for word, ours in NOT_OURS.items() if "fila" not in word}


@pytest.mark.parametrize(("word", "ours"), ON_PAGES.items())
def test_the_rules_pages_use_the_same_words(word, ours):
    wrong = [
        f"{where}: {text}"
        for where, text in pages()
        if re.search(word, text, re.IGNORECASE) and "el muro" not in text
    ]
    assert not wrong, f"the glossary says {ours}: " + "; ".join(wrong)


@pytest.mark.parametrize(("word", "ours"), NOT_OURS.items())
def test_one_thing_has_one_word(word, ours):
    names = {"el muro"}  # a start position of Abalone
    wrong = [
        f"{where}: {text!r}"
        for where, text in spanish()
        if re.search(word, re.sub(r"\{\w+\}", "…", text), re.IGNORECASE)
        and text.lower() not in names
    ]
    assert not wrong, f"the glossary says {ours}: " + "; ".join(wrong)


def test_no_sentence_that_was_found_odd_is_left():
    files = [
        *(ROOT / "src" / "tablas").rglob("*.py"),
        *(ROOT / "src" / "tablas" / "web" / "app").rglob("*.js*"),
        *(ROOT / "docs" / "rules").glob("*.md"),
        CATALOGUE,
    ]
    texts = {path: " ".join(path.read_text(encoding="utf-8").split()) for path in files}
    found = [f"{path.name}: {odd}" for path, text in texts.items() for odd in ODD if odd in text]
    assert not found


def test_both_languages_carry_the_same_facts():
    for one in sentences():
        facts = [set(re.findall(r"\{\w+\}", text)) for text in (one.en, one.es)]
        if one.en.startswith("the message cannot be read"):
            continue  # its detail comes from a library that speaks English only
        assert facts[0] <= facts[1], one
