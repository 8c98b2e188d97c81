"""Bear-off tables: GNU Backgammon's numbers, and a file that is whole or not used."""

from __future__ import annotations

import json
from math import comb

import numpy as np
import pytest
from click.testing import CliRunner

from tablas import kernel
from tablas.backgammon.codec import encode_many
from tablas.backgammon.rules import Position, start
from tablas.cli.main import tablas
from tablas.engine.backgammon import bearoff
from tablas.errors import DamagedTables, InvalidPosition
from tree import CORPUS

FILE = CORPUS / "gnubg_bearoff.jsonl"
LINES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
FULL_FROM = 38760
ONE_EACH = "XGID=------A-----------------a-:0:0:1:00:0:0:0:0:10"


@pytest.fixture(scope="module")
def tables():
    return kernel.backgammon.build_bearoff()


def number(side):
    return sum(comb(sum(side[:k]) + k - 1, k) for k in range(1, 7))


def home(side):
    return (15 - sum(side), *side, *[0] * 19)


def test_rolls_are_those_of_gnu_backgammon(tables):
    whole, first, _ = tables
    lines = [line for line in LINES if "side" in line]
    assert len(lines) > 100
    for line in lines:
        rolls = whole[number(line["side"])]
        # Its numbers have 16 bits and were computed from such numbers; 5e-4 is .05 %.
        assert rolls[: len(line["rolls"])] == pytest.approx(line["rolls"], abs=5e-4), line
        if "first" in line:
            saved = first[number(line["side"]) - FULL_FROM]
            assert saved[: len(line["first"])] == pytest.approx(line["first"], abs=5e-5), line


def test_equities_of_two_sides_are_those_of_gnu_backgammon(tables):
    lines = [line for line in LINES if "own" in line]
    assert len(lines) > 100
    boards = encode_many([Position(home(line["own"]), home(line["opp"])) for line in lines])
    found = kernel.backgammon.Bearoff(*tables).exact(boards)
    assert found == pytest.approx(np.array([line["equities"] for line in lines]), abs=2e-4)


def test_chances_are_nan_where_the_tables_do_not_reach(tables):
    rows = kernel.backgammon.Bearoff(*tables)
    boards = encode_many([start(), Position(home((0, 0, 0, 0, 0, 1)), home((1, 0, 0, 0, 0, 0)))])
    chances = rows.chances(boards)
    assert np.isnan(chances[0]).all()
    assert chances[1] == pytest.approx([0.75, 0, 0, 0, 0])
    assert np.isnan(rows.exact(boards)[0]).all()


def test_tables_come_back_from_their_file(tables, tmp_path):
    path = tmp_path / "deep" / "tables.bin"
    bearoff.write(path, tables)
    assert [entry.name for entry in path.parent.iterdir()] == ["tables.bin"]
    for read, built in zip(bearoff.read(path), tables, strict=True):
        assert np.array_equal(read, built)


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (lambda data: data[:-1], "bytes, expected"),
        (lambda data: b"x" + data[1:], "does not begin with"),
        (lambda data: data[:-4] + b"abcd", "SHA-256"),
    ],
)
def test_a_damaged_file_is_refused(tables, tmp_path, harm, reason):
    path = tmp_path / "tables.bin"
    bearoff.write(path, tables)
    path.write_bytes(harm(path.read_bytes()))
    with pytest.raises(DamagedTables, match=reason):
        bearoff.read(path)


def test_a_damaged_file_is_built_again(tables, tmp_path, monkeypatch):
    monkeypatch.setattr(kernel.backgammon, "build_bearoff", lambda: tables)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "tablas" / bearoff.NAME
    path.parent.mkdir()
    path.write_bytes(b"not a table")
    bearoff.bearoff.cache_clear()
    bearoff.bearoff()
    assert len(bearoff.read(path)) == 3
    bearoff.bearoff.cache_clear()


def test_tables_stay_in_memory_where_the_folder_cannot_be_written(tables, tmp_path, monkeypatch):
    monkeypatch.setattr(kernel.backgammon, "build_bearoff", lambda: tables)
    (tmp_path / "tablas").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    bearoff.bearoff.cache_clear()
    boards = encode_many([Position(home((1, 0, 0, 0, 0, 0)), home((1, 0, 0, 0, 0, 0)))])
    assert bearoff.bearoff().chances(boards)[0, 0] == 1
    bearoff.bearoff.cache_clear()


def test_arrays_of_another_size_are_refused(tables):
    with pytest.raises(ValueError, match="two_sided: expected"):
        kernel.backgammon.Bearoff(tables[0], tables[1], tables[1])


def test_the_command_builds_checks_and_shows(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    run = CliRunner().invoke
    assert "not there" in str(run(tablas, ["bearoff", "check"], standalone_mode=False).exception)
    assert "bytes" in run(tablas, ["bearoff", "build"]).output
    assert run(tablas, ["bearoff", "check"]).output.endswith(": good\n")
    checked = json.loads(run(tablas, ["bearoff", "check", "--json"]).output)
    assert (checked["whole"], checked["bytes"] > 1 << 20) == (True, True)
    told = run(tablas, ["bearoff", "show", ONE_EACH, "--json"])
    assert json.loads(told.output) == {
        "chances": {
            "win": 0.75, "win_gammon": 0.0, "win_backgammon": 0.0,
            "lose_gammon": 0.0, "lose_backgammon": 0.0,
        },
        "exact": True,
        "equities": {"cubeless": 0.5, "own": 0.5, "centred": 0.5, "opponent": 0.5},
    }  # fmt: skip
    with pytest.raises(InvalidPosition, match="all their checkers at home"):
        run(tablas, ["bearoff", "show", "4HPwATDgc/ABMA"], standalone_mode=False,
            catch_exceptions=False)  # fmt: skip
    bearoff.bearoff.cache_clear()
