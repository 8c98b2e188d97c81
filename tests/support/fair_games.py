"""Games with proven dice for the tests, and the verdicts of both verifiers on them."""

from __future__ import annotations

import importlib.util
import random
import tempfile
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from hashlib import sha512
from io import StringIO
from typing import Any

from random_games import random_action
from tablas import Game, NotationError, kind
from tablas.fair_dice import signature
from tablas.fair_dice.chain import Chain
from tablas.fair_dice.closing import Closing, message
from tablas.fair_dice.dealing import Dealing, dealt
from tablas.fair_dice.parties import Mode, Party
from tablas.fair_dice.receipt import Receipt
from tablas.play.actions import OpeningRolled, Rolled
from tablas.record import Record, write
from tablas.record.verify import verify
from tablas.strict_json import read_lines
from tablas.values import Dice
from tree import ROOT

SCRIPT = ROOT / "tools" / "checks" / "verify_dice.py"
SEED = bytes([4]) * 32  # of the test server's signing key
CAN_CHECK_SIGNATURES = signature._package() is not None


def loaded_script() -> Any:
    """The stand-alone verifier as a module, which it is not meant to be."""
    spec = importlib.util.spec_from_file_location("verify_dice", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = loaded_script()


def signed(seed: bytes, message: bytes) -> tuple[bytes, bytes]:
    """Ed25519 without the `cryptography` package, so that the tests run without it too."""
    digest = sha512(seed).digest()
    base = script.point_at(4 * pow(5, -1, script.P) % script.P, 0)
    scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    key = script.packed(script.times(scalar, base))
    nonce = int.from_bytes(sha512(digest[32:] + message).digest(), "little") % script.L
    point = script.packed(script.times(nonce, base))
    h = int.from_bytes(sha512(point + key + message).digest(), "little") % script.L
    return key, point + ((nonce + h * scalar) % script.L).to_bytes(32, "little")


@cache  # a signature in plain Python takes a while
def fair_start(seed: int, mode: Mode) -> tuple[Dealing, dict[Party, Chain]]:
    """Three chains and the receipt over them, signed where the mode asks for it."""
    rng = random.Random(seed)
    chains = {party: Chain(rng.randbytes(32)) for party in Party}
    receipt = Receipt(
        game=f"test-{seed}", mode=mode, white="Ana", black="Óscar", time="2026-11-15T18:30:00Z",
        anchors={party: chain.anchor for party, chain in chains.items()},
    )  # fmt: skip
    if mode.needs_signature:
        key, signature = signed(SEED, receipt.message())
        receipt = replace(receipt, key=key, signature=signature)
    return Dealing.begin(receipt), chains


@cache
def fair_game(name: str, seed: int, mode: Mode = Mode.LIVE, most: int = 4000) -> Record:
    """A random game, to its end or to `most` actions, whose every roll comes from three chains."""
    rng = random.Random(seed)
    dealing, chains = fair_start(seed, mode)
    game = Game.begin(kind(name))
    proofs = []
    while not game.result and len(game.log) < most:
        action = random_action(game, rng)
        if isinstance(action, OpeningRolled):
            dealing = dealt(dealing, None, chains)
            action = OpeningRolled(*dealing.dice)
        elif isinstance(action, Rolled):
            dealing = dealt(dealing, action.side, chains)
            action = Rolled(action.side, Dice(*dealing.dice))
        if isinstance(action, OpeningRolled | Rolled):
            proofs.append(dealing.proof)
        game = game.apply(action)
    record = Record(
        game=game, white="Ana", black="Óscar", receipt=dealing.receipt, proofs=tuple(proofs)
    )
    return signed_whole(record) if mode.needs_signature else record


def signed_whole(record: Record, seed: bytes = SEED) -> Record:
    """The record with a signed end, as a server writes it."""
    time = "2026-11-15T19:30:00Z"
    lines = [fields for _, fields in read_lines(write(replace(record, closing=None)))]
    sign = signature.signed if CAN_CHECK_SIGNATURES else signed  # the package is much faster
    return replace(record, closing=Closing(time, sign(seed, message(time, lines))[1]))


@cache
def server_key(seed: bytes = SEED) -> bytes:
    """The public key of the test server."""
    return signed(seed, b"")[0]


def key_for(text: str) -> bytes | None:
    """The key that a reader knows; a local game has none."""
    return None if '"local"' in text else server_key()


@cache
def fair_text(name: str, seed: int, mode: Mode = Mode.LIVE, most: int = 4000) -> str:
    return write(fair_game(name, seed, mode, most))


def tablas_says(text: str) -> int:
    """What `tablas verify` leaves with: 0 proven, 1 not proven, 2 unreadable."""
    try:
        key = key_for(text) if CAN_CHECK_SIGNATURES else None
        return 0 if all(r.fits for r in verify(text, key=key)) else 1
    except NotationError:
        return 2


def script_says(text: str) -> int:
    """What the stand-alone script leaves with."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        with redirect_stdout(StringIO()):
            key = key_for(text)
            code: int = script.main(file.name, key.hex() if key else "")
    return code
