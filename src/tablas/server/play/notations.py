"""A position in every notation of its game, so that it can be taken to other programs."""

from __future__ import annotations

from typing import Any

from tablas.games import kind
from tablas.situation import Situation


def notations(game: str, position: Any, situation: Situation) -> list[dict[str, str]]:
    """The usual notation first; the editor and `/api/board` read each of them back.

    >>> from tablas.games import kind
    >>> [one["en"] for one in notations("abak", kind("abak").rules.start(), Situation())]
    ['Position text']
    """
    return [
        {"en": words.en, "es": words.es, "text": text}
        for words, text in kind(game).formats.notations(position, situation)
    ]
