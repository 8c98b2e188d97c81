"""Known openings: every line is legal and in order, and Abak's are those of its page."""

from __future__ import annotations

import json

import pytest
from research.abak.openings import OpeningBook
from research.abak.openings_page import write_table

from tablas.engine.engines import engine
from tablas.engine.opening_table import lines_of, path_of
from tablas.games import kind
from tablas.values import ROLLS, Dice, Setup, Side
from tree import ROOT


@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_every_line_is_legal_and_the_best_play_stands_first(game):
    known = kind(game)
    for key, plays in lines_of(game).items():
        text, dice = key.rsplit(" ", 1)
        position = known.formats.read(text).position
        assert known.formats.write(Setup(position, Side.WHITE)) == text
        for play, _, error, trials in plays:
            known.notation.read(position, Dice.parse(dice), play)
            assert (error is None) == (trials == 0)
        worths = [worth for _, worth, _, _ in plays]
        assert worths == sorted(worths, reverse=True), key


@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_each_answer_to_the_best_opening_plays_is_known(game):
    known, look = kind(game), engine(game).openings
    start = known.rules.start()
    for roll in (one for one in ROLLS if not one.double):
        best = look(start, roll).plays[0].play
        reached = known.rules.after(start, known.notation.read(start, roll, best))
        for reply in ROLLS:
            assert look(reached, reply).plays


def test_the_table_of_abak_is_that_of_its_page(tmp_path):
    """Where it differs: `python -m research.abak openings --minutes 0` writes both."""
    state = ROOT / "docs" / "abak-openings.json"
    player = json.loads(state.read_text(encoding="utf-8"))["player"]
    fresh = tmp_path / "openings.json"
    write_table(OpeningBook.load(state, player), fresh)
    assert fresh.read_text(encoding="utf-8") == path_of("abak").read_text(encoding="utf-8")
