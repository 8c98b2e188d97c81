"""Who is meant by `tablas:2`, `gnubg:0`, `bgsage:1`, the name of a level, or a file of weights.

In Abak a search may say which plays go on to one ply and to two, to measure such widths by duels:
`tablas:small:2/16-.4/8-.2` takes 16 within .4 points of the best, then 8 within .2.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablas.duel.bgsage import BgsageSeat
from tablas.duel.gnubg import GnubgSeat
from tablas.duel.seats import NetSeat, SearchSeat, Seat, seated
from tablas.engine import weights
from tablas.engine.abak.search import AbakEngine
from tablas.engine.backgammon.search import CLOSE, BackgammonEngine
from tablas.engine.bot import bot, opponents
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.search import Widths
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
ABAK_NETS: Final = {"": "abak-large", "large": "abak-large", "small": "abak"}
MOST_PLIES: Final = 3


def seat(text: str, game: str, *, cube: bool, seed: int) -> Seat:
    """The player called `text`; whoever runs in a process of its own must be closed."""
    if text.endswith(".safetensors"):
        return NetSeat(weights.net_from(Path(text), game), Path(text).stem, game=game)
    who, colon, rest = text.partition(":")
    if not colon:
        return seated(game, bot(game, who, seed), seed=seed)
    if game == "abak":
        return SearchSeat(abak_player(text))
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
    return SearchPlayer(engine, DiceLimit(plies=plies), name, cube_plies=min(plies, 2))


def abak_player(text: str) -> SearchPlayer:
    """The search of Abak that `text` names.

    >>> abak_player("tablas:small:1/4-.1").limit.plies
    1
    """
    told, *widths = text.split("/")
    who, _, rest = told.partition(":")
    net, _, plies = rest.rpartition(":")
    if who != "tablas" or net not in ABAK_NETS:
        raise NotationError(
            f"player {quoted(text)}: abak has {', '.join(opponents('abak'))}, tablas:N, "
            "tablas:small:N and files .safetensors"
        )
    depth = _plies(text, plies, 0)
    engine = AbakEngine(net_name=ABAK_NETS[net], choosing=_widths(text, widths))
    return SearchPlayer(engine, DiceLimit(plies=depth), text, cube_plies=min(depth, 1))


def _widths(text: str, told: list[str]) -> Widths | None:
    """The widths of a search; those that are not told stay as they are without any."""
    try:
        found = [(int(most), float(within)) for most, within in (one.split("-") for one in told)]
    except ValueError:
        found = [(0, 0.0)]
    if len(found) > len(CLOSE) or any(most < 1 or not within > 0 for most, within in found):
        raise NotationError(
            f"player {quoted(text)}: expected widths such as /8-.2/5-.08, at most {len(CLOSE)}"
        )
    return [*found, *CLOSE[len(found) :]] if found else None


def _plies(text: str, told: str, least: int) -> int:
    if not (told.isascii() and told.isdigit() and least <= int(told) <= least + MOST_PLIES):
        raise NotationError(
            f"player {quoted(text)}: found {quoted(told)}, expected {least} to "
            f"{least + MOST_PLIES} plies"
        )
    return int(told)
