"""`tablas convert`, and `tablas replay` of other programs' files."""

from __future__ import annotations

from command import error, tablas

MATCH = """\
 3 point match

 Game 1
 Ana : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8
  2) 66: 24/18 24/18 13/7 13/7    Doubles => 2
  3)  Drops                       Wins 1 point
"""


def test_a_match_is_converted_and_what_is_wrong_in_it_is_told(tmp_path):
    source, target = tmp_path / "match.mat", tmp_path / "match.sgf"
    source.write_text(MATCH)
    answer = tablas("convert", str(source), str(target))
    assert answer.returncode == 0
    assert "1 games" in answer.stdout
    assert "line 5, column 34" in answer.stderr
    assert "as many dice as possible" in answer.stderr
    assert "PW[Ana]PB[Bob]" in target.read_text()
    assert "exists" in error("convert", str(source), str(target))


def test_a_game_is_not_written_in_a_format_of_another(tmp_path):
    source = tmp_path / "game.txt"
    source.write_text("1. a1b2 i5h5 1-0\n")
    said = error("convert", str(source), str(tmp_path / "x.mat"), "--from", "abalone-game")
    assert "abalone is written as .jsonl, .abagame" in said


def test_replay_tells_illegal_plays_of_a_file(tmp_path):
    source = tmp_path / "match.mat"
    source.write_text(MATCH)
    lines = tablas("replay", str(source)).stdout.splitlines()
    assert any("13/8" in line and "(illegal:" in line for line in lines)
    assert any("Ana" in line and "Bob" in line for line in lines)
