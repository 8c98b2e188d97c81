"""Which texts of a Spanish page are English: of our catalogues, or any English sentence."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from word_tables import sentences

LOCALE = Path(__file__).resolve().parents[2] / "src" / "tablas" / "web" / "locale"
COMMON = re.compile(
    r"\b(the|of|and|with|is|are|to|for|not|from|by|it|you|your|that|this|has|have|on|in|an|be)\b",
    re.IGNORECASE,
)
FACT = re.compile(r"\{\w+\}")
WORD = re.compile(r"[A-Za-z]{3}")
SENTENCE = 4  # words from which on a text is one
THINGS_IN_ENGLISH = 3  # common words that no Spanish sentence of this app has so many of


def faults(texts: list[str]) -> list[str]:
    return [text for text in dict.fromkeys(texts) if in_catalogue(text) or english_sentence(text)]


@cache
def in_catalogue(text: str) -> bool:
    plain, with_facts = _english()
    return text in plain or with_facts.fullmatch(text) is not None


def english_sentence(text: str) -> bool:
    return len(text.split()) >= SENTENCE and len(COMMON.findall(text)) >= THINGS_IN_ENGLISH


@cache
def _english() -> tuple[frozenset[str], re.Pattern[str]]:
    """The texts whose Spanish is another: as they stand, and with any facts in their places."""
    pairs = [(one.en, one.es) for one in sentences() if "{detail}" not in one.en]
    with (LOCALE / "es.po").open("rb") as file:
        for message in read_po(file):
            ids = (message.id,) if isinstance(message.id, str) else message.id
            strings = (message.string,) if isinstance(message.string, str) else message.string
            pairs += zip(ids, strings, strict=False)
    spanish = {es.casefold() for _, es in pairs}
    texts = {
        en
        for en, es in pairs
        if en and en.casefold() != es.casefold() and en.casefold() not in spanish
        if WORD.search(FACT.sub("", en))
    }
    with_facts = [
        ".+".join(map(re.escape, FACT.split(text))) for text in texts if FACT.search(text)
    ]
    return frozenset(texts), re.compile("|".join(with_facts))
