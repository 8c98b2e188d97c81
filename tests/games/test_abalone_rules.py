"""The rules of Abalone; names in comments are sections of the rules page."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablas.abalone import KIND, rules, starts
from tablas.abalone.board import CELLS, DIRECTIONS, NEIGHBOURS, Direction
from tablas.abalone.rules import Move, Position
from tablas.errors import InvalidPosition
from tablas.rules import Rules, perft
from tablas.values import Outcome
from tree import CORPUS

FILE = CORPUS / "abalone.perft"
IN_PYTHON = 10_000  # larger counts are the kernel's affair, but for two starts at depth 3


def seen(own: str, opp: str = "", own_lost: int = 0, opp_lost: int = 0) -> Position:
    return Position(frozenset(own.split()), frozenset(opp.split()), own_lost, opp_lost)


def refused(position: Position, cells: str, direction: Direction) -> str | None:
    reason = rules.why_illegal(position, None, Move(tuple(cells.split()), direction))
    return reason.rule if reason else None


def played(position: Position, cells: str, direction: Direction) -> Position:
    move = Move(tuple(cells.split()), direction)
    assert rules.why_illegal(position, None, move) is None
    reached = rules.after(position, move)
    assert rules.plays(position)[reached] == move
    return reached.swapped()


def corpus_lines() -> list[tuple[str, int, int]]:
    lines = FILE.read_text().splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return [(name, int(depth), int(count)) for name, depth, count in rows]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    own_lost, opp_lost = draw(st.integers(0, 6)), draw(st.integers(0, 5))
    cells = draw(st.permutations(CELLS))
    own = draw(st.integers(0, 14 - own_lost))
    opp = draw(st.integers(0, 14 - opp_lost))
    return Position(frozenset(cells[:own]), frozenset(cells[own : own + opp]), own_lost, opp_lost)


# Start positions and numbers to check against


def test_the_module_is_a_rules_object() -> None:
    checked: Rules[Position, Move] = rules
    assert checked.start() == rules.start("standard")


def test_corpus_has_all_starts_and_all_numbers() -> None:
    lines = corpus_lines()
    assert {name for name, depth, _ in lines if depth == 1} == set(starts.STARTS)
    assert len(starts.STARTS) == 16
    assert len([1 for _, depth, _ in lines if depth == 4]) == 12


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    [
        line
        for line in corpus_lines()
        if line[2] < IN_PYTHON or (line[1] == 3 and line[0] in {"standard", "belgian-daisy"})
    ],
)
def test_perft_gives_the_numbers_of_the_rules_page(name: str, depth: int, count: int) -> None:
    assert perft(rules, rules.start(name), depth, dice=False) == count


def test_every_start_has_fourteen_marbles_a_side_and_no_fault() -> None:
    for start in starts.STARTS.values():
        assert len(start.black) == len(start.white) == 14
        assert not rules.faults(rules.start(start.key))


def test_the_start_of_the_sheet_is_the_default_and_spanish_names_are_known() -> None:
    assert rules.start() == rules.start("standard") == rules.start("Estándar")
    assert KIND.usual_start == "standard"
    assert [start.name for start in KIND.starts if start.featured] == ["standard", "belgian-daisy"]
    assert rules.start("margarita belga") == rules.start("Belgian-Daisy") != rules.start()


def test_unknown_start_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidPosition, match="'moon': Abalone knows standard, belgian-daisy"):
        rules.start("moon")


def test_the_order_of_plays_does_not_depend_on_the_hash_seed() -> None:
    code = "from tablas.abalone import rules; print([*rules.plays(rules.start()).values()])"
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(rules.__file__).parents[2])},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


# A turn: in line and broadside


def test_a_single_marble_steps_to_each_empty_neighbour_once() -> None:
    moves = [*rules.plays(seen("e5")).values()]
    assert len(moves) == 6
    assert {move.direction for move in moves} == set(DIRECTIONS)
    assert len(rules.plays(seen("a1"))) == 3


def test_two_marbles_have_their_steps_two_line_moves_and_four_broadsides() -> None:
    # Singles: ten free neighbours and no step onto each other.
    moves = [*rules.plays(seen("e5 e6")).values()]
    assert len(moves) == 10 + 2 + 4


def test_line_of_three_moves_in_line_into_an_empty_cell() -> None:
    assert played(seen("a1 b2 c3"), "a1 b2 c3", "ne") == seen("b2 c3 d4")


def test_broadside_moves_all_marbles_sideways() -> None:
    assert played(seen("c2 c3 c4"), "c2 c3 c4", "nw") == seen("d2 d3 d4")


def test_order_of_the_cells_does_not_make_another_move() -> None:
    assert Move(("c4", "c2", "c3", "c3"), "nw") == Move(("c2", "c3", "c4"), "nw")


@pytest.mark.parametrize(
    ("direction", "tail", "head", "in_line"),
    [
        ("e", "c2", "c4", True),
        ("w", "c4", "c2", True),
        ("ne", "c2", "c4", False),
        ("se", "c2", "c4", False),
        ("nw", "c4", "c2", False),
        ("sw", "c4", "c2", False),
    ],
)
def test_tail_and_head_are_the_hindmost_and_foremost_marble(
    direction: Direction, tail: str, head: str, in_line: bool
) -> None:
    move = Move(("c2", "c3", "c4"), direction)
    assert (move.tail, move.head, move.in_line) == (tail, head, in_line)


def test_four_marbles_never_move_together() -> None:
    line = seen("e1 e2 e3 e4")
    assert refused(line, "e1 e2 e3 e4", "e") == "more-than-three"
    assert refused(line, "e1 e2 e3", "e") == "own-in-front"
    assert played(line, "e2 e3 e4", "e") == seen("e1 e3 e4 e5")


@pytest.mark.parametrize(
    ("cells", "direction", "rule"),
    [
        ("", "e", "no-marble"),
        ("a1", "north", "no-direction"),
        ("a9", "e", "no-cell"),
        ("e5", "e", "not-own"),
        ("d4", "e", "not-own"),
        ("a1 a2 b3", "e", "not-in-line"),
        ("a1 b3", "e", "not-in-line"),
        ("a1 a2 a4", "e", "gap"),
        ("a1 a2", "w", "off-board"),
        ("a1 a2", "se", "off-board"),
        ("a1", "e", "own-in-front"),
        ("a2", "ne", "own-in-front"),
    ],
)
def test_reasons_against_a_group_or_its_step(cells: str, direction: Direction, rule: str) -> None:
    here = seen("a1 a2 a4 b3", "e5")
    assert refused(here, cells, direction) == rule


def test_broadside_needs_empty_cells_whoever_stands_there() -> None:
    assert refused(seen("c2 c3", "d3"), "c2 c3", "nw") == "broadside-blocked"
    assert refused(seen("c2 c3 d2"), "c2 c3", "nw") == "broadside-blocked"
    # Even where the same marble alone could be pushed in line.
    assert refused(seen("c2 c3", "d4"), "c2 c3", "ne") == "broadside-blocked"


# Sumito


@pytest.mark.parametrize(
    ("own", "opp", "own_then", "opp_then"),
    [
        ("e1 e2", "e3", "e2 e3", "e4"),
        ("e1 e2 e3", "e4", "e2 e3 e4", "e5"),
        ("e1 e2 e3", "e4 e5", "e2 e3 e4", "e5 e6"),
    ],
)
def test_two_push_one_and_three_push_one_or_two(
    own: str, opp: str, own_then: str, opp_then: str
) -> None:
    assert played(seen(own, opp), own, "e") == seen(own_then, opp_then)


def test_four_against_two_push_with_three_and_the_fourth_stays() -> None:
    # Figure 6bis of the sheet.
    line = seen("e1 e2 e3 e4", "e5 e6")
    assert played(line, "e2 e3 e4", "e") == seen("e1 e3 e4 e5", "e6 e7")
    pushes = [move for reached, move in rules.plays(line).items() if reached.own != line.opp]
    assert pushes == [Move(("e2", "e3", "e4"), "e")]


def test_three_against_one_may_also_push_with_two() -> None:
    line = seen("e1 e2 e3", "e4")
    assert played(line, "e2 e3", "e") == seen("e1 e3 e4", "e5")


@pytest.mark.parametrize(
    ("own", "opp", "rule"),
    [
        ("e1", "e2", "single-push"),
        ("e1 e2", "e3 e4", "pac"),
        ("e1 e2 e3", "e4 e5 e6", "pac"),
        ("e1 e2", "e3 e4 e5", "outnumbered"),
        ("e1 e2 e3", "e4 e5 e6 e7", "outnumbered"),
    ],
)
def test_equal_or_greater_numbers_are_never_pushed(own: str, opp: str, rule: str) -> None:
    assert refused(seen(own, opp), own, "e") == rule


def test_four_against_three_is_still_no_push() -> None:
    assert refused(seen("e1 e2 e3 e4", "e5 e6 e7"), "e2 e3 e4", "e") == "pac"


def test_own_marble_right_behind_blocks_the_push() -> None:
    assert refused(seen("e1 e2 e3 e5", "e4"), "e1 e2 e3", "e") == "own-behind"
    assert refused(seen("e1 e2 e3 e6", "e4 e5"), "e1 e2 e3", "e") == "own-behind"


def test_gap_means_no_contact_and_so_no_push() -> None:
    line = seen("e1 e2", "e4")
    assert played(line, "e1 e2", "e") == seen("e2 e3", "e4")
    # The gap behind the pushed marble takes it, whatever stands beyond.
    assert played(seen("e1 e2", "e3 e5"), "e1 e2", "e") == seen("e2 e3", "e4 e5")


def test_own_marble_in_between_breaks_the_opposing_line() -> None:
    assert refused(seen("e1 e2 e4", "e3 e5"), "e1 e2", "e") == "own-behind"


def test_over_the_edge_the_last_marble_is_ejected() -> None:
    one, two = seen("e7 e8", "e9"), seen("e5 e6 e7", "e8 e9", 2, 3)
    assert played(one, "e7 e8", "e") == seen("e8 e9", "", 0, 1)
    assert played(two, "e5 e6 e7", "e") == seen("e6 e7 e8", "e9", 2, 4)
    assert rules.ejects(one, Move(("e7", "e8"), "e"))
    assert not rules.ejects(one, Move(("e7", "e8"), "w"))


def test_own_marbles_never_leave_the_board() -> None:
    assert refused(seen("e7 e8 e9"), "e7 e8 e9", "e") == "off-board"
    assert refused(seen("e8 e9"), "e8 e9", "se") == "off-board"


# End


def test_six_lost_marbles_end_the_game() -> None:
    lost, won = seen("e5", "a1", 6, 0), seen("e5", "a1", 0, 6)
    assert rules.outcome(lost) == Outcome(-1)
    assert rules.outcome(won) == Outcome(1)
    assert rules.plays(lost) == rules.plays(won) == {}
    assert refused(lost, "e5", "e") == refused(won, "e5", "e") == "over"


def test_the_sixth_ejection_loses_for_the_player_to_move_next() -> None:
    reached = rules.after(seen("e7 e8", "e9 a1", 0, 5), Move(("e7", "e8"), "e"))
    assert rules.outcome(reached) == Outcome(-1)


def test_ruling_b1_a_player_with_no_legal_move_loses() -> None:
    shut_in = seen("a1", "a2 a3 b1 c1 b2 c3")
    assert rules.plays(shut_in) == {}
    assert rules.outcome(shut_in) == Outcome(-1)
    assert rules.outcome(seen("", "a1")) == Outcome(-1)
    assert rules.outcome(seen("a1 a2", "a3 b1 c1 b2 c3")) is None


# Set-ups


@pytest.mark.parametrize(
    ("position", "found"),
    [
        (seen("a1", "a1"), ["shared-cell"]),
        (seen("a9 z1"), ["unknown-cell", "unknown-cell"]),
        (seen("a1", "", -1, 7), ["lost-range", "lost-range"]),
        (seen(" ".join(CELLS[:15])), ["too-many-marbles"]),
        (seen(" ".join(CELLS[:14]), "", 1), ["too-many-marbles"]),
        (seen("a1", "a2", 6, 6), ["both-lost"]),
        (seen("a1 q7", "a1", 9), ["unknown-cell", "lost-range", "shared-cell"]),
        (seen("a1", "a2", 6, 0), []),
        (seen("", ""), []),
    ],
)
def test_faults_are_all_told(position: Position, found: list[str]) -> None:
    assert [fault.rule for fault in rules.faults(position)] == found


@given(st.frozensets(st.text(max_size=50)), st.frozensets(st.text()), st.integers(), st.integers())
def test_faults_never_raise(
    own: frozenset[str], opp: frozenset[str], own_lost: int, opp_lost: int
) -> None:
    for fault in rules.faults(Position(own, opp, own_lost, opp_lost)):
        assert fault.spoken("en") != fault.spoken("es")


# Any position


@given(positions())
def test_plays_are_exactly_the_moves_without_a_reason(position: Position) -> None:
    legal = set(rules.plays(position).values())
    own = sorted(position.own)
    pairs = [pair for pair in combinations(own, 2) if pair[1] in NEIGHBOURS[pair[0]]]
    triples = {
        tuple(sorted({*pair, third})) for pair in pairs for third in own if third not in pair
    }
    for cells in [*((cell,) for cell in own), *pairs, *triples]:
        for direction in DIRECTIONS:
            move = Move(cells, direction)
            allowed = rules.why_illegal(position, None, move) is None
            assert allowed == (move in legal)
            legal.discard(move)
    assert not legal


@given(positions())
def test_no_play_loses_own_marbles_or_ejects_more_than_one(position: Position) -> None:
    plays = rules.plays(position)
    assert len(set(plays.values())) == len(plays)
    for reached, move in plays.items():
        assert rules.after(position, move) == reached
        assert not rules.faults(reached)
        assert (len(reached.opp), reached.opp_lost) == (len(position.own), position.own_lost)
        out = reached.own_lost - position.opp_lost
        assert len(reached.own) == len(position.opp) - out
        assert out == rules.ejects(position, move)
        assert out in {0, 1}


@given(
    st.lists(st.sampled_from(["a1", "b2", "c3", "e5", "i9", "a9", "", "\ud800", "é1"]), max_size=5),
    st.text(max_size=3),
)
def test_any_move_whatsoever_gets_an_answer(cells: list[str], direction: str) -> None:
    here = seen("a1 b2 c3 e5")
    move = Move(tuple(cells), direction)  # type: ignore[arg-type]
    reason = rules.why_illegal(here, None, move)
    assert reason is None or (reason.spoken("en") and reason.spoken("es"))
