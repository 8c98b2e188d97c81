"""Records: the same state again, and one clear error with its line for anything damaged."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from random_games import random_game
from samples import sample
from tablas import (
    Cube,
    Game,
    Limits,
    NotationError,
    Setup,
    Side,
    Stakes,
    TablasError,
    Terms,
    TimeControl,
    kind,
    record,
)
from tablas.play.actions import Doubled, DrawOffered, Flagged, Resigned, Took
from tablas.play.terms import Decides, Repetition
from tablas.record import Record
from tablas.values import Ending, Result

GAMES = ("abak", "backgammon", "abalone")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_replays_to_the_same_state(name, seed):
    game = random_game(name, seed)
    told = Record(game=game, white="Ana", black="Óscar «el druida»", date="2026-11-15")
    again = record.read(record.write(told))
    assert again.game.state == game.state
    assert (again.white, again.black, again.date) == (told.white, told.black, told.date)
    assert record.write(again) == record.write(told)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=sample(6))
@given(seed=st.integers(0, 10**9), most=st.integers(0, 120))
def test_an_unfinished_game_on_a_clock_replays_to_the_same_state(name, seed, most):
    terms = Terms(time=TimeControl.parse("delay 60+2"))
    game = random_game(name, seed, most=most, terms=terms)
    assert record.read(record.write(Record(game=game))).game.state == game.state


def test_everything_agreed_on_comes_back():
    limits = Limits(
        target=4, repetition=Repetition.DEVIATE, quiet=None, plies=350,
        quiet_decides=Decides.EJECTIONS,
    )  # fmt: skip
    terms = Terms(limits=limits, time=TimeControl.parse("fischer 10+5"))
    setup = kind("abalone").formats.read("swiss-daisy")
    game = Game.begin(kind("abalone"), terms, setup=setup, now=77)
    again = record.read(record.write(Record(game=game.apply(DrawOffered(Side.WHITE), 99))))
    assert again.game.first == game.first
    assert again.game.state.draw_offer is Side.WHITE


def test_stakes_cube_set_up_and_match_come_back():
    abak = kind("abak")
    stakes = Stakes(away=(3, 5))
    setup = Setup(abak.rules.start(), Side.BLACK)
    game = Game.begin(abak, Terms(stakes=stakes), setup=setup, cube=Cube(2, Side.BLACK))
    game = game.apply(Doubled(Side.BLACK)).apply(Took(Side.WHITE)).apply(Resigned(Side.WHITE, 3))
    told = Record(game=game, length=7, score=(4, 2))
    again = record.read(record.write(told))
    assert (again.game.state, again.length, again.score) == (game.state, 7, (4, 2))


def test_the_time_left_in_a_match_comes_back():
    terms = Terms(time=TimeControl.parse("fischer 5+3"))
    game = Game.begin(kind("abalone"), terms, left=(1000, 2000), now=5)
    assert record.read(record.write(Record(game=game))).game == game


def test_a_flag_comes_back():
    terms = Terms(time=TimeControl.parse("sudden 1"))
    game = Game.begin(kind("abalone"), terms, now=5).apply(Flagged(Side.BLACK), 60_005)
    assert record.read(record.write(Record(game=game))).game.result == game.result


def test_several_games_share_a_file():
    games = [Record(game=random_game("backgammon", seed)) for seed in range(3)]
    text = "".join(record.write(one) for one in games)
    assert [one.game.state for one in record.read_all(text)] == [one.game.state for one in games]
    with pytest.raises(NotationError, match="3 games, expected one"):
        record.read(text)


HEADER = '{"tablas": 1, "game": "backgammon"}'
OPENING = '{"do": "opening", "white": 3, "black": 1}'


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["not json"], "line 1: not JSON at column 1"),
        (["[1]"], "line 1: expected a JSON object, found a list"),
        (["[" * 100], "line 1: more than 60 opening brackets"),
        (["[" * 100_000], "line 1: 100000 characters, expected at most"),
        (['{"tablas": NaN, "game": "abak"}'], "line 1: not JSON: NaN"),
        (['{"tablas": 1, "tablas": 1, "game": "abak"}'], "line 1: not JSON: field 'tablas' stands"),
        (['{"tablas": ' + "9" * 5000 + "}"], "line 1: not JSON"),
        (['{"tablas": 2, "game": "abak"}'], "field 'tablas': found 2, expected a whole number 1"),
        (['{"tablas": true, "game": "abak"}'], "field 'tablas': found true"),
        (['{"tablas": 1, "game": "chess"}'], "field 'game': found 'chess', expected 'abak' or"),
        (['{"tablas": 1}'], "field 'game': found nothing"),
        (['{"tablas": 1, "game": "abak", "colour": 1}'], "field 'colour': not a field known"),
        (['{"tablas": 1, "game": "abak", "white": "\\ud800"}'], "lone surrogate"),
        (['{"tablas": 1, "game": "abak", "white": "' + "x" * 81 + '"}'], "'white': found 81 char"),
        (['{"tablas": 1, "game": "abak", "time": "slow"}'], "line 1: time control 'slow'"),
        (['{"tablas": 1, "game": "abak", "stakes": {"away": [0, 3]}}'], "'stakes.away': found"),
        (['{"tablas": 1, "game": "abak", "cube": {"value": 3}}'], "'cube.value': found 3, expec"),
        (['{"tablas": 1, "game": "abalone", "limits": {"quiet": -1}}'], "'limits.quiet'"),
        (['{"tablas": 1, "game": "abalone", "variant": "daisy"}'], "'variant': found 'daisy'"),
        (['{"tablas": 1, "game": "abak", "position": "x"}'], "line 1: position 'x'"),
        ([OPENING], "line 1: field 'tablas': found nothing, expected a header line first"),
        ([HEADER, "", '{"do": "jump", "side": "white"}'], "line 3: field 'do': found 'jump'"),
        ([HEADER, '{"do": "opening", "white": 7, "black": 1}'], "line 2: field 'white': found 7"),
        ([HEADER, OPENING, '{"do": "played", "side": "white", "play": "99/1"}'], "line 3: "),
        (
            [HEADER, OPENING, '{"do": "played", "side": "white", "play": "13/7"}'],
            "line 3: illegal play '13/7'",
        ),
        ([HEADER, OPENING, '{"do": "rolled", "side": "white", "dice": [1, 2]}'], "not now: a play"),
        ([HEADER, '{"do": "rolled", "side": "white", "dice": [1, 2, 3]}'], "line 2: field 'dice'"),
        (
            [HEADER, json.dumps({"result": record.result_fields(Result(None, Ending.AGREED))})],
            "line 2: field 'result': found .*, expected none: the game is not over",
        ),
    ],
)  # fmt: skip
def test_a_damaged_record_is_one_error_with_its_line(lines, message):
    with pytest.raises(NotationError, match=message):
        record.read("\n".join(lines))


def test_a_false_result_is_found():
    text = record.write(Record(game=random_game("backgammon", 1)))
    *lines, last = text.splitlines()
    told = json.loads(last)
    told["result"]["level"] += 1
    told["result"]["points"] = told["result"]["level"] * told["result"]["stake"]
    with pytest.raises(NotationError, match="field 'result'"):
        record.read("\n".join([*lines, json.dumps(told)]))
    with pytest.raises(NotationError, match="a line after the end"):
        record.read(text + lines[-1])


def test_a_huge_line_is_refused_at_once_but_not_a_long_record():
    with pytest.raises(NotationError, match="characters, expected at most"):
        record.read("x" * (1 << 20) + "x")
    text = record.write(Record(game=random_game("backgammon", 3, most=12)))
    assert len(list(record.read_all(text + "\n" * 20_000))) == 1


@settings(max_examples=sample(60))
@given(data=st.data())
def test_any_damage_gives_a_record_or_the_documented_error(data):
    text = record.write(Record(game=random_game("backgammon", 3, most=12), white="Ana"))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    damaged = text[:start] + data.draw(st.text(max_size=20)) + text[end:]
    try:
        list(record.read_all(damaged))
    except TablasError as error:
        assert "\n" not in str(error) or "\n" in damaged
