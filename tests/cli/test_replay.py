"""A record played again: told in both languages, stepped through, of any length."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import error, out, tablas
from terminal import Terminal


@pytest.fixture(scope="module")
def match(tmp_path_factory) -> Path:
    """A match to 3 of two bots."""
    file = tmp_path_factory.mktemp("records") / "match.jsonl"
    bots = ("--white", "greedy", "--black", "random", "--seed", "3")
    out("play", "backgammon", *bots, "--match", "3", "--record", str(file))
    return file


def test_a_match_is_stepped_through_forwards_backwards_and_by_number(match):
    told = out(
        "replay", str(match), "--step", stdin="\n\np\n7\ng 2\np\ng\nfirst\np\n999\nlast\nq\n"
    )
    places = [line for line in told.replace("> ", "\n").splitlines() if line.startswith("game ")]
    moves = [line.split("move ")[1].split(" of")[0] for line in places]
    last = places[0].split(" of ")[-1]
    assert moves[:6] == ["0", "1", "2", "1", "7", "0"]
    assert places[5].startswith("game 2 of 2")
    assert places[6].startswith("game 1 of 2")
    assert moves[6] == last
    assert "This is the first position." in told
    assert f"This game has moves 0 to {last}." in told
    assert "result: White wins" in told


def test_a_terminal_steps_with_the_enter_key(match, tmp_path):
    with Terminal("replay", str(match), "--step", home=tmp_path) as terminal:
        terminal.wait_for("move 0 of")
        terminal.type("\n")
        terminal.wait_for("move 1 of")
        terminal.type("g 2\n")
        terminal.wait_for("game 2 of 2")
        terminal.type("q\n")
        assert terminal.process.wait(timeout=60) == 0


def test_one_position_of_one_game_is_shown(match):
    told = out("replay", str(match), "--game", "2", "--move", "2")
    assert told.startswith("game 2 of 2: Rules of thumb – By chance, 1-0 of 3 · move 2 of ")
    assert "plays" in told.splitlines()[-1]
    assert "--game: found 9, expected 1 to 2" in error("replay", str(match), "--game", "9")
    assert "--move: found 999" in error("replay", str(match), "--move", "999")


def test_a_replay_speaks_spanish(match):
    told = tablas("replay", str(match), "--lang", "es").stdout
    assert "Tirada de salida" in told
    assert "resultado: Blancas ganan" in told
    assert "Reglas prácticas – Al azar" in told
    for word in ("rolled", "played", "wins", "White", "Black"):
        assert word not in told


def test_a_record_may_be_longer_than_a_mebibyte(match, tmp_path):
    text = match.read_text()
    long = tmp_path / "long.jsonl"
    times = (1 << 20) // len(text) + 2
    long.write_text(text * times)
    assert long.stat().st_size > 1 << 20
    assert text.count("\n") * times > 10_000
    assert f"game {2 * times} of {2 * times}" in out(
        "replay", str(long), "--game", str(2 * times), "--move", "1"
    )
