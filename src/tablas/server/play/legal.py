"""The legal plays of a table, for clients that know no rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from tablas.games import kind
from tablas.play.state import Phase
from tablas.server.play.table import Table
from tablas.values import Dice, Setup, Side

MOST_PLAYS: Final = 2_000  # a double on an open board has a few hundred


def legal_plays(table: Table) -> dict[str, Any]:
    """Each distinct result once: the play as text, and the position that it leads to."""
    state = table.game.state
    if not table.playing or state.phase is not Phase.TO_PLAY or state.turn is None:
        return {"plays": []}
    return {"plays": list(_plays(state.kind.name, state.position, state.dice, state.turn))}


@lru_cache(maxsize=256)
def _plays(name: str, position: Any, dice: Dice | None, turn: Side) -> tuple[dict[str, str], ...]:
    game = kind(name)
    plays = list(game.rules.plays(position, dice).items())[:MOST_PLAYS]
    return tuple(
        {
            "play": game.notation.write(position, play),
            "leads": game.formats.write(Setup(reached, turn.other)),
        }
        for reached, play in plays
    )
