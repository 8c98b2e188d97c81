"""Backgammon: rules, notation, formats and boards, together as `KIND`."""

from typing import Final

from tablas.backgammon import (
    carried_out,
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
from tablas.backgammon.rules import Play, Position
from tablas.dicegame import options
from tablas.kind import Example, Kind
from tablas.values import Dice
from tablas.words import Words

__all__ = ["KIND", "Play", "Position"]

KIND: Final[Kind[Position, Play]] = Kind(
    name="backgammon",
    title=Words("Backgammon", "Backgammon"),
    line=Words(
        "The race of two thousand years, with the doubling cube",
        "La carrera de dos mil años, con el cubo de doblar",
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
    example=Example("4HPwATDgc/ABMA", Dice(6, 1), "13/7 8/7"),
    usual_turns=options.USUAL_TURNS,
    options=options.OPTIONS,
    times=options.TIMES,
    element="tablas-backgammon",
    shut_out=rules.shut_out,
    stuck=rules.stuck,
    forced=rules.forced,
    ejects=lambda _position, _play: False,
    ejected=lambda _position: (0, 0),
    remarks=remarks.reasons,
    write_nb=notation.write_nb,
    as_written=carried_out.as_written,
    written=carried_out.written,
)
