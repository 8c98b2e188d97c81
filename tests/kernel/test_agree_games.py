"""A sample of what `make agree-games` does for 100,000 games."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from research.abak.self_play import SideBySide, Turns, seeds_from

import abak_ways
import agree_games
from abak_ways import points_after, way
from agree_games import PLAYERS, Followed, done_before, piece, player, reached
from tablas import Dice, kernel
from tablas.abak import codec, rules
from tablas.errors import KernelDisagrees


@pytest.mark.parametrize("name", PLAYERS)
def test_the_games_of_every_player_pass_the_rules(name, monkeypatch):
    monkeypatch.setattr(agree_games, "PIECE", 6)
    told = piece(3, name)
    assert told["games"] == 6
    assert told["turns"] > 6 * 20
    assert told["plays"] >= told["listed"] > 0


def test_a_piece_is_decided_by_its_number_alone(monkeypatch):
    monkeypatch.setattr(agree_games, "PIECE", 2)
    assert piece(1, "mixed") == piece(1, "mixed") != piece(2, "mixed")


def first_turn() -> Turns:
    start = np.repeat(kernel.abak.start()[None], 2, 0)
    one = player("net", 1)
    return next(SideBySide.of(2).turns(start, (one, one), seeds_from(1, 2)))


def test_a_board_that_no_play_leads_to_would_be_found():
    turn = first_turn()
    of_other_dice, _ = kernel.abak.successors(turn.before, np.full((2, 2), 5, np.uint8))
    with pytest.raises(KernelDisagrees, match="no play leads"):
        Followed(2, 1).check(turn._replace(after=of_other_dice[:2]))


def test_a_play_with_too_few_dice_would_be_found():
    position, dice = rules.start(), Dice(3, 1)
    step = next(iter(rules.plays(position, dice).values()))[:1]
    board = codec.pack(rules.after(position, step))
    with pytest.raises(KernelDisagrees, match="not legal"):
        reached(position, dice, board, 0)


def test_an_end_that_only_one_side_sees_would_be_found():
    position, dice = rules.start(), Dice(3, 1)
    board = codec.pack(next(iter(rules.plays(position, dice))))
    with pytest.raises(KernelDisagrees, match="outcome"):
        reached(position, dice, board, -1)


def test_a_play_that_the_kernel_forgets_would_be_found(monkeypatch):
    honest = rules.plays
    monkeypatch.setattr(agree_games, "LISTED", 1)
    monkeypatch.setattr(
        rules, "plays", lambda position, dice: {**honest(position, dice), rules.start(): ()}
    )
    with pytest.raises(KernelDisagrees, match="results"):
        Followed(2, 1).check(first_turn())


def test_every_play_of_a_turn_is_found_by_what_it_changed():
    rng, position, seen = random.Random(5), rules.start(), 0
    for _ in range(60):
        dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
        ends = list(rules.plays(position, dice))
        for end in rng.sample(ends, min(len(ends), 12)):
            play, reached_there = way(position, dice, codec.pack(end))
            assert reached_there == end
            assert rules.why_illegal(position, dice, play) is None
            assert rules.after(position, play) == end
            seen += 1
        position = rng.choice(ends)
        if rules.outcome(position):
            position = rules.start()
    assert seen > 300


def test_the_points_of_a_packed_board_are_those_of_who_moved():
    position = rules.start()
    assert points_after(codec.pack(position.swapped())) == position.points


def test_a_way_is_found_without_listing_all_plays(monkeypatch):
    position, dice = rules.start(), Dice(1, 1)
    ends = list(rules.plays(position, dice))
    monkeypatch.setattr(abak_ways.rules, "plays", lambda *_: {})
    found = [way(position, dice, codec.pack(end)) for end in ends]
    assert sum(one is not None for one in found) > 0.9 * len(ends)


def test_a_run_goes_on_where_it_stopped(tmp_path):
    log = tmp_path / "log.jsonl"
    assert done_before(log, "mixed") == {}
    lines = [{"piece": 1, "player": "mixed"}, {"piece": 2, "player": "greedy"}]
    log.write_text("\n".join(map(json.dumps, lines)) + '\n{"piece": 3, "pla')
    assert list(done_before(log, "mixed")) == [1]
