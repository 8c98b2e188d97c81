"""`tablas review` from the command line."""

from __future__ import annotations

import json

import pytest

from command import error, tablas

MATCH = """\
; [EventDate "2026.11.{day}"]

 1 point match

 Game 1
 Ana : 0                        Bob : 0
  1) 31: 24/23 13/10             64: 24/14
  2) 66: 13/7 13/7 13/7 13/7
      Wins 1 point
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.mat"
    path.write_text(MATCH.format(day=15))
    return path


def test_a_match_is_reviewed_stored_and_written_as_a_report(file, tmp_path):
    html = tmp_path / "report.html"
    first = tablas("review", str(file), "--care", "fast", "--html", str(html))
    assert first.returncode == 0
    assert "24/23 13/10 instead of 8/5 6/5" in first.stdout
    assert "makes the 5-point in the home board" in first.stdout
    assert html.read_text().startswith("<!doctype html>")
    stored = tmp_path / "a.mat.fast.review"
    size = stored.stat().st_size
    again = tablas("review", str(file), "--care", "fast", "--lang", "es")
    assert "24/23 13/10 en vez de 8/5 6/5" in again.stdout
    assert stored.stat().st_size == size, "nothing is computed twice"


def test_json_and_the_trend_of_a_player(file, tmp_path):
    (tmp_path / "b.mat").write_text(MATCH.format(day=14))
    answer = tablas("review", str(file), "--care", "fast", "--json")
    assert json.loads(answer.stdout)["decisions"][0]["best"] == "8/5 6/5"
    trend = tablas("review", str(tmp_path), "--care", "fast", "--player", "ana", "--json")
    assert [one["file"] for one in json.loads(trend.stdout)["matches"]] == ["b.mat", "a.mat"]
    openings = tablas("review", str(tmp_path), "--care", "fast", "--openings", "--json")
    assert [(row["play"], row["games"]) for row in json.loads(openings.stdout)] == [
        ("24/23 13/10", 2)
    ]


def test_what_is_asked_wrongly_is_told(file, tmp_path):
    assert "rising costs" in error("review", str(file), "--doubtful", "0.2")
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no matches" in error("review", str(empty))
    bad = tmp_path / "bad.mat"
    bad.write_text("hello")
    assert "line 1, column 1" in error("review", str(bad))
