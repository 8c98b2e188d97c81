"""How strong the house bots are: points a game against the random player, with its error.

    python bench/bots.py --games 400

Games are played without a cube, sides changing. The cards in `tablas/server/bots.py` quote it.
"""

from __future__ import annotations

import argparse
import math
import random

from tablas import games
from tablas.actions import Action, OpeningRolled, Played, Rolled, Skipped
from tablas.engine.simple import PLAYERS, Player, player
from tablas.game import Game
from tablas.state import Phase
from tablas.terms import Limits, Stakes, Terms
from tablas.values import Dice, Side


def played(kind_name: str, seats: dict[Side, Player], rng: random.Random) -> tuple[float, int]:
    """One game: White's score (1, half, 0) and the points it won or lost."""
    kind = games.kind(kind_name)
    terms = Terms(stakes=Stakes(cube=False), limits=Limits(plies=None if kind.dice else 400))
    game = Game.begin(kind, terms)
    while game.result is None:
        game = game.apply(_next(game, seats, rng))
    result = game.result
    if result.winner is None:
        return 0.5, 0
    return (1.0, result.points) if result.winner is Side.WHITE else (0.0, -result.points)


def _next(game: Game, seats: dict[Side, Player], rng: random.Random) -> Action:  # type: ignore[type-arg]
    state = game.state
    if state.phase is Phase.OPENING:
        return OpeningRolled(rng.randint(1, 6), rng.randint(1, 6))
    assert state.turn is not None
    if state.phase is Phase.TO_ROLL:
        if state.kind.shut_out(state.position):
            return Skipped(state.turn)
        return Rolled(state.turn, Dice(rng.randint(1, 6), rng.randint(1, 6)))
    play = seats[state.turn].choose(state.kind, state.position, state.dice)
    return Played(state.turn, play)


def measure(kind_name: str, name: str, count: int, seed: int) -> str:
    rng = random.Random(seed)
    won, points = [], []
    for number in range(count):
        bot, other = player(name, rng), player("random", rng)
        white = number % 2 == 0
        seats = {Side.WHITE: bot if white else other, Side.BLACK: other if white else bot}
        score, gained = played(kind_name, seats, rng)
        won.append(score if white else 1 - score)
        points.append(gained if white else -gained)
    share, mean = sum(won) / count, sum(points) / count
    spread = math.sqrt(sum((p - mean) ** 2 for p in points) / (count - 1) / count)
    return f"{name} {kind_name}: {share:.1%} won, {mean:+.2f} ± {2 * spread:.2f} points a game"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for name in PLAYERS:
        if name != "random":
            for kind in games.NAMES:
                print(measure(kind, name, chosen.games, chosen.seed), flush=True)


if __name__ == "__main__":
    main()
