"""Tournaments: ratings that say what the results say, resumed where they stopped, one table."""

from __future__ import annotations

import json
import math

import pytest

from command import error, out
from tablas.duel import match
from tablas.duel.elo import expected
from tablas.duel.tournament import Met, rated
from tablas.files import read_path
from tablas.values import Side

GAMES = 4000


def test_the_ratings_are_those_that_the_results_come_from():
    true = [120.0, 30.0, -150.0]
    met = [
        Met(one, other, GAMES, GAMES * expected(true[one] - true[other]), 0.0)
        for one, other in ((0, 1), (0, 2), (1, 2))
    ]
    ratings, within = rated(3, met)
    assert ratings == pytest.approx(true, abs=1)
    # Two duels of 4,000 games about even: a game tells .25, an Elo is ln(10) / 400.
    assert within[1] == pytest.approx(1.96 * 400 / math.log(10) / math.sqrt(3 * GAMES / 4), rel=0.2)


def test_whoever_won_everything_has_a_rating_with_an_end():
    ratings, within = rated(2, [Met(0, 1, 10, 10.0, 1.0)])
    assert 200 < ratings[0] < 2000
    assert within[0] > 100


def test_a_tournament_is_kept_goes_on_and_shows_one_table(tmp_path):
    folder, page = tmp_path / "kept", tmp_path / "table.html"
    words = ("tournament", "backgammon", "random", "greedy", "beginner", "--folder", str(folder))
    first = json.loads(out(*words, "--games", "2", "--json"))
    files = sorted(folder.iterdir())
    assert len(files) == 3
    sizes = [file.stat().st_size for file in files]
    more = json.loads(out(*words, "--games", "6", "--json", "--html", str(page)))
    assert [file.stat().st_size > size for file, size in zip(files, sizes, strict=True)] == [
        True
    ] * 3
    assert {one["games"] for one in first["table"]} == {4}
    assert [one["player"] for one in more["table"]] == ["beginner", "greedy", "random"]
    assert {one["games"] for one in more["table"]} == {12}
    again = json.loads(out(*words, "--games", "6", "--json"))
    assert again == more
    text = page.read_text(encoding="utf-8")
    assert text.index("beginner") < text.index("random")
    assert text.count("<tr>") == 8


def test_a_gauntlet_is_the_first_player_against_the_others(tmp_path):
    words = ("tournament", "abalone", "greedy", "random", "beginner", "--gauntlet", "--games", "2")
    table = json.loads(out(*words, "--folder", str(tmp_path), "--json"))["table"]
    assert {one["player"]: one["games"] for one in table} == {
        "greedy": 4,
        "random": 2,
        "beginner": 2,
    }


@pytest.mark.parametrize("players", [("greedy",), ("greedy", "greedy")])
def test_players_are_at_least_two_and_each_once(tmp_path, players):
    told = error("tournament", "abak", *players, "--folder", str(tmp_path))
    assert "expected at least two, each once" in told


@pytest.mark.parametrize(
    ("game", "form", "suffix"),
    [("backgammon", "mat", ".mat"), ("abak", "record", ".jsonl"), ("abalone", "pgn", ".abagame")],
)
def test_the_games_are_saved_in_files_that_read_back(game, form, suffix, tmp_path):
    words = ("tournament", game, "random", "greedy", "--games", "4", "--games-as", form, "--json")
    words += ("--cube",) if game == "backgammon" else ()
    answer = json.loads(out(*words, "--folder", str(tmp_path)))
    match = read_path(tmp_path / "games" / f"random_greedy{suffix}")
    assert not match.faults
    assert len(match.games) == 4
    won = 0.0
    for sheet in match.games:
        result = sheet.record.game.result
        names = {Side.WHITE: sheet.record.white, Side.BLACK: sheet.record.black}
        won += 0.5 if result.winner is None else names[result.winner] == "random"
    assert won == answer["duels"][0]["won"]
    # The second game of a pair has the same dice, or the same opening, with the sides changed.
    begun = [sheet.record.game.log[0].action for sheet in match.games[:2]]
    if game == "backgammon":
        assert (begun[0].white, begun[0].black) == (begun[1].black, begun[1].white)


def test_a_duel_of_a_tournament_ends_when_its_test_has_decided(tmp_path, monkeypatch):
    monkeypatch.setattr(match, "SIDE_BY_SIDE", 5)
    words = ("tournament", "backgammon", "beginner", "random", "--sprt", "0", "0.5")
    words += ("--games", "400", "--folder", str(tmp_path), "--json")
    (duel,) = json.loads(out(*words))["duels"]
    assert duel["verdict"] == "accepted"
    assert duel["games"] < 400
    assert json.loads(out(*words))["duels"] == [duel], "decided: nothing more is played"


def test_what_a_tournament_cannot_do_is_refused(tmp_path):
    words = ("tournament", "abak", "random", "greedy", "--folder", str(tmp_path))
    assert "abak is saved as record" in error(*words, "--games-as", "mat")
    assert "expected LOW below HIGH" in error(*words, "--sprt", "1", "0")
