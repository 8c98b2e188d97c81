"""The dice of a record beside its game: which actions are rolls, and whether the proofs fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablas.fair_dice.receipt import Receipt
from tablas.fair_dice.transcript import Proof
from tablas.play.actions import Action, OpeningRolled, Rolled
from tablas.play.game import Game


def is_roll(action: Action[Any]) -> bool:
    """Whether dice fell, so that the action may come with a proof."""
    return isinstance(action, OpeningRolled | Rolled)


def why_unfit(
    receipt: Receipt | None,
    proofs: Sequence[Proof | None],
    game: Game[Any, Any],
    players: tuple[str, str],
) -> str | None:
    """What keeps these proofs from standing in a record of this game, or None.

    Whether they are true is another question, which `tablas.record.verify` answers.
    """
    if receipt is None:
        return "proofs without a receipt" if proofs else None
    if not game.kind.dice:
        return f"a receipt, but {game.kind.name} is played without dice"
    if (receipt.white, receipt.black) != players:
        return "the receipt is made out to other players than the record"
    rolls = sum(is_roll(entry.action) for entry in game.log)
    if len(proofs) != rolls:
        return f"{len(proofs)} proofs, expected one for each of the {rolls} rolls"
    return None
