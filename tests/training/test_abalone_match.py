"""Matches between two programs and the suite in which counting marbles misleads."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace

import numpy as np
import pytest
from tools.measure.abalone import fewer, match
from tools.measure.abalone.referee import (
    GameEnds,
    PlayerFile,
    RefereedGame,
    fingerprint,
    lost,
    marbles,
    neighbours,
    opening,
    play_game,
    speeds,
    successors,
    threatens,
    words,
)
from tools.measure.json_book import JsonBook

from tablas.abalone import KIND
from tablas.values import Side

# Looks one move ahead: `counts` takes what it can eject, `gives` does the opposite.
PROGRAM = """
import sys
from tools.measure.abalone.referee import from_words, lost, successors, words
sign = 1 if sys.argv[2] == "counts" else -1
print("ready", flush=True)
for line in sys.stdin:
    if line.startswith("go"):
        nodes, _, _, *boards = line.split()[1:]
        board = from_words(boards[-1])
        best = max(successors(board), key=lambda reached: (sign * lost(reached)[0], reached))
        own, opp = lost(board)
        said = "{:x}:{:x}".format(*words(best))
        print("best", said, sign * (100 * (opp - own) + 8), 1, nodes, 0.001, flush=True)
"""


@pytest.fixture(scope="module")
def players(tmp_path_factory):
    """Two programs that count marbles, one of them the wrong way round."""
    path = tmp_path_factory.mktemp("match") / "trainer"
    root = match.__file__.rpartition("/tools/")[0]
    code = PROGRAM.replace("import sys\n", f"import sys\nsys.path.insert(0, {root!r})\n", 1)
    path.write_text(f"#!{sys.executable}\n{code}", encoding="utf-8")
    path.chmod(0o755)
    return [PlayerFile(path, "counts"), PlayerFile(path, "gives")]


def plan(**changes):
    usual = match.MatchPlan(
        ("counts", "gives"), ("one", "other"), 100, (10, 10), GameEnds(quiet=30), 4
    )
    return replace(usual, **changes)


def board_of(name):
    return KIND.codec.encode(KIND.rules.start(name))


def test_a_match_goes_on_from_its_book_and_refuses_another_one(tmp_path, players):
    path = tmp_path / "book.jsonl"
    list(match.play(JsonBook(path, asdict(plan())), plan(), players, 1, 1))
    stopped = path.read_text()
    said = list(match.play(JsonBook(path, asdict(plan())), plan(), players, 2, 1))
    assert len(said) == 1
    assert said[0].startswith("4 games, ")
    assert path.read_text().startswith(stopped)
    starts = [json.loads(line)["start"] for line in path.read_text().splitlines()[1:]]
    assert starts == list(KIND.start_names[:2])
    with pytest.raises(SystemExit, match="another test"):
        JsonBook(path, asdict(plan(nodes=(10, 11))))


def test_a_match_from_some_starts_alone(tmp_path, players):
    path = tmp_path / "book.jsonl"
    some = plan(starts=("snakes", "crown"))
    list(match.play(JsonBook(path, some.head()), some, players, 3, 1))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0]["starts"] == ["snakes", "crown"]
    assert [line["start"] for line in lines[1:]] == ["snakes", "crown", "snakes"]
    assert "starts" not in plan().head()  # the books of before can go on


def test_results_belong_to_the_first_player_whoever_begins(players):
    board = opening("german-daisy", np.random.default_rng(1), 4)
    with players[0].thinker() as counts, players[1].thinker() as gives:
        for begins in (True, False):
            game = play_game((counts, gives), (1, 1), board, GameEnds(plies=60), begins=begins)
            other = play_game((gives, counts), (1, 1), board, GameEnds(plies=60), begins=not begins)
            assert (game.result, game.lead) == (-other.result, -other.lead)
            assert (game.ending, game.plies) == (other.ending, other.plies)
            assert game.sides == other.sides[::-1]
        assert fingerprint(counts) != fingerprint(gives)
        assert speeds((counts, gives), 100, 3) == [pytest.approx(100_000)] * 2


def test_the_summary_has_both_halves_and_both_players():
    def game(result):
        one, other = ({"turns": 2, "depth": 9, "seconds": 1, "pairs": 3, "marbles": 2},
                      {"turns": 2, "depth": 8, "seconds": 1, "pairs": 1, "marbles": 2})  # fmt: skip
        return {"result": result, "ending": "six", "plies": 4, "sides": [one, other]}

    pairs = [{"pair": n, "games": [game(1), game(1 if n < 4 else -1)]} for n in range(8)]
    said = match.summary(pairs)
    assert "16 games, +12 =0 -4, Elo +191" in said
    assert "halves – [+152, –], +0 [" in said
    assert "neighbours a marble 1.50 : 0.50, depth 4.5 : 4.0" in said


def test_every_start_has_openings():
    for start in KIND.start_names:
        assert sum(lost(opening(start, np.random.default_rng(3), 3))) == 0


def test_openings_are_quiet_and_differ():
    boards = {opening("belgian-daisy", np.random.default_rng(n), 5) for n in range(4)}
    assert len(boards) == 4
    assert not any(threatens(board) or sum(lost(board)) for board in boards)


def test_the_referee_knows_what_ends_a_game():
    game = RefereedGame(board_of("standard"), GameEnds(quiet=30))
    here = game.board
    with pytest.raises(ValueError, match="not a legal move"):
        game.go_on(here)
    there = successors(here)[0]
    assert game.question(7).split()[1:4] == ["7", "30", "0"]
    game.boards = [here, there, here, there, here]
    assert (game.result(), game.ending) == (0, "repetition")
    game.boards = [bytes([number] * 16) for number in range(31)]
    assert (game.result(), game.ending) == (0, "no progress")
    game.boards.pop()
    assert game.result() is None


def test_neighbours_are_counted_in_pairs():
    own, opp = words(board_of("standard"))
    assert neighbours(own) == neighbours(opp) == 27
    assert marbles(own) == 14


def test_the_suite_holds_what_it_says():
    suite = fewer.read_suite()
    keys = {fewer.usual(one.setup.position)[0] for one in suite}
    assert len(keys) == len(suite)
    for one in suite:
        assert one.deficit > 0
        assert fewer.share(one.playouts) >= fewer.LEAST
        assert len(one.playouts) == fewer.PLAYOUTS
    assert {one.start for one in suite} == set(KIND.start_names)


def test_whoever_counts_marbles_names_the_wrong_side_everywhere(players):
    suite = fewer.read_suite()[:12]
    with players[0].thinker() as counts, players[1].thinker() as gives:
        assert fewer.named_right(counts, suite, 1) == [False] * 12
        right = fewer.named_right(gives, suite, 1)
    assert right == [True] * 12
    assert fewer.report(suite, right).startswith("all: 12 of 12, 100 % ± 0")


def test_time_is_worth_the_nodes_of_games_with_itself(players):
    # 100,000 nodes take the program a thousandth of a second, as it says.
    assert fewer.nodes_in(100, players[0]) == 10_000_000


def test_of_a_game_one_position_is_kept_and_none_twice():
    text = "{:x}:{:x}".format(*words(board_of("standard")))
    found = {"board": text, "behind_moves": False, "shallow": 30, "playouts": "+" * 21}
    weak = {**found, "playouts": "+" * 16 + "-" * 5}
    lines = [
        {"start": "star", "played": found, "given": found},
        {"start": "star", "played": found},
        {"start": "star", "given": weak},
    ]
    kept = fewer.chosen(lines)
    assert [(one.kind, one.winner, one.misled) for one in kept] == [
        ("played", Side.WHITE, "network")
    ]
    assert fewer.chosen(lines[2:]) == []


def test_games_that_are_missing_in_a_book_are_looked_for():
    there = set(range(10)) | {12} | set(range(20, 64))
    assert list(fewer.missing(there, 0)) == [range(10, 12), range(13, 20)]
    assert list(fewer.missing(set(), 64)) == [range(64, 128)]
