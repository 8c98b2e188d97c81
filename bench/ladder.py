"""How strong each level is: every one against the one below it, weakest first.

    python bench/ladder.py backgammon --games 600
    python bench/ladder.py abalone --games 64 --only club advanced

Writes `src/tablas/engine/strength.json`, which the app shows, and `docs/levels.md`. The luck of
the dice is taken away where a net can judge it. In backgammon it also measures what a level gives
away a decision, in points by the large net at 0-ply. `--page` only writes the page again.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from tablas import games, kernel
from tablas.cli import duel_abalone
from tablas.cli.duel_dice import Setting, run
from tablas.duel.seats import Boards, Cubes, NetSeat, seated
from tablas.engine.abalone.engine import Limit
from tablas.engine.bot import bot, opponent, opponents
from tablas.engine.dice.evaluator import equities
from tablas.engine.weights import net

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "tablas" / "engine" / "strength.json"
PAGE = ROOT / "docs" / "levels.md"
COLUMNS = "| level | what it does | against | games | won | points a game | Elo | gives away |"
HEAD = """# The levels, measured

The opponents of each game from the weakest to the strongest, as `tablas play`, the app and
`tablas duel` know them. Each was measured against the one above it in the table: its share of the
games, what it won a game with the standard error, and the same as a difference in Elo. In
backgammon the luck of the dice is taken away, so the errors are small; games are played for money
without a cube, dice paired and sides swapped; in Abalone every start position with both colours.
"Gives away" is what a level loses a decision in its own games, in points, by the large net at
0-ply (500 times that is close to the performance rating that backgammon players know). This page
is written by `python bench/ladder.py`.
"""


def ladder(game: str) -> list[str]:
    """The players of a game from the weakest to the strongest, the yardsticks first."""
    levels = list(opponents(game))
    # In Abak the rules of thumb are stronger than the beginner.
    below = ("random",) if game == "abak" else ("random", "greedy")
    return [*below, *levels]


def measured(game: str, level: str, below: str, count: int, seed: int) -> dict[str, Any]:
    """What a level did against the one below."""
    if game == "abalone":
        told = duel_abalone.run(
            level, below, pairs=count // 2, limit=Limit(), sprt=None, seed=seed, quiet=True
        )
        share = (told["won"] + told["drawn"] / 2) / told["games"]
        return {"won": round(share, 4), "points": round(2 * share - 1, 4),
                "error": None, "gap": told["elo"], "games": told["games"]}  # fmt: skip
    setting = Setting(game=game, first=level, second=below, seed=seed)
    told = run(setting, games=count, sprt=None, kept=None, quiet=True)
    names = {"won": "won", "points": "points_per_game", "error": "standard_error", "gap": "elo"}
    found = {name: told[key] for name, key in names.items()} | {"games": told["games"]}
    return found | {"won": min(max(found["won"], 0.0), 1.0)}


def given_away(level: str, count: int = 100) -> float | None:
    """Points lost a decision in games against itself, by the large net; None for other players."""
    seat = seated("backgammon", bot("backgammon", level, 1))
    if not isinstance(seat, NetSeat) or level == "master":
        return None
    rng, judge = np.random.default_rng(1), net("backgammon-large")
    boards: Boards = np.repeat(kernel.backgammon.start()[None], count, axis=0)
    lost: list[float] = []
    while len(boards):
        dice = rng.integers(1, 7, (len(boards), 2), dtype=np.uint8)
        reached, offsets = kernel.backgammon.successors(boards, dice)
        worth = -equities(judge.evaluate(reached))
        boards = seat.play(boards, dice, Cubes.fresh(len(boards), used=False))
        for row, first, last in zip(boards, offsets, offsets[1:], strict=False):
            if last - first > 1:
                here = np.flatnonzero((reached[first:last] == row).all(axis=1))[0]
                lost.append(float(worth[first:last].max() - worth[first + here]))
        boards = boards[kernel.backgammon.outcomes(boards) == 0]
    return round(float(np.mean(lost)), 4)


def page(written: dict[str, dict[str, dict[str, Any]]]) -> str:
    """The tables of every game that has been measured."""
    lines = [HEAD]
    for game in games.NAMES:
        lines += [f"## {game.capitalize()}", ""]
        lines += [
            "| level | what it does | against | games | won | points a game | Elo | gives away |"
        ]
        lines += ["|---|---|---|---|---|---|---|---|"]
        for name in ladder(game):
            told = written.get(game, {}).get(name)
            words = opponent(game, name).words.en
            if told is None:
                lines.append(f"| `{name}` | {words} | | | | | | |")
                continue
            points = f"{told['points']:+.3f}"
            points += f" ± {told['error']:.3f}" if told["error"] is not None else ""
            gap = "all won" if told["gap"] is None else f"{told['gap']:+d}"
            lost = "" if told["judged"] is None else f"{told['judged']:.4f}"
            lines.append(
                f"| `{name}` | {words} | `{told['against']}` | {told['games']} | "
                f"{told['won']:.1%} | {points} | {gap} | {lost} |"
            )
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="measure these levels; the others stay")
    parser.add_argument("--page", action="store_true", help="write the page, measure nothing")
    told = parser.parse_args()
    written = json.loads(FILE.read_text(encoding="utf-8"))
    if told.page:
        PAGE.write_text(page(written), encoding="utf-8")
        return
    known = written.setdefault(told.game, {})
    for below, level in pairwise(ladder(told.game)):
        if told.only and level not in told.only:
            continue
        found = measured(told.game, level, below, told.games, told.seed)
        judged = given_away(level) if told.game == "backgammon" else None
        known[level] = {"against": below, **found, "judged": judged,
                        "date": time.strftime("%Y-%m-%d")}  # fmt: skip
        print(level, json.dumps(known[level]), flush=True)
        FILE.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page(written), encoding="utf-8")


if __name__ == "__main__":
    main()
