"""Who plays backgammon in a duel: `tablas:2`, `gnubg:0`, `bgsage:1`, a level, a file of weights."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.backgammon import KIND
from tablas.engine.backgammon.bearoff import bearoff
from tablas.engine.backgammon.bgsage_seat import BgsageSeat
from tablas.engine.backgammon.gnubg_seat import GnubgSeat
from tablas.engine.backgammon.pruning import pruning_net
from tablas.engine.backgammon.search import BackgammonEngine
from tablas.engine.bot import opponents
from tablas.engine.dice.cubes import Boards, Yes
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.program_player import ProgramSeat
from tablas.engine.dice.search_player import SearchPlayer
from tablas.engine.dice.seats import (
    WEIGHTS_FILE,
    SearchSeat,
    file_seat,
    level_seat,
    plies_in,
    without_limits,
)
from tablas.engine.line_program import is_command
from tablas.engine.seats import DiceDuel, DiceSeat, SeatOptions
from tablas.engine.weights import net
from tablas.errors import NotationError
from tablas.words import Words, quoted

NETS: Final = {
    "": ("backgammon-large", None),
    "large": ("backgammon-large", None),
    "small": ("backgammon", None),
    "mixed": ("backgammon-large", "backgammon"),
}
"""Which net judges, and which one picks the plays inside the tree (the same if None)."""


def seat(text: str, options: SeatOptions) -> DiceSeat:
    """The player called `text`; whoever runs in a process of its own must be closed."""
    without_limits(options)
    if text.endswith(WEIGHTS_FILE):
        return file_seat(KIND.name, text)
    who, colon, rest = text.partition(":")
    if who == "ubgi":
        return ProgramSeat(KIND, rest, ubgi=True)
    if is_command(text) and WEIGHTS_FILE not in text:
        return ProgramSeat(KIND, text)
    if not colon:
        return level_seat(KIND.name, who, racing)
    match who:
        case "gnubg":
            return GnubgSeat(plies_in(text, rest), cube=options.cube)
        case "bgsage":
            return BgsageSeat(plies_in(text, rest, 1), cube=options.cube)
        case "tablas":
            judge, _, plies = rest.rpartition(":")
            if judge in NETS:
                return SearchSeat(searching(text, *NETS[judge], plies_in(text, plies)))
    raise NotationError(
        f"player {quoted(text)}: expected tablas:N, tablas:small:N, gnubg:N, bgsage:N, a file "
        f"{WEIGHTS_FILE} or one of {', '.join(opponents(KIND.name))}",
        f"jugador {quoted(text)}: se esperaba tablas:N, tablas:small:N, "
        f"gnubg:N, bgsage:N, un archivo {WEIGHTS_FILE} o uno de {', '.join(opponents(KIND.name))}",
    )


def searching(name: str, judge: str, chooser: str | None, plies: int) -> SearchPlayer:
    """Our search with these nets, so many plies deep; the cube is judged as deeply."""
    engine = BackgammonEngine(net_name=judge, chooser=chooser)
    return SearchPlayer(engine, DiceLimit(plies=plies), name, cube_plies=min(plies, 2))


def racing(boards: Boards) -> Yes:
    """Where no checker has to pass one of the other side any more."""
    sides = boards.reshape(len(boards), 2, 16)[:, :, :13]
    counts = np.stack([sides & 15, sides >> 4], axis=3).reshape(len(boards), 2, 26)
    rear = ((counts > 0) * np.arange(26)).max(axis=2)
    return np.asarray(rear.sum(axis=1) <= 25)


class Glance:
    """A net of backgammon that judges likely plays only, with the bear-off tables."""

    def __init__(self, name: str) -> None:
        judge = net(name)
        self._searcher = kernel.backgammon.Searcher(judge, judge, pruning_net(), bearoff())

    def choose(self, boards: Boards, dice: Boards) -> tuple[Boards, NDArray[np.float32]]:
        return self._searcher.choose(boards, dice, plies=0)


DUEL: Final = DiceDuel(
    usual_games=1000,
    seat=seat,
    judge="backgammon",
    judging=Glance,
    players=Words(
        "tablas:0 (our net, so many plies), tablas:small:0, gnubg:0, gnubg:2, bgsage:1, a file "
        "of weights, a level, or a command that speaks the line protocol, or UBGI (ubgi:COMMAND)",
        "tablas:0 (nuestra red, tantas jugadas por delante), tablas:small:0, gnubg:0, gnubg:2, "
        "bgsage:1, un archivo de pesos, un nivel, o una orden que hable el protocolo, o UBGI "
        "(ubgi:ORDEN)",
    ),
)
