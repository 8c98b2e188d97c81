"""What a play of backgammon does, in English and Spanish; the most important kinds come first.

Points are numbered from the side of whoever plays. Every sentence completes "this play …".
"""

from __future__ import annotations

from typing import Final

from tablas.dicegame.remark_words import SHARED
from tablas.words import Reason, reason

_TABLE: Final = (
    reason("no-play", "moves nothing: no checker can", "no mueve nada: ninguna ficha puede"),
    SHARED["forced"],
    SHARED["wins"],
    SHARED["wins-gammon"],
    SHARED["wins-backgammon"],
    reason("hits", "hits on {place}", "golpea en {place}"),
    reason(
        "shuts-out",
        "shuts the opponent out: no roll enters",
        "cierra la entrada: el rival no puede entrar con ninguna tirada",
    ),
    SHARED["stuck"],
    SHARED["prime"],
    SHARED["anchor"],
    reason("home-point", "makes {place} in the home board", "hace {place} en la casa"),
    SHARED["point"],
    SHARED["breaks-prime"],
    reason("breaks-anchor", "gives up the anchor on {place}", "abandona el ancla en {place}"),
    SHARED["breaks-point"],
    reason("enters", "enters from the bar", "entra desde la barra"),
    reason("still-on-bar", "leaves {count} on the bar", "deja {count} en la barra"),
    reason(
        "escapes",
        "brings a checker out of the opponent's home",
        "saca una ficha de la casa del rival",
    ),
    reason(
        "danger",
        "{count} of 36 rolls hit something",
        "{count} de 36 tiradas golpean alguna ficha",
    ),
    reason(
        "blot",
        "leaves a blot on {place} to {count} of 36 rolls",
        "deja una ficha sola en {place}, expuesta a {count} de 36 tiradas",
    ),
    reason(
        "covers",
        "covers the blot on {place}, which {count} of 36 rolls could hit",
        "cubre la ficha sola en {place}, que {count} de 36 tiradas podían golpear",
    ),
    reason(
        "saves",
        "takes the blot away from {place}, where {count} of 36 rolls could hit it",
        "retira la ficha sola de {place}, donde {count} de 36 tiradas podían golpearla",
    ),
    reason(
        "aims",
        "aims at the blot on {place}: {count} of 36 rolls would hit it",
        "apunta a la ficha sola en {place}: {count} de 36 tiradas la golpearían",
    ),
    SHARED["safe"],
    reason("stacks", "puts {count} checkers on {place}", "amontona {count} fichas en {place}"),
    reason(
        "saves-gammon",
        "bears off the first checker: the gammon is saved",
        "saca la primera ficha: ya no puede perder un gammon",
    ),
    reason("bears-off", "bears off {count}", "saca {count}"),
    reason(
        "all-home",
        "brings everyone home: bearing off can begin",
        "lleva todas las fichas a casa: ya se pueden sacar",
    ),
    reason(
        "last-contact",
        "breaks contact: now it is a race",
        "rompe el contacto: ahora es una carrera",
    ),
    reason(
        "race-ahead",
        "leads the race by {pips} pips",
        "va {pips} pasos por delante en la carrera",
    ),
    reason(
        "race-behind",
        "is {pips} pips behind in the race",
        "va {pips} pasos por detrás en la carrera",
    ),
    reason("race-even", "leaves the race even", "deja la carrera igualada"),
)

REMARKS: Final[dict[str, Reason]] = {remark.rule: remark for remark in _TABLE}
RANK: Final = {rule: rank for rank, rule in enumerate(REMARKS)}
