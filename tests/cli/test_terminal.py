"""A game in the terminal: lines edited, advice, a record that survives, a game gone on with."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from command import error, out, tablas
from tablas import games, record
from tablas.cli.terminal import advice
from terminal import Terminal

LEFT, UP = "\x1b[D", "\x1b[A"
TWO_PEOPLE = ("--white", "human", "--black", "human")
SAYS = "to play> "


def two_people_at_abalone(tmp_path: Path, *more: str) -> Terminal:
    return Terminal(
        "play", "abalone", "--start", "standard", "--no-colour", *TWO_PEOPLE, *more, home=tmp_path
    )


def test_arrow_keys_edit_a_line_and_bring_back_an_earlier_one(tmp_path: Path):
    with two_people_at_abalone(tmp_path) as terminal:
        terminal.wait_for(SAYS)
        terminal.type(f"mves{LEFT}{LEFT}{LEFT}o\n")
        terminal.wait_for("44 legal plays:")
        terminal.wait_for(SAYS)
        terminal.type(f"{UP}\n")
        terminal.wait_for("44 legal plays:")
        terminal.type("q\n")
        terminal.wait_for("left unfinished")
        assert terminal.process.wait(timeout=60) == 0
    with two_people_at_abalone(tmp_path) as terminal:  # the history is kept for the next game
        terminal.wait_for(SAYS)
        terminal.type(f"{UP}{UP}\n")
        terminal.wait_for("44 legal plays:")


def test_tab_completes_commands_and_plays(tmp_path: Path):
    with two_people_at_abalone(tmp_path) as terminal:
        terminal.wait_for(SAYS)
        terminal.type("boa\t\n")
        terminal.wait_for("Black   ejected")
        terminal.wait_for(SAYS)
        terminal.type("c3d\t\n")  # c3d3 and c3d4: what they share stays as it is
        terminal.type("m\n")
        terminal.wait_for("44 legal plays:")


def test_a_killed_game_is_whole_up_to_the_last_turn_and_goes_on(tmp_path: Path):
    file = tmp_path / "game.jsonl"
    with two_people_at_abalone(tmp_path, "--record", str(file)) as terminal:
        terminal.wait_for(SAYS)
        terminal.type("c3d3\n")
        terminal.wait_for("White to play> ")
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
    kept = record.read(file.read_text())
    assert len(kept.game.log) == 1
    told = out("play", "--resume", str(file), stdin="g5f4\nq\n")
    assert "The game goes on where it was left, after 1 actions." in told
    assert len(record.read(file.read_text()).game.log) == 2


def test_what_is_taken_back_is_taken_out_of_the_record(tmp_path: Path):
    file = tmp_path / "game.jsonl"
    standard = ("play", "abalone", "--start", "standard", *TWO_PEOPLE, "--record", str(file))
    out(*standard, stdin="c3d3\ng5f4\nu\nu\nc4d4\nq\n")
    (entry,) = record.read(file.read_text()).game.log
    assert file.read_text().count("\n") == 2
    assert "c4d4" in file.read_text()
    assert entry.action.side.value == "black"


def test_a_line_cut_short_by_a_crash_is_left_out(tmp_path: Path):
    file = tmp_path / "game.jsonl"
    out("play", "abalone", *TWO_PEOPLE, "--record", str(file), stdin="q\n")
    whole = file.read_text()
    file.write_text(whole + '{"do": "played", "si')
    out("play", "--resume", str(file), stdin="q\n")
    assert file.read_text() == whole


def test_a_match_goes_on_with_its_score_seats_and_stakes(tmp_path: Path):
    file = tmp_path / "match.jsonl"
    begun = ("play", "backgammon", "--match", "3", "--white", "human", "--black", "greedy")
    out(*begun, "--seed", "2", "--record", str(file), stdin="resign 1\n\n\nq\n")
    first, second = record.read_all(file.read_text())
    assert (first.game.result.points, second.score) == (1, (0, 1))
    told = out("play", "--resume", str(file), "--seed", "1", stdin="resign 2\n")
    assert "Black wins the match." in told
    *_, last = record.read_all(file.read_text())
    assert (last.white, last.black, last.length, last.score) == ("human", "greedy", 3, (0, 1))


def test_the_time_away_from_a_clock_is_nobodys(tmp_path: Path):
    file = tmp_path / "game.jsonl"
    begun = ("play", "abalone", *TWO_PEOPLE, "--time", "sudden 15", "--record", str(file))
    out(*begun, stdin="a1b2\nq\n")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:  # as if the machine had been started anew since, or long ago
        if "at" in line:
            line["at"] += 10**9
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    out("play", "--resume", str(file), stdin="i5h4\nq\n")
    clock = record.read(file.read_text()).game.state.clock
    assert clock is not None
    assert min(clock.left) > 14 * 60_000


def test_a_record_that_exists_is_never_lost(tmp_path: Path):
    file = tmp_path / "games.jsonl"
    bots = ("play", "abak", "--white", "random", "--black", "random", "--record", str(file))
    out(*bots, "--seed", "1")
    out(*bots, "--seed", "2")
    assert len(list(record.read_all(file.read_text()))) == 2
    people = ("play", "abalone", *TWO_PEOPLE, "--record", str(file))
    out(*people, stdin="q\n")
    assert "goes on where" not in out(*people, stdin="n\nq\n")
    assert len(list(record.read_all(file.read_text()))) == 4
    out(*people, stdin="y\na1b2\nq\n")
    assert len(list(record.read_all(file.read_text()))[-1].game.log) == 1
    assert "--resume goes on with it" in tablas(*people).stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("abak", "--record", "{tmp}/no/such/folder/game.jsonl"), "cannot be written"),
        (("abak", "--record", "{tmp}/notes.txt/game.jsonl"), "cannot be written: Not a directory"),
        (("abak", "--record", "{tmp}/notes.txt"), "notes.txt: record line 1: not JSON"),
        (("--resume", "{tmp}/over.jsonl"), "is finished"),
        (("abak", "--resume", "{tmp}/open.jsonl"), "the unfinished game is abalone, not abak"),
        (("--resume", "{tmp}/open.jsonl", "--match", "3"), "--match: the game goes on as it was"),
        ((), "expected GAME or --resume FILE"),
    ],
)
def test_what_cannot_be_played_or_written_is_said_before_the_game(tmp_path, arguments, message):
    (tmp_path / "notes.txt").write_text("shopping list\n")
    bots = ("--white", "random", "--black", "random", "--seed", "1")
    out("play", "abak", *bots, "--record", str(tmp_path / "over.jsonl"))
    out("play", "abalone", *TWO_PEOPLE, "--record", str(tmp_path / "open.jsonl"), stdin="q\n")
    filled = [argument.format(tmp=tmp_path) for argument in arguments]
    assert message in error("play", *filled)


@pytest.mark.parametrize("game", games.NAMES)
def test_a_hint_tells_what_a_good_play_does_and_best_names_it(game, monkeypatch):
    monkeypatch.setattr(advice, "EFFORT", replace(advice.EFFORT, seconds=0.05))
    people = ("play", game, *TWO_PEOPLE, "--seed", "3")
    told = out(*people, stdin="hint\nbest\nq\n")
    assert "A good play " in told
    best = told[told.index("A good play ") :].splitlines()[1]
    assert ("points" if games.kind(game).dice else "marbles") in best
    spanish = tablas(*people, "--lang", "es", stdin="pista\nmejor\nq\n").stdout
    assert "Una buena jugada " in spanish


def test_the_cube_is_advised_on_before_the_roll_and_before_an_answer():
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    people = ("play", "backgammon", "--position", xgid, *TWO_PEOPLE, "--seed", "1")
    told = out(*people, stdin="hint\nbest\nd\nhint\nq\n")
    assert told.count("The engine says: no double.") == 2
    assert "double, take" in told
    assert "The engine says: take." in told


def test_all_plays_are_listed_however_many_there_are():
    crowded = ("play", "backgammon", *TWO_PEOPLE, "--seed", "11")
    told = out(*crowded, stdin="m\nq\n")
    count = int(told.split(" legal plays:")[0].rsplit(maxsplit=1)[-1])
    listed = told.split(" legal plays:\n")[1].split("to play")[0].rsplit("\n", 1)[0]
    assert sum(len(line.split("  ")) for line in listed.splitlines()) >= count
    assert "more" not in listed


def test_help_lists_the_advice_and_the_keys():
    told = out("play", "abalone", *TWO_PEOPLE, stdin="?\nq\n")
    for word in ("hint", "best", "moves", "Tab", "undo"):
        assert word in told


@pytest.mark.parametrize("game", games.NAMES)
def test_the_sides_differ_in_their_signs_with_and_without_colour(game):
    for colour in ("--colour", "--no-colour"):
        board = out("board", game, colour)
        assert "○" in board
        assert "●" in board
