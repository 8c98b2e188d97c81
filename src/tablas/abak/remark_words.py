"""What a play of Abak does, in English and Spanish; the most important kinds come first.

Points are numbered from the side of whoever plays. Every sentence completes "this play …".
"""

from __future__ import annotations

from typing import Final

from tablas.dicegame.remark_words import SHARED
from tablas.words import Reason, reason

_TABLE: Final = (
    reason("no-play", "no checker can move", "ninguna ficha puede mover"),
    SHARED["forced"],
    SHARED["wins"],
    SHARED["wins-gammon"],
    SHARED["wins-backgammon"],
    reason(
        "assaults",
        "assaults the guard on {place} with the {first} and the {second}",
        "asalta al guardia en {place} con el {first} y el {second}",
    ),
    reason("hits", "hits the {klass} on {place}", "golpea al {klass} en {place}"),
    reason(
        "traps",
        "traps the {klass} on {place} under the druid",
        "atrapa al {klass} en {place} bajo el druida",
    ),
    reason(
        "frees-trapped",
        "frees the trapped {klasses} on {place}",
        "libera en {place} lo que estaba atrapado: {klasses}",
    ),
    reason(
        "releases",
        "releases the opponent's {klasses} on {place}",
        "suelta en {place} lo que retenía del rival: {klasses}",
    ),
    reason(
        "seals-trap",
        "covers the druid on {place}: the {klasses} held there cannot be freed by a hit",
        "cubre al druida en {place}: un golpe ya no libera lo retenido ahí ({klasses})",
    ),
    reason(
        "opens-trap",
        "leaves the druid alone on {place}: a hit there frees the {klasses}",
        "deja solo al druida en {place}: un golpe ahí libera lo retenido ({klasses})",
    ),
    reason(
        "shuts-out",
        "shuts the opponent out: no roll enters",
        "cierra la entrada: el rival no entra",
    ),
    SHARED["stuck"],
    SHARED["prime"],
    SHARED["anchor"],
    SHARED["point"],
    reason(
        "guard-post",
        "posts a guard on {place}, which blocks it alone",
        "pone un guardia en {place}, que lo bloquea él solo",
    ),
    reason(
        "walls-in",
        "walls in the opponent's {klass} on {place}: {dice} are blocked",
        "encierra al {klass} rival en {place}: {dice} están bloqueados",
    ),
    SHARED["breaks-prime"],
    SHARED["breaks-point"],
    reason("enters", "enters the {klasses}", "entra desde la barra: {klasses}"),
    reason(
        "still-on-bar",
        "leaves {count} on the bar ({klasses})",
        "deja en la barra {count} ({klasses})",
    ),
    reason(
        "general-back",
        "takes the general back from the {source}-point to the {target}-point",
        "lleva al general atrás, del punto {source} al {target}",
    ),
    reason(
        "comes-out",
        "brings the {klass} out of the opponent's home",
        "saca al {klass} de la casa rival",
    ),
    reason(
        "uncovers",
        "frees the {klass} on {place}: nothing lies on it now",
        "deja libre al {klass} en {place}: ya no tiene nada encima",
    ),
    reason(
        "buries",
        "buries the {klass} on {place} under the {top}",
        "entierra al {klass} en {place} bajo el {top}",
    ),
    reason(
        "lame",
        "leaves the {klass} on {place} without a die to play: {dice} are blocked",
        "deja al {klass} en {place} sin dado que jugar: {dice} están bloqueados",
    ),
    reason(
        "danger",
        "{count} of 36 rolls hit or trap something",
        "{count} de 36 tiradas golpean o atrapan algo",
    ),
    reason(
        "blot",
        "leaves the {klass} on {place} to {count} of 36 rolls",
        "expone al {klass} en {place} a {count} de 36 tiradas",
    ),
    reason(
        "blot-trap",
        "leaves the {klass} on {place} to the druid: {count} of 36 rolls trap it",
        "expone al {klass} en {place} al druida: {count} de 36 tiradas lo atrapan",
    ),
    reason(
        "guard-assault",
        "the lone guard on {place} falls to an assault with {rolls} ({count} of 36)",
        "el guardia solo en {place} cae en un asalto con {rolls} ({count} de 36)",
    ),
    reason(
        "guard-hit",
        "the lone guard on {place} can be hit by a guard with {rolls} ({count} of 36)",
        "un guardia puede golpear al guardia solo en {place} con {rolls} ({count} de 36)",
    ),
    reason(
        "covers",
        "covers the {klass} on the {point}-point, which {count} of 36 rolls could hit",
        "cubre al {klass} del punto {point}, que {count} de 36 tiradas podían golpear",
    ),
    reason(
        "saves",
        "takes the {klass} away from the {point}-point, where {count} of 36 rolls could hit it",
        "retira al {klass} del punto {point}, donde {count} de 36 tiradas podían golpearlo",
    ),
    reason(
        "aims",
        "aims at the {klass} on {place}: {count} of 36 rolls would hit it",
        "apunta al {klass} en {place}: {count} de 36 tiradas lo golpearían",
    ),
    reason(
        "aims-trap",
        "aims the druid at the {klass} on {place}: {count} of 36 rolls would trap it",
        "apunta con el druida al {klass} en {place}: {count} de 36 tiradas lo atraparían",
    ),
    reason(
        "aims-assault",
        "prepares an assault on the guard on {place}: it needs {rolls} ({count} of 36)",
        "prepara un asalto al guardia en {place}: necesita {rolls} ({count} de 36)",
    ),
    SHARED["safe"],
    reason("bears-off", "bears off {count} ({klasses})", "saca {count} ({klasses})"),
    reason(
        "all-home",
        "brings everyone home: bearing off can begin",
        "lleva a todos a casa: ya se puede sacar",
    ),
    reason(
        "race-ahead",
        "it is a race, {pips} pips ahead",
        "es una carrera, con {pips} pasos de ventaja",
    ),
    reason(
        "race-behind",
        "it is a race, {pips} pips behind",
        "es una carrera, con {pips} pasos de retraso",
    ),
    reason("full", "fills {place}: five stand there", "llena {place}: hay cinco fichas"),
)

REMARKS: Final[dict[str, Reason]] = {remark.rule: remark for remark in _TABLE}
RANK: Final = {rule: rank for rank, rule in enumerate(REMARKS)}
