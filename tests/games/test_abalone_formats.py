"""Positions as text, in the four forms of the rules page."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from samples import sample
from tablas.abalone import formats, rules, starts
from tablas.abalone.board import CELLS
from tablas.abalone.rules import Position
from tablas.errors import InvalidPosition, NotationError
from tablas.kind import Formats
from tablas.values import Setup, Side

STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0"
BELGIAN = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0 0"
EMPTY_ROWS = "5/6/7/8/9/8/7/6/5"
ODD = st.text() | st.text("/123456789bwsS -_,aA\ud800٣²", max_size=60)

READERS: dict[str, Callable[[str], Setup[Position]]] = {
    "any": formats.read,
    "position text": formats.read_position_text,
    "FEN": formats.read_fen,
    "compact": formats.read_compact,
    "list": formats.read_list,
}
WRITERS = (formats.write, formats.write_fen, formats.write_compact, formats.write_list)


@st.composite
def setups(draw: st.DrawFn, *, complete: bool = False) -> Setup[Position]:
    """Any valid set-up; a `complete` one has every marble that was not ejected."""
    own_lost, opp_lost = draw(st.integers(0, 6)), draw(st.integers(0, 5))
    turn = draw(st.sampled_from(Side))
    cells = draw(st.permutations(CELLS))
    own = 14 - own_lost if complete else draw(st.integers(0, 14 - own_lost))
    opp = 14 - opp_lost if complete else draw(st.integers(0, 14 - opp_lost))
    position = Position(
        frozenset(cells[:own]), frozenset(cells[own : own + opp]), own_lost, opp_lost
    )
    return Setup(position, turn, draw(st.integers(0, 10_000)))


# The position text


def test_the_module_is_a_formats_object() -> None:
    checked: Formats[Position] = formats
    assert checked.write(checked.read(STANDARD)) == STANDARD


def test_both_texts_of_the_rules_page() -> None:
    for text, name in ((STANDARD, "standard"), (BELGIAN, "belgian-daisy")):
        assert formats.read(text) == Setup(rules.start(name), Side.BLACK, 0)
        assert formats.write(formats.read(text)) == text


def test_all_starts_are_read_by_name_and_written_as_text() -> None:
    for name in starts.STARTS:
        setup = formats.read(f" {name.upper()} ")
        assert setup.position == rules.start(name)
        assert formats.read(formats.write(setup)) == setup


def test_white_to_move_sees_the_same_board() -> None:
    setup = formats.read("ww3/6/7/8/9/8/7/6/3bb w 2-1 7")
    assert setup == Setup(
        Position(frozenset({"i5", "i6"}), frozenset({"a4", "a5"}), 2, 1), Side.WHITE, 7
    )
    assert formats.write(setup) == "ww3/6/7/8/9/8/7/6/3bb w 2-1 7"


def test_the_last_two_fields_may_be_left_out() -> None:
    rows = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbw2/bb1ww"  # two of White's are gone
    assert formats.write(formats.read(f"{rows} w")) == f"{rows} w 2-0 0"
    assert formats.write(formats.read(f"{rows} w 1-0")) == f"{rows} w 1-0 0"


def test_sparse_rows_without_counts_mean_a_game_already_lost_by_too_much() -> None:
    with pytest.raises(InvalidPosition, match="opponent: 13 marbles lost, expected 0 to 6"):
        formats.read("w4/6/7/8/9/8/7/bbbbbb/bbbbb b")


@given(setups())
def test_position_text_round_trips(setup: Setup[Position]) -> None:
    text = formats.write(setup)
    assert formats.read(text) == formats.read_position_text(text) == setup
    assert formats.write(formats.read(text)) == text


@given(setups(complete=True))
def test_short_position_text_says_what_was_ejected(setup: Setup[Position]) -> None:
    text = formats.write(setup)
    short = formats.read(" ".join(text.split()[:2]))
    assert short == Setup(setup.position, setup.turn, 0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "0 fields, expected 2 to 4"),
        ("moon", "1 fields, expected 2 to 4: .* or a start: standard, belgian-daisy"),
        (EMPTY_ROWS, "1 fields, expected 2 to 4"),
        ("5/6/7 b 0-0 0", "rows '5/6/7': found 3, expected 9, from i to a"),
        ("5/6/7/8/9/8/7/6/4 b 0-0 0", "row a '4': 4 cells, expected 5"),
        ("5/6/8/8/9/8/7/6/5 b 0-0 0", "row g '8': 8 cells, expected 7"),
        ("5/6/43/8/9/8/7/6/5 b 0-0 0", r"row g '43': expected b \(Black\), w \(White\)"),
        ("5/6/7/8/9/8/7/6/bBwww b 0-0 0", "row a 'bBwww': expected b"),
        ("5/6/7/8/9/8/7/6/٥ b 0-0 0", "row a '٥': expected b"),
        (f"{EMPTY_ROWS} x 0-0 0", "side to move 'x': expected b or w"),
        (f"{EMPTY_ROWS} b 0/0 0", "ejected '0/0': expected the numbers ejected"),
        (f"{EMPTY_ROWS} b -1-0 0", "ejected '-1-0'"),
        (f"{EMPTY_ROWS} b ٠-٠ 0", "ejected '٠-٠'"),
        (f"{EMPTY_ROWS} b 0-0 soon", "plies since the last ejection 'soon': expected a number"),
        (f"{EMPTY_ROWS} b 0-0 ²", "plies since the last ejection '²': expected a number"),
        (f"{EMPTY_ROWS} b 0-0 {'9' * 99}", "plies since the last ejection '9+…'"),
        (f"{EMPTY_ROWS} b 0-0 {'9' * 9999}", "expected at most 400"),
    ],
)
def test_bad_text_names_the_field_what_was_found_and_expected(text: str, found: str) -> None:
    with pytest.raises(NotationError, match=found) as caught:
        formats.read(text)
    assert len(str(caught.value)) < 500


def test_invalid_positions_tell_all_reasons() -> None:
    crowd = "bbbbb/bbbbbb/bbbbbbb/8/9/8/7/6/5 w 9-7 0"
    with pytest.raises(InvalidPosition) as caught:
        formats.read(crowd)
    told = [reason.rule for reason in caught.value.reasons]
    assert told == ["lost-range", "lost-range", "too-many-marbles"]
    assert str(caught.value) == (
        f"invalid position '{crowd}': player to move: 9 marbles lost, expected 0 to 6;"
        " opponent: 7 marbles lost, expected 0 to 6;"
        " opponent: 18 marbles on the board and 7 lost, a side has 14 in all"
    )


# After a move


def test_a_quiet_move_flips_the_turn_and_counts_a_ply() -> None:
    setup = formats.read("5/6/7/8/9/8/7/6/b3w b 2-3 4")
    texts = {formats.after_text(setup, reached) for reached in rules.plays(setup.position)}
    assert texts == {
        "5/6/7/8/9/8/7/6/1b2w w 2-3 5",
        "5/6/7/8/9/8/7/b5/4w w 2-3 5",
        "5/6/7/8/9/8/7/1b4/4w w 2-3 5",
    }


def test_an_ejection_is_counted_and_ends_the_quiet() -> None:
    setup = formats.read("5/6/7/8/9/8/7/6/b1bww w 2-3 40")
    texts = {formats.after_text(setup, reached) for reached in rules.plays(setup.position)}
    assert "5/6/7/8/9/8/7/6/bbww1 b 2-3 41" in texts
    ejected = formats.read("5/6/7/8/9/8/7/6/bww2 w 2-3 40")
    texts = {formats.after_text(ejected, reached) for reached in rules.plays(ejected.position)}
    assert "5/6/7/8/9/8/7/6/ww3 b 2-4 0" in texts


# PlayStrategy's FEN


def test_fen_of_the_rules_page() -> None:
    fen = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1"
    assert formats.read(fen) == formats.read_fen(fen) == formats.read("belgian-daisy")
    assert formats.write_fen(formats.read("belgian-daisy")) == fen


def test_fen_scores_are_blacks_then_whites() -> None:
    setup = formats.read("ss3/6/7/8/9/8/7/6/3SS 2 1 w 7 31")
    assert formats.write(setup) == "ww3/6/7/8/9/8/7/6/3bb w 2-1 7"
    assert formats.write_fen(setup, number=31) == "ss3/6/7/8/9/8/7/6/3SS 2 1 w 7 31"


@given(setups(), st.integers(1, 999))
def test_fen_round_trips(setup: Setup[Position], number: int) -> None:
    fen = formats.write_fen(setup, number=number)
    assert formats.read(fen) == formats.read_fen(fen) == setup
    assert formats.write_fen(formats.read_fen(fen), number=number) == fen


@pytest.mark.parametrize(
    ("fen", "found"),
    [
        (f"{EMPTY_ROWS} 0 0 b 0", "5 fields, expected 6"),
        (f"{EMPTY_ROWS} x 0 b 0 1", "Black's score 'x': expected a number"),
        (f"{EMPTY_ROWS} 0 x b 0 1", "White's score 'x': expected a number"),
        (f"{EMPTY_ROWS} 0 0 B 0 1", "side to move 'B': expected b or w"),
        (f"{EMPTY_ROWS} 0 0 b 0 one", "move number 'one': expected a number"),
        ("bb3/6/7/8/9/8/7/6/5 0 0 b 0 1", r"row i 'bb3': expected S \(Black\), s \(White\)"),
    ],
)
def test_bad_fen_names_the_field(fen: str, found: str) -> None:
    with pytest.raises(NotationError, match=found):
        formats.read(fen)


# The compact form and the list


def test_compact_form_of_the_rules_page() -> None:
    text = "0a12b123c23g78h789i89_0a45b456c56g45h456i56"
    assert formats.read(text) == formats.read("belgian-daisy")
    assert formats.write_compact(formats.read("belgian-daisy")) == text


def test_compact_form_counts_what_each_side_lost() -> None:
    setup = formats.read_compact("1a4_2i56", turn=Side.WHITE)
    assert formats.write(setup) == "ww3/6/7/8/9/8/7/6/3b1 w 2-1 0"


@given(setups())
def test_compact_form_round_trips(setup: Setup[Position]) -> None:
    text = formats.write_compact(setup)
    read = formats.read_compact(text, turn=setup.turn)
    assert read == Setup(setup.position, setup.turn, 0)
    assert formats.write_compact(formats.read(text)) == text


def test_list_of_the_rules_page() -> None:
    setup = formats.read("belgian-daisy")
    text = formats.write_list(setup)
    assert text.startswith("A1b,A2b,B1b,B2b")
    assert text.endswith("I5w,I6w")
    assert formats.read(text) == formats.read(text.lower().replace(",", " , ")) == setup


@given(setups(complete=True))
def test_list_round_trips_when_only_ejected_marbles_are_missing(setup: Setup[Position]) -> None:
    text = formats.write_list(setup)
    read = formats.read_list(text, turn=setup.turn)
    assert read == Setup(setup.position, setup.turn, 0)
    assert formats.write_list(formats.read(text)) == text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0a1", "fields"),
        ("0a1_", "expected Black's half, '_', White's half"),
        ("a1_0", "expected Black's half"),
        ("0a1_0b1_0c1", "expected Black's half"),
        ("0a16_0b1", "cell 'a6': not on the board"),
        ("0a11_0b1", "cell 'a1': named twice"),
        ("A1b,A2", "marble 'a2': expected a cell and b or w, such as A1b"),
        ("A1b,,A2b", "marble ''"),
        ("A1b,A1b", "cell 'a1': named twice"),
        ("A6b,A1b", "cell 'a6': not on the board"),
    ],
)
def test_bad_compact_forms_and_lists_say_what_was_expected(text: str, found: str) -> None:
    with pytest.raises(NotationError, match=found):
        formats.read(text)


def test_one_cell_for_both_colours_is_an_invalid_position() -> None:
    with pytest.raises(InvalidPosition, match="'a1' holds marbles of both sides"):
        formats.read("0a1_0a1")


# Any text


@settings(max_examples=sample(60))
@given(ODD)
@example("_" * 400)
@example("/" * 400)
@example("a1b," * 100)
@example("0" + "a" * 300 + "_0")
@example("0a" + "1" * 390 + "_")
@example("\ud800" * 10)
@pytest.mark.parametrize("reader", READERS.values())
def test_any_text_gives_a_valid_set_up_or_the_documented_error(
    reader: Callable[[str], Setup[Position]], text: str
) -> None:
    try:
        setup = reader(text)
    except (NotationError, InvalidPosition) as error:
        assert len(str(error)) < 1000
    else:
        assert not rules.faults(setup.position)
        assert formats.read(formats.write(setup)) == setup


@pytest.mark.parametrize("seed", READERS)
def test_damaged_texts_to_each_reader_give_a_set_up_or_the_error(seed: str) -> None:
    reader, chance = READERS[seed], Random(seed)
    texts = [write(formats.read(name)) for name in starts.STARTS for write in WRITERS]
    for _ in range(sample(1500)):
        marks = list(chance.choice(texts))
        for _ in range(chance.randint(1, 4)):
            marks[chance.randrange(len(marks))] = chance.choice("/19bwsS -_,aIi0\ud800٣\n")
        try:
            setup = reader("".join(marks))
        except (NotationError, InvalidPosition):
            continue
        assert not rules.faults(setup.position)
