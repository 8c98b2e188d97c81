"""The dice of a record beside its game: which actions are rolls, and whether the proofs fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablas.fair_dice.receipt import Receipt
from tablas.fair_dice.transcript import Proof
from tablas.play.actions import Action, OpeningRolled, Rolled
from tablas.play.game import Game
from tablas.words import Words


def is_roll(action: Action[Any]) -> bool:
    """Whether dice fell, so that the action may come with a proof."""
    return isinstance(action, OpeningRolled | Rolled)


def why_unfit(
    receipt: Receipt | None,
    proofs: Sequence[Proof | None],
    game: Game[Any, Any],
    players: tuple[str, str],
) -> Words | None:
    """What keeps these proofs from standing in a record of this game, or None.

    Whether they are true is another question, which `tablas.record.verify` answers.
    """
    if receipt is None:
        return Words("proofs without a receipt", "hay pruebas sin recibo") if proofs else None
    if not game.kind.dice:
        return Words(
            f"a receipt, but {game.kind.name} is played without dice",
            f"hay un recibo, pero {game.kind.name} se juega sin dados",
        )
    if (receipt.white, receipt.black) != players:
        return Words(
            "the receipt is made out to other players than the record",
            "el recibo es de otros jugadores que el registro",
        )
    rolls = sum(is_roll(entry.action) for entry in game.log)
    if len(proofs) != rolls:
        return Words(
            f"{len(proofs)} proofs, expected one for each of the {rolls} rolls",
            f"{len(proofs)} pruebas, se esperaba una por cada una de las {rolls} tiradas",
        )
    return None
