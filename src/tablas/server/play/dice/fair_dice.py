"""Fair dice in the log of a table: whose opening is due, and the dealing after each event.

The chains, rolls and receipts themselves are `tablas.fair_dice`; here they meet the log. The
order of events is `begun` (with the server's anchor), two `anchored`, `sealed` (the signed
receipt), then for each roll `opened` by its mover, `opened` by the opponent in live play, and the
roll itself with its proof, in which the server opens last. What the server adds to it is in
`fair_rolls`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablas.fair_dice.dealing import Dealing
from tablas.fair_dice.fields import read_proof, read_receipt
from tablas.fair_dice.parties import Party
from tablas.fair_dice.receipt import Receipt
from tablas.play.actions import Rolled
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.strict_json import Reader
from tablas.values import Side

Body = dict[str, Any]


def rolling(dealing: Dealing, game: Game[Any, Any]) -> Dealing:
    """The dealing with the roll under way that the game asks for now."""
    if dealing.awaited:
        return dealing
    side = None if game.state.phase is Phase.OPENING else game.turn
    return dealing.asked(side)


def due(dealing: Dealing, game: Game[Any, Any]) -> Party | None:
    """Who opens next if a roll is made now."""
    return rolling(dealing, game).awaited


def awaited_player(dealing: Dealing | None, game: Game[Any, Any]) -> Side | None:
    """The player whose opening is missing: in an opening roll, or to answer the opponent's roll."""
    if dealing is None:
        return None
    opening = game.state.phase is Phase.OPENING
    party = due(dealing, game) if opening else dealing.awaited
    return None if party in (None, Party.SERVER) else Side(party.value)


def opened(dealing: Dealing | None, game: Game[Any, Any], side: Side, body: Body) -> Dealing:
    """The dealing after a player's opening."""
    assert dealing is not None
    return rolling(dealing, game).opened(Party.of(side), bytes.fromhex(body["open"]))


def server_opened(dealing: Dealing | None, game: Game[Any, Any], body: Body) -> Dealing:
    """The dealing after the roll whose proof the event carries."""
    assert dealing is not None
    opening = bytes.fromhex(body["proof"]["server"])
    return rolling(dealing, game).opened(Party.SERVER, opening)


def rewound(receipt: Receipt, game: Game[Any, Any], proofs: Mapping[int, Body]) -> Dealing:
    """The dealing after the rolls of this game, of which the others were taken back."""
    dealing = Dealing.begin(receipt)
    for place in sorted(proofs):
        action = game.log[place].action
        proof = read_proof(Reader({"proof": proofs[place]}))
        assert proof is not None
        dealing = dealing.asked(action.side if isinstance(action, Rolled) else None)
        while party := dealing.awaited:
            dealing = dealing.opened(party, proof.openings[party])
    return dealing


def sealed(names: tuple[str, str], body: Body) -> Dealing:
    """The dealing that begins once all anchors are known and signed."""
    white, black = names
    receipt = read_receipt(Reader({"dice": body["dice"]}), white, black)
    assert receipt is not None
    return Dealing.begin(receipt)
