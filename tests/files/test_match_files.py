"""Matches in .mat, .sgf and our record: what goes in comes out."""

from __future__ import annotations

import contextlib
import json
import lzma
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from samples import sample
from tablas import record
from tablas.errors import NotationError, TablasError
from tablas.files import MatchSheet, format_named, formats, read, read_path, write_path
from tablas.games import kind
from tablas.play.actions import Doubled, Played, Resigned, Took
from tablas.play.game import Game
from tablas.play.match import Match
from tablas.values import Ending, Side

CORPUS = Path(__file__).parent.parent / "corpus" / "gnubg_matches.json.xz"
MATCHES = json.loads(lzma.decompress(CORPUS.read_bytes()))
FILES = [(name, suffix) for name, files in MATCHES.items() for suffix in files]

SHORT = """\
; [Site "Club"]
; [EventDate "2026.11.16"]

 3 point match

 Game 1
 Ana : 0                        Bob : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Takes                      52: 13/8 24/22|
  3) 66: 24/18 24/18 13/7 13/7   {play}
      Wins 4 points

""".replace("|", " ")


def short(play: str) -> MatchSheet:
    return read(SHORT.replace("{play}", play).encode(), ".mat")


@pytest.mark.parametrize(("name", "suffix"), FILES)
def test_a_file_of_gnu_backgammon_comes_out_as_it_went_in(name, suffix):
    text = MATCHES[name][suffix]
    one = format_named(suffix)
    match = one.read(text.encode())
    assert not match.faults
    assert one.write(match) == text


@pytest.mark.parametrize("name", [name for name, files in MATCHES.items() if "sgf" in files])
def test_both_files_of_a_match_hold_the_same_games(name):
    games = [
        [sheet.record.game for sheet in read(MATCHES[name][suffix].encode(), suffix).games]
        for suffix in ("mat", "sgf")
    ]
    assert games[0] == games[1]


def test_a_match_has_names_date_score_and_the_crawford_game():
    match = read(MATCHES["002-3"]["mat"].encode())
    assert (match.length, match.crawford, match.kind.name) == (3, True, "backgammon")
    assert [match.name(side) for side in Side] == ["gnubg", "root"]
    assert match.games[0].record.date == "2026-11-16"
    cubes = [sheet.record.game.first.terms.stakes.cube for sheet in match.games]
    away = [sheet.record.game.first.terms.stakes.away for sheet in match.games]
    assert next(cube for cube, left in zip(cubes, away, strict=True) if 1 in left) is False
    assert all(cube for cube, left in zip(cubes, away, strict=True) if 1 not in left)
    assert max(match.score) >= 3


def test_a_match_goes_through_our_record_and_back():
    match = read(MATCHES["003-5"]["mat"].encode())
    text = format_named("record").write(match)
    again = read(text.encode(), ".jsonl")
    assert format_named("record").write(again) == text
    assert again.score == match.score
    results = [sheet.record.game.result for sheet in match.games]
    assert [sheet.record.game.result for sheet in again.games] == results


def test_a_game_that_was_given_up_is_a_resignation():
    game = short("21: 13/11 6/5").games[0].record.game
    assert game.result.ending is Ending.RESIGNED
    assert (game.result.winner, game.result.points) == (Side.WHITE, 4)
    assert any(isinstance(entry.action, Resigned) for entry in game.log)


def test_an_illegal_play_is_kept_marked_and_explained_and_the_rest_is_read():
    match = short("52: 13/8")
    ((game, place, why),) = match.illegal()
    assert (game, why.en) == (0, match.games[0].record.notes[place].breaks.words.en)
    assert "as many dice as possible" in why.en
    (fault,) = match.faults
    assert (fault.line, fault.column) == (10, 34)
    assert match.games[0].record.game.result.points == 4


def test_an_illegal_play_survives_every_format():
    match = short("52: 13/8")
    for name in ("mat", "sgf", "record"):
        one = format_named(name)
        again = one.read(one.write(match).encode())
        assert [why.en for _, _, why in again.illegal()] == [
            why.en for _, _, why in match.illegal()
        ]
        assert again.games[0].record.game.result == match.games[0].record.game.result


def test_a_record_may_not_say_that_a_legal_play_breaks_a_rule():
    text = format_named("record").write(short("52: 13/8"))
    wrong = text.replace('"play": "13/8"', '"play": "13/8 13/11"')
    with pytest.raises(TablasError, match="'breaks': found 'must-play'"):
        read(wrong.encode(), ".jsonl")


def test_what_cannot_be_followed_is_kept_as_it_stands():
    match = short("52: 3/1 9/4")
    assert "3/1 9/4" in match.games[0].rest
    assert match.faults[0].line == 10
    assert format_named("mat").write(match) == SHORT.replace("{play}", "52: 3/1 9/4")


OTHER_DIALECT = """\
; [Site "Some Club"]
; [Player 1 Elo "1600.00/0"]
; [Variation "Backgammon"]
; [Crawford "On"]

7 point match

 Game 1
 Ana Pérez : 0                         Bob : 0
  1)                                   62: 24/18 13/11
  2) 64: 24/18/14*                     51: Bar/24 13/8
  3) 66: 24/18 14/8 13/7*(2)           41: Bar/21 24/23
  4) Doubles => 2                      Takes
  5) 31: 8/5 6/5                       Doubles => 4
  6) Drops                             Wins 2 points

 Game 2
 Ana Pérez : 0                         Bob : 2
  1) 31: 8/5 6/5                       Resigns
      Wins 1 point and the match
"""


def test_other_programs_write_it_a_little_differently():
    match = read(OTHER_DIALECT.encode("latin-1"), ".mat")
    assert not match.faults
    assert match.name(Side.WHITE) == "Ana Pérez"
    results = [sheet.record.game.result for sheet in match.games]
    assert [(one.winner, one.points) for one in results] == [(Side.BLACK, 2), (Side.WHITE, 1)]
    assert match.tags["Player 1 Elo"] == "1600.00/0"


def test_a_beaver_is_read_and_written():
    text = SHORT.replace(" 3 point", " 0 point").replace("{play}", "21: 13/11 6/5")
    text = text.replace(
        "  2)  Takes                      52", "  2)  Beavers => 4               52"
    )
    text = text.replace("Wins 4", "Wins 8")
    match = read(text.encode())
    assert match.games[0].record.game.state.cube.value == 4
    assert format_named("mat").read(format_named("mat").write(match).encode()) == match


def test_sgf_keeps_variations_comments_and_analysis():
    text = (
        "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ana]PB[Bob]C[a \\] game]"
        "\n;W[31hefe]A[0][hefe E ver 3 0.5]C[good\\: point]"
        "\n(;B[52lqac];W[double])\n(;B[52lqln]C[or this]))\n"
    )
    match = read(text.encode())
    paper = match.games[0].record
    assert paper.comment == "a ] game"
    assert paper.notes[1].comment == "good: point"
    assert len(match.games[0].extras[1].variations) == 1
    written = format_named("sgf").write(match)
    again = read(written.encode()).games[0]
    assert (again.record, again.extras) == (paper, match.games[0].extras)
    assert "C[or this]" in written and "A[0][hefe E ver 3 0.5]" in written


def test_what_the_head_of_a_file_says_goes_from_format_to_format():
    head = """\
; [Site "A Coruña"]
; [Event "Open: [2026]"]
; [Round "3"]
; [EventDate "2026.11.16"]
; [Variation "NackGammon"]
; [Transcriber "me"]

; hello there
"""
    text = head + SHORT.split("\n\n", 1)[1].replace("24/18 24/18 13/7 13/7   {play}\n", "")
    text = text.replace("  3) 66: ", "").replace("8/5 6/5 ", "8/5 6/5 ", 1)
    match = read(text.encode())
    assert (match.tags["Site"], match.comment) == ("A Coruña", "hello there")
    assert match.games[0].record.game.first.position == kind("backgammon").rules.start("nackgammon")
    mat, sgf = format_named("mat"), format_named("sgf")
    assert mat.write(match).startswith(head)
    assert "EV[Open\\: [2026\\]]RO[3]PC[A Coruña]AN[me]GC[hello there]RU[Crawford:Nackgammon]" in (
        sgf.write(match)
    )
    assert mat.write(sgf.read(sgf.write(match).encode())) == mat.write(match)


def test_long_comments_fit_into_the_record():
    long = "x\\]" * 4_000 + "\n" * 3_000
    match = read(f"(;GM[6]MI[length:1]C[{long}];W[31hefe]C[{long}])".encode())
    one = format_named("record")
    paper = read(one.write(match).encode()).games[0].record
    assert len(paper.comment) == len(paper.notes[1].comment) == record.LONGEST_COMMENT
    assert [words.en for words in one.leaves_out(match)] == ["the ends of long comments"]


def test_sgf_sets_up_positions_and_cubes():
    text = (
        "(;FF[4]GM[6]MI[length:0]PW[Ana]PB[Bob];PL[B]AE[a:y]AW[f][f][h]AB[s][s][q]"
        ";CV[2];CP[b];B[31qtst])"
    )
    match = read(text.encode())
    game = match.games[0].record.game
    assert (game.first.cube.value, game.first.cube.owner) == (2, Side.BLACK)
    assert game.first.position.own[0] == 12
    assert read(format_named("sgf").write(match).encode()).games[0].record.game == game
    assert read(format_named("record").write(match).encode()).games[0].record.game == game


def test_our_own_games_become_files():
    game = Game.begin(kind("backgammon"), Match(length=5).terms())
    paper = record.Record(game=game, white="Ana", black="Óscar", length=5, date="2026-11-16")
    match = replace(short("21: 13/11 6/5"))
    match = replace(match, games=(replace(match.games[0], record=paper),))
    for name in ("mat", "sgf", "record"):
        one = format_named(name)
        assert one.read(one.write(match).encode()).games[0].record.black == "Óscar"


def test_abalone_game_files_are_matches_too(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text('[Black "Ana"]\n[White "Bob"]\n\n1. a1b2 i5h5 2. a2b3 1-0\n')
    match = read_path(file)
    game = match.games[0].record.game
    assert (match.kind.name, match.name(Side.BLACK)) == ("abalone", "Ana")
    assert game.result.winner is Side.BLACK
    assert sum(isinstance(entry.action, Played) for entry in game.log) == 3
    write_path(match, tmp_path / "again.jsonl")
    assert read_path(tmp_path / "again.jsonl").games[0].record.game.log == game.log


DAMAGED = {
    ".mat": [
        ("", "line 1, column 1", "'N point match'"),
        ("hello", "line 1, column 1", "'N point match'"),
        (" Game 1\n Ana : 0  Bob : 0\n", "line 1, column 1", "'N point match'"),
        (" 3 point match\n\n 1) 31: 8/5 6/5", "line 3, column 1", "'Game 1'"),
        (" 3 point match\n Game 1\n a : 0  b : 0\n  hello", "line 4, column 3", "a row"),
        (" 3 point match\n\n Game 1\n Ana Bob\n", "line 4, column 1", "both names"),
        (SHORT.replace("{play}", "what"), "line 10, column 6", ""),
        (SHORT.replace("66:", "67:"), "line 10, column 6", "a roll such as '31:'"),
        (" 99 point match\n Game 1\n a : 0  b : 0\n", "", "at most 64"),
    ],
    ".sgf": [
        ("", "line 1, column 1", "'(' and a game"),
        ("(;GM[6]\n;W[31hefe", "line 2, column 3", "a value in '[' and ']'"),
        ("(;GM[6]\n;W[31hefe]", "line 2, column 11", "';', '(' or ')'"),
        ("(;GM[1]C[go])", "line 1, column 2", "GM[6]"),
        ("(;GM[6]\n;W[hello])", "line 2, column 1", "dice and a play"),
        ("(;GM[6]\n;W[31he3])", "line 2, column 1", "pairs of letters"),
        ("(;GM[6]RE[what])", "line 1, column 2", "RE[W+2]"),
    ],
    ".jsonl": [
        ("{", "line 1", "not JSON"),
        ("\n\nhello", "", "record"),
    ],
}


@pytest.mark.parametrize(
    ("suffix", "text", "where", "expected"),
    [(suffix, *case) for suffix, cases in DAMAGED.items() for case in cases],
)
def test_a_damaged_file_gives_line_column_and_what_was_expected(suffix, text, where, expected):
    try:
        match = read(text.encode(), suffix)
    except TablasError as error:
        assert where in str(error) and expected in str(error)
        assert error.spoken("es") != str(error)
    else:  # what can still be read is marked instead
        assert where in match.faults[0].spoken("en")


def test_a_record_that_is_not_utf_8_gives_line_and_column():
    with pytest.raises(NotationError, match="line 2, column 3: the byte is not UTF-8"):
        read(b'{"tablas": 1}\n{"\xff": 1}\n', ".jsonl")


ANY_TEXT = st.text() | st.text("()[];:ABWGMRE6+-/*0123 \n\\adhfe=>\ud800", max_size=60)


@settings(max_examples=sample(40))
@given(text=ANY_TEXT, name=st.sampled_from([one.name for one in formats()]))
@example(text="(" * 100_000, name="sgf")
@example(text="(;GM[6]" * 5_000, name="sgf")
def test_no_text_brings_a_reader_down(text, name):
    with contextlib.suppress(TablasError):
        format_named(name).read(text.encode("utf-8", "surrogatepass"))


def test_what_cannot_be_followed_is_written_again_where_it_began_in_the_left_cell():
    whole = MATCHES["000-1"]["mat"]
    changed = whole.replace("62: 8/2 24/22*", "62: 8/2 24:/22*")  # now a second roll of that row
    assert changed != whole
    one = format_named("mat")
    match = one.read(changed.encode())
    again = one.read(one.write(match).encode())
    assert "24:/22*" in match.games[0].rest
    assert again.games[0].rest.lstrip() == match.games[0].rest.lstrip()
    assert again.games[0].record.game.state == match.games[0].record.game.state


@settings(max_examples=sample(25))
@given(data=st.data(), name=st.sampled_from(["mat", "sgf"]))
def test_no_cut_or_changed_file_brings_a_reader_down(data, name):
    text = MATCHES["000-1"][name][:8000]
    place = data.draw(st.integers(0, len(text) - 1))
    piece = data.draw(st.text("()[];:0123456789/* BWabyz\n", max_size=6))
    changed = text[:place] + piece + text[place + data.draw(st.integers(0, 6)) :]
    try:
        match = format_named(name).read(changed.encode())
    except TablasError:
        return
    one = format_named(name)
    assert [sheet.record.game.result for sheet in one.read(one.write(match).encode()).games] == [
        sheet.record.game.result for sheet in match.games
    ]


def test_a_cube_stays_where_it_was_turned():
    game = short("21: 13/11 6/5").games[0].record.game
    kinds = [type(entry.action) for entry in game.log]
    assert kinds.index(Doubled) + 1 == kinds.index(Took)
    assert game.state.cube.owner is Side.WHITE


GNUBG_TEXT = """\
The score (after 1 game) is: ana 2, bob k 0 (match to 3 points), Crawford game

Match Information:
Date: 11/16/26

Move number 1:  bob k to play 31
 | X           O    |   | O              X |     0 points

* bob k moves 8/5 6/5

Move number 2:  ana to play 66
* ana moves 24/18(2) 13/7(2)

Move number 3:  bob k to play 54
* bob k cannot move

ana wins 2 points
"""


def test_the_text_of_gnu_backgammon_is_read():
    match = read(GNUBG_TEXT.encode(), ".txt")
    paper = match.games[0].record
    assert (paper.white, paper.black, paper.length, paper.score) == ("ana", "bob k", 3, (2, 0))
    assert not paper.game.first.terms.stakes.cube, "the Crawford game"
    assert [fault.line for fault in match.faults] == [15], "54 could be played"
    assert (paper.game.result.winner, paper.game.result.points) == (Side.WHITE, 2)
    with pytest.raises(TablasError, match=r"line 6, column 1: .* name of one of the players"):
        read(GNUBG_TEXT.replace("bob k to play", "eva to play").encode(), ".txt")


def test_a_match_text_of_snowie_is_a_mat_by_another_name():
    data = MATCHES["004-7"]["mat"].split("\n", 1)[1].encode()
    games = [sheet.record.game for sheet in read(data, ".txt").games]
    assert games == [sheet.record.game for sheet in read(MATCHES["004-7"]["mat"].encode()).games]


@pytest.mark.parametrize("name", list(MATCHES))
def test_ogxm_holds_the_same_match(name):
    match = read(MATCHES[name]["mat"].encode())
    data = format_named("ogxm").write(match)
    assert data.startswith(b"OGXM")
    write = format_named("record").write
    assert write(read(data)) == write(match)


@pytest.mark.parametrize("suffix", [".ogxm", ".xg", ".xgp", ".bgf"])
@pytest.mark.parametrize("data", [b"", b"OGXM", b"RGMH" + bytes(200), b"hello", bytes(1000)])
def test_damaged_binary_files_are_refused(suffix, data):
    name = {".xgp": "xg"}.get(suffix, suffix[1:])
    with pytest.raises(TablasError, match="bytes, damaged or of another kind"):
        read(data, suffix, name)
