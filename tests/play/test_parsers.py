"""Strange texts to the parsers that no game owns: a value or the documented error.

The parsers of each game are tested the same way beside their own tests.
"""

from __future__ import annotations

import random

import pytest

from random_games import random_game
from samples import sample
from tablas import record
from tablas.abalone import gamefile
from tablas.errors import TablasError
from tablas.play.clock import TimeControl
from tablas.record import Record
from tablas.strict_json import read_object
from tablas.values import Dice, Side

STRANGE = "\0\n\r\t \u2028\ufeff\ud800٣３½²ß🎲é\\\"'{}[]:,./*+-^()0123456789abcdefxyzXYZ"
GAMEFILE = '[Variant "standard"]\n[Black "Ana"]\n\n1. c3d3 g5f5 2. d3c3 f5g5 *\n'

PARSERS = {
    "dice": (Dice.parse, "31"),
    "side": (Side.parse, "white"),
    "time control": (TimeControl.parse, "fischer 5+3"),
    "object": (read_object, '{"position": "x", "dice": [3, 1], "turn": "white"}'),
    "record": (
        lambda text: list(record.read_all(text)),
        record.write(Record(game=random_game("abak", 1, most=6), white="Ana")),
    ),
    "game file": (gamefile.read, GAMEFILE),
}


def damaged(text: str, rng: random.Random) -> str:
    """A text with a few characters changed, cut, doubled, or made of nothing but strange ones."""
    if rng.random() < 0.2:
        return "".join(rng.choice(STRANGE) for _ in range(rng.randint(0, 40)))
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randint(0, len(letters))
        letters[place : place + rng.randint(0, 3)] = rng.choice(["", rng.choice(STRANGE), text[:9]])
    return "".join(letters)


@pytest.mark.parametrize("name", PARSERS)
def test_any_text_gives_a_value_or_the_documented_error(name):
    parse, good = PARSERS[name]
    parse(good)
    rng, refused, tries = random.Random(name), 0, sample(1500)
    for _ in range(tries):
        try:
            parse(damaged(good, rng))
        except TablasError as error:
            refused += 1
            assert str(error)
            str(error).encode("utf-8", "strict")
    assert refused > tries / 20
