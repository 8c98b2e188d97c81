"""What two players can agree on beside length and time, with the words that offer it.

`Kind.options` says which of them a game has; the app and `tablas play` offer them from here, and
each is a field of `Match`, `Stakes` or `Limits` of the same name. A limit of 0 is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from tablas.words import Words

Value = bool | int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing to agree on: what it is called, and its values to offer, the usual one first.

    `values` of a yes or no say in a few words what holds. `most` is the largest number that can be
    agreed on, offered or not. `when` tells options of a match from those of money play; `needs`
    names an option without which this one means nothing.
    """

    name: str
    title: Words
    about: Words
    values: tuple[tuple[Value, Words], ...]
    most: int | None = None
    when: Literal["always", "match", "money"] = "always"
    needs: str | None = None

    @property
    def usual(self) -> Value:
        return self.values[0][0]


NONE: Final = Words("None", "Ninguno")
NO_LIMIT: Final = Words("No limit", "Sin límite")


def _up_to(count: int) -> Words:
    return Words("One", "Uno") if count == 1 else Words(f"Up to {count}", f"Hasta {count}")


def _moves(count: int) -> Words:
    return Words(f"{count} moves", f"{count} jugadas")


_ALL: Final = (
    Option(
        name="cube",
        title=Words("Doubling cube", "Cubo de doblar"),
        about=Words("Whether the stake can be doubled.", "Si se puede doblar la apuesta."),
        values=((True, Words("with the cube", "con cubo")), (False, Words("no cube", "sin cubo"))),
    ),
    Option(
        name="crawford",
        title=Words("Crawford rule", "Regla de Crawford"),
        about=Words(
            "No cube in the first game in which somebody needs one point.",
            "Sin cubo en la primera partida en que a alguien le falta un punto.",
        ),
        values=(
            (True, Words("with Crawford", "con Crawford")),
            (False, Words("no Crawford", "sin Crawford")),
        ),
        when="match",
        needs="cube",
    ),
    Option(
        name="jacoby",
        title=Words("Jacoby rule", "Regla de Jacoby"),
        about=Words(
            "Gammons and backgammons count only after a double.",
            "El gammon y el backgammon solo cuentan si se ha doblado.",
        ),
        values=(
            (False, Words("no Jacoby", "sin Jacoby")),
            (True, Words("with Jacoby", "con Jacoby")),
        ),
        when="money",
        needs="cube",
    ),
    Option(
        name="beavers",
        title=Words("Beavers", "Castores (beavers)"),
        about=Words(
            "Whoever is doubled may double again at once and keep the cube.",
            "Quien recibe un doble puede volver a doblar en el acto y quedarse el cubo.",
        ),
        values=(
            (False, Words("no beavers", "sin castores")),
            (True, Words("beavers", "con castores")),
        ),
        when="money",
        needs="cube",
    ),
    Option(
        name="raccoons",
        title=Words("Raccoons", "Mapaches (raccoons)"),
        about=Words(
            "A beaver may be answered by one more double.",
            "A un castor se puede responder doblando una vez más.",
        ),
        values=(
            (False, Words("no raccoons", "sin mapaches")),
            (True, Words("raccoons", "con mapaches")),
        ),
        when="money",
        needs="beavers",
    ),
    Option(
        name="automatic_doubles",
        title=Words("Automatic doubles", "Dobles automáticos"),
        about=Words(
            "Equal dice in the opening roll double the stake, up to this many times.",
            "Los dados iguales al empezar doblan la apuesta, hasta este número de veces.",
        ),
        values=((0, NONE), (1, _up_to(1)), (2, _up_to(2)), (3, _up_to(3))),
        most=6,
        when="money",
        needs="cube",
    ),
    Option(
        name="target",
        title=Words("Marbles to win", "Piezas para ganar"),
        about=Words(
            "The first to push this many marbles off wins.",
            "Gana quien antes expulse este número de piezas.",
        ),
        values=((6, Words("First to 6", "A 6")), (4, Words("First to 4: blitz", "A 4: blitz"))),
        most=6,
    ),
    Option(
        name="repetition",
        title=Words("Repetition", "Repetición"),
        about=Words(
            "What happens when a position comes up for the third time with the same side to move.",
            "Qué pasa si una posición se da por tercera vez con el mismo bando por mover.",
        ),
        values=(
            ("draw", Words("Draw", "Tablas")),
            ("off", Words("Play goes on", "Se sigue jugando")),
            ("deviate", Words("Not allowed", "No se permite")),
        ),
    ),
    Option(
        name="quiet",
        title=Words("No-progress limit", "Límite sin progreso"),
        about=Words(
            "After this many moves in a row without a marble pushed off, the game ends.",
            "Tras este número de jugadas seguidas sin expulsiones, la partida acaba.",
        ),
        values=((200, _moves(200)), (100, _moves(100)), (50, _moves(50)), (0, NO_LIMIT)),
        most=100_000,
    ),
    Option(
        name="quiet_decides",
        title=Words("At that limit", "Al llegar a ese límite"),
        about=Words(
            "How the game ends at the no-progress limit.",
            "Cómo acaba la partida al llegar al límite sin progreso.",
        ),
        values=(
            ("draw", Words("Draw", "Tablas")),
            ("ejections", Words("More marbles pushed off wins", "Gana quien más ha expulsado")),
        ),
        needs="quiet",
    ),
    Option(
        name="plies",
        title=Words("Total limit", "Límite total"),
        about=Words(
            "After this many moves of both together, whoever has pushed more marbles off wins.",
            "Tras este número de jugadas entre los dos, gana quien más piezas haya expulsado.",
        ),
        values=((0, NO_LIMIT), (350, _moves(350)), (200, _moves(200)), (100, _moves(100))),
        most=100_000,
    ),
)
OPTIONS: Final = {option.name: option for option in _ALL}
