"""What a play does in any game of dice and points, in English and Spanish.

The tables of the games (`remark_words.py` of each) take these in where their rank is, and add what
only they have. Every sentence completes "this play …".
"""

from __future__ import annotations

from typing import Final

from tablas.words import Reason, reason

_TABLE: Final = (
    reason("forced", "is the only legal play", "es la única jugada legal"),
    reason("wins", "bears off the last checker and wins", "saca la última ficha y gana"),
    reason(
        "wins-gammon",
        "bears off the last checker and wins a gammon",
        "saca la última ficha y gana un gammon",
    ),
    reason(
        "wins-backgammon",
        "bears off the last checker and wins a backgammon",
        "saca la última ficha y gana un backgammon",
    ),
    reason(
        "stuck",
        "leaves the opponent without a play on {count} of 36 rolls ({rolls})",
        "deja al rival sin jugada con {count} de 36 tiradas ({rolls})",
    ),
    reason(
        "prime",
        "makes a prime of {length} points, {low} to {high}, with {count} checkers behind it",
        "forma una prime de {length} puntos, del {low} al {high}, con {count} fichas detrás",
    ),
    reason("anchor", "makes an anchor on {place}", "hace un ancla en {place}"),
    reason("point", "makes {place}", "hace {place}"),
    reason(
        "breaks-prime", "breaks the prime of {length} points", "rompe la prime de {length} puntos"
    ),
    reason("breaks-point", "gives up {place}", "abandona {place}"),
    reason("safe", "leaves nothing to hit", "no deja nada que golpear"),
)

SHARED: Final[dict[str, Reason]] = {remark.rule: remark for remark in _TABLE}
