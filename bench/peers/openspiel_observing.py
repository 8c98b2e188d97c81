"""OpenSpiel plays backgammon at random and writes mask and observation at each decision."""

from __future__ import annotations

import itertools
import random

import pyspiel
from bench.measure import Values
from bench.worker import clock, serve

GAME = pyspiel.load_game("backgammon")
RNG = random.Random(1)


def played() -> int:
    """One game; how many decisions there were."""
    state = GAME.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            rolls, weights = zip(*state.chance_outcomes(), strict=True)
            bounds = list(itertools.accumulate(weights))
            state.apply_action(RNG.choices(rolls, cum_weights=bounds)[0])
        else:
            state.observation_tensor()
            state.legal_actions_mask()
            actions = state.legal_actions()
            state.apply_action(actions[int(RNG.random() * len(actions))])
            decisions += 1
    return decisions


def answer(seconds: float, processor: bool = False) -> Values:
    games = steps = 0
    now = clock(processor=processor)
    begin = now()
    while (spent := now() - begin) < seconds:
        steps += played()
        games += 1
    return {"games/s": games / spent, "steps/s": steps / spent}


if __name__ == "__main__":
    serve(answer)
