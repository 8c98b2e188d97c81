"""Why a move or a set-up is not allowed, in English and Spanish (terms of the rule sheet)."""

from __future__ import annotations

from typing import Final

from tablas.words import Reason, Words, reason

OVER: Final = reason("over", "the game is over", "la partida ha terminado")

NO_MARBLE: Final = reason(
    "no-marble",
    "a move needs one, two or three own marbles",
    "un movimiento necesita una, dos o tres piezas propias",
)
NO_CELL: Final = reason(
    "no-cell",
    "{cell} is not a cell of the board",
    "{cell} no es una casilla del tablero",
)
NO_DIRECTION: Final = reason(
    "no-direction",
    "{direction} is not one of the six directions (e, ne, nw, w, sw, se)",
    "{direction} no es una de las seis direcciones (e, ne, nw, w, sw, se)",
)
NOT_OWN: Final = reason(
    "not-own",
    "{cell} holds no own marble: {content}",
    "en {cell} no hay ninguna pieza propia: {content}",
)
MORE_THAN_THREE: Final = reason(
    "more-than-three",
    "at most three marbles move in one turn, here {count} would",
    "en un turno se mueven como mucho tres piezas, aquí se moverían {count}",
)
NOT_IN_LINE: Final = reason(
    "not-in-line",
    "{cells} do not stand in one line: only contiguous, aligned marbles move together",
    "{cells} no están alineadas: solo se mueven juntas piezas contiguas y alineadas",
)
GAP: Final = reason(
    "gap",
    "there is a gap between {cells}: only contiguous, aligned marbles move together",
    "hay un hueco entre {cells}: solo se mueven juntas piezas contiguas y alineadas",
)
ONE_STEP: Final = reason(
    "one-step",
    "a marble moves one step only, and {target} is not next to {source}",
    "cada pieza se mueve un solo espacio, y {target} no es contigua a {source}",
)
OFF_BOARD: Final = reason(
    "off-board",
    "the marble on {cell} cannot leave the board by its own movement",
    "la pieza de {cell} no puede salir del tablero por su propio movimiento",
)
OWN_IN_FRONT: Final = reason(
    "own-in-front",
    "{cell}, in front of the line, holds an own marble: own marbles are never pushed",
    "delante de la línea, en {cell}, hay una pieza propia: las piezas propias no se empujan",
)
BROADSIDE_BLOCKED: Final = reason(
    "broadside-blocked",
    "a broadside move needs empty cells, and {cell} is taken: {content}",
    "el movimiento de flecha necesita espacios vacíos, y {cell} está ocupada: {content}",
)
SINGLE_PUSH: Final = reason(
    "single-push",
    "a single marble cannot push: {cell} holds an opposing marble",
    "una sola pieza no puede empujar: en {cell} hay una pieza rival",
)
PAC: Final = reason(
    "pac",
    "a pac: {own} against {opp}, and equal numbers never push",
    "un pac: {own} contra {opp}, y con igual número de piezas el sumito no es posible",
)
OUTNUMBERED: Final = reason(
    "outnumbered",
    "{own} cannot push {opp}: a sumito needs more marbles than it pushes",
    "{own} no pueden empujar a {opp}: el sumito exige superioridad numérica",
)
OWN_BEHIND: Final = reason(
    "own-behind",
    "no push: an own marble on {cell} stands right behind the pushed ones",
    "no hay sumito: una pieza propia en {cell} está justo detrás de las empujadas",
)
NO_SUCH_MOVE: Final = reason(
    "no-such-move",
    "no legal move goes from {source} to {target}",
    "ningún movimiento legal va de {source} a {target}",
)

UNKNOWN_CELL: Final = reason(
    "unknown-cell",
    "{side}: {cell} is not a cell of the board",
    "{side}: {cell} no es una casilla del tablero",
)
SHARED_CELL: Final = reason(
    "shared-cell",
    "{cell} holds marbles of both sides",
    "{cell} tiene piezas de ambos bandos",
)
LOST_RANGE: Final = reason(
    "lost-range",
    "{side}: {count} marbles lost, expected 0 to 6",
    "{side}: {count} piezas perdidas, se esperaban de 0 a 6",
)
TOO_MANY_MARBLES: Final = reason(
    "too-many-marbles",
    "{side}: {count} marbles on the board and {lost} lost, a side has 14 in all",
    "{side}: {count} piezas en el tablero y {lost} perdidas, cada bando tiene 14 en total",
)
BOTH_LOST: Final = reason(
    "both-lost",
    "both sides have lost six marbles",
    "ambos bandos han perdido seis piezas",
)

MOVER: Final = Words("player to move", "jugador en turno")
OPPONENT: Final = Words("opponent", "rival")
EMPTY: Final = Words("it is empty", "está vacía")
OPPOSING: Final = Words("an opposing marble stands there", "hay una pieza rival")
OWN: Final = Words("an own marble stands there", "hay una pieza propia")


def side_reason(fault: Reason, own: bool, **facts: object) -> Reason:
    """`fault` said of the player to move, or of the opponent."""
    return fault.about(side=MOVER if own else OPPONENT, **facts)
