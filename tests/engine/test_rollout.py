from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from tablas import kernel
from tablas.backgammon.formats import read
from tablas.cli.main import tablas
from tablas.cli.options.cube import packed
from tablas.engine.backgammon.bearoff import bearoff
from tablas.engine.backgammon.pruning import pruning_net
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.engines import dice_side
from tablas.engine.weights import net
from tablas.errors import NotationError
from tablas.games import kind

START = "4HPwATDgc/ABMA"
# Two checkers on the 5 and 1 points against one on the ace: 23 of 36 rolls win, no other matters.
LAST_ROLL = "XGID=-A---A------------------a-:0:0:1:00:0:0:0:0:10"


def row(text: str) -> np.ndarray:
    return packed(kind("backgammon"), read(text).position)


def test_one_and_two_threads_give_the_same_to_the_bit():
    boards = np.repeat(row(START), 2, axis=0)
    cubes = [kernel.CubeState(), kernel.CubeState(2, "opponent")]
    found = [
        kernel.backgammon.Rollout(net("backgammon"), boards, cubes=cubes, truncate=4, seed=9).run(
            0, 36, [0, 1], threads
        )
        for threads in (1, 2)
    ]
    assert found[0].shape == (36, 2, 6)
    assert (found[0] == found[1]).all()


@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_players_that_look_ahead_play_on_otherwise_and_the_same_in_any_threads(game):
    codec, start = kind(game).codec, kind(game).rules.start()
    boards = codec.encode_many([start])
    cubes = [kernel.CubeState()]

    def played(plies: int, threads: int) -> np.ndarray:
        plan = RolloutPlan(trials=36, truncate=2, plies=plies, seed=4)
        trials = dice_side(game).make_rollout(net(game), boards, plan, cubes, may_double=True)
        return np.asarray(trials.run(0, plan.trials, [0], threads))

    ahead = played(1, 1)
    assert (ahead == played(1, 2)).all()
    assert not (ahead == played(0, 1)).all()
    assert ahead[:, 0, 5].mean() == pytest.approx(played(0, 1)[:, 0, 5].mean(), abs=0.1)


def test_looking_ahead_needs_a_guess_and_ends_at_two_plies():
    with pytest.raises(ValueError, match="plies: looking ahead needs a guess"):
        kernel.backgammon.Rollout(net("backgammon"), row(START), plies=1)
    with pytest.raises(ValueError, match="plies"):
        kernel.backgammon.Rollout(net("backgammon"), row(START), guess=pruning_net(), plies=3)
    with pytest.raises(NotationError, match="plies 3: expected 0 to 2"):
        RolloutPlan(plies=3)
    asked = f"rollout backgammon {START} --plies 1 --trials 36 --truncate 1 --json"
    told = CliRunner().invoke(tablas, asked.split())
    assert json.loads(told.stdout)["plies"] == 1


def test_a_last_roll_comes_out_exactly():
    plan = RolloutPlan(trials=1296)
    found = rollout(net("backgammon"), row(LAST_ROLL), plan, game="backgammon").starts[0]
    assert found.equity == pytest.approx(2 * 23 / 36 - 1, abs=1e-5)
    assert found.error < 1e-3
    doubled = rollout(
        net("backgammon"), row(LAST_ROLL), plan, cubes=[kernel.CubeState()], game="backgammon"
    ).starts[0]
    assert doubled.equity == pytest.approx(2 * (2 * 23 / 36 - 1), abs=1e-5)


def test_luck_taken_away_narrows_the_error_and_leaves_the_mean():
    plain, reduced = (
        rollout(
            net("backgammon"),
            row(START),
            RolloutPlan(trials=144, truncate=4, variance_reduction=on),
            game="backgammon",
        ).starts[0]
        for on in (False, True)
    )
    assert reduced.error < plain.error / 3
    assert abs(plain.equity - reduced.equity) < 4 * plain.error


def test_the_roll_that_falls_is_played_well_where_the_guess_is_wrong():
    # With 4-1 the five likeliest plays miss the best one by more than a third of a point.
    board = row("2G6gDQF/rwFAAA")
    judge = net("backgammon")
    throws = np.array([(a, b) for a in range(1, 7) for b in range(1, 7)], np.uint8)
    _, chances = judge.choose(np.repeat(board, 36, axis=0), throws)
    mean = float((chances @ np.array([2, 1, 1, -1, -1]) - 1).mean())
    found = rollout(judge, board, RolloutPlan(trials=36, truncate=1), game="backgammon").starts[0]
    assert found.equity == pytest.approx(mean, abs=1e-3)


def test_a_rollout_stops_at_a_standard_error_or_when_one_play_is_ahead():
    plan = RolloutPlan(trials=3600, truncate=3, until_error=0.005, least=72)
    early = rollout(net("backgammon"), row(START), plan, game="backgammon").starts[0]
    assert 72 <= early.trials < 3600
    assert early.error < 0.005
    after, _ = kernel.backgammon.successors(row(START), np.array([[3, 1]], np.uint8))
    order = np.argsort(-net("backgammon").evaluate(after)[:, 0])[[-1, 0]]  # the best and the worst
    apart = RolloutPlan(trials=3600, truncate=3, until_apart=3, least=36)
    found = rollout(net("backgammon"), after[order], apart, of_opponent=True, game="backgammon")
    assert found.starts[0].trials == found.starts[1].trials == 36
    assert found.starts[0].equity > found.starts[1].equity


def test_an_interrupt_leaves_what_was_found():
    def stop(done, found):
        if done >= 72:
            raise KeyboardInterrupt

    plan = RolloutPlan(trials=1296, truncate=2)
    found = rollout(net("backgammon"), row(START), plan, progress=stop, game="backgammon")
    assert found.interrupted
    assert found.starts[0].trials == 72
    short = rollout(
        net("backgammon"), row(START), RolloutPlan(trials=72, truncate=2), game="backgammon"
    )
    assert found.starts == short.starts


def test_match_rollouts_tell_chances_of_winning_the_match():
    state = kernel.CubeState(own_away=2, opp_away=2)
    found = rollout(
        net("backgammon"),
        row(START),
        RolloutPlan(trials=36, truncate=3),
        cubes=[state],
        game="backgammon",
    ).starts[0]
    assert 0.5 < found.match_chance < 0.6
    assert found.equity == pytest.approx(state.equity(found.worth))


def test_plans_that_cannot_be_are_refused():
    for wrong in ({"trials": 0}, {"truncate": -1}, {"until_error": 0.0}, {"until_apart": -1.0}):
        with pytest.raises(NotationError):
            RolloutPlan(**wrong)


def test_bad_boards_and_numbers_are_refused_at_the_border():
    board = row(START)
    with pytest.raises(ValueError, match="one for each board"):
        kernel.backgammon.Rollout(net("backgammon"), board, cubes=[])
    rolling = kernel.backgammon.Rollout(net("backgammon"), board)
    with pytest.raises(ValueError, match="no such start"):
        rolling.run(0, 1, [1])
    with pytest.raises(ValueError, match="no more than last"):
        rolling.run(2, 1, [0])


def run(*arguments: str) -> str:
    done = CliRunner().invoke(tablas, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_the_command_ranks_the_plays_of_a_roll():
    common = ("rollout", "backgammon", "--dice", "31", "--trials", "36", "--truncate", "2")
    answer = json.loads(run(*common, "--plays", "3", "--json"))
    assert answer["starts"][0]["name"] == "8/5 6/5"
    assert len(answer["starts"]) == 3
    assert "8/5 6/5" in run(*common, "--plays", "1", "--lang", "es").splitlines()[0]


def test_the_command_rolls_out_both_sides_of_a_double():
    common = ("rollout", "backgammon", START, "--trials", "36", "--truncate", "2", "--cubeful")
    answer = json.loads(run(*common, "--json"))
    assert [start["name"] for start in answer["starts"]] == ["no double", "double, take"]
    told = run(*common, "--match", "5:0-0")
    assert "match:" in told


def test_a_bear_off_played_out_has_the_mean_that_the_tables_know():
    text = "XGID=-BAB-A-------------a-bb-a-:0:0:1:00:0:0:0:0:10"
    known = bearoff().exact(row(text))[0]
    without = kernel.backgammon.Rollout(net("backgammon"), row(text), guess=pruning_net())
    trials = without.run(0, 324, [0])[:, 0, 5]
    error = trials.std(ddof=1) / np.sqrt(len(trials))
    # The net bears off nearly as well as can be.
    assert trials.mean() == pytest.approx(known[0], abs=4 * error + 0.01)
    assert error < 0.02
    cubes = [kernel.CubeState(), kernel.CubeState(2, "own"), kernel.CubeState(2, "opponent")]
    boards = np.repeat(row(text), 3, axis=0)
    found = rollout(
        net("backgammon"),
        boards,
        RolloutPlan(trials=36),
        cubes=cubes,
        may_double=False,
        game="backgammon",
    ).starts
    centred, own, opponent = (one.equity for one in found)
    assert (own, centred, opponent) == pytest.approx(known[1:], abs=1e-5)


def test_abak_is_rolled_out_by_the_same_rules():
    common = ("rollout", "abak", "--trials", "36", "--truncate", "2", "--json")
    position = json.loads(run(*common, "--threads", "2"))["starts"][0]
    assert position["trials"] == 36
    assert position == json.loads(run(*common))["starts"][0]
    assert len(json.loads(run(*common, "--dice", "31", "--plays", "2"))["starts"]) == 2
