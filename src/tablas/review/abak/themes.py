"""What a play of Abak is about, by the board and by what the best play does."""

from __future__ import annotations

from typing import Final

from tablas.abak import rules
from tablas.abak.position import EVEN, ODD, Effect, Play, Position
from tablas.abak.remarks import reasons
from tablas.abak.shape import contact
from tablas.values import Dice
from tablas.words import Words

THEMES: Final = {
    "assault": Words("Assaults", "Asaltos"),
    "trap": Words("Traps", "Atrapar y soltar"),
    "hit": Words("Hit or not", "Golpear o no"),
    "prime": Words("Primes", "Primes"),
    "wounded": Words("The wounded", "Los heridos"),
    "point": Words("Making points", "Hacer puntos"),
    "safety": Words("Safe or bold", "Seguro o audaz"),
    "race": Words("Races", "Carreras"),
    "structure": Words("Structure", "Estructura"),
    "cube": Words("The cube", "El cubo"),
}
BY_REMARK: Final = {
    "assault": {"assaults", "guard-assault", "aims-assault"},
    "trap": {"traps", "frees-trapped", "releases", "seals-trap", "opens-trap", "aims-trap"},
    "prime": {"prime", "breaks-prime", "shuts-out"},
    "wounded": {"walls-in", "lame"},
    "point": {"point", "anchor", "guard-post"},
    "safety": {"safe", "covers", "saves"},
}
BY_EFFECT: Final = {Effect.HIT: "hit", Effect.TRAP: "trap", Effect.ASSAULT: "assault"}


def themes(position: Position, dice: Dice | None, play: Play) -> tuple[str, ...]:
    """The themes of a position and its best play.

    >>> from tablas.abak.notation import read
    >>> from tablas.abak.rules import start
    >>> themes(start(), Dice(3, 1), read(start(), Dice(3, 1), "S8/5 N6/5"))
    ('point',)
    """
    if not contact(position):
        return ("race",)
    done = {remark.rule for remark in reasons(position, dice, play)}
    about = {name for name, remarks in BY_REMARK.items() if done & remarks}
    for one in rules.plays(position, dice).values():
        about |= {BY_EFFECT[step.effect] for step in one if step.effect in BY_EFFECT}
    if any(step.letter in (EVEN, ODD) for step in play):
        about.add("wounded")
    return tuple(name for name in THEMES if name in about) or ("structure",)
