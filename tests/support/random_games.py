"""Games played at random, for tests that need positions and records nobody thought of."""

from __future__ import annotations

import random
from typing import Any

from tablas.games import kind
from tablas.play.actions import Action, Doubled, OpeningRolled, Played, Rolled, Skipped, Took
from tablas.play.allowed import why_no_double
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.play.terms import Terms
from tablas.values import Dice


def random_action(game: Game[Any, Any], rng: random.Random) -> Action[Any]:
    """Any action that carries the game on."""
    state = game.state
    if state.phase is Phase.OPENING:
        return OpeningRolled(rng.randint(1, 6), rng.randint(1, 6))
    side = game.to_act
    assert side is not None
    if state.phase is Phase.TO_ANSWER:
        return Took(side)
    if state.phase is Phase.TO_PLAY:
        plays = state.kind.rules.plays(state.position, state.dice)
        return Played(side, plays[rng.choice(list(plays))])
    if state.kind.shut_out(state.position):
        return Skipped(side)
    if rng.random() < 0.05 and not why_no_double(state, side):
        return Doubled(side)
    return Rolled(side, Dice(rng.randint(1, 6), rng.randint(1, 6)))


def random_game(
    name: str, seed: int, *, most: int = 4000, terms: Terms | None = None
) -> Game[Any, Any]:
    """A game of random actions, to its end or to `most` actions; on a clock a second each."""
    rng = random.Random(seed)
    timed = terms is not None and terms.time is not None
    now = 0
    game = Game.begin(kind(name), terms, now=now if timed else None)
    while not game.result and len(game.log) < most:
        now += 1000
        game = game.apply(random_action(game, rng), now if timed else None)
    return game
