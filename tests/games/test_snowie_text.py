"""Snowie's position text, as GNU Backgammon writes it."""

import lzma
import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given

from backgammon_strategies import positions, situations, strange_texts
from tablas.backgammon import formats, snowie
from tablas.errors import InvalidPosition, NotationError
from tablas.situation import GamePhase

CORPUS = Path(__file__).parent.parent / "corpus" / "gnubg_snowie.txt.xz"
LINES = lzma.decompress(CORPUS.read_bytes()).decode().splitlines()
START = "0;1;0;1;1;Ana;Bob;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;"


def test_the_texts_of_gnu_backgammon_say_what_its_ids_say() -> None:
    assert len(LINES) > 200
    for line in LINES:
        name, text = line.split(" ", 1)
        position, situation = formats.read_situation(name)
        same, read = formats.read_situation(text)
        assert same == position, line
        kept = ("turn", "dice", "cube", "owner", "score", "length", "crawford")
        for field in kept:
            assert getattr(read, field) == getattr(situation, field), (field, line)
        assert snowie.write(same, read, "root", "gnubg") == text


@given(positions, situations)
def test_what_is_written_is_read_back(position, situation) -> None:
    if situation.pending or situation.resigned or situation.state is not GamePhase.PLAYING:
        return
    again, read = snowie.read(snowie.write(position, situation))
    assert again == position
    assert (read.turn, read.dice, read.cube, read.owner, read.score) == (
        situation.turn, situation.dice, situation.cube, situation.owner, situation.score,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0;1;0;1;1;", "0;1;0;1;2;", "field 5: '2', expected 0 or 1"),
        (";3;1;", ";7;1;", "field 39: '7', expected a die from 1 to 6"),
        ("-2;", "zwei;", "field 14: 'zwei', expected checkers"),
        (";0;5;0;3;", ";0;6;0;3;", "16 checkers"),
        (";Ana;", ";Ana;Eva;", "41 fields, expected 40"),
        ("0;1;0;1;1;", "-3;1;0;1;1;", "field 1: '-3', expected a whole number"),
    ],
)
def test_damaged_texts_name_the_field(old, new, message) -> None:
    with pytest.raises((NotationError, InvalidPosition), match=message):
        formats.read(START.replace(old, new, 1))


def test_strange_texts_end_in_a_clear_error() -> None:
    rng = random.Random(20261116)
    for _ in range(500):
        text = strange_texts("0123456789;-ab", [START], rng)
        with suppress(NotationError, InvalidPosition):
            formats.read(text)
        with suppress(NotationError, InvalidPosition):
            snowie.read(text)
