"""Receipts and proofs as fields of the record, both ways; hashes are lower-case hexadecimal."""

from __future__ import annotations

import re
from typing import Final

from tablas.errors import NotationError
from tablas.fair_dice.chain import SIZE
from tablas.fair_dice.parties import Mode, Party
from tablas.fair_dice.receipt import PROTOCOL, Receipt
from tablas.fair_dice.signature import KEY_SIZE, SIGNATURE_SIZE
from tablas.fair_dice.transcript import ClaimedRoll, Proof
from tablas.strict_json import LENGTH, Fields, Reader
from tablas.values import Side
from tablas.words import Words

HEXADECIMAL: Final = re.compile(r"[0-9a-f]+", re.ASCII)
LARGEST_NUMBER: Final = (1 << 32) - 1  # of a roll, as its four bytes; a wrong one is a finding
ROLLS: Final = ("opening", "rolled")  # the actions that come with a proof


def receipt_fields(receipt: Receipt) -> Fields:
    """The header's field `dice`; the players stand in the header already."""
    fields: Fields = {
        "protocol": PROTOCOL,
        "id": receipt.game,
        "mode": receipt.mode.value,
        "time": receipt.time,
        "anchors": {party.value: receipt.anchors[party].hex() for party in Party},
    }
    if receipt.key:
        fields["key"] = receipt.key.hex()
    if receipt.signature:
        fields["signature"] = receipt.signature.hex()
    return fields


def read_receipt(header: Reader, white: str, black: str) -> Receipt | None:
    """The receipt in a header, made out to these players; None if there is none."""
    if not header.has("dice"):
        return None
    dice = header.object("dice")
    dice.choice("protocol", (PROTOCOL,))
    game, time = dice.text("id", longest=64), dice.text("time", longest=40)
    mode = Mode(dice.choice("mode", tuple(mode.value for mode in Mode)))
    seals = dice.object("anchors")
    anchors = {party: read_bytes(seals, party.value, SIZE) for party in Party}
    seals.finish()
    key = read_bytes(dice, "key", KEY_SIZE) if dice.has("key") else b""
    signed = read_bytes(dice, "signature", SIGNATURE_SIZE) if dice.has("signature") else b""
    dice.finish()
    return Receipt(
        game=game, mode=mode, anchors=anchors, white=white, black=black, time=time,
        key=key, signature=signed,
    )  # fmt: skip


def proof_fields(proof: Proof) -> Fields:
    """The field `proof` of a roll."""
    opened = (party for party in Party if party in proof.openings)
    return {"roll": proof.number} | {party.value: proof.openings[party].hex() for party in opened}


def read_proof(line: Reader) -> Proof | None:
    """The proof of a record line; None if it has none."""
    if not line.has("proof"):
        return None
    proof = line.object("proof")
    number = proof.integer("roll", 0, LARGEST_NUMBER)
    openings = {
        party: read_bytes(proof, party.value, SIZE) for party in Party if proof.has(party.value)
    }
    proof.finish()
    return Proof(number, openings)


def read_claim(fields: Fields, line: int) -> ClaimedRoll | None:
    """The roll that a record line tells; None if it tells something else."""
    reader = Reader(fields)
    if fields.get("do") not in ROLLS:
        return None
    proof = read_proof(reader)
    if reader.choice("do", ROLLS) == "opening":
        dice = reader.integer("white", 1, 6), reader.integer("black", 1, 6)
        return ClaimedRoll(dice, None, proof, line)
    side = Side(reader.choice("side", ("white", "black")))
    first, second = reader.integers("dice", 2, 1, 6)
    return ClaimedRoll((first, second), side, proof, line)


def read_bytes(reader: Reader, name: str, size: int) -> bytes:
    """So many bytes as hexadecimal digits, in the one way in which they are written."""
    text = reader.text(name)
    if len(text) != 2 * size or not HEXADECIMAL.fullmatch(text):
        same = len(text) == 2 * size
        given = Words("another text", "otro texto") if same else LENGTH.about(count=len(text))
        reader.fail(
            name,
            given,
            Words(
                f"{2 * size} hexadecimal digits in lower case",
                f"{2 * size} cifras hexadecimales en minúscula",
            ),
        )
    return bytes.fromhex(text)


def read_key(text: str) -> bytes:
    """A server's public key as text."""
    try:
        return read_bytes(Reader({"key": text}), "key", KEY_SIZE)
    except NotationError as error:
        raise NotationError(f"server {error}", f"servidor, {error.spoken('es')}") from None
