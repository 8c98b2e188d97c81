"""A position in every notation of its game, so that it can be taken to other programs."""

from __future__ import annotations

from typing import Any, Final

from tablas.abalone import formats as abalone
from tablas.backgammon import formats as backgammon
from tablas.backgammon.situation import Situation
from tablas.games import kind
from tablas.values import Setup
from tablas.words import Words

OURS: Final = Words("Position text", "Texto de posición")
XGID: Final = Words("XGID", "XGID")
GNU_ID: Final = Words("GNU Backgammon ID", "ID de GNU Backgammon")
FEN: Final = Words("FEN", "FEN")
COMPACT: Final = Words("Compact", "Compacta")
LIST: Final = Words("List of marbles", "Lista de piezas")


def notations(game: str, setup: Setup[Any]) -> list[dict[str, str]]:
    """The usual notation first; the editor and `/api/board` read each of them back.

    >>> from tablas.abak.rules import start
    >>> from tablas.values import Side
    >>> [one["en"] for one in notations("abak", Setup(start(), Side.WHITE))]
    ['Position text']
    """
    usual = kind(game).formats.write(setup)
    if game == "backgammon":
        money = Situation(turn=setup.turn)
        told = [(XGID, usual), (GNU_ID, backgammon.gnubg_id(setup.position, money))]
    elif game == "abalone":
        told = [
            (OURS, usual),
            (FEN, abalone.write_fen(setup)),
            (COMPACT, abalone.write_compact(setup)),
            (LIST, abalone.write_list(setup)),
        ]
    else:
        told = [(OURS, usual)]
    return [{"en": words.en, "es": words.es, "text": text} for words, text in told]
