"""What the strongest levels of a dice game give away a decision, by rollouts.

    python -m tools.measure.close_plays build/close.jsonl --count 1000 --workers 16
    python -m bench.strong_levels build/close.jsonl master strongest --write

The other levels are judged by the large net (`bench/ladder.py`); these are as good as that judge,
so that theirs are rollouts of the plays between which the two-ply search is not sure. The best play
of one half of the trials is compared with the level's choice in the other half, and the other way
round: the luck by which a play came out best in one half is not in the other. That counts what is
lost against a rollout of so many trials, a little less than what is lost against the truth. A
choice that the search finds further behind than what was rolled out costs what the search says.
`--write` puts the results into `src/tablas/engine/strength.json` and the pages.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from bench.ladder import FILE
from bench.levels_page import write_pages
from tools.measure.close_plays import PLIES, engine, read, text_of

from tablas import games
from tablas.engine.bot import bot
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.player import Player
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Terms
from tablas.values import Dice, Side


def asked(told: dict[str, Any]) -> State[Any, Any]:
    """The decision in a money game without a cube."""
    kind = games.kind(told["game"])
    high, low = map(int, told["dice"])
    return State(
        kind=kind, terms=Terms(), position=kind.formats.read(told["position"]).position,
        turn=Side.WHITE, phase=Phase.TO_PLAY, cube=Cube(), dice=Dice(high, low),
    )  # fmt: skip


def lost(told: dict[str, Any], player: Player) -> float:
    """Points that a player's choice gives away in a decision."""
    state = asked(told)
    reached = state.kind.rules.after(state.position, player.choose(state))
    plays = [one["reached"] for one in told["plays"]]
    text = text_of(state.kind.name, reached)
    if text not in plays:
        return by_search(state, reached)
    return by_rollouts(np.array(told["rolled"]), plays.index(text)) if len(plays) > 1 else 0.0


def by_rollouts(rolled: np.ndarray[Any, np.dtype[np.float64]], chosen: int) -> float:
    """The best play of one half of the sets of trials against the choice in the other half.

    >>> by_rollouts(np.array([[0.5, 0.5, 0.3, 0.3], [0.4, 0.4, 0.4, 0.4]]), 1)
    0.0
    >>> by_rollouts(np.array([[0.5, 0.5, 0.5, 0.5], [0.4, 0.4, 0.4, 0.4]]), 1)
    0.1
    """
    halves = rolled[:, 0::2].mean(axis=1), rolled[:, 1::2].mean(axis=1)
    costs = [there[here.argmax()] - there[chosen] for here, there in (halves, halves[::-1])]
    return round(float(np.mean(costs)), 9)


def by_search(state: State[Any, Any], reached: Any) -> float:
    assert state.dice is not None
    judge = engine(state.kind.name)
    best = judge.analyse(state.position, state.dice, DiceLimit(plies=PLIES)).best
    return best.equity + judge.chances(reached, PLIES).equity


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("decisions", type=Path)
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    decisions = read(options.decisions)
    game = decisions[0]["game"]
    strengths = json.loads(FILE.read_text(encoding="utf-8"))
    for level in options.levels:
        player = bot(game, level, 1)
        costs = np.array([lost(told, player) for told in decisions])
        error = costs.std(ddof=1) / len(costs) ** 0.5
        print(f"{level}: {costs.mean():.5f} ± {error:.5f} a decision of {len(costs)}", flush=True)
        strengths[game][level]["judged"] = round(max(float(costs.mean()), 0.0), 5)
    if options.write:
        FILE.write_text(json.dumps(strengths, indent=1) + "\n", encoding="utf-8")
        write_pages(strengths)


if __name__ == "__main__":
    main()
