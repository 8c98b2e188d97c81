"""Why a play or a set-up of Abak is not allowed, in English and Spanish.

What is the same rule as in backgammon is the same reason (`tablas.dicegame.reasons`).
"""

from __future__ import annotations

from typing import Final

from tablas.abak.position import Effect
from tablas.dicegame.reasons import (
    BAR_FIRST,
    BLOCKED,
    BOTH_OFF,
    HIGHER_FIRST,
    LARGER_DIE,
    MUST_PLAY,
    NO_CHECKER,
    NO_DICE,
    NO_PLACE,
    NOT_ALL_HOME,
    OVER,
    WRONG_DIE,
    place_name,
    point_name,
    side_reason,
)
from tablas.words import Words, reason

__all__ = [
    "BAR_FIRST",
    "BLOCKED",
    "BOTH_OFF",
    "HIGHER_FIRST",
    "LARGER_DIE",
    "MUST_PLAY",
    "NOT_ALL_HOME",
    "NO_CHECKER",
    "NO_DICE",
    "NO_PLACE",
    "OVER",
    "WRONG_DIE",
    "place_name",
    "point_name",
    "side_reason",
]

CLASSES: Final = {
    "S": Words("soldier", "soldado"),
    "G": Words("guard", "guardia"),
    "N": Words("general", "general"),
    "D": Words("druid", "druida"),
    "E": Words("even wounded", "herido par"),
    "O": Words("odd wounded", "herido impar"),
}


def class_name(letter: str) -> Words:
    """The class of a checker of either side, as a person says it."""
    return CLASSES[letter.upper()]


COVERED: Final = reason(
    "covered",
    "only the top checker of a stack moves: on {place} the {top} lies on the {klass}",
    "solo se mueve la ficha de arriba: en {place} el {top} está encima del {klass}",
)
TRAPPED: Final = reason(
    "trapped",
    "the {klass} on {place} is trapped under the opposing {top}",
    "el {klass} en {place} está atrapado bajo el {top} rival",
)
NO_SUCH_CLASS: Final = reason(
    "no-such-class",
    "the mover has no {klass} on {place}",
    "no hay ningún {klass} propio en {place}",
)
FORWARD_ONLY: Final = reason(
    "forward-only",
    "the {klass} moves only forward: only the general may go back",
    "el {klass} solo mueve hacia adelante: solo el general puede volver atrás",
)
WOUNDED: Final = {
    "E": reason(
        "wounded",
        "the even wounded plays only even dice, not a {die}, unless it enters or is borne off",
        "el herido par solo juega dados pares, no un {die}, salvo al entrar o al salir",
    ),
    "O": reason(
        "wounded",
        "the odd wounded plays only odd dice, not a {die}, unless it enters or is borne off",
        "el herido impar solo juega dados impares, no un {die}, salvo al entrar o al salir",
    ),
}
GENERAL_WENT_FORWARD: Final = reason(
    "general-forward",
    "the general has moved forward in this turn, so it does not go back",
    "el general ya ha movido hacia adelante en este turno, así que no puede volver atrás",
)
GENERAL_DONE: Final = reason(
    "general-done",
    "the general has gone back in this turn, so it does not move again",
    "el general ya ha vuelto atrás en este turno, así que no mueve otra vez",
)
GENERAL_ALONE: Final = reason(
    "general-alone",
    "the general does not go back while every other checker of its team is home or off",
    "el general no vuelve atrás si todas las demás fichas de su equipo están en casa o fuera",
)
FULL: Final = reason(
    "full",
    "{place} is full: five checkers stand there",
    "{place} está completo: ya hay cinco fichas",
)
FULL_TRAP: Final = reason(
    "full",
    "{place} is full: the druid has no room to trap there",
    "{place} está completo: el druida no tiene sitio para atrapar",
)
FULL_ASSAULT: Final = reason(
    "A4",
    "{place} is full: after an assault six checkers would stand there",
    "{place} está completo: tras el asalto habría seis fichas",
)
LONE_GUARD: Final = reason(
    "lone-guard",
    "the guard on {place} blocks like two: a guard hits it, others only in an assault of two",
    "el guardia en {place} bloquea como dos: lo golpea otro guardia, o un asalto de dos fichas",
)
ASSAULT_LEFT: Final = reason(
    "assault-left",
    "the assault on {place} must be completed at once, by the very next movement",
    "hay que completar enseguida el asalto en {place}, con el movimiento siguiente",
)
GUARD_NO_ATTACKER: Final = reason(
    "A2",
    "a guard takes no part in an assault on {place}: both attackers must be other checkers",
    "un guardia no participa en el asalto en {place}: ambos atacantes deben ser de otra clase",
)
DRUID_NO_ATTACKER: Final = reason(
    "A3",
    "the druid takes no part in an assault on {place}: in the midfield it traps, alone",
    "el druida no participa en el asalto en {place}: en el medio campo atrapa, él solo",
)
FALSE_MARK: Final = reason(
    "mark",
    "the mark {mark} on {target} is not true: this movement is {effect}",
    "la marca {mark} en {target} no es cierta: este movimiento es {effect}",
)
EFFECTS: Final = {
    Effect.PLAIN: Words("plain", "simple"),
    Effect.HIT: Words("a hit (*)", "un golpe (*)"),
    Effect.TRAP: Words("a trap (^)", "una retención (^)"),
    Effect.FIRST_HALF: Words("the first half of an assault (+)", "el inicio de un asalto (+)"),
    Effect.ASSAULT: Words("the end of an assault (*)", "el final de un asalto (*)"),
}

NOT_25_POINTS: Final = reason(
    "wrong-length",
    "{found} places, expected 25 (an empty one, then the points 1 to 24)",
    "{found} lugares, se esperaban 25 (uno vacío y los puntos 1 a 24)",
)
NO_POINT_0: Final = reason(
    "no-point-0", "place 0 holds {found}, it is always empty", "el lugar 0 tiene {found}, va vacío"
)
UNKNOWN_LETTER: Final = reason(
    "unknown-letter",
    "{place}: {found} is no checker that can be there, expected {expected}",
    "{place}: {found} no es una ficha posible ahí, se esperaba {expected}",
)
CROWDED: Final = reason(
    "crowded",
    "{place} holds {count} checkers, at most 5 fit",
    "{place} tiene {count} fichas, caben 5",
)
UNSORTED: Final = reason(
    "unsorted",
    "{place}: the letters {found} are not sorted",
    "{place}: las letras {found} no están ordenadas",
)
WRONG_COUNT: Final = reason(
    "wrong-count",
    "{side}: {count} of the class {letter} ({klass}), expected {expected}",
    "{side}: {count} de la clase {letter} ({klass}), se esperaban {expected}",
)


def waiting_place(own: bool, borne_off: bool) -> Words:
    """The bar or the tray of one side."""
    place = Words("tray", "bandeja") if borne_off else Words("bar", "barra")
    whose = ("mover's", "del jugador en turno") if own else ("opponent's", "del rival")
    return Words(f"the {whose[0]} {place.en}", f"la {place.es} {whose[1]}")
