"""The position, cube and score of a command about the cube, from one text and a few options."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from tablas.cli.language import usage_error
from tablas.cli.options.arguments import refuse_game
from tablas.kind import Kind
from tablas.situation import Situation
from tablas.values import Dice, Side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import CubeState, Net

F = TypeVar("F", bound=Callable[..., Any])

CUBE_FAULTS: Final = {
    "value": "--cube: se esperaba 1, 2, 4 … 32768",
    "owner": "--owner: se esperaba centred, own u opponent",
    "away": "--match: se esperaban de 1 a 64 puntos",
    "Jacoby": "--jacoby y --beavers son para jugar por dinero",
    "crawford": "--crawford: a ningún bando le falta un solo punto",
}
_MATCH: Final = re.compile(r"(\d{1,2}):(\d{1,2})-(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Asked:
    """A position seen by the player to move, with the cube and what is played for."""

    kind: Kind[Any, Any]
    position: Any
    turn: Side
    state: CubeState
    dice: Dice | None
    net: Net

    @property
    def row(self) -> NDArray[np.uint8]:
        """The packed board, one row."""
        return packed(self.kind, self.position)


@dataclass(frozen=True, slots=True)
class CubeOptions:
    """What the options say; None leaves it to the position's text."""

    match: str | None
    crawford: bool
    value: int | None
    owner: str | None
    jacoby: bool
    beavers: bool


def cube_options(command: F) -> F:
    """Adds the options, handed to the command as one `CubeOptions` named `options`."""

    def with_options(**given: Any) -> Any:
        names = ("match", "crawford", "value", "owner", "jacoby", "beavers")
        options = CubeOptions(**{name: given.pop(name) for name in names})
        return command(options=options, **given)

    with_options.__doc__ = command.__doc__
    with_options.__name__ = command.__name__
    # A function that is decorated already carries its click parameters.
    with_options.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    for option in reversed(
        (
            click.option(
                "--match",
                metavar="N:A-B",
                help="A match to N points at A-B, the player to move first.",
            ),
            click.option("--crawford", is_flag=True, help="This is the Crawford game."),
            click.option("--cube", "value", type=int, help="The value of the cube."),
            click.option(
                "--owner", type=click.Choice(["centred", "own", "opponent"]), help="Of the cube."
            ),
            click.option("--jacoby", is_flag=True, help="Money: the Jacoby rule."),
            click.option("--beavers", is_flag=True, help="Money: beavers are allowed."),
        )
    ):
        with_options = option(with_options)
    return with_options  # type: ignore[return-value]


def read_asked(
    kind: Kind[Any, Any], text: str | None, options: CubeOptions, dice: Dice | None = None
) -> Asked:
    """The question that a position's text and the options ask together."""
    net = net_of(kind)
    if text is None:
        position, known = kind.start().position, Situation()
    else:
        position, known = kind.formats.read_situation(text)
    turn = known.turn
    facts: dict[str, Any] = {
        "game": kind.name,
        "value": known.cube,
        "owner": "centred" if known.owner is None else "own" if known.owner is turn else "opponent",
        "jacoby": known.jacoby,
        "beavers": known.beavers,
    }
    if known.length:
        own, opp = (known.length - score for score in known.score)
        if turn is Side.BLACK:
            own, opp = opp, own
        facts |= {"own_away": own, "opp_away": opp, "crawford": known.crawford}
    return Asked(kind, position, turn, _state(options, facts), dice or known.dice, net)


def _state(options: CubeOptions, facts: dict[str, Any]) -> CubeState:
    from tablas import kernel  # noqa: PLC0415 (loads numpy)

    if options.match is not None:
        facts = {key: facts[key] for key in ("value", "owner", "game") if key in facts}
        facts |= _score(options.match)
    given = {"value": options.value, "owner": options.owner}
    facts |= {key: value for key, value in given.items() if value is not None}
    facts |= {key: True for key in ("crawford", "jacoby", "beavers") if getattr(options, key)}
    try:
        return kernel.CubeState(**facts)
    except ValueError as error:
        raise usage_error(str(error), _in_spanish(str(error))) from error


def _in_spanish(fault: str) -> str:
    """What the kernel says about a cube, which it says in English."""
    known = (spanish for begin, spanish in CUBE_FAULTS.items() if fault.startswith(begin))
    return next(known, fault)


def _score(text: str) -> dict[str, int]:
    parts = _MATCH.fullmatch(text)
    if not parts:
        raise usage_error(
            f"--match: found {text!r}, expected a score such as 7:3-5",
            f"--match: hay {text!r}, se esperaba un marcador como 7:3-5",
        )
    length, own, opp = map(int, parts.groups())
    if max(own, opp) >= length:
        raise usage_error(
            f"--match: at {own}-{opp} a match to {length} is over",
            f"--match: con {own}-{opp} un encuentro a {length} ha terminado",
        )
    return {"own_away": length - own, "opp_away": length - opp}


def net_of(kind: Kind[Any, Any]) -> Net:
    """The net that judges a game; those without one are refused."""
    from tablas.engine.engines import dice_side  # noqa: PLC0415 (loads numpy)
    from tablas.engine.weights import net  # noqa: PLC0415

    if not kind.dice:
        refuse_game(kind, lambda game: game.dice)
    return net(dice_side(kind.name).net)


def packed(kind: Kind[Any, Any], position: Any) -> NDArray[np.uint8]:
    """One board as the kernel reads it."""
    import numpy as np  # noqa: PLC0415 (not for every command)

    return np.frombuffer(bytearray(kind.codec.encode(position)), np.uint8)[None]
