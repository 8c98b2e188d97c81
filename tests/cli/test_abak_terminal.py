"""Abak in the terminal as somebody meets it first: a game, an analysis in words, both languages."""

from __future__ import annotations

import json

from click.testing import CliRunner

from tablas.abak import KIND
from tablas.abak.reasons import CLASSES
from tablas.abak.remarks import reasons
from tablas.abak.rules import start
from tablas.cli.main import tablas
from tablas.games import kind
from tablas.values import Dice


def said(*arguments: str, typed: str = "", code: int = 0) -> str:
    done = CliRunner().invoke(tablas, arguments, input=typed)
    assert done.exit_code == code, done.output
    return done.output


def test_a_game_begins_with_who_sits_there_and_what_the_letters_mean():
    told = said("play", "abak", "--level", "casual", "--seed", "3", "--lang", "es", typed="?\nq\n")
    assert "Abak: una persona (Blancas) contra Aficionado (Negras)." in told
    assert "Negras juegan " in told
    assert "18   barra  19" in told
    assert "24   fuera\n" in told
    assert "O herido impar" in told
    assert "Casual player (Black)" in said("play", "abak", "--seed", "3", "--lang", "en")


def test_every_class_is_among_the_letters_that_help_explains():
    for letter, words in CLASSES.items():
        assert f"{letter} {words.en}" in KIND.letters.en
        assert f"{letter} {words.es}" in KIND.letters.es


def test_an_analysis_says_what_each_play_does():
    asked = ("analyse", "abak", "--dice", "31", "--plies", "0", "--lines", "2", "--reasons")
    first, best, why, *_, last = said(*asked, "--lang", "en").splitlines()
    assert first.split() == ["play", "points", "behind", "won", "g", "bg", "lost", "g", "bg"]
    assert best.startswith("S8/5 N6/5 ")
    assert why == "    makes the 5-point"
    assert last.startswith("0-ply, ")
    spanish = said(*asked, "--lang", "es").splitlines()
    assert spanish[0].split() == [
        "jugada",
        "puntos",
        "cede",
        "gana",
        "g",
        "bg",
        "pierde",
        "g",
        "bg",
    ]
    assert spanish[2] == "    hace el punto 5"
    assert spanish[-1].startswith("prof. 0, ")
    game, dice = kind("abak"), Dice(3, 1)
    for told in json.loads(said(*asked, "--json"))["plays"]:
        play = game.notation.read(start(), dice, told["move"])
        assert [one["kind"] for one in told["reasons"]] == [
            remark.rule for remark in reasons(start(), dice, play)
        ]


def test_reasons_need_a_roll():
    assert "needs a roll" in said("analyse", "abak", "--reasons", code=2)


def test_the_best_move_is_told_in_spanish_too():
    told = said("bestmove", "abak", "--dice", "31", "--plies", "1", "--lang", "es").splitlines()
    assert told[0].endswith("prof. 1")
    assert "posiciones juzgadas en" in told[1]
