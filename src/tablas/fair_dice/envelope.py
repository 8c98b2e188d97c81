"""The sealed envelope: the same proof in plain words, for people who do not read hashes.

Before the game everybody gets the seals, after it the keys. A seal is an anchor; its key is the
last opening of that party, which stands in the record: turned through SHA-256 once for each roll,
it gives the seal, and so do all the openings before it on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Final

from tablas.fair_dice.chain import hashed
from tablas.fair_dice.parties import OF, Mode, Party
from tablas.fair_dice.receipt import Receipt
from tablas.fair_dice.transcript import Transcript
from tablas.words import Language, Words

WIDTH: Final = 80
GROUP: Final = 8  # digits that are read aloud in one breath

BEFORE: Final = Words(
    """\
SEALED ENVELOPE of game {game}, {time}

Each of the three below has locked away a part of the dice of this game. These
are the seals. Keep this page or take a photo of it.

{seals}

When the game is over you get the keys. Only the true key fits its seal: nobody,
not even the server, can change a die after seeing it.

{mode}""",
    """\
SOBRE SELLADO de la partida {game}, {time}

Cada uno de los tres de abajo ha guardado bajo llave una parte de los dados de
esta partida. Estos son los sellos. Guarda esta página o hazle una foto.

{seals}

Al terminar la partida recibes las llaves. Solo la llave verdadera encaja en su
sello: nadie, ni siquiera el servidor, puede cambiar un dado después de verlo.

{mode}""",
)
NEEDED: Final = {
    Mode.LIVE: Words(
        "Each roll needs all three parts, so nobody knows the dice beforehand.",
        "Cada tirada necesita las tres partes, así que nadie conoce los dados de antemano.",
    ),
    Mode.CORRESPONDENCE: Words(
        "Each roll needs the part of the server and that of the player on roll: neither of the "
        "two knows the dice alone.",
        "Cada tirada necesita la parte del servidor y la del jugador en turno: ninguno de los dos "
        "conoce los dados por sí solo.",
    ),
    Mode.LOCAL: Words(
        "All the parts lie on this one device: the envelope shows that nothing is changed, not "
        "that the device does not know the dice.",
        "Todas las partes están en este único dispositivo: el sobre muestra que nada se cambia, no "
        "que el dispositivo no conozca los dados.",
    ),
}
AFTER: Final = Words(
    """\
OPEN ENVELOPE of game {game}, {time}

These are the keys to the seals that you were given before the game, and under
each key what comes out when it is turned. Compare that with your page or your
photo: every digit must be the same.

{keys}""",
    """\
SOBRE ABIERTO de la partida {game}, {time}

Estas son las llaves de los sellos que recibiste antes de la partida y, debajo
de cada una, lo que sale al girarla. Compáralo con tu página o tu foto: todas
las cifras deben ser iguales.

{keys}""",
)
SEAL: Final = Words("seal {of}", "sello {of}")
KEY: Final = Words("key {of}, turned {turns} times:", "llave {of}, girada {turns} veces:")
FITS: Final = Words("It fits the seal.", "Encaja en el sello.")
FITS_NOT: Final = Words("IT DOES NOT FIT THE SEAL.", "NO ENCAJA EN EL SELLO.")
NO_KEY: Final = Words(
    "key {of}: none, since that part was never needed",
    "llave {of}: ninguna, pues esa parte no hizo falta",
)


def sealed(receipt: Receipt, language: Language) -> str:
    """What to hand out before the first roll."""
    seals = "\n".join(
        f"  {SEAL.about(of=OF[party]).spoken(language)}\n    {grouped(receipt.anchors[party])}"
        for party in Party
    )
    mode = fill(NEEDED[receipt.mode].spoken(language), WIDTH)
    facts = {"game": receipt.game, "time": receipt.time, "seals": seals, "mode": mode}
    return BEFORE.about(**facts).spoken(language)


def opened(transcript: Transcript, language: Language) -> str:
    """What to hand out after the game; it says of each key whether it fits."""
    receipt = transcript.receipt
    keys = "\n".join(line for party in Party for line in _key(transcript, party, language))
    facts = {"game": receipt.game, "time": receipt.time, "keys": keys}
    return AFTER.about(**facts).spoken(language)


def grouped(link: bytes) -> str:
    """Sixty-four digits in eight groups."""
    digits = link.hex()
    return " ".join(digits[i : i + GROUP] for i in range(0, len(digits), GROUP))


def _key(transcript: Transcript, party: Party, language: Language) -> Iterator[str]:
    of, last = OF[party], _last_opening(transcript, party)
    if last is None:
        yield f"  {NO_KEY.about(of=of).spoken(language)}"
        return
    number, key = last
    seal = hashed(key, number)
    fits = FITS if seal == transcript.receipt.anchors[party] else FITS_NOT
    yield f"  {KEY.about(of=of, turns=number).spoken(language)}"
    yield f"    {grouped(key)}"
    yield f"  → {grouped(seal)}"
    yield f"    {fits.spoken(language)}"


def _last_opening(transcript: Transcript, party: Party) -> tuple[int, bytes] | None:
    last = None
    for number, claim in enumerate(transcript.claims, start=1):
        if claim.proof and party in claim.proof.openings:
            last = number, claim.proof.openings[party]
    return last
