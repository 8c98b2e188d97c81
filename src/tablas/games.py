"""The games by name; each is loaded when it is first asked for.

A new game is its name here, its folder `tablas/<game>` with `KIND`, its folder
`tablas/engine/<game>` with `ENGINE`, its kernel file and its board.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final, Literal, get_args

from tablas.errors import NotationError
from tablas.kind import Kind

GameName = Literal["abak", "backgammon", "abalone"]
NAMES: Final[tuple[str, ...]] = get_args(GameName)


@cache
def kind(name: str) -> Kind[Any, Any]:
    """The game called `name`, whose types only its own module knows.

    >>> kind("abak").dice, kind("abalone").first
    (True, <Side.BLACK: 'black'>)
    """
    if name not in NAMES:
        raise NotationError(
            f"game {name!r}: expected one of {', '.join(NAMES)}",
            f"juego {name!r}: se esperaba uno de {', '.join(NAMES)}",
        )
    game: Kind[Any, Any] = import_module(f"tablas.{name}").KIND
    return game
