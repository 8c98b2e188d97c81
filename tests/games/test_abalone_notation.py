"""Moves as text: Aba-Pro and Nacre."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from samples import sample
from tablas.abalone import formats, notation, rules, starts
from tablas.abalone.board import CELLS, Direction
from tablas.abalone.rules import Move, Position
from tablas.errors import IllegalAction, NotationError
from tablas.kind import Notation
from tablas.values import Side

ODD = st.text() | st.text("abcghi123459xX \n-\ud800٣", max_size=12)


def seen(own: str, opp: str = "", own_lost: int = 0, opp_lost: int = 0) -> Position:
    return Position(frozenset(own.split()), frozenset(opp.split()), own_lost, opp_lost)


def move(cells: str, direction: Direction) -> Move:
    return Move(tuple(cells.split()), direction)


def random_game(seed: int, longest: int = 120) -> list[Position]:
    """The positions of one random game from a random start."""
    chance = Random(seed)
    found = [rules.start(chance.choice([*starts.STARTS]))]
    while len(found) < longest and not rules.outcome(found[-1]):
        found.append(chance.choice([*rules.plays(found[-1])]))
    return found


def crowded(seed: int) -> Position:
    """A set-up that play hardly reaches: both sides scattered over half the board."""
    cells = Random(seed).sample(CELLS, 28)
    return Position(frozenset(cells[:14]), frozenset(cells[14:]))


@cache
def many_positions() -> list[Position]:
    games = [position for seed in range(sample(3)) for position in random_game(seed)]
    return [crowded(seed) for seed in range(sample(20))] + games


# Aba-Pro


def test_the_module_is_a_notation_object() -> None:
    checked: Notation[Position, Move] = notation
    assert checked.write(seen("a1"), move("a1", "nw")) == "a1b1"


@pytest.mark.parametrize(
    ("text", "cells", "direction"),
    [
        ("a1b1", "a1", "nw"),
        ("a1b2", "a1 b2 c3", "ne"),
        ("c3d4", "c3", "ne"),
        ("c3c4", "c3", "e"),
        ("c3b3", "c3", "se"),
        ("a1b2b1", "a1 b2", "nw"),
        ("a1c3a2", "a1 b2 c3", "e"),
    ],
)
def test_aba_pro_names_the_tail_or_both_ends(text: str, cells: str, direction: Direction) -> None:
    here = seen("a1 b2 c3")
    assert notation.read(here, None, text) == move(cells, direction)
    assert notation.write(here, move(cells, direction)) == text


def test_a_broadside_may_name_its_ends_in_either_order() -> None:
    here = seen("c2 c3 c4")
    assert notation.read(here, None, "c2c4d3") == notation.read(here, None, "c4c2d5")
    assert notation.write(here, move("c2 c3 c4", "ne")) == "c2c4d3"


def test_case_blanks_and_a_trailing_x_say_nothing() -> None:
    here = seen("a1 b2", "c3")
    for text in ("A1B2", " a1b2\n", "a1b2x", "A1b2X"):
        assert notation.read(here, None, text) == move("a1 b2", "ne")


def test_an_ejection_is_marked_only_if_asked() -> None:
    here, push = seen("e7 e8", "e9"), move("e7 e8", "e")
    assert notation.write(here, push) == "e7e8"
    assert notation.write(here, push, mark=True) == "e7e8x"
    assert notation.write(here, move("e7", "w"), mark=True) == "e7e6"


def test_aba_pro_is_unambiguous_over_all_moves_of_many_positions() -> None:
    told = 0
    for position in many_positions():
        texts = {notation.write(position, play): play for play in rules.plays(position).values()}
        assert len(texts) == len(rules.plays(position))
        told += len(texts)
    assert told > 12_000


def test_every_move_reads_back() -> None:
    for position in many_positions()[::10]:
        for play in rules.plays(position).values():
            assert notation.read(position, None, notation.write(position, play)) == play


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "expected Aba-Pro"),
        ("a1", "expected Aba-Pro"),
        ("a1b", "expected Aba-Pro"),
        ("a1b2xx", "expected Aba-Pro"),
        ("a1b2c3d4", "expected Aba-Pro"),
        ("a1 b2", "expected Aba-Pro"),
        ("a١b٢", "expected Aba-Pro"),
        ("\ud800", r"'\\ud800': expected Aba-Pro"),
        ("a1" * 10**6, "'a1a1a1a1.*…': expected Aba-Pro"),
        ("a1j2", "expected Aba-Pro"),
        ("a6b6", "a6 is not on the board"),
        ("f1f2", "f1 is not on the board"),
        ("a1a1b1", "both ends of the row are a1"),
        ("b2a1c3", "c3 is in line with the row; expected 'a1b2'"),
    ],
)
def test_unreadable_moves_say_what_was_expected(text: str, found: str) -> None:
    with pytest.raises(NotationError, match=found) as caught:
        notation.read(seen("a1 b2"), None, text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("a1c3", "one-step"),
        ("e5e5", "one-step"),
        ("e6e7", "not-own"),
        ("d5d6", "not-own"),
        ("b2c3", "more-than-three"),
        ("b2e5c2", "more-than-three"),
        ("b2c4b3", "not-in-line"),
        ("b2c3e5", "one-step"),
        ("d4e5e4", "broadside-blocked"),
        ("d4f6e4", "not-own"),
        ("c3d4", "single-push"),
    ],
)
def test_illegal_moves_carry_their_reason(text: str, rule: str) -> None:
    line = seen("b2 c3 d4 e5", "e4 d5") if rule != "single-push" else seen("c3", "d4")
    with pytest.raises(IllegalAction) as caught:
        notation.read(line, None, text)
    assert caught.value.reason
    assert caught.value.reason.rule == rule


def test_an_illegal_move_names_the_rule_and_the_position() -> None:
    here = formats.read("5/6/7/8/bbbwww3/8/7/6/5 b 0-0 0").position
    with pytest.raises(IllegalAction) as caught:
        notation.read(here, None, "e1e2")
    assert str(caught.value) == (
        "illegal move 'e1e2': a pac: 3 against 3, and equal numbers never push,"
        " in 5/6/7/8/bbbwww3/8/7/6/5 b 0-0 0"
    )
    with pytest.raises(IllegalAction, match="in 5/6/7/8/wwwbbb3/8/7/6/5 w 0-0 0"):
        notation.read(here, None, "e1e2", Side.WHITE)


@given(ODD)
@example("a1" * 40)
def test_any_text_gives_a_legal_move_or_the_documented_error(text: str) -> None:
    here = rules.start()
    for reader in (notation.read, notation.read_nacre):
        try:
            play = reader(here, None, text)
        except (NotationError, IllegalAction) as error:
            assert len(str(error)) < 400
        else:
            assert play in rules.plays(here).values()


def test_damaged_moves_give_a_move_or_the_documented_error() -> None:
    here, chance = rules.start(), Random(7)
    texts = [notation.write(here, play) for play in rules.plays(here).values()]
    for reader in (notation.read, notation.read_nacre):
        for _ in range(sample(1200)):
            marks = list(chance.choice(texts))
            marks[chance.randrange(len(marks))] = chance.choice("abcdi1259xX ٣\ud800")
            with suppress(NotationError, IllegalAction):
                assert reader(here, None, "".join(marks)).cells


# Nacre


@pytest.mark.parametrize(
    ("text", "cells", "direction"),
    [
        ("a1d4", "a1 b2 c3", "ne"),
        ("b2d4", "b2 c3", "ne"),
        ("c3d4", "c3", "ne"),
        ("a1b3", "a1 b2", "e"),
        ("a1c4", "a1 b2 c3", "e"),
        ("b2c2", "b2", "nw"),
    ],
)
def test_nacre_names_the_hindmost_marble_and_the_last_cell(
    text: str, cells: str, direction: Direction
) -> None:
    here = seen("a1 b2 c3")
    assert notation.write_nacre(here, move(cells, direction)) == text
    assert notation.read_nacre(here, None, text) == move(cells, direction)


def test_nacre_takes_the_pushed_marble_as_last_too() -> None:
    push = move("e5 e6 e7", "e")
    for opp, texts in (("e8", ["e5e8", "e5e9"]), ("e8 e9", ["e5e8", "e5e9", "e5xe9", "E5XE8"])):
        for text in texts:
            assert notation.read_nacre(seen("e5 e6 e7", opp), None, text) == push


def test_nacre_of_one_step_is_that_step_and_no_broadside() -> None:
    # Two marbles going north-east reach d3 and d4; from its other end that would be c3d3.
    assert notation.read_nacre(seen("c2 c3"), None, "c3d3") == move("c3", "nw")


def test_ambiguous_nacre_lists_the_candidates() -> None:
    assert notation.read_nacre(seen("c2 c3"), None, "c2d4") == move("c2 c3", "ne")
    with pytest.raises(NotationError) as caught:
        notation.read_nacre(seen("c2 c3 c4"), None, "c2d4")
    assert str(caught.value) == (
        "move 'c2d4': ambiguous in Nacre; expected one of these, written in Aba-Pro: c2c3d3, c2c4d2"
    )


def test_nacre_is_ambiguous_only_for_broadsides_of_two() -> None:
    ambiguous = 0
    for position in many_positions()[::25]:
        for play in rules.plays(position).values():
            text = notation.write_nacre(position, play)
            try:
                assert notation.read_nacre(position, None, text) == play
            except NotationError as error:
                assert notation.write(position, play) in str(error)
                assert len(play.cells) == 2
                assert not play.in_line
                ambiguous += 1
    assert ambiguous > 0


def test_nacre_taken_for_aba_pro_is_the_same_move_or_an_error() -> None:
    for position in many_positions()[::10]:
        for play in rules.plays(position).values():
            try:
                read = notation.read(position, None, notation.write_nacre(position, play))
            except (NotationError, IllegalAction):
                continue
            assert read == play


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("a1c3", "no-such-move"),
        ("a1d4", "own-behind"),
        ("a1b4", "no-such-move"),
        ("e5e6", "not-own"),
        ("e5f7", "not-own"),
    ],
)
def test_nacre_that_is_not_legal_carries_its_reason(text: str, rule: str) -> None:
    here = seen("a1 b2 c3 e5", "d4") if rule == "own-behind" else seen("a1 b2 c3")
    with pytest.raises(IllegalAction) as caught:
        notation.read_nacre(here, None, text)
    assert caught.value.reason
    assert caught.value.reason.rule == rule


def test_a_finished_game_takes_no_move_in_either_notation() -> None:
    for reader in (notation.read, notation.read_nacre):
        with pytest.raises(IllegalAction, match="the game is over"):
            reader(seen("a1", "", 6), None, "a1b1")
