"""The server's own part in fair dice: it seals what was fixed before a game, and opens last."""

from __future__ import annotations

from tablas.fair_dice.chain import Chain
from tablas.fair_dice.fields import proof_fields, receipt_fields
from tablas.fair_dice.parties import Mode, Party
from tablas.fair_dice.receipt import Receipt
from tablas.play.state import Phase
from tablas.server.play.dice.fair_dice import rolling
from tablas.server.play.table import Body, Table
from tablas.values import Dice, Side


def dealing_id(table: Table, number: int) -> str:
    """The name under which the dice of one game of the match are made."""
    return f"{table.id}-{number}"


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
