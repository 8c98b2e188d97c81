"""Position IDs, match IDs and XGIDs: exact both ways, and clear about what is wrong."""

import random
from binascii import b2a_base64
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_strategies import placed, positions, sides, situations, strange_texts
from samples import sample
from tablas.backgammon import formats, xgid
from tablas.backgammon.rules import Position, outcome, start
from tablas.errors import InvalidPosition, NotationError
from tablas.situation import GamePhase, Pending, Situation, faults
from tablas.values import Dice, Setup, Side

START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
BOARD = START_XGID.partition(":")[0]
# Set up in GNU Backgammon 1.07: O waits on the bar, X is on roll.
ASYMMETRIC = placed("6×5 8×3 13×4 24×3", "5 6×4 8×3 24×2 bar")


# Position ID


def test_start_position_id() -> None:
    assert formats.position_id(start()) == "4HPwATDgc/ABMA"
    assert formats.from_position_id("4HPwATDgc/ABMA") == start()


def test_the_player_not_on_roll_comes_first_in_an_id() -> None:
    assert formats.position_id(ASYMMETRIC) == "0HMAgAU+Bw+AAw"
    assert formats.from_position_id("0HMAgAU+Bw+AAw") == ASYMMETRIC


@given(positions)
def test_position_ids_are_read_back_exactly(position: Position) -> None:
    text = formats.position_id(position)
    assert len(text) == 14
    assert formats.from_position_id(text) == position


@given(st.binary(min_size=10, max_size=10).map(lambda data: b2a_base64(data)[:14].decode()))
def test_any_id_that_is_read_is_written_again(text: str) -> None:
    with suppress(NotationError, InvalidPosition):
        assert formats.position_id(formats.from_position_id(text)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4HPwATDgc/ABM", "expected 14 characters"),
        ("4HPwATDgc/ABMAA", "expected 14 characters"),
        ("4HPwATDgc_ABMA", "expected 14 characters A–Z"),
        ("４HPwATDgc/ABMA", "expected 14 characters"),
        ("4HPwATDgc/ABMB", "last character"),
        ("//////////////", "last character"),
        ("////////////+A", "2 × 25 places"),
        ("4HPwATDgc/ABMM", "last character"),
        ("4HPwATDgc/CBMA", "2 × 25 places"),
    ],
)
def test_a_bad_position_id_says_why(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        formats.from_position_id(text)


def test_sixteen_checkers_and_shared_points_are_invalid() -> None:
    sixteen = b2a_base64(((1 << 16) - 1).to_bytes(10, "little"))[:14].decode()
    with pytest.raises(InvalidPosition, match="opponent: 16 checkers, expected 15") as error:
        formats.from_position_id(sixteen)
    assert [reason.rule for reason in error.value.reasons] == ["not-fifteen"]
    shared = placed("24 1×14", "1×15")
    with pytest.raises(InvalidPosition, match="the 24-point holds checkers of both sides"):
        formats.from_position_id(formats.position_id(shared))
    with pytest.raises(InvalidPosition, match="both sides have borne off"):
        formats.from_position_id("AAAAAAAAAAAAAA")


# Match ID


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("cIkFAAAAAAAE", Situation(dice=Dice(3, 1))),
        ("MIEEAAAAAAAA", Situation(turn=Side.BLACK, dice=Dice(1, 1), jacoby=True)),
        (
            "QoklATAAEAAE",
            Situation(dice=Dice(3, 1), cube=4, owner=Side.BLACK, score=(2, 3), length=9),
        ),
        ("8AnqAGAAGAAE", Situation(dice=Dice(4, 2), score=(3, 6), length=7, crawford=True)),
        ("MBngAAAAAAAE", Situation(turn=Side.BLACK, length=7, pending=Pending.DOUBLE)),
        (
            "QRkAAAAAAAAA",
            Situation(cube=2, owner=Side.BLACK, jacoby=True, pending=Pending.BEAVER),
        ),
        (
            "QhEAAAAAAAAA",
            Situation(cube=4, owner=Side.BLACK, jacoby=True, pending=Pending.RACCOON),
        ),
        (
            "MFHgAAAAAAAE",
            Situation(turn=Side.BLACK, length=7, pending=Pending.DOUBLE, resigned=2),
        ),
        (
            "MAzgABAAAAAE",
            Situation(turn=Side.BLACK, length=7, score=(0, 1), state=GamePhase.DROPPED),
        ),
        (
            "MgJgAAAAYAAE",
            Situation(turn=Side.BLACK, cube=4, length=3, score=(12, 0), state=GamePhase.OVER),
        ),
    ],
)
def test_match_ids_that_gnu_backgammon_prints(text: str, situation: Situation) -> None:
    assert formats.from_match_id(text) == situation
    assert formats.match_id(situation) == text


def test_who_has_to_act_follows_from_the_offers() -> None:
    assert Situation().to_act is Side.WHITE
    assert Situation(pending=Pending.DOUBLE).to_act is Side.BLACK
    assert Situation(pending=Pending.BEAVER).to_act is Side.WHITE
    assert Situation(pending=Pending.RACCOON).to_act is Side.BLACK
    assert Situation(turn=Side.BLACK, resigned=1).to_act is Side.WHITE
    assert Situation(pending=Pending.DOUBLE, resigned=3).to_act is Side.WHITE


@given(situations, st.integers(0, 3), st.none() | sides)
def test_match_ids_are_read_back_exactly(
    situation: Situation, resigned: int, acts: Side | None
) -> None:
    situation = replace(situation, resigned=resigned)
    if not situation.pending and acts and acts is not situation.expected_to_act:
        situation = replace(situation, acts=acts)
    text = formats.match_id(situation)
    assert formats.from_match_id(text) == situation
    assert len(text) == 12


@given(st.binary(min_size=9, max_size=9).map(lambda data: b2a_base64(data)[:12].decode()))
def test_any_match_id_that_is_read_is_written_again_with_the_higher_die_first(text: str) -> None:
    with suppress(NotationError, InvalidPosition):
        situation = formats.from_match_id(text)
        assert formats.from_match_id(formats.match_id(situation)) == situation


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("cIkFAAAAAAA", "expected 12 characters"),
        ("cIkFAAAAAAA=", "expected 12 characters"),
        ("YInuAAAAAAAE", "cube owner 2, expected 0, 1 or 3"),
        ("cI0FAAAAAAAE", "game state 5, expected 0 to 4"),
        ("cAkBAAAAAAAE", r"dice \(2, 0\)"),
        ("cIk/AAAAAAAE", r"dice \(7, 7\)"),
        ("cIkFAAAAAAAM", "bits 67 to 71"),
    ],
)
def test_impossible_bits_of_a_match_id_are_named(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        formats.from_match_id(text)


@pytest.mark.parametrize(
    ("situation", "rule"),
    [
        (Situation(length=7, score=(7, 0)), "score"),
        (Situation(length=7, score=(0, 8)), "score"),
        (Situation(length=7, score=(5, 5), crawford=True), "crawford"),
        (Situation(crawford=True), "crawford"),
        (Situation(dice=Dice(3, 1), pending=Pending.DOUBLE), "dice-and-offer"),
        (Situation(length=7, owner=Side.BLACK, pending=Pending.BEAVER), "beaver-in-match"),
        (Situation(length=7, beavers=True), "beaver-in-match"),
        (Situation(cube=3), "out-of-range"),
        (Situation(cube=65536), "out-of-range"),
        (Situation(max_cube=0), "out-of-range"),
        (Situation(score=(-1, 0)), "out-of-range"),
        (Situation(length=32768), "out-of-range"),
        (Situation(resigned=4), "out-of-range"),
    ],
)
def test_a_situation_that_cannot_be_says_why(situation: Situation, rule: str) -> None:
    (reason,) = faults(situation)
    assert reason.rule == rule
    assert reason.words.en != reason.words.es


# XGID


def test_start_xgid_in_both_turns() -> None:
    assert formats.write(Setup(start(), Side.WHITE)) == START_XGID
    assert formats.read(START_XGID) == Setup(start(), Side.WHITE)
    assert formats.read(START_XGID.replace("0:0:1:", "0:0:-1:")) == Setup(start(), Side.BLACK)


def test_upper_case_is_white_and_lower_case_black_whoever_is_on_turn() -> None:
    board = "XGID=aB-B-BH-----------b-bbb--A"
    white = formats.read(board + ":0:0:1:00:0:0:0:0:10").position
    black = formats.read(board + ":0:0:-1:00:0:0:0:0:10").position
    assert white == placed("bar 6×8 5×2 3×2 1×2", "bar 7×2 5×2 4×2 3×2")
    assert black == white.swapped()


@pytest.mark.parametrize("prefix", ["XGID=", "xgid=", "", "  XGID="])
def test_the_prefix_may_be_left_out(prefix: str) -> None:
    assert formats.read(prefix + START_XGID.removeprefix("XGID=")).position == start()


def test_all_fields_of_an_xgid_are_read() -> None:
    _, situation = formats.read_situation(f"{BOARD}:2:-1:-1:52:3:4:1:5:8")
    assert situation == Situation(
        turn=Side.BLACK,
        dice=Dice(5, 2),
        cube=4,
        owner=Side.BLACK,
        score=(3, 4),
        length=5,
        crawford=True,
        max_cube=256,
    )
    _, money = formats.read_situation(f"{BOARD}:0:0:1:B:0:0:3:0:10")
    assert (money.jacoby, money.beavers, money.pending) == (True, True, Pending.BEAVER)


def test_a_finished_position_is_over() -> None:
    board = "XGID=" + "-" * 24 + "o-"
    _, situation = formats.read_situation(board + ":0:0:-1:00:7:3:0:7:10")
    assert situation.state is GamePhase.OVER


@given(positions, situations, st.booleans(), st.integers(0, 15))
def test_xgids_are_read_back_exactly(
    position: Position, situation: Situation, beavers: bool, highest: int
) -> None:
    situation = replace(
        situation,
        beavers=beavers and not situation.length,
        max_cube=2**highest,
        state=GamePhase.OVER if outcome(position) else GamePhase.PLAYING,
    )
    text = formats.write_situation(position, situation)
    assert formats.read_situation(text) == (position, situation)
    assert formats.write_situation(*formats.read_situation(text)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BOARD, "1 fields, expected 10"),
        (START_XGID + ":1", "11 fields, expected 10"),
        (START_XGID[:-3], "9 fields, expected 10"),
        (START_XGID.replace("-b-", "-b"), "25 places, expected 26"),
        (START_XGID.replace("-b-", "Ab-"), "place 0 'A': expected - or a to o"),
        (START_XGID.replace("B-:", "Ba:"), "place 25 'a': expected - or A to O"),
        (START_XGID.replace("-b-", "-p-"), "place 1 'p'"),
        (START_XGID.replace("-b-", "-٣-"), "place 1 '٣'"),
        (f"{BOARD}:16:0:1:00:0:0:0:0:10", "cube '16': expected a number 0 to 15"),
        (f"{BOARD}:-1:0:1:00:0:0:0:0:10", "cube '-1'"),
        (f"{BOARD}:0:2:1:00:0:0:0:0:10", "cube owner '2': expected 0, 1, -1"),
        (f"{BOARD}:0:0:0:00:0:0:0:0:10", "turn '0': expected 1, -1"),
        (f"{BOARD}:0:0:1:0:0:0:0:0:10", "dice '0'"),
        (f"{BOARD}:0:0:1:70:0:0:0:0:10", "dice '70'"),
        (f"{BOARD}:0:0:1:٣١:0:0:0:0:10", "dice '٣١'"),
        (f"{BOARD}:0:0:1:d:0:0:0:0:10", "dice 'd'"),
        (f"{BOARD}:0:0:1:00:x:0:0:0:10", "bottom score 'x'"),
        (f"{BOARD}:0:0:1:00:0:32768:0:0:10", "top score '32768'"),
        (f"{BOARD}:0:0:1:00:0:0:4:0:10", "Jacoby and beavers '4'"),
        (f"{BOARD}:0:0:1:00:0:0:2:7:10", "Crawford '2': expected 0 or 1"),
        (f"{BOARD}:0:0:1:00:0:0:0:٧:10", "match length '٧'"),
        (f"{BOARD}:0:0:1:00:0:0:0:0:99", "highest cube '99'"),
        (START_XGID + "0" * 1_000_000, "expected ten fields"),
    ],
)
def test_a_bad_xgid_names_the_field(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says) as error:
        formats.read(text)
    assert len(str(error.value)) < 200


def test_an_invalid_xgid_has_all_its_reasons() -> None:
    with pytest.raises(InvalidPosition) as error:
        formats.read("XGID=ab----F-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10")
    assert [str(reason) for reason in error.value.reasons] == [
        "player to move: 16 checkers, expected 15",
        "opponent: 16 checkers, expected 15",
    ]
    with pytest.raises(InvalidPosition, match="score 9-3: a match to 7 is over"):
        formats.read(f"{BOARD}:0:0:1:00:9:3:0:7:10")


# All together


def test_formats_are_told_apart() -> None:
    position, situation = formats.read_situation("0HMAgAU+Bw+AAw:cInlAAAAAAAE")
    assert situation == Situation(dice=Dice(3, 1), length=7)
    assert formats.gnubg_id(position, situation) == "0HMAgAU+Bw+AAw:cInlAAAAAAAE"
    assert formats.read(" 0HMAgAU+Bw+AAw\n") == Setup(position, Side.WHITE)
    assert formats.read("0HMAgAU+Bw+AAw:MAHgAAAAAAAE").turn is Side.BLACK


@pytest.mark.parametrize("text", ["", "start", "4HPwATDgc/ABM", ":", "4HPwATDgc/ABM:cInlAAAAAAAE"])
def test_anything_else_is_told_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError, match="expected an XGID, a position ID of 14 characters"):
        formats.read(text)


@given(positions, sides)
def test_what_is_written_is_read_back(position: Position, side: Side) -> None:
    setup = Setup(position, side)
    assert formats.read(formats.write(setup)) == setup


@pytest.mark.parametrize(
    ("parse", "alphabet", "examples"),
    [
        (formats.read, "XGID=:-abcdefoABCDEFO0123456789/+", [START_XGID, "4HPwATDgc/ABMA"]),
        (formats.from_position_id, "4HPwATDgc/ABMAz+", ["4HPwATDgc/ABMA", "0HMAgAU+Bw+AAw"]),
        (formats.from_match_id, "cIkFAEQz80n/+", ["cIkFAAAAAAAE", "QoklATAAEAAE"]),
        (xgid.read, "XGID=:-abcdefoABCDEFO0123456789DBR", [START_XGID]),
    ],
)
def test_strange_texts_give_a_value_or_the_documented_error(
    parse: object, alphabet: str, examples: list[str]
) -> None:
    assert callable(parse)
    rng = random.Random(20_000)
    read_well = 0
    for _ in range(sample(1500)):
        with suppress(NotationError, InvalidPosition):
            parse(strange_texts(alphabet, examples, rng))
            read_well += 1
    assert read_well > 0
