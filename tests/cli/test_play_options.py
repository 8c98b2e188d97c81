"""`tablas play`: everything that a game lets two players agree on, by options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import error, out
from tablas import games
from tablas.play.options import OPTIONS

GIVEN = [
    (("backgammon", "--jacoby"), {"stakes": {"jacoby": True}}),
    (("backgammon", "--beavers"), {"stakes": {"beavers": True}}),
    (("abak", "--beavers", "--raccoons"), {"stakes": {"beavers": True, "raccoons": True}}),
    (("abak", "--automatic-doubles", "2"), {"stakes": {"automatic_doubles": 2}}),
    (("backgammon", "--no-cube"), {"stakes": {"cube": False}}),
    (("abalone", "--target", "4"), {"limits": {"target": 4}}),
    (("abalone", "--repetition", "off"), {"limits": {"repetition": "off"}}),
    (("abalone", "--repetition", "deviate"), {"limits": {"repetition": "deviate"}}),
    (("abalone", "--quiet", "0"), {"limits": {"quiet": 0}}),
    (("abalone", "--quiet", "60", "--quiet-decides", "ejections"),
     {"limits": {"quiet": 60, "quiet_decides": "ejections"}}),
    (("abalone", "--plies", "350"), {"limits": {"plies": 350}}),
    (("abalone", "--time", "sudden 10"), {"time": "sudden 10"}),
    (("backgammon", "--time", "delay 10+12"), {"time": "delay 10+12"}),
    (("backgammon", "--days", "3"), {"time": "move 4320+0"}),
    (("backgammon", "--start", "nackgammon"), {"variant": "nackgammon"}),
    (("backgammon", "--start", "longgammon"), {"variant": "longgammon"}),
    (("abalone", "--start", "belgian-daisy"), {"variant": "belgian-daisy"}),
    (("abalone",), {"variant": "standard"}),
]  # fmt: skip


def headers(tmp_path: Path, *given: str, typed: str = "q\n") -> list[dict]:
    """What the records of the games say before their first action."""
    file = tmp_path / "game.jsonl"
    out("play", *given, "--seed", "1", "--record", str(file), stdin=typed)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [line for line in lines if "tablas" in line]


@pytest.mark.parametrize(("given", "header"), GIVEN)
def test_a_game_has_what_its_options_say(tmp_path, given, header):
    (found,) = headers(tmp_path, *given)
    terms = {name: found.get(name) for name in ("stakes", "limits", "time", *header)}
    usual = {"stakes": None, "limits": None, "time": None}
    assert terms == usual | header


def test_every_option_of_every_game_is_among_them():
    tried = {word for given, _ in GIVEN for word in given} | {"--no-crawford"}
    for name in {name for game in games.NAMES for name in games.kind(game).options} & set(OPTIONS):
        flag = name.replace("_", "-")
        assert {f"--{flag}", f"--no-{flag}"} & tried, name


@pytest.mark.parametrize(("crawford", "cubes"), [((), False), (("--no-crawford",), True)])
def test_crawford_can_be_left_out(tmp_path, crawford, cubes):
    match = ("backgammon", "--match", "3", "--white", "human", "--black", "human")
    _, second = headers(tmp_path, *match, *crawford, typed="resign 2\ntake\n\nq\n")
    assert 2 in (second["match"]["white"], second["match"]["black"])
    assert second["stakes"].get("cube", True) is cubes


def test_games_for_money_go_on_until_somebody_stops(tmp_path):
    people = ("--white", "human", "--black", "human")
    typed = "resign\ntake\n\nresign\ntake\n\nq\n"
    assert len(headers(tmp_path, "backgammon", "--session", *people, typed=typed)) == 3


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("abalone", "--jacoby"), "--jacoby: abalone has no such option, it has --target"),
        (("backgammon", "--target", "4"), "--target: backgammon has no such option"),
        (("backgammon", "--match", "3", "--jacoby"), "--jacoby: belongs to money play"),
        (("backgammon", "--no-crawford"), "--crawford: belongs to a match"),
        (("backgammon", "--raccoons"), "--raccoons: means nothing without --beavers"),
        (("abalone", "--quiet", "0", "--quiet-decides", "draw"), "means nothing without --quiet"),
        (("abalone", "--target", "7"), "7 is not in the range 1<=x<=6"),
        (("abalone", "--days", "15"), "15 is not in the range 1<=x<=14"),
        (("abalone", "--days", "3", "--time", "sudden 10"), "--days or --time"),
        (("abalone", "--session"), "--session: for games for money"),
        (("backgammon", "--session", "--match", "3"), "--session: for games for money"),
    ],
)
def test_what_means_nothing_is_refused_by_its_name(given, told):
    assert told in error("play", *given)


SCORED = "XGID=-BB--------------------bb-:1:1:-1:00:3:2:0:5:10"


def test_a_position_is_played_at_the_cube_and_score_that_it_tells(tmp_path):
    (header,) = headers(tmp_path, "backgammon", "--position", SCORED)
    assert header["match"] == {"length": 5, "white": 3, "black": 2}
    assert header["cube"] == {"value": 2, "owner": "white"}


def test_a_score_is_told_once():
    told = error("play", "backgammon", "--position", SCORED, "--match", "7")
    assert "a match to 5 at 3–2 already" in told
