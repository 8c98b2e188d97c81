"""Boards as SVG pictures, for all games alike."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

from tablas.cli.main import tablas
from tablas.games import NAMES, kind
from tablas.values import Setup, Side

SVG = "{http://www.w3.org/2000/svg}"
PIECES = {"abak": 30, "backgammon": 30, "abalone": 28}


@pytest.mark.parametrize("game", NAMES)
def test_a_picture_shows_every_piece_and_says_its_title(game):
    drawn = kind(game).picture.svg(kind(game).start(), title='a "board" & more')
    root = ET.fromstring(drawn)
    assert root.get("aria-label") == root.findtext(f"{SVG}title") == 'a "board" & more'
    assert len(root.findall(f"{SVG}use")) == PIECES[game]
    names = {use.get("href") for use in root.findall(f"{SVG}use")}
    assert names == {f"#{part.get('id')}" for part in root.find(f"{SVG}defs")} & names
    assert len(drawn) < 12_000


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("start", range(2))
def test_a_picture_does_not_depend_on_who_moves(game, start):
    names = kind(game).start_names
    position = kind(game).rules.start(names[start % len(names)])
    white = Setup(position, Side.WHITE)
    black = Setup(position.swapped(), Side.BLACK)
    drawn = [kind(game).picture.svg(setup, title="x") for setup in (white, black)]
    assert drawn[0] == drawn[1]


def test_bar_tray_and_tall_stacks_of_backgammon_are_in_the_picture():
    setup = kind("backgammon").formats.read("XGID=bA----E-C---hA---c-a----A-:0:0:1:00:0:0:0:0:10")
    drawn = kind("backgammon").picture.svg(setup, title="x")
    places = [
        (float(use.get("x")), float(use.get("y")))
        for use in ET.fromstring(drawn).findall(f"{SVG}use")
    ]
    assert len(places) == sum(setup.position.own[1:]) + sum(setup.position.opp[1:])
    assert len(set(places)) == len(places)  # each can be seen
    assert all(0 < x < 15.5 and 0 < y < 13.2 for x, y in places)
    for count in (setup.position.own[0], setup.position.opp[0]):
        assert f">{count}</text>" in drawn


def test_lost_marbles_are_counted_beside_the_board():
    position = kind("abalone").rules.start()
    fewer = type(position)(position.own, frozenset(sorted(position.opp)[4:]), 0, 4)
    drawn = kind("abalone").picture.svg(Setup(fewer, Side.WHITE), title="x")
    assert 'font-size=".5"' in drawn
    assert len(ET.fromstring(drawn).findall(f"{SVG}use")) == 14 + 10 + 1


@pytest.mark.parametrize("game", NAMES)
def test_the_command_writes_a_picture(game, tmp_path):
    file = tmp_path / "board.svg"
    done = CliRunner().invoke(tablas, ["board", game, "--svg", str(file)])
    assert (done.exit_code, done.output) == (0, "")
    setup = kind(game).start()
    assert kind(game).formats.write(setup) in ET.fromstring(file.read_text("utf-8")).get(
        "aria-label"
    )
