"""The position text of Abak: one text a position, and clear errors for everything else."""

import pytest

from tablas.abak.formats import points_text, read, write
from tablas.abak.position import Position
from tablas.abak.rules import start
from tablas.errors import InvalidPosition, NotationError
from tablas.values import Setup, Side

START = "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w"
MIDDLE = "1/g/S/1/ESN/sss/DO/sgs/nss/2/SS/3/e/SG/Sd/S/S/G/1/os/S -/s -/- b"
ENDED = "sD/22/s -/g EGGNOSSSSSSSSS/degnosssssss w"


def test_start_is_the_text_of_the_rules_page() -> None:
    assert write(Setup(start(), Side.WHITE)) == START
    assert read(START) == Setup(start(), Side.WHITE)


def test_black_reads_the_board_from_the_other_side() -> None:
    setup = read(MIDDLE)
    assert setup.turn is Side.BLACK
    assert setup.position.points[18] == "sD"  # White's 7-point, `Sd`
    assert setup.position.bar == "S"
    assert write(setup) == MIDDLE


def test_turn_letter_may_be_left_out() -> None:
    assert read(START[:-2]) == read(START)
    assert read(MIDDLE[:-2], turn=Side.BLACK) == read(MIDDLE)
    assert points_text(read(MIDDLE)) == MIDDLE[:-2]


def test_given_turn_must_agree_with_the_letter() -> None:
    assert read(MIDDLE, turn=Side.BLACK) == read(MIDDLE)
    with pytest.raises(NotationError, match="turn: found 'b', but white is to move"):
        read(MIDDLE, turn=Side.WHITE)


def test_runs_of_empty_points_reach_from_end_to_end() -> None:
    setup = read("24 DEGGNOSSSSSSSSS/degnosssssssss -/g w")
    assert set(setup.position.points) == {""}
    assert write(setup).startswith("24 ")
    assert write(read(ENDED)) == ENDED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position '': expected '<points> <bar> <off> <turn>'"),
        (START + " w", "expected '<points> <bar> <off> <turn>'"),
        (START.replace(" ", "  ", 1), "one space between|expected"),
        (START[:-1] + "x", "turn: found 'x', expected 'w' or 'b'"),
        (START.replace("OS", "OX"), "points: found 'OX', expected a stack of the letters DEGNOS"),
        (START.replace("/3/", "/1/2/", 1), "points: found '2', expected"),
        (START.replace("/3/", "/03/", 1), "points: found '03'"),
        (START.replace("/3/", "/٣/", 1), "points: found '٣'"),
        (START.replace("/3/", "/0/", 1), "points: found '0'"),
        (START.replace("/3/", "//", 1), "points: found ''"),
        (START.replace("/3/", "/4/", 1), "points: found 25 points, expected 24"),
        (START.replace("/3/", "/2/", 1), "points: found 23 points, expected 24"),
        (START.replace("-/- -/-", "- -/-"), "bar: found '-', expected 'white/black'"),
        (START.replace("-/- -/-", "/- -/-"), "bar: found '/-', expected"),
        (START.replace("-/- -/-", "s/- -/-"), "bar: found 's/-', expected"),
        (START.replace("-/- -/-", "-/- -/S"), "off: found '-/S', expected"),
        (START.replace("-/- -/-", "-/-/- -/-"), "bar: found '-/-/-', expected"),
        (START.replace("-/- -/-", "-S/- -/-"), "bar: found '-S/-', expected"),
    ],
)
def test_unreadable_text_names_the_field(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read(text)


def test_letters_of_the_bar_may_come_in_any_order_and_space_around_the_text() -> None:
    sorted_text = "ED/O/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSS/3/os/ed NS/- -/- w"
    assert write(read(f" {sorted_text}\n")) == sorted_text
    assert write(read(sorted_text.replace("NS/-", "SN/-"))) == sorted_text


def test_huge_text_is_refused_at_once_and_quoted_short() -> None:
    with pytest.raises(NotationError) as caught:
        read("S/" * 5_000_000)
    assert len(str(caught.value)) < 200


def test_readable_but_invalid_text_gives_every_reason() -> None:
    with pytest.raises(InvalidPosition, match="expected 9") as caught:
        read(START.replace("SSGS", "SSGSSN").replace("ed", "e"))
    rules = [fault.rule for fault in caught.value.reasons]
    assert rules == ["crowded", "wrong-count", "wrong-count", "wrong-count"]
    assert "de la clase D (druida)" in caught.value.reasons[-1].spoken("es")


def test_both_sides_off_is_no_position() -> None:
    with pytest.raises(InvalidPosition, match="both sides"):
        read("24 -/- DEGGNOSSSSSSSSS/deggnosssssssss w")


def test_positions_of_the_rules_can_be_written_whatever_they_hold() -> None:
    position = Position(("", "S", *[""] * 23), "DS", "", "g", "n")
    assert points_text(Setup(position, Side.WHITE)) == "23/S DS/g -/n"
    assert points_text(Setup(position, Side.BLACK)) == "s/23 G/ds N/-"
