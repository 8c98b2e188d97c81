"""The three games by name; each is loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from tablas.errors import NotationError
from tablas.kind import Kind
from tablas.values import Side

NAMES: Final = ("abak", "backgammon", "abalone")


@cache
def kind(name: str) -> Kind[Any, Any]:
    """The game called `name`, whose types only its own module knows.

    >>> kind("abak").dice, kind("abalone").first
    (True, <Side.BLACK: 'black'>)
    """
    match name:
        case "abak":
            return abak()
        case "backgammon":
            return backgammon()
        case "abalone":
            return abalone()
    raise NotationError(f"game {name!r}: expected one of {', '.join(NAMES)}")


def backgammon() -> Kind[Any, Any]:
    from tablas.backgammon import formats, notation, rules, text  # noqa: PLC0415

    return _dice_game("backgammon", rules, notation, formats, text)


def abak() -> Kind[Any, Any]:
    from tablas.abak import formats, notation, rules, text  # noqa: PLC0415

    return _dice_game("abak", rules, notation, formats, text)


def _dice_game(name: str, rules: Any, notation: Any, formats: Any, text: Any) -> Kind[Any, Any]:
    return Kind(
        name=name,
        rules=rules,
        notation=notation,
        formats=formats,
        text=text,
        dice=True,
        first=None,
        starts=("standard",),
        shut_out=rules.shut_out,
        stuck=rules.stuck,
        ejects=lambda _position, _play: False,
        ejected=lambda _position: (0, 0),
    )


def abalone() -> Kind[Any, Any]:
    from tablas.abalone import formats, notation, rules, starts, text  # noqa: PLC0415

    return Kind(
        name="abalone",
        rules=rules,
        notation=notation,
        formats=formats,
        text=text,
        dice=False,
        first=Side.BLACK,
        starts=(starts.DEFAULT, *(name for name in starts.STARTS if name != starts.DEFAULT)),
        shut_out=lambda _position: False,
        stuck=lambda _position, _dice: False,
        ejects=rules.ejects,
        ejected=lambda position: (position.opp_lost, position.own_lost),
    )
