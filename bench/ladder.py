"""How strong each level is: every one against the one below it, weakest first.

    python bench/ladder.py backgammon --games 600
    python bench/ladder.py abalone --games 64 --only club advanced

Writes `src/tablas/engine/strength.json`, which the app shows, and `docs/levels.md`. The luck of
the dice is taken away, as a net evaluates it. In the dice games it also measures the error rate of
a level, in points a decision by the large net at 0-ply (`--judge`: nothing but that). Levels of
Abalone that think by the clock get the nodes which that much processor time is worth here, so that
a busy machine changes nothing. `--add` adds to the games of Abalone that stand in the file, from
the next opening on. `--page` only writes the page again.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from tablas import games
from tablas.cli.contest import contestant
from tablas.cli.duel_abalone import play_pairs
from tablas.cli.duel_dice import Setting, run
from tablas.duel.seats import Boards, Cubes, HeuristicSeat, NetSeat, seated
from tablas.engine.abalone.engine import AbaloneLimit
from tablas.engine.abalone.levels import LEVELS
from tablas.engine.abalone.speed import speeds
from tablas.engine.bot import bot, opponent, opponents
from tablas.engine.dice.evaluator import equities, kernel_rules
from tablas.engine.elo import as_text, estimate, rounded
from tablas.engine.weights import net

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "tablas" / "engine" / "strength.json"
PAGE = ROOT / "docs" / "levels.md"
COLUMNS = (
    "level", "what it does", "against", "games", "won", "points a game", "Elo", "error rate",
    "measured",
)  # fmt: skip
HEAD = """# The levels, measured

The opponents of each game from the weakest to the strongest, as `tablas play`, the app and
`tablas duel` know them. Each was measured against the one above it in the table: its share of the
games, what it won a game with the standard error, and the same as a difference in Elo. In
backgammon, and for Abak's two strongest, results are luck-adjusted, so the errors are small; games
are played for money without a cube, dice paired and sides swapped; in Abalone every
start position with both colours, and a level that thinks by the clock gets as many nodes as that
much processor time is worth (`strongest` met `master` with a tenth of the time of both:
`--share 0.1`). The numbers in brackets are the ends of a 95 % interval; a dash is one that so few
games do not show.
The error rate is what a level loses a decision in its own games, in points, by the large net at
0-ply; 500 times that is close to the performance rating (PR) that backgammon players know. All on
a 2-core AMD EPYC; this page is written by `python bench/ladder.py`, as in `python bench/ladder.py
backgammon --games 400`.
"""


def ladder(game: str) -> list[str]:
    """The players of a game from the weakest to the strongest, the yardsticks first."""
    levels = list(opponents(game))
    if game == "backgammon":
        return ["random", "greedy", *levels]
    if game == "abak":  # its rules of thumb are among the levels
        return ["random", *levels]
    return ["random", levels[0], "greedy", *levels[1:]]  # the beginner is weaker than they are


PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What two games can score together, as a share."""


def measured(
    game: str, level: str, below: str, count: int, seed: int, folder: Path | None
) -> dict[str, Any]:
    """What a level of a dice game did against the one below."""
    setting = Setting(game=game, first=level, second=below, seed=seed)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{game}-{level}-{below}.jsonl" if folder else None
    told = run(setting, games=count, sprt=None, kept=kept, quiet=True)
    names = {"won": "won", "points": "points_per_game", "error": "standard_error", "gap": "elo"}
    found = {name: told[key] for name, key in names.items()} | {"games": told["games"]}
    return found | {"won": min(max(found["won"], 0.0), 1.0)}


def abalone_match(
    level: str, below: str, pairs: int, seed: int, share: float, stand: list[int] | None
) -> dict[str, Any]:
    """A match of two levels; where one thinks by the clock, its processor time counts.

    `stand` counts the pairs of each score that were played before; those are added to.
    """
    rng = random.Random(seed)
    seats = [contestant(name, in_nodes(name, share), rng) for name in (level, below)]
    counts = list(stand or [0] * len(PAIR_SCORES))
    first = sum(counts)
    scores, _ = play_pairs(seats[0], seats[1], pairs, seed, None, quiet=False, first=first)
    for score in scores:
        counts[PAIR_SCORES.index(score)] += 1
    return of_pairs(counts)


def of_pairs(counts: list[int]) -> dict[str, Any]:
    """What so many pairs of each score say."""
    scores = [score for score, count in zip(PAIR_SCORES, counts, strict=True) for _ in range(count)]
    share, found = sum(scores) / len(scores), estimate(scores)
    return {"won": round(share, 4), "points": round(2 * share - 1, 4), "error": None,
            "gap": rounded(found.elo), "games": 2 * len(scores),
            "low": rounded(found.low), "high": rounded(found.high), "pairs": counts}  # fmt: skip


def in_nodes(name: str, share: float) -> AbaloneLimit:
    """A share of the time of a level that thinks by the clock, as nodes; none for the others."""
    seconds = share * LEVELS[name].limit.seconds if name in LEVELS else 0.0
    return (
        AbaloneLimit(nodes=round(speeds(["net"])["net"] * seconds)) if seconds else AbaloneLimit()
    )


def given_away(game: str, level: str, count: int = 100) -> float | None:
    """Points lost a decision in games against itself, by the large net.

    None for players whom it does not surpass: itself and those who look ahead; and for simple ones.
    """
    seat = seated(game, bot(game, level, 1))
    if not isinstance(seat, NetSeat | HeuristicSeat) or level == "master":
        return None
    rng, judge, rules = np.random.default_rng(1), net(f"{game}-large"), kernel_rules(game)
    boards: Boards = np.repeat(rules.start()[None], count, axis=0)
    lost: list[float] = []
    while len(boards):
        dice = rng.integers(1, 7, (len(boards), 2), dtype=np.uint8)
        reached, offsets = rules.successors(boards, dice)
        worth = -equities(judge.evaluate(reached))
        boards = seat.play(boards, dice, Cubes.fresh(len(boards), used=False))
        for row, first, last in zip(boards, offsets, offsets[1:], strict=False):
            if last - first > 1:
                here = np.flatnonzero((reached[first:last] == row).all(axis=1))[0]
                lost.append(float(worth[first:last].max() - worth[first + here]))
        boards = boards[rules.outcomes(boards) == 0]
    return round(float(np.mean(lost)), 4)


def page(written: dict[str, dict[str, dict[str, Any]]]) -> str:
    """The tables of every game that has been measured."""
    lines = [HEAD]
    for game in games.NAMES:
        lines += [f"## {game.capitalize()}", ""]
        lines += ["| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
        for name in ladder(game):
            told = written.get(game, {}).get(name)
            words = opponent(game, name).words.en
            if told is None:
                lines.append(f"| `{name}` | {words} " + "| " * (len(COLUMNS) - 2) + "|")
                continue
            points = f"{told['points']:+.3f}"
            points += f" ± {told['error']:.3f}" if told["error"] is not None else ""
            gap = "all won" if told["gap"] is None else f"{told['gap']:+d}"
            if "pairs" in told:
                gap += f" [{as_text(told['low'])}, {as_text(told['high'])}]"
            lost = "" if told["judged"] is None else f"{told['judged']:.4f}"
            lines.append(
                f"| `{name}` | {words} | `{told['against']}` | {told['games']} | "
                f"{told['won']:.1%} | {points} | {gap} | {lost} | {told['date']} |"
            )
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the time of levels that think by the clock"
    )
    parser.add_argument(
        "--save", type=Path, help="a folder for the games with dice, to go on another day"
    )
    parser.add_argument("--only", nargs="*", help="measure these levels; the others stay")
    parser.add_argument("--add", action="store_true", help="to the games that stand (Abalone)")
    parser.add_argument("--judge", action="store_true", help="only the error rate of a level")
    parser.add_argument("--page", action="store_true", help="write the page, measure nothing")
    told = parser.parse_args()
    if told.page:
        PAGE.write_text(page(_known()), encoding="utf-8")
        return
    for below, level in pairwise(ladder(told.game)):
        if told.only and level not in told.only:
            continue
        if told.judge and told.game != "abalone":
            found = _known()[told.game][level]
        elif told.game == "abalone":
            stand = _known()["abalone"].get(level, {}).get("pairs") if told.add else None
            found = abalone_match(level, below, told.games // 2, told.seed, told.share, stand)
        else:
            found = measured(told.game, level, below, told.games, told.seed, told.save)
        judged = None if told.game == "abalone" else given_away(told.game, level)
        keep(told.game, level, {"against": below, "date": time.strftime("%Y-%m-%d"),
                                **found, "judged": judged})  # fmt: skip


def keep(game: str, level: str, found: dict[str, Any]) -> None:
    """Write one result down; the file is read again, others may be measuring meanwhile."""
    print(level, json.dumps(found), flush=True)
    written = _known()
    written.setdefault(game, {})[level] = found
    FILE.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(written), encoding="utf-8")


def _known() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    main()
