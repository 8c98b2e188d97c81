"""Boards as SVG pictures, for all games alike."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

from tablas import NotationError, new_game
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


PLAYS = {
    "abak": ((3, 1), "S8/5 N6/5", ["8", "bar"], 2),
    "backgammon": ((3, 1), "8/5 6/5", ["8", "off"], 2),
    "abalone": (None, "a1b1", ["e5"], 1),
}


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("side", Side)
def test_a_play_is_arrows_and_places_can_be_marked(game, side):
    dice, play, marks, count = PLAYS[game]
    begun = new_game(game)
    if dice:  # whoever has the larger die of the opening has the turn
        begun = begun.roll(dice if side is Side.WHITE else dice[::-1])
    play = play if game != "abalone" else begun.legal_plays()[0]
    drawn = ET.fromstring(begun.svg(play=play, marks=marks))
    assert len(drawn.findall(f"{SVG}g[@class='arrow']")) == count
    assert len(drawn.findall(f"{SVG}circle[@class='mark']")) == len(marks)
    width, height = map(float, drawn.get("viewBox").split()[2:])
    for ring in drawn.findall(f"{SVG}circle[@class='mark']"):
        assert 0 < float(ring.get("cx")) < width
        assert 0 < float(ring.get("cy")) < height


@pytest.mark.parametrize(
    ("game", "place"), [("abak", "25"), ("backgammon", "e5"), ("abalone", "13")]
)
def test_a_place_that_is_not_there_is_refused(game, place):
    with pytest.raises(NotationError, match=f"'{place}': expected"):
        new_game(game).svg(marks=[place])


def test_an_arrow_lies_where_its_checker_goes():
    game = new_game("backgammon").roll((3, 1))
    own = game.svg(play="8/5 6/5").count('class="arrow"')
    said = game.svg(arrows=[("8", "5"), ("6", "5")])
    assert own == 2
    assert said == game.svg(play="8/5 6/5")
    assert said != game.svg(arrows=[("8", "5"), ("6", "4")])


def test_moves_of_abalone_are_one_arrow_in_line_and_one_a_marble_aside():
    game = new_game("abalone", start="standard")
    counts = {play: game.svg(play=play).count('class="arrow"') for play in game.legal_plays()}
    aside = [play for play in counts if len(play) == 6]
    assert {counts[play] for play in counts if play not in aside} == {1}
    assert {counts[play] for play in aside} == {2, 3}
