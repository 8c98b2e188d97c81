"""Files that eXtreme Gammon, BGBlitz and a server wrote: the same match whatever the format."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from samples import sample
from tablas.errors import TablasError
from tablas.files import format_named, read, read_path
from tablas.files.formats import format_of
from tablas.play.actions import Doubled, Dropped, Played, Took
from tablas.play.game import Game
from tablas.record import Note
from tablas.values import Side

FOLDER = Path(__file__).parent.parent / "corpus" / "other_programs"
MONEY = FOLDER / "B4_SrGcsKAQmoTyHlgJCbM.mat"
ILLEGAL = FOLDER / "hQ8sVn2LbTdF4wRm.mat"
BINARY = {path.suffix: path.read_bytes() for path in FOLDER.glob("B4*") if path.suffix != ".mat"}


def told(match):
    """What happened, by names: each position reached, each cube action, each result."""
    games = []
    for sheet in match.games:
        now = Game(sheet.record.game.first, sheet.record.game.first)
        events = []
        for entry in sheet.record.game.log:
            now = now.followed(entry.action)
            if isinstance(entry.action, Played):
                events.append((match.name(entry.action.side), now.position))
            elif isinstance(entry.action, Doubled | Took | Dropped):
                events.append((match.name(entry.action.side), type(entry.action)))
        result = sheet.record.game.result
        games.append((events, match.name(result.winner), result.points))
    return games


@pytest.mark.parametrize("suffix", [".xg", ".bgf", ".gvab"])
def test_a_match_is_the_same_in_every_format(suffix):
    match, other = read_path(MONEY), read_path(MONEY.with_suffix(suffix))
    assert told(other) == told(match)
    assert not other.faults
    assert other.games[0].record.date == match.games[0].record.date == "2026-01-04"
    assert {other.name(side) for side in Side} == {"Fox", "Bluepoint02"}


@pytest.mark.parametrize("suffix", [".xg", ".bgf", ".gvab"])
def test_the_content_tells_the_format(suffix):
    name = {".gvab": "ogxm"}.get(suffix, suffix[1:])
    assert format_of(BINARY[suffix]).name == name


def test_illegal_plays_of_real_games_are_kept_and_explained():
    match, other = read_path(ILLEGAL), read_path(ILLEGAL.with_suffix(".xg"))
    assert told(other) == told(match)
    assert [fault.spoken("en") for fault in other.faults] == [
        "game 2, ply 38: 6/8 is not a movement on this board",
        "game 3, ply 18: no die left plays 13/9 (dice 6-3)",
        "game 3, ply 29: no die left plays 7/1 (dice 4-1)",
    ]
    assert [fault.line for fault in match.faults] == [71, 98, 104]
    again = read(format_named("record").write(match).encode())
    assert told(again) == told(match)


def test_a_resignation_stands_before_the_points_in_its_row():
    text = """ 7 point match

 Game 1
 Ana : 0                        Bob : 0
  1) 31: 8/5 6/5                 64: 24/14
  2) Resigns                     Wins 2 points
"""
    (sheet,) = read(text.encode()).games
    assert (sheet.record.game.result.winner, sheet.record.game.result.points) == (Side.BLACK, 2)


@pytest.mark.parametrize("name", ["ogxm", "gva"])
def test_comments_date_and_colours_come_back(name):
    match = read_path(MONEY)
    sheet = match.games[0]
    noted = replace(sheet.record, comment="the first game", notes={3: Note("too bold")})
    match = replace(
        match, comment="a session", games=(replace(sheet, record=noted), *match.games[1:])
    )
    one = format_named(name)
    written = one.write(match)
    again = one.read(written if isinstance(written, bytes) else written.encode())
    assert format_named("record").write(again) == format_named("record").write(match)
    assert again.comment == "a session"
    assert one.leaves_out(match) == ()


def test_white_is_who_the_format_calls_white():
    """The plies of White have colour 1 and a game of White has winner 0 (from the format)."""
    match = read_path(MONEY)
    document = json.loads(format_named("gva").write(match))
    assert (document["player_white"], document["player_black"]) == ("Fox", "Bluepoint02")
    theirs = read_path(MONEY.with_suffix(".gvab"))
    assert theirs.name(Side.WHITE) == "Bluepoint02"
    white = document["games"][0]
    assert (white["winner"], white["plies"][0]["color"]) == (0, 1)
    assert white["plies"][0]["moves"][0]["from"] in (1, 12)


@pytest.mark.parametrize("suffix", list(BINARY))
@settings(max_examples=sample(15))
@given(data=st.data())
def test_damaged_real_files_end_in_a_clear_error_or_a_match(suffix, data):
    whole = BINARY[suffix]
    cut = data.draw(st.integers(0, len(whole)))
    place = data.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[place] ^= data.draw(st.integers(1, 255))
    for damaged in (whole[:cut], bytes(changed)):
        with contextlib.suppress(TablasError):
            read(damaged, suffix)


@pytest.mark.parametrize("suffix", list(BINARY))
def test_a_file_cut_in_the_middle_is_refused(suffix):
    with pytest.raises(TablasError, match="bytes, damaged or of another kind"):
        read(BINARY[suffix][: len(BINARY[suffix]) // 2], suffix)


@pytest.mark.parametrize("text", ['{"match_length": 1}', '{"games": []}', '{"games": 3}', "{", ""])
def test_damaged_documents_are_refused(text):
    with pytest.raises(TablasError):
        read(text.encode(), ".gva", "gva")
