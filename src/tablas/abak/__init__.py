"""Abak Evolution: backgammon with classes of checkers and ordered stacks, together as `KIND`."""

from typing import Final

from tablas.abak import (
    codec,
    formats,
    notation,
    picture,
    questions,
    remarks,
    rules,
    starts,
    steps,
    text,
)
from tablas.abak.position import Play, Position
from tablas.dicegame import options
from tablas.kind import Example, Kind
from tablas.values import Dice
from tablas.words import Words

__all__ = ["KIND", "Play", "Position"]

KIND: Final[Kind[Position, Play]] = Kind(
    name="abak",
    title=Words("Abak", "Abak"),
    line=Words(
        "Backgammon with soldiers, guards, a general, a druid and two wounded",
        "Backgammon con soldados, guardias, un general, un druida y dos heridos",
    ),
    rules=rules,
    notation=notation,
    formats=formats,
    questions=questions,
    text=text,
    picture=picture,
    board=steps,
    codec=codec,
    dice=True,
    first=None,
    starts=starts.STARTS,
    example=Example(
        "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w",
        Dice(3, 1),
        "S13/10 S8/7",
    ),
    usual_turns=options.USUAL_TURNS,
    options=options.OPTIONS,
    times=options.TIMES,
    element="tablas-abak",
    shut_out=rules.shut_out,
    stuck=rules.stuck,
    forced=rules.forced,
    ejects=lambda _position, _play: False,
    ejected=lambda _position: (0, 0),
    remarks=remarks.reasons,
    write_nb=notation.write_nb,
    letters=Words(
        "In Abak a play names the checkers: S8/5 N6/5. White has capitals, Black small letters:\n"
        "S soldier · G guard · D druid · N general · E even wounded · O odd wounded",
        "En Abak la jugada nombra las fichas: S8/5 N6/5. Blancas en mayúsculas, negras en "
        "minúsculas:\n"
        "S soldado · G guardia · D druida · N general · E herido par · O herido impar",
    ),
)
