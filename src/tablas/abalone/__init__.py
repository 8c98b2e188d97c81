"""Abalone: marbles in lines that push each other over the edge, together as `KIND`."""

from typing import Final

from tablas.abalone import codec, formats, notation, picture, questions, rules, starts, steps, text
from tablas.abalone.rules import Move, Position
from tablas.kind import Example, Kind
from tablas.values import Side
from tablas.words import Words

__all__ = ["KIND", "Move", "Position"]

KIND: Final[Kind[Position, Move]] = Kind(
    name="abalone",
    title=Words("Abalone", "Abalone"),
    line=Words(
        "Push six of the other's marbles off the board; no dice",
        "Empuja seis piezas del rival fuera del tablero; sin dados",
    ),
    rules=rules,
    notation=notation,
    formats=formats,
    questions=questions,
    text=text,
    picture=picture,
    board=steps,
    codec=codec,
    dice=False,
    first=Side.BLACK,
    starts=starts.named(),
    example=Example("standard", None, "a1b2"),
    usual_turns=50,  # games between people last 101 plies
    options=("length", "target", "repetition", "quiet", "quiet_decides", "plies"),
    times=(
        "sudden 10",  # the two of the sheet come first
        "sudden 15",
        "fischer 3+2",
        "fischer 5+3",
        "fischer 10+5",
        "fischer 20+10",
        "delay 10+5",
        "move 0+30",
    ),
    element="tablas-abalone",
    shut_out=lambda _position: False,
    stuck=lambda _position, _dice: False,
    forced=lambda _position, _dice: False,
    ejects=rules.ejects,
    ejected=lambda position: (position.opp_lost, position.own_lost),
)
