"""The line protocol, the commands of the engine, and matches between engines."""

from __future__ import annotations

import json
import sys

import pytest

from tablas.abalone import notation, rules, starts
from tablas.cli import main
from tablas.duel.board_games import PlayedGame, play_game
from tablas.engine.abalone.engine import AbaloneLimit
from tablas.engine.abalone.outside import OutsideEngine
from tablas.engine.abalone.protocol import AbaloneConversation
from tablas.engine.abalone.seats import DUEL, opening, seat
from tablas.engine.outside import OutsideFailed
from tablas.engine.seats import MoveSeat, SeatOptions
from tablas.errors import NotationError
from tablas.games import kind
from tablas.values import Side

OURS = f"{sys.executable} -m tablas engine abalone"


def talk(*lines: str) -> list[str]:
    """What the engine says to these lines."""
    said: list[str] = []
    AbaloneConversation(said.append, AbaloneLimit(depth=2)).run(lines)
    return said


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    told = capsys.readouterr()
    return left.value.code, told.out, told.err


def played(number: int, black: MoveSeat, white: MoveSeat, first: MoveSeat) -> PlayedGame:
    """One game from an opening; results are those of `first`."""
    seats = {Side.BLACK: black, Side.WHITE: white}
    return play_game(kind("abalone"), DUEL, opening(number, 1), seats, first, seed=1)


def test_a_conversation():
    said = talk("tablas 1", "set megabytes 4", "position belgian-daisy moves a1b1", "go depth 3")
    assert said[0] == "id name Tablas"
    assert "ready" in said
    here = rules.start("belgian-daisy")
    here = rules.after(here, notation.read(here, None, "a1b1"))
    word, move = said[-1].split()
    assert word == "best"
    assert notation.read(here, None, move)
    assert said[-2].startswith("info line 1 depth 3 score ")


def test_a_search_without_a_limit_of_its_own_and_several_lines():
    said = talk("set megabytes 4", "go", "go depth 2 lines 3")
    assert sum(line.startswith("best ") for line in said) == 2
    assert sum(line.startswith("info line ") for line in said) == 4


def test_stop_ends_an_endless_search():
    said = talk("set megabytes 4", "go seconds 600", "ping", "stop", "go depth 1")
    assert "pong" in said
    assert sum(line.startswith("best ") for line in said) == 2


def test_the_network_can_be_left_out():
    def line(*settings: str) -> str:
        words = talk("set megabytes 4", *settings, "go depth 4")[-2].split()
        return " ".join(words[: words.index("seconds")])

    assert "option network 1 0 1" in talk("tablas 1")
    assert line() == line("set network 1") != line("set network 0")


def test_pressing_can_be_left_out():
    closed = "5/6/7/8/3bbb3/2bbbb2/7/1wwww1/1ww2 b 0-0 60"

    def best(*settings: str) -> str:
        lines = "set megabytes 4", "set network 0", *settings, f"position {closed}", "go depth 1"
        return talk(*lines)[-1]

    assert "option press 1 0 1" in talk("tablas 1")
    assert best() == best("set press 1") != best("set press 0")


def nodes_of_the_next_move(ponder: int, text: str) -> int:
    """What the search of a won position costs, two plies after the engine has moved."""
    said: list[str] = []
    session = AbaloneConversation(said.append, AbaloneLimit(depth=2))
    lines = "set megabytes 4", f"set ponder {ponder}", "ends target 1"
    for line in (*lines, f"position {text}", "go depth 2"):
        command, *words = line.split()
        session.take(command, words)
    assert session.searching
    session.searching.join(60)  # thinking ahead ends by itself when it has found the win
    moves = said[-2].split(" pv ")[1]
    session.run([f"position {text} moves {moves}", "go depth 3"])
    assert sum(line.startswith("best ") for line in said) == 2
    words = said[-2].split()
    assert words[words.index("score") + 1] == "29997"
    return int(words[words.index("nodes") + 1])


def test_what_was_thought_of_in_the_opponents_time_is_remembered():
    text = "5/bb2w1/1bbbbw1/bbbwww2/1wwbwww2/1bbbwww1/2bw3/6/5 b 0-0 0"
    assert nodes_of_the_next_move(1, text) < nodes_of_the_next_move(0, text)


def test_thinking_ahead_is_off_unless_asked_for_and_ends_with_the_next_line():
    assert "option ponder 0 0 1" in talk("tablas 1")
    said: list[str] = []
    session = AbaloneConversation(said.append, AbaloneLimit(depth=2))
    for command, *words in (["set", "megabytes", "4"], ["set", "ponder", "1"], ["go"], ["go"]):
        session.take(command, words)
    assert session.ahead.wait(60)
    session.run(["ping", "position belgian-daisy", "go", "quit"])
    assert [line.split()[0] for line in said].count("best") == 3
    assert "pong" in said
    assert not session.ahead.is_set()


def test_what_can_end_the_game_is_understood():
    lone = "5/6/7/8/9/8/7/6/b3w w 0-0 0"
    said = talk(
        "set megabytes 4", "ends quiet 0 plies 2 repetition off", f"position {lone}", "go depth 3"
    )
    assert said[-2].split()[5:7] == ["score", "0"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tablas 2", "protocol"),
        ("dance", "command 'dance'"),
        ("set speed 3", "option 'speed'"),
        ("set threads 0", "threads 0"),
        ("set threads", "set NAME VALUE"),
        ("position nowhere", "position"),
        ("position belgian-daisy moves a1a9", "a1a9"),
        ("go depth", "go 'depth'"),
        ("go slowly 3", "go 'slowly'"),
        ("go depth nan", "depth"),
        ("ends quiet", "ends 'quiet'"),
        ("ends repetition never", "ends 'repetition never'"),
    ],
)
def test_a_bad_line_is_answered_and_the_talk_goes_on(line, told):
    said = talk(line, "ping")
    assert said[0].startswith("error ")
    assert told in said[0]
    assert said[-1] == "pong"


def test_a_finished_game_has_no_best_move():
    over = "5/6/7/8/9/8/7/6/b3w w 6-0 0"
    assert talk(f"position {over}", "go depth 1") == ["best none"]


def test_bestmove_answers_in_json(capsys):
    code, out, _ = run(capsys, "bestmove", "abalone", "--depth", "4", "--json")
    assert code == 0
    answer = json.loads(out)
    assert {"move", "depth", "nodes", "seconds", "score", "pv"} <= set(answer)
    assert answer["move"] == answer["pv"][0]
    assert notation.read(rules.start(), None, answer["move"])


def test_bestmove_knows_the_games_that_have_an_engine(capsys):
    code, _, err = run(capsys, "bestmove", "chess", "--depth", "4")
    assert code == 2
    assert "expected one of abak, backgammon, abalone" in err


def test_bestmove_shows_several_lines(capsys):
    _, out, _ = run(capsys, "bestmove", "abalone", "--nodes", "3000", "--lines", "3")
    assert len(out.splitlines()) == 4


def test_openings_are_the_starts_and_then_grow():
    names = list(starts.STARTS)
    assert [opening(i, 1).position for i in range(16)] == [rules.start(name) for name in names]
    assert opening(17, 1) == opening(17, 1)
    assert opening(17, 1) != opening(17, 2)
    assert opening(17, 1).turn is Side.BLACK


def test_a_duel_in_json(capsys):
    code, out, _ = run(capsys, "duel", "abalone", "depth:2", "random", "--pairs", "2", "--json")
    assert code == 0
    answer = json.loads(out)
    assert (answer["wins"], answer["losses"], answer["pairs"], answer["won"]) == (4, 0, 2, 1.0)
    assert answer["elo"] is None
    assert answer["lead"] > 0
    assert sum(answer["endings"].values()) == 4
    assert answer["first_cpu_ms"] > 0


def test_a_duel_stops_when_the_test_is_decided(capsys):
    code, out, _ = run(
        capsys, "duel", "abalone", "depth:2", "random", "--pairs", "40", "--sprt", "0", "200"
    )
    assert code == 0
    assert "SPRT accepted" in out
    assert "ejections a game" in out
    games = int(out.partition(": ")[2].partition(" games")[0])
    assert games < 80


def test_a_level_may_get_another_limit_of_its_own():
    assert seat("master/nodes:50", SeatOptions()).player.level.limit == AbaloneLimit(nodes=50)
    assert seat("master", SeatOptions(depth=3)).player.level.limit == AbaloneLimit(depth=3)
    assert seat("club", SeatOptions(depth=3)).player.level.limit == AbaloneLimit(
        depth=2
    )  # it is noisy


def test_a_duel_goes_on_from_its_file_and_by_several_processes(capsys, tmp_path):
    command = ["duel", "abalone", "beginner", "greedy", "--seed", "5", "--json"]
    kept = str(tmp_path / "duel")
    for pairs in ("1", "2"):
        _, out, _ = run(capsys, *command, "--pairs", pairs, "--save", kept)
    _, whole, _ = run(capsys, *command, "--pairs", "2", "--processes", "2")
    parts, whole = json.loads(out), json.loads(whole)
    timed = {"seconds", "first_cpu_ms", "second_cpu_ms"}
    assert {key: parts[key] for key in parts.keys() - timed} == {
        key: whole[key] for key in whole.keys() - timed
    }


def test_a_program_that_speaks_the_protocol_can_play():
    theirs = seat(OURS, SeatOptions(depth=1))
    ours = seat("random", SeatOptions())
    try:
        done = played(1, theirs, ours, theirs)
    finally:
        theirs.close()
    assert theirs.name == "Tablas"
    assert done.score == 1.0


def test_a_program_that_breaks_down_loses_its_game():
    command = f"{sys.executable} -c \"print('ready'); print('best a1a1'); input(); input()\""
    theirs, ours = (seat(text, SeatOptions()) for text in (command, "depth:1"))
    try:
        done = played(0, theirs, ours, ours)
    finally:
        theirs.close()
    assert done.score == 1.0
    assert "failed" in done.ending


def test_a_program_that_is_not_there_is_told():
    with pytest.raises(OutsideFailed, match="no-such-program"):
        OutsideEngine("./no-such-program")
    with pytest.raises(NotationError, match="expected a number above 0"):
        seat("depth:none", SeatOptions())


def test_a_program_that_has_failed_is_started_again_for_the_next_game(tmp_path):
    program = tmp_path / "engine.py"
    program.write_text(
        "import pathlib, sys\n"
        "begun = pathlib.Path(sys.argv[1])\n"
        "first = not begun.exists()\n"
        "begun.touch()\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('tablas'):\n"
        "        print('ready', flush=True)\n"
        "    if line.startswith('go'):\n"
        "        if first:\n"
        "            break\n"
        "        print('best c1c2', flush=True)\n",
        encoding="utf-8",
    )
    fragile = seat(f"{sys.executable} {program} {tmp_path}/begun", SeatOptions(seconds=0.1))
    other = seat("random", SeatOptions())
    try:
        assert "has ended" in played(0, fragile, other, other).ending
        again = played(0, fragile, other, other)
        assert "c1c2" in again.ending
        assert again.score == 1.0
    finally:
        fragile.close()
