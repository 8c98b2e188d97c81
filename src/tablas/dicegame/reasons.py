"""Why a play or a set-up of a dice game is not allowed, in English and Spanish."""

from __future__ import annotations

from typing import Final

from tablas.words import Reason, Words, reason

BAR: Final = 25
OFF: Final = 0


def point_name(point: int) -> Words:
    """A point as a person says it, in both languages."""
    if point == BAR:
        return Words("the bar", "la barra")
    if point == OFF:
        return Words("the tray", "la bandeja")
    return Words(f"the {point}-point", f"el punto {point}")


def place_name(place: int) -> Words:
    """A place as plays write it: the number of a point, `bar` or `off`."""
    if place == BAR:
        return Words("bar", "barra")
    return Words("off", "fuera") if place == OFF else Words(str(place), str(place))


OVER: Final = reason("over", "the game is over", "la partida ha terminado")
NO_DICE: Final = reason("no-dice", "no dice were rolled", "no se han tirado los dados")
NO_CHECKER: Final = reason(
    "no-checker",
    "no checker of the mover stands on {place}",
    "no hay ninguna ficha propia en {place}",
)
NO_PLACE: Final = reason(
    "no-place",
    "{source}/{target} is not a movement on this board",
    "{source}/{target} no es un movimiento en este tablero",
)
BAR_FIRST: Final = reason(
    "bar-first",
    "checkers on the bar must enter before any other movement",
    "las fichas de la barra deben entrar antes de cualquier otro movimiento",
)
WRONG_DIE: Final = reason(
    "wrong-die",
    "no die left plays {source}/{target} (dice {dice})",
    "ningún dado disponible juega {source}/{target} (dados {dice})",
)
BLOCKED: Final = reason(
    "blocked",
    "{place} is blocked: {count} opposing checkers hold it",
    "{place} está bloqueado: lo ocupan {count} fichas rivales",
)
NOT_ALL_HOME: Final = reason(
    "not-all-home",
    "no bearing off before all checkers are home: one is on {place}",
    "no se puede sacar antes de tener todas las fichas en casa: hay una en {place}",
)
HIGHER_FIRST: Final = reason(
    "higher-first",
    "a {die} does not bear off from {place} while a checker stands on {higher}",
    "un {die} no saca desde {place} mientras haya una ficha en {higher}",
)
MUST_PLAY: Final = reason(
    "must-play",
    "as many dice as possible must be played: {most} can be, this plays {played}",
    "hay que jugar todos los dados posibles: se pueden jugar {most} y aquí se juegan {played}",
)
LARGER_DIE: Final = reason(
    "larger-die",
    "only one die can be played, so it must be the larger, the {die}",
    "solo se puede jugar un dado, así que debe ser el mayor, el {die}",
)

BOTH_OFF: Final = reason(
    "both-off",
    "both sides have borne off every checker",
    "ambos bandos han sacado todas sus fichas",
)
MOVER: Final = Words("player to move", "jugador en turno")
OPPONENT: Final = Words("opponent", "rival")


def side_reason(fault: Reason, own: bool, **facts: object) -> Reason:
    """`fault` said of the player to move, or of the opponent."""
    return fault.about(side=MOVER if own else OPPONENT, **facts)
