"""What the strongest levels of a dice game give away a decision, by judges that look further.

    python -m bench.strong_levels backgammon master strongest --count 400 --write
    python -m tools.measure.close_plays build/close.jsonl --count 1000 --workers 16
    python -m bench.strong_levels backgammon master strongest --rolled build/close.jsonl --write

The other levels are judged by the large net (`bench/ladder.py`); these are as good as that judge.
Theirs is the large net's search, three plies deep and as wide as in an analysis, over one decision
from each game of the small net with itself. With `--rolled` it is rollouts of the plays between
which the two-ply search is not sure: the best play of one half of the trials is compared with the
level's choice in the other half, and the other way round, since the luck by which a play came out
best in one half is not in the other. `--write` puts the results into
`src/tablas/engine/strength.json` and the pages.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from bench.ladder import FILE
from bench.levels_page import write_pages
from numpy.typing import NDArray
from tools.measure.close_plays import PLIES, decision, engine, read, text_of

from tablas import games
from tablas.engine.bot import bot
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.player import Player
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.values import Dice, Side

DEEPER = 3


def standing(game: str, position: Any, dice: Dice) -> State[Any, Any]:
    """The decision in a money game without a cube."""
    return State(
        kind=games.kind(game), terms=Terms(stakes=Stakes(cube=False)), position=position,
        turn=Side.WHITE, phase=Phase.TO_PLAY, cube=Cube(), dice=dice,
    )  # fmt: skip


def searched(game: str, players: Sequence[Player], seeds: range) -> Iterator[list[float]]:
    """What each player's choices cost by the search, decision after decision."""
    for seed in seeds:
        board, dice = decision(game, seed)
        state = standing(game, games.kind(game).codec.decode(board[0].tobytes()), dice)
        yield by_search(state, [player.choose(state) for player in players], DEEPER)


def by_search(state: State[Any, Any], plays: Sequence[Any], plies: int) -> list[float]:
    """What plays cost by a search that judges them as deeply as the best one."""
    assert state.dice is not None
    judge, rules = engine(state.kind.name), state.kind.rules
    ranked = judge.analyse(state.position, state.dice, DiceLimit(plies=plies)).plays
    known = {one.reached: one.equity for one in ranked if one.plies == ranked[0].plies}
    costs = []
    for play in plays:
        reached = rules.after(state.position, play)
        if reached not in known:
            known[reached] = -judge.chances(reached, ranked[0].plies).equity
        costs.append(known[reached])
    best = max(known.values())
    return [best - worth for worth in costs]


def rolled(players: Sequence[Player], decisions: Sequence[Any]) -> Iterator[list[float]]:
    """The same by rollouts of what lies close, and by the search of what lies further apart."""
    for told in decisions:
        kind = games.kind(told["game"])
        high, low = map(int, told["dice"])
        position = kind.formats.read(told["position"]).position
        state = standing(kind.name, position, Dice(high, low))
        yield [in_rollout(told, state, player.choose(state)) for player in players]


def in_rollout(told: dict[str, Any], state: State[Any, Any], play: Any) -> float:
    close = [one["reached"] for one in told["plays"]]
    text = text_of(state.kind.name, state.kind.rules.after(state.position, play))
    if text not in close:
        return by_search(state, [play], PLIES)[0]
    return by_halves(np.array(told["rolled"]), close.index(text)) if len(close) > 1 else 0.0


def by_halves(sets: NDArray[np.float64], chosen: int) -> float:
    """The best play of one half of the sets of trials against the choice in the other half.

    >>> by_halves(np.array([[0.5, 0.3, 0.5, 0.3], [0.4, 0.4, 0.4, 0.4]]), 1)
    -0.05
    >>> by_halves(np.array([[0.5, 0.5, 0.5, 0.5], [0.4, 0.4, 0.4, 0.4]]), 1)
    0.1
    """
    halves = sets[:, 0::2].mean(axis=1), sets[:, 1::2].mean(axis=1)
    costs = [there[here.argmax()] - there[chosen] for here, there in (halves, halves[::-1])]
    return round(float(np.mean(costs)), 9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--rolled", type=Path, help="decisions with rollouts")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    players = [bot(options.game, level, 1) for level in options.levels]
    if options.rolled:
        found = rolled(players, read(options.rolled))
    else:
        found = searched(options.game, players, range(1, options.count + 1))
    costs = []
    for number, row in enumerate(found, 1):
        costs.append(row)
        if number % 50 == 0:
            tell(options.levels, np.array(costs))
    tell(options.levels, np.array(costs))
    if options.write:
        write(options.game, dict(zip(options.levels, np.mean(costs, axis=0), strict=True)))


def tell(levels: Sequence[str], costs: NDArray[np.float64]) -> None:
    errors = costs.std(axis=0, ddof=1) / len(costs) ** 0.5
    for level, mean, error in zip(levels, costs.mean(axis=0), errors, strict=True):
        print(f"{len(costs)} decisions, {level}: {mean:.5f} ± {error:.5f}", flush=True)


def write(game: str, rates: dict[str, float]) -> None:
    strengths = json.loads(FILE.read_text(encoding="utf-8"))
    for level, rate in rates.items():
        strengths[game][level]["judged"] = round(max(float(rate), 0.0), 5)
    FILE.write_text(json.dumps(strengths, indent=1) + "\n", encoding="utf-8")
    write_pages(strengths)


if __name__ == "__main__":
    main()
