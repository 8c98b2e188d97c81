"""`tablas analyse` and `bestmove`: cube, score and dice of a position count, and are told back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from tablas.cli.main import tablas

BOARD = "XGID=-b----E-C---eE---c-e----B-"
LAST_POINT = f"{BOARD}:0:0:1:21:4:4:0:5:10"
MONEY = f"{BOARD}:0:0:1:21:0:0:0:0:10"
BEAR_OFF = "9w0ACPDdAAAAAA"  # known exactly: its trials take no time


def answer(*arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(tablas, (*arguments, "--json"))
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


@pytest.mark.parametrize("command", ["analyse", "bestmove"])
def test_at_the_last_point_the_chance_to_win_alone_counts(command):
    told = answer(command, "backgammon", LAST_POINT, "--plies", "1", "--lines", "5")
    plays = [one for one in told.get("plays") or told["lines"] if one["plies"] == 1]
    wins = [one["chances"]["win"] for one in plays]
    assert wins == sorted(wins, reverse=True)
    # For money another play comes first, since it wins more gammons.
    money = answer(command, "backgammon", MONEY, "--plies", "1", "--lines", "5")
    first = (money.get("plays") or money["lines"])[0]
    assert first["move"] != plays[0]["move"]
    assert first["chances"]["win"] < plays[0]["chances"]["win"]


@pytest.mark.parametrize("command", ["analyse", "bestmove"])
@pytest.mark.parametrize(
    ("score", "move"),
    [
        ("64:4:4:0:5:10", "24/14"),  # the last point of both: the surest win
        ("64:3:4:1:5:10", "8/2 6/2"),  # two away in the Crawford game: gammons win the match
        ("64:4:3:1:5:10", "24/14"),  # one away against that: gammons lose it
        ("64:3:1:0:5:10", "24/14"),  # the same by a cube on 2 that is of no use any more
        ("21:3:4:1:5:10", "13/11 6/5"),
        ("21:4:3:1:5:10", "24/23 13/11"),
    ],
)
def test_opening_rolls_are_played_as_the_score_wants(command, score, move):
    cube = "1:1" if score.startswith("64:3:1") else "0:0"
    told = answer(command, "backgammon", f"{BOARD}:{cube}:1:{score}")
    assert (told.get("plays") or [told])[0]["move"] == move


def test_before_the_roll_the_equity_is_that_of_the_score():
    gammon_go, gammon_save = (
        answer("analyse", "backgammon", f"{BOARD}:0:0:1:00:{score}:1:5:10", "--plies", "1")
        for score in ("3:4", "4:3")
    )
    for told in (gammon_go, gammon_save):
        assert 0.05 < points(told["chances"]) < 0.1
    # A gammon that wins the match, and one that loses it, beside single games.
    assert gammon_go["equity"] > 0.25
    assert gammon_save["equity"] < -0.15


def points(chances: dict[str, float]) -> float:
    win, lose = chances["win_gammon"], chances["lose_gammon"]
    return 2 * chances["win"] - 1 + win - lose


@pytest.mark.parametrize("text", [LAST_POINT, MONEY, f"{BOARD}:1:-1:1:21:2:0:0:7:10"])
def test_the_answer_tells_back_what_the_position_said(text):
    assert answer("analyse", "backgammon", text, "--plies", "0")["position"] == text


@pytest.mark.parametrize("text", [LAST_POINT, f"{BOARD}:1:-1:1:21:2:0:0:7:10"])
def test_a_board_tells_it_back_too(text):
    assert answer("board", "backgammon", text)["position"] == text


def test_a_turned_cube_counts():
    points = answer("analyse", "backgammon", MONEY, "--plies", "0")["plays"][0]
    owned = f"{BOARD}:1:1:1:21:0:0:0:0:10"
    cubeful = answer("analyse", "backgammon", owned, "--plies", "0")["plays"][0]
    assert cubeful["equity"] > points["equity"] + 0.1  # the player's own cube is worth something


def test_the_cube_in_the_middle_counts_when_asked_for():
    points = answer("analyse", "backgammon", MONEY, "--plies", "0")["plays"]
    cubeful = answer("analyse", "backgammon", MONEY, "--plies", "0", "--cubeful")["plays"]
    assert {one["move"] for one in points} == {one["move"] for one in cubeful}
    assert [one["equity"] for one in points] != [one["equity"] for one in cubeful]


def test_dice_on_the_command_line_come_before_those_of_the_position():
    told = answer("analyse", "backgammon", MONEY, "--dice", "31", "--plies", "0")
    assert told["dice"] == [3, 1]
    assert ":31:" in told["position"]


@pytest.mark.parametrize("command", ["analyse", "bestmove"])
def test_the_commands_tell_the_trials(command):
    asked = (command, "backgammon", BEAR_OFF, "--dice", "41", "--roller", "--lines", "3")
    told = json.loads(CliRunner().invoke(tablas, (*asked, "--json")).output)
    first = (told.get("plays") or told["lines"])[0]
    assert first["trials"] == 144
    assert first["plies"] == 2
    for language, words in (("en", "2-ply, 144 trials"), ("es", "prof. 2, 144 pruebas")):
        assert words in CliRunner().invoke(tablas, (*asked, "--lang", language)).output
    searched = json.loads(CliRunner().invoke(tablas, (*asked[:-3], "--json")).output)
    assert "trials" not in (searched.get("plays") or [searched])[0]


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        (("bestmove", "abalone", "--roller"), "rollouts need dice"),
        (("analyse", "backgammon", "--roller"), "found no roll"),
        (("analyse", "backgammon", "--dice", "31", "--roller", "--time", "1"), "without --time"),
    ],
)
def test_where_nothing_can_be_rolled_out_the_option_is_refused(asked, fault):
    done = CliRunner().invoke(tablas, asked)
    assert done.exit_code == 2
    assert fault in done.output
