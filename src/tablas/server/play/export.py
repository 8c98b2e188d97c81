"""A table on paper: the record of each game of the match, with the proof of its dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from tablas import record
from tablas.fair_dice.closing import closed
from tablas.fair_dice.fields import read_proof, read_receipt
from tablas.fair_dice.transcript import Proof
from tablas.play.game import Game
from tablas.record import Record
from tablas.record.dice import is_roll
from tablas.server.play.dice.dealer import Dealer
from tablas.server.play.game_rows import GameRow
from tablas.server.play.table import Body, Table
from tablas.strict_json import Reader


def record_text(row: GameRow, table: Table, dealer: Dealer) -> str:
    """All games of a table, the last one as far as it has come.

    Where the dice were sealed, the server signs the whole record of that game.
    """
    return "".join(record.write(_signed(one, dealer)) for one in records(row, table))


def _signed(one: Record, dealer: Dealer) -> Record:
    if one.receipt is None:
        return one
    return replace(one, closing=closed(record.write(one), dealer.today(), dealer.seed()))


def records(row: GameRow, table: Table) -> list[Record]:
    """The games of a table as records, each with the score before it."""
    if table.number == 0:
        return []
    games = zip(
        (*table.finished, table.game),
        (*table.proofs, table.proof),
        (*table.receipts, table.receipt),
        strict=True,
    )
    return [_record(row, *one) for one in games]


def _record(
    row: GameRow, game: Game[Any, Any], proofs: Mapping[int, Body], receipt: Body | None
) -> Record:
    length, score = game.first.terms.stakes.score
    date = datetime.fromtimestamp(row.created_at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    plain = Record(
        game=game,
        white=row.white_name,
        black=row.black_name,
        date=date,
        length=length,
        score=score,
    )
    if receipt is None:
        return plain
    signed = read_receipt(Reader({"dice": receipt}), row.white_name, row.black_name)
    return replace(plain, receipt=signed, proofs=_in_order(game, proofs))


def _in_order(game: Game[Any, Any], proofs: Mapping[int, Body]) -> tuple[Proof | None, ...]:
    """One proof for each roll of the log, in its order."""
    places = (place for place, entry in enumerate(game.log) if is_roll(entry.action))
    return tuple(
        read_proof(Reader({"proof": proofs[place]})) if place in proofs else None
        for place in places
    )
