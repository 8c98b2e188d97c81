"""What can be wrong with a transcript, in English and Spanish, and what is good to know."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tablas.words import Reason, Words, reason

LONGEST_SHOWN: Final = 16  # digits of a hash that a sentence shows
HASH: Final = re.compile(r"[0-9a-f]{64,}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that speaks against a record: which rule, where, what was found and expected.

    `roll` is None where the whole game is meant; `line` is the line of the file.
    """

    reason: Reason
    line: int
    roll: int | None = None
    found: str = ""
    expected: str = ""


def finding(
    why: Reason, *, line: int, roll: int | None = None, found: object = "", expected: object = "",
    **facts: object,
) -> Finding:  # fmt: skip
    """A finding whose sentence tells what was found and expected, long hashes cut short."""
    reason = why.about(found=shortened(found), expected=shortened(expected), **facts)
    return Finding(reason=reason, line=line, roll=roll, found=str(found), expected=str(expected))


def shortened(fact: object) -> object:
    """A hash by its first digits; anything else as it is."""
    text = str(fact)
    return text[:LONGEST_SHOWN] + "…" if HASH.fullmatch(text) else fact


NO_TRANSCRIPT: Final = reason(
    "no-transcript",
    "the record carries no transcript of its dice, so there is nothing to check",
    "el registro no trae la transcripción de sus dados, así que no hay nada que comprobar",
)
NO_SIGNATURE: Final = reason(
    "no-signature",
    "the receipt is not signed: nothing binds the server to these seals",
    "el recibo no está firmado: nada obliga al servidor a estos sellos",
)
BAD_SIGNATURE: Final = reason(
    "bad-signature",
    "the receipt was not signed by the key {expected}: seals, players, mode, time or the "
    "signature itself were changed",
    "el recibo no lo firmó la clave {expected}: se cambiaron los sellos, los jugadores, la "
    "modalidad, la hora o la propia firma",
)
WRONG_KEY: Final = reason(
    "wrong-key",
    "the receipt names the key {found}, expected {expected}: it is not from that server",
    "el recibo nombra la clave {found}, se esperaba {expected}: no es de ese servidor",
)
NOT_CLOSED: Final = reason(
    "not-closed",
    "the record has no signed end: lines may have been cut off or changed",
    "el registro no tiene un final firmado: puede que falten líneas o que se hayan cambiado",
)
BAD_CLOSING: Final = reason(
    "bad-closing",
    "the signed end does not belong to this record: something before it was changed, added or left "
    "out",
    "el final firmado no corresponde a este registro: algo anterior se cambió, se añadió o se "
    "omitió",
)
NO_PROOF: Final = reason(
    "no-proof", "the roll {found} comes without a proof", "la tirada {found} viene sin prueba"
)
ROLL_NUMBER: Final = reason(
    "roll-number",
    "the proof is for roll {found}, expected {expected}: a roll was left out, repeated or moved",
    "la prueba es de la tirada {found}, se esperaba {expected}: se omitió, se repitió o se movió "
    "una tirada",
)
USED_UP: Final = reason(
    "used-up",
    "there is no opening {found}: a chain has {expected}",
    "no existe la apertura {found}: una cadena tiene {expected}",
)
NO_OPENING: Final = reason(
    "no-opening", "{opening} is missing", "falta {opening}"
)  # fmt: skip
EXTRA_OPENING: Final = reason(
    "extra-opening",
    "{opening} has no place in this roll",
    "{opening} no corresponde a esta tirada",
)
LINK: Final = reason(
    "link",
    "{opening} does not fit the seal fixed before the game: it leads to {found}, "
    "expected {expected}",
    "{opening} no encaja con el sello fijado antes de la partida: conduce a {found}, "
    "se esperaba {expected}",
)
DICE: Final = reason(
    "dice",
    "the record says {found}, the openings make {expected}",
    "el registro dice {found}, las aperturas dan {expected}",
)
NOT_YOUR_OPENING: Final = reason(
    "order", "{found} cannot open now, expected {expected}", "{found} no abre ahora: {expected}"
)
NOBODY: Final = Words("nobody: no roll is under way", "nadie: no hay ninguna tirada en curso")
UNDER_WAY: Final = reason(
    "under-way",
    "the roll before is not finished: {expected} has to open",
    "la tirada anterior no ha terminado: falta que abra {expected}",
)
REPLAY: Final = reason(
    "replay",
    "the game does not follow the rules: {found}",
    "la partida no sigue las reglas: {found}",
)

NOT_CHECKED: Final = Words(
    "signature not checked: install tablas[serve]",
    "firma no comprobada: instala tablas[serve]",
)
SIGNED: Final = Words(
    "receipt and record are signed by the key {key}: compare it with the key that the server "
    "publishes (/.well-known/tablas-dice.json), and name it with --server-key",
    "el recibo y el registro están firmados con la clave {key}: compárala con la que publica el "
    "servidor (/.well-known/tablas-dice.json) e indícala con --server-key",
)
SIGNED_BY: Final = Words(
    "the receipt is signed by the server's key {key}",
    "el recibo está firmado con la clave {key} del servidor",
)
UNSIGNED: Final = Words(
    "the receipt is not signed, as there is no server in local play",
    "el recibo no está firmado, pues en el juego local no hay servidor",
)
