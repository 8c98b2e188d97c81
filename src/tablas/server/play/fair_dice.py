"""Fair dice at a table: whose opening is due, and the server's own part in it.

The chains, rolls and receipts themselves are `tablas.fair_dice`; here they meet the log. The
order of events is `begun` (with the server's anchor), two `anchored`, `sealed` (the signed
receipt), then for each roll `opened` by its mover, `opened` by the opponent in live play, and the
roll itself with its proof, in which the server opens last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tablas.fair_dice.chain import Chain
from tablas.fair_dice.dealing import Dealing
from tablas.fair_dice.fields import proof_fields, read_receipt, receipt_fields
from tablas.fair_dice.parties import Mode, Party
from tablas.fair_dice.receipt import Receipt
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.strict_json import Reader
from tablas.values import Dice, Side

if TYPE_CHECKING:
    from tablas.server.play.table import Body, Table


def dealing_id(table: Table, number: int) -> str:
    """The name under which the dice of one game of the match are made."""
    return f"{table.id}-{number}"


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


def sealed(table: Table, body: Body) -> Table:
    """The table once all anchors are known and signed."""
    white, black = table.names
    receipt = read_receipt(Reader({"dice": body["dice"]}), white, black)
    assert receipt is not None
    return replace(table, dealing=Dealing.begin(receipt), receipt=body["dice"], plain_dice=False)


def seal(table: Table, chain: Chain, seed: bytes, time: str) -> Body:
    """The event that fixes everything before the first roll, with the server's signature."""
    white, black = table.names
    receipt = Receipt(
        game=dealing_id(table, table.number),
        mode=Mode(table.agreement.mode),
        anchors={
            Party.SERVER: chain.anchor,
            Party.WHITE: bytes.fromhex(table.anchors[Side.WHITE]),
            Party.BLACK: bytes.fromhex(table.anchors[Side.BLACK]),
        },
        white=white,
        black=black,
        time=time,
    )
    return {"do": "sealed", "dice": receipt_fields(receipt.signed_with(seed))}


def roll(table: Table, chain: Chain) -> Body:
    """The roll that all players have opened for, with the server's opening and the dice."""
    assert table.dealing is not None
    dealing = rolling(table.dealing, table.game)
    dealing = dealing.opened(Party.SERVER, chain.opening(dealing.number))
    first, second = dealing.dice
    proof = proof_fields(dealing.proof)
    if table.game.state.phase is Phase.OPENING:
        return {"do": "opening", "white": first, "black": second, "proof": proof}
    assert table.game.turn is not None
    dice = Dice(first, second)
    return {
        "do": "rolled",
        "side": table.game.turn.value,
        "dice": [dice.high, dice.low],
        "proof": proof,
    }
