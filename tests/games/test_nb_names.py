"""The N/B names of sheet 003: read where it is known who moves, written on request."""

from __future__ import annotations

import random
import re

import pytest
from click.testing import CliRunner

from tablas import ROLLS, games
from tablas.cli.main import tablas
from tablas.errors import NotationError
from tablas.values import Dice, Side

DICE_GAMES = [name for name in games.NAMES if games.kind(name).dice]


def run(*arguments: str, code: int = 0, typed: str = "") -> str:
    done = CliRunner().invoke(tablas, arguments, input=typed)
    assert done.exit_code == code, done.output
    return done.output


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", DICE_GAMES)
def test_every_play_is_read_back_from_its_nb_names(name, side):
    kind, rng = games.kind(name), random.Random(3)
    position = kind.rules.start()
    for _ in range(60):
        dice = rng.choice(ROLLS)
        plays = kind.rules.plays(position, dice)
        if not plays:
            position = kind.rules.start()
            continue
        for reached, play in plays.items():
            text = kind.write_nb(position, play, side)
            again = kind.notation.read(position, dice, text, side)
            assert kind.rules.after(position, again) == reached, text
        position = rng.choice(list(plays))


def test_the_example_of_the_sheet_is_read():
    # Black with 1 and 5 plays B1-B2-B7: 1 first, since B6 is held.
    xgid = "XGID=-a----A--------E--------b-:0:0:-1:51:0:0:0:0:10"
    position, situation = games.kind("backgammon").formats.read_situation(xgid)
    assert situation.turn is Side.BLACK
    play = games.kind("backgammon").notation.read(position, Dice(5, 1), "B1-B2-B7", Side.BLACK)
    assert [step.die for step in play] == [1, 5]


def test_why_and_moves_know_who_moves():
    assert "legal" in run("why", "backgammon", "B8-B5 B6-B5", "--dice", "31", "--turn", "white")
    told = run("why", "backgammon", "N12-N8", "--dice", "31", code=1)
    assert "N/B names need" not in told
    listed = run("moves", "backgammon", "--dice", "31", "--names", "nb", "--turn", "black")
    assert "N8-N5 N6-N5" in listed.splitlines()
    assert "found 'black', but white moves" in run(
        "moves", "abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0 0",
        "--turn", "black", code=2,
    )  # fmt: skip
    assert "no N/B names" in run("moves", "abalone", "--names", "nb", code=2)


NB = re.compile(r"\b[SGNDEO]?(?:bar|[NB]\d+)-(?:off|[NB]\d+)")
NUMBERS = re.compile(r"\b[SGNDEO]?(?:bar|\d+)/(?:off|\d+)")
PEOPLE = ("--white", "human", "--black", "human", "--seed", "1")  # Black begins
BOTS = ("--white", "random", "--black", "random", "--seed", "2")


@pytest.mark.parametrize("name", DICE_GAMES)
def test_a_game_in_the_terminal_writes_them_where_they_are_asked_for(name):
    listed = run("play", name, *PEOPLE, "--names", "nb", typed="moves\nbest\nq\n")
    played = run("play", name, *BOTS, "--names", "nb")
    for told in (listed, played):
        assert NB.search(told)
        assert not NUMBERS.search(told)
    assert NUMBERS.search(run("play", name, *PEOPLE, typed="moves\nq\n"))


@pytest.mark.parametrize("name", DICE_GAMES)
def test_a_record_is_replayed_with_them(name, tmp_path):
    file = str(tmp_path / "game.jsonl")
    run("play", name, *BOTS, "--record", file)
    assert NUMBERS.search(run("replay", file))
    again = run("replay", file, "--names", "nb")
    stepped = run("replay", file, "--names", "nb", "--step", typed="2\nm\nq\n")
    for told in (again, stepped):
        assert NB.search(told)
        assert not NUMBERS.search(told)


def test_a_person_types_them_in_a_game():
    told = run("play", "backgammon", *PEOPLE, "--names", "nb", typed="moves\nq\n")
    assert "Black to play 52" in told
    assert "B12-N8 N6-N4" in told  # 13/8 6/4
    told = run("play", "backgammon", *PEOPLE, typed="B12-N8 N6-N4\nq\n")
    assert "White: Enter rolls" in told


def test_abalone_has_none_to_play_with():
    assert "no N/B names" in run("play", "abalone", "--names", "nb", code=2)


def test_in_abak_the_joint_tells_the_general_from_a_point_of_blacks_side():
    kind = games.kind("abak")
    read, start = kind.notation.read, kind.rules.start()
    general = read(start, Dice(3, 1), "S8/5 N6/5", Side.BLACK)
    assert read(start, Dice(3, 1), "SN8-N5 NN6-N5", Side.BLACK) == general
    assert read(start, Dice(3, 1), "N8-N5 N6-N5", Side.BLACK) == general
    assert kind.write_nb(start, general, Side.WHITE) == "SB8-B5 NB6-B5"
    with pytest.raises(NotationError, match="need to know who moves"):
        read(start, Dice(3, 1), "N8-N5 N6-N5")
