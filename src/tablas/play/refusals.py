"""Why a game does not allow an action now, in English and Spanish."""

from __future__ import annotations

from typing import Final

from tablas.words import reason

OVER: Final = reason("over", "the game is over", "la partida ha terminado")
NO_TIME: Final = reason(
    "no-time", "a game on a clock needs to know when", "una partida con reloj necesita la hora"
)
FLAG_FELL: Final = reason(
    "flag-fell", "the time of {side} has run out", "se agotó el tiempo de {side}"
)
FLAG_UP: Final = reason(
    "flag-up", "the time of {side} has not run out", "el tiempo de {side} no se ha agotado"
)
NOT_YOUR_TURN: Final = reason(
    "not-your-turn", "it is for {side} to act", "le corresponde actuar a {side}"
)
NOT_NOW: Final = reason(
    "not-now", "not now: {expected} comes next", "ahora no: primero hay que {expected}"
)
SHUT_OUT: Final = reason(
    "shut-out",
    "no roll can enter from the bar: the turn is lost without rolling",
    "ninguna tirada puede entrar desde la barra: se pierde el turno sin tirar",
)
NOT_SHUT_OUT: Final = reason(
    "not-shut-out", "some rolls can play, so roll", "hay tiradas jugables: hay que tirar"
)
NO_CUBE: Final = reason(
    "no-cube", "this game is played without a cube", "esta partida se juega sin cubo"
)
NOT_OWNER: Final = reason("not-owner", "{side} owns the cube", "el cubo es de {side}")
DEAD_CUBE: Final = reason(
    "dead-cube",
    "the cube is dead: {points} points already win the match",
    "el cubo está muerto: con {points} puntos ya se gana el encuentro",
)
NO_BEAVERS: Final = reason(
    "no-beavers",
    "beavers and raccoons were not agreed on",
    "no se acordaron castores ni mapaches",
)
LEVEL: Final = reason(
    "level",
    "a resignation is 1 (single), 2 (gammon) or 3 (backgammon); Abalone knows only 1",
    "se abandona por 1 (simple), 2 (gammon) o 3 (backgammon); en Abalone solo por 1",
)
NO_OFFER: Final = reason(
    "no-offer", "there is no offer to answer", "no hay ninguna oferta que responder"
)
ONE_OFFER: Final = reason(
    "one-offer", "an offer already waits for its answer", "ya hay una oferta sin responder"
)
NO_CLOCK: Final = reason(
    "no-clock", "this game is played without a clock", "esta partida se juega sin reloj"
)
GRANT: Final = reason(
    "grant", "a grant is 1 to {most} milliseconds", "se regalan de 1 a {most} milisegundos"
)
NO_DRAWS: Final = reason("no-draws", "this game has no draws", "en este juego no hay tablas")
NO_DICE_GAME: Final = reason(
    "no-dice-game", "this game is played without dice", "este juego no lleva dados"
)
MUST_DEVIATE: Final = reason(
    "must-deviate",
    "the position would occur for the third time: play something else",
    "la posición se daría por tercera vez: hay que jugar otra cosa",
)
BAD_DICE: Final = reason(
    "bad-dice",
    "opening dice {white} and {black}: each is a number 1 to 6",
    "dados de salida {white} y {black}: cada uno es un número del 1 al 6",
)
