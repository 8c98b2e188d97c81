"""The commands as a person or a program meets them: output, exit codes, one-line errors."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from command import error, out, tablas
from tablas import record
from tablas.cli.streams import speak_unicode

ABAK_START = "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/-"


def test_help_shows_examples():
    for command in ((), ("board",), ("moves",), ("perft",), ("play",), ("why",), ("replay",)):
        assert "Example" in out(*command, "--help")


@pytest.mark.parametrize("game", ["abak", "backgammon", "abalone"])
@pytest.mark.parametrize("view", ["white", "black"])
def test_board_draws_within_80_columns(game, view):
    lines = out("board", game, "--view", view, "--no-colour").splitlines()
    assert len(lines) > 9
    assert max(len(line) for line in lines) <= 80
    assert "\x1b[" in out("board", game, "--colour")


def test_moves_lists_plays_in_notation():
    plays = out("moves", "backgammon", "--dice", "31").splitlines()
    assert len(plays) == 16
    assert "8/5 6/5" in plays
    assert len(out("moves", "abalone", "--start", "standard").splitlines()) == 44


def test_moves_takes_the_dice_of_an_xgid():
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    assert json.loads(out("moves", "backgammon", xgid, "--json"))["count"] == 16


@pytest.mark.parametrize(
    "words",
    [
        ("moves", "backgammon", "-", "--json"),
        ("board", "backgammon", "-"),
        ("analyse", "backgammon", "-", "--lines", "1", "--json"),
        ("bestmove", "backgammon", "-"),
        ("cube", "backgammon", "-", "--json"),
    ],
    ids=lambda words: words[0],
)
def test_a_position_may_come_from_standard_input(words):
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    given = [xgid if word == "-" else word for word in words]
    piped = tablas(*words, stdin=xgid + "\n")
    assert piped.returncode == 0, piped.stderr
    assert _but_for_time(piped.stdout) == _but_for_time(out(*given))


def _but_for_time(text):
    return re.sub(r'("seconds": |in )[0-9.e-]+', "", text)


def test_a_level_is_refused_with_those_of_its_game():
    for words in (("backgammon", "--level", "heuristic"), ("--level", "heuristic", "backgammon")):
        told = error("play", *words)
        assert "found 'heuristic', expected one of human, beginner" in told
        assert "heuristic," not in told.partition("expected")[2]


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (("backgammon", "--depth", "1"), 447),
        (("abak", "--depth", "1"), 882),
        (("abak", ABAK_START + " b", "--depth", "1"), 882),
        (("abalone", "--depth", "2"), 1936),
        (("abalone", "--start", "belgian-daisy", "--depth", "2"), 2692),
        (("abalone", "--depth", "0"), 1),
    ],
)
def test_perft_prints_the_counts_of_the_rules_pages(arguments, count):
    assert out("perft", *arguments) == f"{count}\n"
    assert json.loads(out("perft", *arguments, "--json"))["count"] == count


def jsonl(game: str, *questions: object) -> list[dict]:
    lines = "".join(f"{q if isinstance(q, str) else json.dumps(q)}\n" for q in questions)
    return [json.loads(line) for line in out("moves", game, "--jsonl", stdin=lines).splitlines()]


def test_jsonl_answers_abak_from_whites_side_without_the_turn():
    with_turn, without, black = jsonl(
        "abak",
        {"position": f"{ABAK_START} w", "dice": [3, 1]},
        {"position": ABAK_START, "turn": "white", "dice": [1, 3]},
        {"position": ABAK_START, "turn": "black", "dice": [3, 1]},
    )
    assert with_turn == without
    assert with_turn["count"] == black["count"] == len(with_turn["results"])
    assert with_turn["results"] == sorted(set(with_turn["results"]))
    assert with_turn["results"] != black["results"]
    assert all(len(text.split()) == 3 for text in with_turn["results"])
    assert "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SG/1/SSS/SN/2/os/ed -/- -/-" in with_turn["results"]


def test_jsonl_answers_backgammon_with_ids_seen_by_the_opponent():
    by_id, by_xgid = jsonl(
        "backgammon",
        {"id": "4HPwATDgc/ABMA", "dice": [3, 1]},
        {"position": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"},
    )
    assert by_id == by_xgid
    assert by_id["count"] == 16
    # 8/5 6/5 as GNU Backgammon names it for the opponent, who is on roll.
    assert "4HPwATDgc/ABMA" not in by_id["results"]


def test_jsonl_answers_abalone_with_moves_in_the_same_order():
    (answer,) = jsonl("abalone", {"position": "belgian-daisy"})
    assert answer["count"] == len(answer["results"]) == len(answer["moves"]) == 52
    assert answer["results"] == sorted(answer["results"])
    assert all(text.endswith(" w 0-0 1") for text in answer["results"])


@pytest.mark.parametrize(
    ("game", "question", "message"),
    [
        ("abak", {"position": ABAK_START, "dice": [3, 1]}, "field 'turn': found nothing"),
        ("abak", {"position": ABAK_START, "turn": "red", "dice": [3, 1]}, "found 'red'"),
        ("abak", {"position": ABAK_START, "turn": "white"}, "field 'dice': found nothing"),
        ("abak", {"position": ABAK_START + " w", "dice": [3, 7]}, "found [3, 7], expected 2 whole"),
        ("abak", {"position": "x", "turn": "white", "dice": [3, 1]}, "position 'x'"),
        ("abak", {"position": 3, "turn": "white", "dice": [3, 1]}, "found a number, expected a te"),
        ("backgammon", {"id": "4HPwATDgc/AB", "dice": [3, 1]}, "4HPwATDgc/AB"),
        ("backgammon", {"id": "4HPwATDgc/ABMA"}, "field 'dice': found nothing"),
        ("backgammon", {"dice": [3, 1]}, "field 'position': found nothing"),
        ("backgammon", {"id": "4HPwATDgc/ABMA", "dice": [3, 1], "x": 1}, "field 'x'"),
        ("abalone", {"position": "9/9 b"}, "rows '9/9': found 2, expected 9"),
        ("abalone", "nonsense", "not JSON at column 1"),
    ],
)
def test_jsonl_answers_a_bad_line_by_an_error_and_goes_on(game, question, message):
    good = {
        "abak": {"position": ABAK_START + " w", "dice": [6, 6]},
        "backgammon": {"id": "4HPwATDgc/ABMA", "dice": [6, 6]},
        "abalone": {"position": "standard"},
    }[game]
    bad, fine = jsonl(game, question, good)
    assert message in bad["error"]
    assert bad["error"].startswith("line 1: ")
    assert fine["count"] > 0


def test_jsonl_survives_bytes_that_are_no_text():
    answer = out("moves", "abalone", "--jsonl", stdin=b"\xff\xfe\n\n{}\n").splitlines()
    assert "not UTF-8" in answer[0]
    assert len(answer) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("board", "chess"), "expected one of abak, backgammon, abalone"),
        (("board", "abak", "nonsense"), "position 'nonsense'"),
        (("board", "abalone", "--start", "tulip"), "--start: found 'tulip'"),
        (("moves", "backgammon"), "--dice: found nothing"),
        (("moves", "backgammon", "--dice", "71"), "found '71', expected two digits"),
        (("moves", "abak", "--jsonl", "--dice", "31"), "standard input"),
        (("perft", "abak", "--depth", "x"), "'x'"),
        (("perft", "abak"), "--depth"),
        (("play", "abak", "--time", "slow"), "time control 'slow'"),
        (("play", "abak", "--match", "3", "--jacoby"), "money play"),
        (("replay", "nowhere.jsonl"), "nowhere.jsonl"),
        (("dance",), "dance"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, message):
    assert message in error(*arguments)


def test_why_names_the_rule_in_both_languages():
    done = tablas("why", "backgammon", "24/23 13/7", "--dice", "61")
    assert (done.returncode, done.stdout) == (0, "legal\n")
    blocked = ("why", "backgammon", "24/18 6/1", "--dice", "65")
    english, spanish = tablas(*blocked), tablas(*blocked, "--lang", "es")
    assert english.returncode == spanish.returncode == 1
    assert english.stdout != spanish.stdout
    told = json.loads(tablas("why", "abak", "N6/7", "--dice", "61", "--json").stdout)
    assert (told["legal"], told["rule"]) == (False, "must-play")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell):
    assert "_TABLAS_COMPLETE" in out("completion", shell)


@pytest.mark.parametrize("game", ["abak", "backgammon", "abalone"])
def test_two_bots_play_a_game_that_is_recorded_and_replayed(game, tmp_path: Path):
    file = tmp_path / "game.jsonl"
    bots = ("--white", "greedy", "--black", "random", "--seed", "5", "--record", str(file))
    told = out("play", game, *bots)
    assert "wins" in told or "draw" in told.lower()
    assert record.read(file.read_text()).game.result is not None
    assert "result:" in out("replay", str(file))


def test_the_same_seed_plays_the_same_game():
    bots = ("play", "abak", "--white", "random", "--black", "random", "--seed", "9")
    assert out(*bots) == out(*bots)


def test_a_person_plays_asks_takes_back_and_leaves(tmp_path: Path):
    file = tmp_path / "left.jsonl"
    typed = "\n".join(
        ["?", "m", "why c3c4", "zzz", "c3d3", "u", "c3d3", "draw", f"save {file}", "q"]
    )
    told = out(
        "play", "abalone", "--start", "standard", "--black", "human", "--white", "human",
        stdin=typed,
    )  # fmt: skip
    assert "44 legal plays" in told
    assert "left unfinished" in told
    assert len(record.read(file.read_text()).game.log) == 2


def test_spanish_is_spoken_where_it_is_asked_for():
    told = tablas("play", "abak", "--seed", "1", stdin="q\n", language="es_ES.UTF-8").stdout
    assert "Tirada de salida" in told


def test_the_command_runs_as_a_process_and_is_quiet_about_a_closed_pipe():
    command = f"{sys.executable} -m tablas moves abalone | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"a1b1\n", b"")


@pytest.mark.parametrize(("platform", "printed"), [("linux", b"?"), ("win32", "●".encode())])
def test_every_character_can_be_printed_whatever_the_encoding(monkeypatch, platform, printed):
    bytes_out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(bytes_out, encoding="cp1252"))
    monkeypatch.setattr(sys, "platform", platform)
    speak_unicode()
    sys.stdout.write("●")
    sys.stdout.flush()
    assert bytes_out.getvalue() == printed


def test_the_end_of_input_leaves_the_game():
    assert "left unfinished" in out("play", "backgammon", "--seed", "3", stdin="")


@pytest.mark.parametrize(
    ("command", "question", "field"),
    [
        (
            ("analyse", "backgammon", "--plies", "0"),
            {"id": "4HPwATDgc/ABMA", "dice": [4, 2]},
            "plays",
        ),
        (("analyse", "backgammon", "--plies", "0"), {"position": "4HPwATDgc/ABMA"}, "equity"),
        (("bestmove", "abalone", "--depth", "2"), {"position": "belgian-daisy"}, "move"),
        (("cube", "backgammon", "--plies", "0"), {"position": "4HPwATDgc/ABMA"}, "verdict"),
        (
            ("rollout", "abak", "--trials", "2", "--truncate", "1"),
            {"position": ABAK_START + " w"},
            "starts",
        ),
    ],
)
def test_engines_answer_a_stream_of_positions_line_by_line(command, question, field):
    lines = "".join(json.dumps(line) + "\n" for line in (question, {"position": "?"}, question))
    answers = out(*command, "--jsonl", stdin=lines).splitlines()
    first, bad, second = map(json.loads, answers)
    assert field in first
    assert bad["error"].startswith("line 2: ")
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_a_stream_takes_its_rolls_from_the_lines_alone():
    for command in (("analyse", "abak"), ("bestmove", "abak"), ("rollout", "abak")):
        assert "standard input" in error(*command, "--jsonl", "--dice", "31")
    line = json.dumps({"position": "4HPwATDgc/ABMA", "dice": [3, 1]})
    answer = json.loads(out("cube", "backgammon", "--jsonl", stdin=line))
    assert answer == {"error": "line 1: the cube is used before the roll"}
