"""2,100 positions a game on which the kernel and the Python rules must not differ once."""

from __future__ import annotations

import random

import numpy as np
import pytest

import agreement
from agreement import CODECS, agree, compare
from samples import sample
from setups import SETUPS
from tablas import kernel
from tablas.errors import InvalidPosition, KernelDisagrees
from tablas.games import NAMES, kind

PIECES, PIECE = 3, 700


@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("game", NAMES)
def test_kernel_and_rules_agree(game, piece):
    assert agree(game, PIECE, seed=piece) == PIECE


@pytest.mark.parametrize("game", NAMES)
def test_a_difference_would_be_found(game, monkeypatch):
    rules = kind(game).rules
    honest = rules.plays

    def forgetful(position, dice=None):
        plays = dict(honest(position, dice))
        plays.popitem()
        return plays

    monkeypatch.setattr(rules, "plays", forgetful)
    with pytest.raises(KernelDisagrees, match=game):
        compare(game, rules.start(), agreement.ROLLS[1] if kind(game).dice else None)


@pytest.mark.parametrize("game", NAMES)
def test_positions_survive_the_way_to_bytes_and_back(game):
    rng, codec = random.Random(7), CODECS[game]
    positions = [SETUPS[game](rng) for _ in range(200)]
    boards = codec.encode_many(positions)
    assert boards.shape == (200, codec.SIZE) == (200, getattr(kernel, game).SIZE)
    assert codec.decode_many(boards) == positions
    getattr(kernel, game).validate(boards)


@pytest.mark.parametrize("game", NAMES)
def test_codec_and_kernel_accept_the_same_bytes(game):
    """Bytes with a few flipped bits: both sides read them, or both refuse them."""
    rng, codec, mirror = random.Random(8), CODECS[game], getattr(kernel, game)
    accepted, tries = 0, sample(800)
    for _ in range(tries):
        data = bytearray(codec.encode(SETUPS[game](rng)))
        for _ in range(rng.randint(0, 2)):
            data[rng.randrange(codec.SIZE)] ^= 1 << rng.randrange(8)
        board = np.frombuffer(bytes(data), dtype=np.uint8).reshape(1, -1)
        try:
            codec.decode(bytes(data))
            readable = True
        except InvalidPosition:
            readable = False
        try:
            mirror.validate(board)
            valid = True
        except InvalidPosition:
            valid = False
        assert readable == valid, data.hex()
        accepted += valid
    assert 0 < accepted < tries
