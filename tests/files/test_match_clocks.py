"""Clocks of matches in the files that have room for them."""

from __future__ import annotations

import json
import lzma
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tablas.files import format_named, read
from tablas.play.clock import TimeControl
from tablas.play.game import Game

CORPUS = Path(__file__).parent.parent / "corpus" / "gnubg_matches.json.xz"
MATCH = read(json.loads(lzma.decompress(CORPUS.read_bytes()))["004-7"]["mat"].encode())


def timed(control, match=MATCH):
    """The match as if it had been played on a clock that goes on from game to game."""
    rng = Random(7)
    now, left, sheets = 1_000_000, None, []
    for sheet in match.games:
        first = sheet.record.game.first
        terms = replace(first.terms, time=TimeControl.parse(control))
        game = Game.begin(first.kind, terms, setup=first.setup(), left=left, now=now)
        for entry in sheet.record.game.log:
            game = game.followed(entry.action, now)
            now += rng.choice((0, 350, 4_021, 12_000, 17_503))
        left = game.state.clock.paused(game.log[-1].at).left
        sheets.append(replace(sheet, record=replace(sheet.record, game=game)))
    return replace(match, games=tuple(sheets))


def turns(match):
    """What both sides had left after each turn, and at the end."""
    for sheet in match.games:
        now = Game(sheet.record.game.first, sheet.record.game.first)
        for entry in sheet.record.game.log:
            now = now.followed(entry.action, entry.at)
            side = getattr(entry.action, "side", None)
            if side and type(entry.action).__name__ in ("Played", "Doubled", "Took", "Dropped"):
                yield now.state.clock.remaining(side, entry.at)


@pytest.mark.parametrize("control", ["sudden 90", "delay 60+12", "fischer 60+8", "bronstein 60+5"])
def test_sgf_keeps_what_was_left_after_every_turn(control):
    match = timed(control)
    sgf = format_named("sgf")
    text = sgf.write(match)
    again = sgf.read(text.encode())
    assert list(turns(again)) == list(turns(match))
    assert str(again.games[0].record.game.first.terms.time) == control
    assert sgf.leaves_out(match) == ()
    assert sgf.write(again) == text


@pytest.mark.parametrize("control", ["sudden 90", "delay 60+12", "fischer 60+8"])
@pytest.mark.parametrize("name", ["ogxm", "gva"])
def test_ogxm_keeps_every_turn_but_the_first(control, name):
    match = timed(control)
    one = format_named(name)
    written = one.write(match)
    again = one.read(written if isinstance(written, bytes) else written.encode())
    first = match.games[0].record.game
    begun = next(entry.at for entry in first.log if type(entry.action).__name__ == "Played")
    later = [timing - begun for timing in ats(match)][1:]
    assert ats(again)[1:] == later
    assert one.leaves_out(match) == ()


def ats(match):
    """When the plays were made, as one clock would tell that stands still between games."""
    moments, before = [], None
    for sheet in match.games:
        log = sheet.record.game.log
        offset = 0 if before is None else log[0].at - before
        moments += [entry.at - offset for entry in log if type(entry.action).__name__ == "Played"]
        before = log[-1].at - offset
    return moments


def test_what_a_format_cannot_say_about_clocks_is_told():
    match = timed("move 0+30")
    for name in ("mat", "sgf", "ogxm"):
        told = [words.en for words in format_named(name).leaves_out(match)]
        assert told == ["the clocks"], name


def test_clocks_that_do_not_fit_together_stay_as_they_are():
    text = format_named("sgf").write(timed("sudden 90"))
    impossible = text.replace("WL[", "WL[9", 4)  # more than there was
    match = read(impossible.encode())
    assert match.games[0].record.game.first.clock is None
    assert format_named("sgf").write(match) == impossible
