"""A trial of many settings at once finds the one that matters."""

from __future__ import annotations

import random

from tools.measure.abalone.factors import drawn, effects, player

FACTORS = {"few": ["", "few_base=2", "few_base=9"], "pass": ["", "pass_depth=200"]}


def test_the_setting_that_wins_is_told_from_those_that_do_not():
    rng = random.Random(3)
    rows = []
    for _ in range(600):
        draws = (drawn(FACTORS, rng), drawn(FACTORS, rng))
        better = (draws[0]["few"] == 1) - (draws[1]["few"] == 1)
        rows.append({"draws": draws, "share": rng.gauss(0.5 + 0.1 * better, 0.2)})
    worth = {effect.choice: effect for effect in effects(FACTORS, rows)}
    assert worth["few_base=2"].elo > 3 * worth["few_base=2"].error
    for other in ("few_base=9", "pass_depth=200"):
        assert abs(worth[other].elo) < 3 * worth[other].error


def test_a_player_has_the_settings_that_were_drawn():
    assert player("net", FACTORS, {"few": 2, "pass": 1}) == "net,few_base=9,pass_depth=200"
    assert player("net", FACTORS, {"few": 0, "pass": 0}) == "net"
