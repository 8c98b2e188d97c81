"""Who plays Abak in a duel: `tablas:2`, `tablas:small:1`, a level, a file of weights, `file:1`.

A search may say which plays go on to one ply and to two, to measure such widths by duels:
`tablas:small:2/16-.4/8-.2` takes 16 within .4 points of the best, then 8 within .2. A net that
plays for the win alone, as in a match to one point, is `tablas:large:wins`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tablas import kernel
from tablas.abak import KIND
from tablas.engine import weights
from tablas.engine.abak import choosers
from tablas.engine.abak.choosers import Chooser
from tablas.engine.abak.heuristic import should_double, should_take
from tablas.engine.abak.search import AbakEngine
from tablas.engine.bot import opponents
from tablas.engine.dice.cubes import Boards, Cubes, Yes
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.program_player import ProgramSeat
from tablas.engine.dice.search import Widths
from tablas.engine.dice.search_player import SearchPlayer
from tablas.engine.dice.seats import (
    WEIGHTS_FILE,
    NetSeat,
    OwnSeat,
    SearchSeat,
    best_rows,
    file_seat,
    level_seat,
    own_file,
    plies_in,
    without_limits,
)
from tablas.engine.line_program import is_command
from tablas.engine.seats import DiceDuel, DiceSeat, SeatOptions
from tablas.errors import NotationError
from tablas.words import Words, quoted

NETS: Final = {"": "abak-large", "large": "abak-large", "small": "abak"}
FOR_WINS: Final = "wins"
FURTHER: Final[Widths] = [(8, 0.2), (5, 0.08), (2, 0.01), (2, 0.005)]
"""The widths at 1, 2, 3 and 4 plies of those that a name does not say."""


def seat(text: str, options: SeatOptions) -> DiceSeat:
    """The player called `text`."""
    without_limits(options)
    if text.endswith(WEIGHTS_FILE):
        return file_seat(KIND.name, text)
    if is_command(text) and WEIGHTS_FILE not in text:
        return ProgramSeat(KIND, text)
    if ":" in text:
        return searching(text)
    if text == "heuristic":
        return HeuristicSeat()
    level = level_seat(KIND.name, text)
    return ChooserSeat(text, SIMPLE[text], level) if text in SIMPLE else level


SIMPLE: Final[dict[str, Callable[[int], Chooser]]] = {
    "random": choosers.at_random,
    "greedy": choosers.greedy,
}
"""Players that every game has, here over many boards at once."""


class ChooserSeat(OwnSeat):
    """A simple player over many boards at once; the cube it looks at game by game."""

    def __init__(self, name: str, make: Callable[[int], Chooser], alone: DiceSeat) -> None:
        super().__init__(name)
        self.make, self.alone = make, alone
        self.new(1)

    def new(self, seed: int) -> None:
        self.choose = self.make(seed)
        self.alone.new(seed)

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        del cubes
        begun = time.process_time()
        after = self.choose(boards, dice)
        self.spent += time.process_time() - begun
        return after

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        return self.alone.doubles(boards, cubes)

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        return self.alone.takes(boards, cubes)

    def cpu(self) -> float:
        return self.spent + self.alone.cpu()


class HeuristicSeat(OwnSeat):
    """The heuristic player, many games at once; other weights make another player."""

    def __init__(self, choose: Chooser | None = None, name: str = "heuristic") -> None:
        super().__init__(name)
        self.choose = choose or choosers.heuristic()

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        del cubes
        begun = time.process_time()
        after = self.choose(boards, dice)
        self.spent += time.process_time() - begun
        return after

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        del cubes
        return should_double(boards)

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        del cubes
        return should_take(boards)


def searching(text: str) -> DiceSeat:
    """The search that `text` names.

    >>> searching("tablas:small:1/4-.1").slow
    False
    """
    file, in_file, rest = text.rpartition(f"{WEIGHTS_FILE}:")
    if in_file:
        depth, *widths = rest.split("/")
        return _looking(own_file(file + WEIGHTS_FILE), plies_in(text, depth), text, widths)
    player, *widths = text.split("/")
    who, _, rest = player.partition(":")
    net, _, plies = rest.rpartition(":")
    if who != "tablas" or net not in NETS:
        raise NotationError(
            f"player {quoted(text)}: {KIND.name} has {', '.join(opponents(KIND.name))}, tablas:N, "
            f"tablas:small:N, tablas:{FOR_WINS} and files "
            f"{WEIGHTS_FILE}, which may be followed by :N",
            f"jugador {quoted(text)}: {KIND.name} tiene {', '.join(opponents(KIND.name))}, "
            f"tablas:N, tablas:small:N, tablas:{FOR_WINS} y archivos {WEIGHTS_FILE}, "
            "a los que puede seguir :N",
        )
    if plies == FOR_WINS and not widths:
        return ForWinsSeat(weights.net(NETS[net]), text, game=KIND.name)
    return _looking(NETS[net], plies_in(text, plies), text, widths)


def _looking(net: str | Path, plies: int, text: str, widths: list[str]) -> DiceSeat:
    """A net that looks so many plies ahead."""
    engine = AbakEngine(net_name=net, choosing=_widths(text, widths))
    return SearchSeat(SearchPlayer(engine, DiceLimit(plies=plies), text, cube_plies=min(plies, 1)))


class ForWinsSeat(NetSeat):
    """A net to which a gammon is worth no more than any other win; the cube as the net sees it."""

    def judged(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        del cubes
        reached, offsets = kernel.abak.successors(boards, dice, self.threads)
        opponent_wins = self.net.evaluate(reached, self.threads)[:, 0]
        return reached[best_rows(-opponent_wins, offsets)]

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        begun = time.process_time()
        after = self.judged(boards, dice, cubes)
        self.spent += time.process_time() - begun
        return after


def _widths(text: str, parts: list[str]) -> Widths | None:
    """The widths of a search; those that are not said stay as they are without any."""
    try:
        widths = [(int(most), float(within)) for most, within in (one.split("-") for one in parts)]
    except ValueError:
        widths = [(0, 0.0)]
    if len(widths) > len(FURTHER) or any(most < 1 or not within > 0 for most, within in widths):
        raise NotationError(
            f"player {quoted(text)}: expected widths such as /8-.2/5-.08, at most {len(FURTHER)}",
            f"jugador {quoted(text)}: se esperaban anchuras como /8-.2/5-.08, "
            f"como máximo {len(FURTHER)}",
        )
    return [*widths, *FURTHER[len(widths) :]] if widths else None


DUEL: Final = DiceDuel(
    usual_games=200,
    seat=seat,
    # The small net, which is six times as fast as the next: between two nets it brought the error
    # of 80 games from .17 down to .10 points.
    judge="abak-quick",
    judging=weights.net,
    players=Words(
        "tablas:2 (our net, so many plies), tablas:small:1, tablas:wins (for the win alone), a "
        "file of weights, which looks ahead with :1 behind it, a level, or a command that speaks "
        "the line protocol",
        "tablas:2 (nuestra red, tantas jugadas por delante), tablas:small:1, tablas:wins (solo por "
        "ganar), un archivo de pesos, que mira adelante con :1 detrás, un nivel, o una orden que "
        "hable el protocolo",
    ),
)
