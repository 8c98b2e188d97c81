"""Sentences in the two languages of Tablas, and the reasons of the rules made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Language = Literal["en", "es"]


@dataclass(frozen=True, slots=True)
class Words:
    """The same words in English and Spanish; `about` fills in the facts.

    >>> Words("the {place} is full", "{place}: completo").about(place=Words("bar", "barra")).es
    'barra: completo'
    """

    en: str
    es: str

    def about(self, **facts: object) -> Words:
        """These words with each `{fact}` replaced; a fact may itself be `Words`."""
        return Words(
            self.en.format(**{name: spoken(fact, "en") for name, fact in facts.items()}),
            self.es.format(**{name: spoken(fact, "es") for name, fact in facts.items()}),
        )

    def spoken(self, language: Language) -> str:
        return self.es if language == "es" else self.en

    def __str__(self) -> str:
        return self.en


def spoken(fact: object, language: Language) -> str:
    """`fact` as text: words, a reason, an error in that language, anything else by `str`."""
    # Not by a protocol: a look at one costs ten times as much, and sentences have many facts.
    speak = getattr(fact, "spoken", None)
    return str(speak(language) if speak else fact)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed: the short name of the rule, and a sentence that tells it.

    The name (`bar-first`, `A4`) is for programs and tests, the sentence for people.
    """

    rule: str
    words: Words

    def about(self, **facts: object) -> Reason:
        return Reason(self.rule, self.words.about(**facts))

    def spoken(self, language: Language) -> str:
        return self.words.spoken(language)

    def __str__(self) -> str:
        return self.words.en


def reason(rule: str, en: str, es: str) -> Reason:
    """A reason from its two sentences, as the games' `reasons.py` tables write them."""
    return Reason(rule, Words(en, es))


def quoted(text: str, most: int = 40) -> str:
    """A text from outside, quoted for a message: escaped where needed and cut short."""
    return repr(text if len(text) <= most else text[:most] + "…")


TO_MOVE: Final = Words("to move", "en turno")
"""Said of a side under every board."""
PIPS: Final = Words("{count} pips", "{count} pasos")
"""How far a player still has to go, beside a board of a dice game."""
