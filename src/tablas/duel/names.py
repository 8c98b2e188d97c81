"""Who is meant by `tablas:2`, `gnubg:0`, `bgsage:1`, the name of a level, or a file of weights."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablas.duel.bgsage import BgsageSeat
from tablas.duel.gnubg import GnubgSeat
from tablas.duel.seats import NetSeat, SearchSeat, Seat, seated
from tablas.engine import weights
from tablas.engine.bot import bot, opponents
from tablas.engine.dice.limit import Limit
from tablas.engine.dice.search import BackgammonEngine
from tablas.engine.dice.search_player import SearchPlayer
from tablas.errors import NotationError
from tablas.words import quoted

NETS: Final = {
    "": ("backgammon-large", None),
    "large": ("backgammon-large", None),
    "small": ("backgammon", None),
    "mixed": ("backgammon-large", "backgammon"),
}
"""Which net judges, and which one picks the plays inside the tree (the same if None)."""
MOST_PLIES: Final = 3


def seat(text: str, game: str, *, cube: bool, seed: int) -> Seat:
    """The player called `text`; whoever runs in a process of its own must be closed."""
    if text.endswith(".safetensors") and game == "backgammon":
        return NetSeat(weights.net_from(Path(text)), Path(text).stem)
    who, colon, rest = text.partition(":")
    if not colon:
        return seated(game, bot(game, who, seed), seed=seed)
    if game != "backgammon":
        raise NotationError(f"player {quoted(text)}: {game} has {', '.join(opponents(game))}")
    match who:
        case "gnubg":
            return GnubgSeat(_plies(text, rest, 0), cube=cube)
        case "bgsage":
            return BgsageSeat(_plies(text, rest, 1), cube=cube)
        case "tablas":
            net, _, plies = rest.rpartition(":")
            if net in NETS:
                return SearchSeat(searching(text, *NETS[net], _plies(text, plies, 0)))
    raise NotationError(
        f"player {quoted(text)}: expected tablas:N, tablas:small:N, gnubg:N, bgsage:N, a file "
        f".safetensors or one of {', '.join(opponents(game))}"
    )


def searching(name: str, judge: str, chooser: str | None, plies: int) -> SearchPlayer:
    """Our search with these nets, so many plies deep; the cube is judged as deeply."""
    engine = BackgammonEngine(net_name=judge, chooser=chooser)
    return SearchPlayer(engine, Limit(plies=plies), name, cube_plies=min(plies, 2))


def _plies(text: str, told: str, least: int) -> int:
    if not (told.isascii() and told.isdigit() and least <= int(told) <= least + MOST_PLIES):
        raise NotationError(
            f"player {quoted(text)}: found {quoted(told)}, expected {least} to "
            f"{least + MOST_PLIES} plies"
        )
    return int(told)
