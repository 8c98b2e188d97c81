"""Programs as players of dice games: our line protocol and UBGI, in a duel."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from command import error, out
from tablas import new_game, open_engine, play_game
from tablas.engine.dice.program_player import ProgramPlayer
from tablas.engine.outside import OutsideFailed
from tablas.games import kind

ROOT = Path(__file__).resolve().parents[2]
BOT = f"{sys.executable} {ROOT}/examples/dice_bot.py"
WAITS = "import sys; sys.stdout.flush(); sys.stdin.read()\n"
OURS = f"{sys.executable} -m tablas engine"


def duel(*words):
    return json.loads(out("duel", *words, "--judge", "none", "--json"))


@pytest.mark.parametrize("hello", ["", "ubgi:"])
def test_a_level_plays_the_same_by_the_protocol_as_beside_us(hello):
    command = f"{hello}{OURS} backgammon --level expert"
    played = duel("backgammon", command, "expert", "--games", "4", "--cube", "--seed", "3")
    assert played["names"] == ["Tablas", "expert"]
    assert played["raw_points_per_game"] == 0  # both games of a pair have the same dice


@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_a_program_of_one_file_meets_a_level(game):
    played = duel(game, f"{BOT} {game}", "random", "--games", "4", "--cube")
    assert played["names"][0] == "fewest pips"
    assert played["games"] == 4


def test_a_program_sits_at_a_single_table_too():
    program = ProgramPlayer(kind("abak"), f"{BOT} abak")
    try:
        game = play_game(new_game("abak"), program, open_engine("abak", "greedy", 1).player)
    finally:
        program.close()
    assert game.result


@pytest.mark.parametrize(
    ("says", "complaint"),
    [
        ("print('ready', flush=True); sys.exit()", "the program has ended"),
        ("print('ready'); print('best 1/0/0')", "best 1/0/0"),
        ("print('ready'); print('error sorry')", "error sorry"),
    ],
)
def test_a_program_that_fails_is_named_with_what_it_said(tmp_path, says, complaint):
    says = says.replace("print", "import sys; print", 1)
    script = tmp_path / "bot.py"
    script.write_text(f"{says}\n{WAITS}", encoding="utf-8")
    told = error("duel", "backgammon", f"{sys.executable} {script}", "greedy", "--games", "2")
    assert complaint.removeprefix("best ") in told
    assert "Traceback" not in told


def test_a_program_that_is_not_there_is_one_sentence():
    told = error("duel", "abak", "./no-such-program", "greedy", "--games", "2")
    assert "./no-such-program" in told


def test_a_double_is_answered_by_one_of_three_words(tmp_path):
    script = tmp_path / "bot.py"
    script.write_text("print('ready'); print('best perhaps')\n" + WAITS, encoding="utf-8")
    program = ProgramPlayer(kind("backgammon"), f"{sys.executable} {script}")
    game = new_game("backgammon").roll((3, 1)).play("8/5 6/5").double()
    with pytest.raises(OutsideFailed, match="'perhaps', expected one of take, drop, raise"):
        program.answer(game.state)
    program.close()
