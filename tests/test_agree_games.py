"""A sample of what `make agree-games` does for 100,000 games."""

from __future__ import annotations

import json

import numpy as np
import pytest

import agree_games
from agree_games import PLAYERS, checked, done_before, piece, player
from tablas import kernel
from tablas.abak import rules
from tablas.engine.abak.games import Games, Turns, seeds_from
from tablas.errors import KernelDisagrees


@pytest.mark.parametrize("name", PLAYERS)
def test_the_games_of_every_player_pass_the_rules(name, monkeypatch):
    monkeypatch.setattr(agree_games, "PIECE", 3)
    told = piece(3, name)
    assert told["games"] == 3
    assert told["plays"] >= told["turns"] > 3 * 20


def test_a_piece_is_decided_by_its_number_alone(monkeypatch):
    monkeypatch.setattr(agree_games, "PIECE", 2)
    assert piece(1, "mixed") == piece(1, "mixed") != piece(2, "mixed")


def first_turn() -> Turns:
    start = np.repeat(kernel.abak.start()[None], 2, 0)
    one = player("heuristic", 1)
    return next(Games.of(2).turns(start, (one, one), seeds_from(1, 2)))


def test_a_play_that_the_rules_do_not_know_would_be_found():
    turn = first_turn()
    forged = turn._replace(after=turn.before)
    with pytest.raises(KernelDisagrees, match="not legal"):
        checked(forged)


def test_a_play_that_the_kernel_forgets_would_be_found(monkeypatch):
    honest = rules.plays

    def more(position, dice=None):
        return {**honest(position, dice), rules.start(): ()}

    monkeypatch.setattr(rules, "plays", more)
    with pytest.raises(KernelDisagrees, match="results"):
        checked(first_turn())


def test_a_run_goes_on_where_it_stopped(tmp_path):
    log = tmp_path / "log.jsonl"
    assert done_before(log, "mixed") == {}
    lines = [{"piece": 1, "player": "mixed"}, {"piece": 2, "player": "greedy"}]
    log.write_text("\n".join(map(json.dumps, lines)) + '\n{"piece": 3, "pla')
    assert list(done_before(log, "mixed")) == [1]
