"""What a play of backgammon is about, by the board and by what the best play does."""

from __future__ import annotations

from typing import Final

from tablas.backgammon import rules
from tablas.backgammon.remarks import PRIME_FROM, contact, prime, reasons
from tablas.backgammon.rules import Play, Position
from tablas.values import Dice
from tablas.words import Words

THEMES: Final = {
    "hit": Words("Hit or not", "Golpear o no"),
    "prime": Words("Primes", "Primes"),
    "back-game": Words("Back games", "Juego de retaguardia"),
    "anchor": Words("Anchors", "Anclas"),
    "point": Words("Making points", "Hacer puntos"),
    "safety": Words("Safe or bold", "Seguro o audaz"),
    "race": Words("Races", "Carreras"),
    "structure": Words("Structure", "Estructura"),
    "cube": Words("The cube", "El cubo"),
}
BAR: Final = 25
THEIR_HOME: Final = range(19, 25)
FAR_BEHIND: Final = 30  # pips: who holds two anchors and is not behind plays for the race
BY_REMARK: Final = {
    "prime": {"prime", "breaks-prime", "shuts-out"},
    "anchor": {"anchor", "breaks-anchor"},
    "point": {"home-point", "point"},
    "safety": {"safe", "covers", "saves"},
}


def themes(position: Position, dice: Dice | None, play: Play) -> tuple[str, ...]:
    """The themes of a position and its best play.

    >>> from tablas.backgammon.notation import read
    >>> from tablas.backgammon.rules import start
    >>> themes(start(), Dice(3, 1), read(start(), Dice(3, 1), "8/5 6/5"))
    ('point', 'safety')
    """
    if not contact(position):
        return ("race",)
    done = {remark.rule for remark in reasons(position, dice, play)}
    about = {name for name, remarks in BY_REMARK.items() if done & remarks}
    if any(after.own[BAR] > position.opp[BAR] for after in rules.plays(position, dice)):
        about.add("hit")
    if _primed(position):
        about.add("prime")
    if _back_game(position):
        about.add("back-game")
    return tuple(name for name in THEMES if name in about) or ("structure",)


def _primed(position: Position) -> bool:
    """Whether the opponent holds a prime with own checkers behind it."""
    held = [point for point in range(1, BAR) if position.opp[point] >= 2]
    low, length = prime(held)
    return length >= PRIME_FROM and any(position.own[BAR - low + 1 :])


def _back_game(position: Position) -> bool:
    """Two points held in the opponent's home, far behind in the race."""
    anchors = sum(position.own[point] >= 2 for point in THEIR_HOME)
    return anchors >= 2 and position.pips - position.swapped().pips >= FAR_BEHIND
