from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from tablas import kernel
from tablas.backgammon.formats import read
from tablas.cli.main import tablas
from tablas.cli.options.cube import packed
from tablas.engine.dice.cube_action import cube_state, judge
from tablas.engine.dice.net_player import NetPlayer
from tablas.engine.player import Answer
from tablas.engine.weights import net
from tablas.errors import InvalidPosition
from tablas.games import kind
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.values import Side

# Published match equities: Rockwell and Kazaross, percent, by what each side needs, the Crawford
# game where it is one (http://pion.ch/backgammon/mem-met.php, read on 2026-11-15).
PUBLISHED = {
    (1, 2): 67.69, (1, 3): 75.12, (1, 4): 81.38, (1, 5): 84.19, (1, 7): 90.72, (1, 11): 96.64,
    (2, 3): 59.90, (2, 4): 66.86, (2, 5): 74.34, (2, 7): 84.21, (2, 11): 93.93,
    (3, 4): 57.14, (3, 5): 64.77, (3, 7): 76.25, (4, 5): 57.74, (4, 6): 64.31, (4, 11): 85.40,
    (5, 6): 56.66, (5, 9): 72.55, (6, 8): 61.66, (7, 9): 60.86, (7, 11): 70.02, (8, 10): 60.37,
    (9, 10): 55.02, (9, 11): 59.79, (10, 11): 54.85,
}  # fmt: skip

DOUBLE = "mOfgACM2tynAAA"  # clearly, at any depth and by GNU Backgammon


def test_match_equities_lie_near_the_published_ones():
    behind = {
        score: 100 * kernel.match_equity(*score) - percent for score, percent in PUBLISHED.items()
    }
    assert max(map(abs, behind.values())) < 1.5, behind
    assert sum(map(abs, behind.values())) / len(behind) < 0.4


def test_match_equities_are_symmetric_and_end_with_the_match():
    assert kernel.match_equity(25, 25) == 0.5
    assert kernel.match_equity(3, 20) + kernel.match_equity(20, 3) == pytest.approx(1)
    assert kernel.match_equity(0, 5) == 1
    assert kernel.match_equity(2, 1, crawford_over=True) == pytest.approx(0.488, abs=0.01)
    with pytest.raises(ValueError, match="at most 64"):
        kernel.match_equity(65, 3)


def test_take_points_of_dead_and_live_cubes():
    dead_take, live_take, between, *cash = kernel.CubeState().points((0.5, 0, 0, 0, 0), 0.68)
    assert (dead_take, live_take) == pytest.approx((0.25, 0.2))
    assert live_take < between < dead_take
    assert cash[:2] == pytest.approx((0.75, 0.8))


def test_states_that_cannot_be_are_refused():
    for wrong in (
        {"value": 3},
        {"owner": "nobody"},
        {"own_away": 3},
        {"own_away": 3, "opp_away": 2, "crawford": True},
        {"own_away": 3, "opp_away": 2, "jacoby": True},
        {"own_away": 65, "opp_away": 2},
    ):
        with pytest.raises(ValueError):
            kernel.CubeState(**wrong)
    with pytest.raises(ValueError, match="0 to 1"):
        kernel.CubeState().worth((1.5, 0, 0, 0, 0), 0.5)
    with pytest.raises(ValueError, match="efficiency"):
        kernel.CubeState().worth((0.5, 0, 0, 0, 0), float("nan"))


def test_the_cube_of_a_game_is_seen_by_the_player_on_turn():
    money = cube_state(Cube(2, Side.WHITE), Stakes(jacoby=True), Side.BLACK, "backgammon")
    assert (money.value, money.owner, money.away) == (2, "opponent", (0, 0))
    match = cube_state(Cube(), Stakes(away=(3, 5)), Side.BLACK, "backgammon")
    assert match.away == (5, 3)
    assert match.may_double()
    crawford = cube_state(Cube(), Stakes(cube=False, away=(1, 5)), Side.BLACK, "backgammon")
    assert not crawford.may_double()


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_a_strong_attack_is_doubled_and_taken(plies):
    row = packed(kind("backgammon"), read(DOUBLE).position)
    found = judge(net("backgammon"), row, kernel.CubeState(), plies=plies, game="backgammon")
    assert found.doubles
    assert found.answer == "take"
    assert found.no_double < found.double_take < found.double_drop == 1
    assert not judge(
        net("backgammon"), row, kernel.CubeState(2, "opponent"), plies=plies, game="backgammon"
    ).available


def test_a_finished_game_has_no_cube_decision():
    board = kernel.backgammon.start()[None].copy()
    board[0, :16] = 0
    board[0, 0] = 15  # the player to move has borne everything off
    with pytest.raises(InvalidPosition, match="the game is over"):
        kernel.backgammon.cube_worths(net("backgammon"), board, kernel.CubeState())


def run(*arguments: str) -> str:
    done = CliRunner().invoke(tablas, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_the_command_tells_what_is_right():
    answer = json.loads(run("cube", "backgammon", DOUBLE, "--plies", "0", "--json"))
    assert answer["verdict"] == "double, take"
    assert answer["match_chances"] is None
    spoken = run("cube", "backgammon", DOUBLE, "--plies", "0", "--lang", "es")
    assert "correcto: doblar; ante un doble: aceptar" in spoken


def test_the_command_reads_scores_and_refuses_strange_ones():
    told = ("cube", "backgammon", DOUBLE, "--plies", "0", "--match", "5:4-3")
    assert "cannot be turned" in json.loads(run(*told, "--json"))["verdict"]
    for match, why in (("5:5-3", "is over"), ("x", "such as 7:3-5")):
        done = CliRunner().invoke(tablas, (*told[:-1], match))
        assert done.exit_code == 2
        assert why in done.output
    done = CliRunner().invoke(tablas, ("cube", "abalone"))
    assert "expected 'abak' or 'backgammon'" in done.output


def test_abak_has_cube_decisions_too():
    answer = json.loads(run("cube", "abak", "--json"))
    assert answer["verdict"] == "no double, take"
    assert abs(answer["cubeless"]) < 0.5


def test_the_table_is_printed():
    answer = json.loads(run("met", "--length", "3", "--json"))
    assert answer["before_and_in_crawford"][1][1] == 0.5
    assert len(run("met", "--length", "25").splitlines()) == 27


def at(stakes: Stakes, cube: Cube, text: str = DOUBLE) -> State:
    game = kind("backgammon")
    return State(
        kind=game,
        terms=Terms(stakes=stakes),
        position=read(text).position,
        turn=Side.WHITE,
        phase=Phase.TO_ANSWER if cube.offer else Phase.TO_ROLL,
        cube=cube,
    )


def test_the_player_uses_the_cube_by_score_and_owner():
    player = NetPlayer(net("backgammon"), "backgammon")
    assert player.doubles(at(Stakes(), Cube()))
    assert player.answer(at(Stakes(), Cube().doubled_by(Side.WHITE))) is Answer.TAKE
    # One point from the end nothing is won by doubling, and nothing is lost by it for who trails.
    assert not player.doubles(at(Stakes(away=(1, 3)), Cube()))
    assert player.doubles(at(Stakes(away=(3, 1)), Cube()))
    assert player.doubles(at(Stakes(away=(3, 1)), Cube(), "YttNBgDanMQABw"))


def test_the_player_beavers_a_foolish_double():
    player = NetPlayer(net("backgammon"), "backgammon")
    behind = "YttNBgDanMQABw"
    money = Stakes(beavers=True, raccoons=True)
    foolish = Cube().doubled_by(Side.WHITE)
    assert player.answer(at(money, foolish, behind)) is Answer.RAISE
    assert player.answer(at(Stakes(), foolish, behind)) is Answer.TAKE


@pytest.mark.parametrize(
    ("rules", "game"), [(kernel.backgammon, "backgammon"), (kernel.abak, "abak")]
)
def test_many_boards_are_worth_with_a_cube_what_each_is(rules, game):
    boards = rules.successors(rules.start()[None], np.array([[3, 1]], np.uint8))[0]
    chances = np.array([[0.55, 0.2, 0.01, 0.1, 0.0]] * len(boards), np.float32)
    chances[:, 0] += np.linspace(0.0, 0.3, len(boards), dtype=np.float32)
    for state in (
        kernel.CubeState(2, "own", game=game),
        kernel.CubeState(1, "centred", 3, 5, game=game),
    ):
        live = rules.cube_efficiency(boards)
        each = [
            state.equity(state.worth(tuple(row), one))
            for row, one in zip(chances.tolist(), live.tolist(), strict=True)
        ]
        assert rules.cube_equities(boards, chances, state).tolist() == each
    with pytest.raises(ValueError, match=r"chances: expected float32 of shape"):
        rules.cube_equities(boards, chances[:, :4].copy(), kernel.CubeState())
    chances[1, 2] = 1.5
    with pytest.raises(ValueError, match="numbers from 0 to 1"):
        rules.cube_equities(boards, chances, kernel.CubeState())
