"""How strong each level is: every one against the one below it, weakest first.

    python -m bench.ladder backgammon --games 600
    python -m bench.ladder abalone --games 64 --only club advanced

Writes `src/tablas/engine/strength.json`, which the app shows, and `docs/levels.md` in both
languages. The luck of the dice is taken away, as a net evaluates it. In the dice games it also
measures the error rate of a level, in points a decision by the large net at 0-ply (`--judge`:
nothing but that); those of the strongest levels come from `bench/strong_levels.py`. Levels of
Abalone that think by the clock get the nodes which that much processor time is worth here, so that
a busy machine changes nothing. `--add` adds to the games of Abalone that stand in the file, from
the next opening on. `--page` only writes the pages again.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from bench.levels_page import ladder, write_pages

from tablas import games
from tablas.duel.elo import estimate, rounded
from tablas.duel.runner import Duel
from tablas.duel.setting import Setting
from tablas.engine.abalone.levels import LEVELS
from tablas.engine.abalone.speed import speeds
from tablas.engine.bot import opponents
from tablas.engine.dice.cubes import Boards, Cubes
from tablas.engine.dice.evaluator import equities, kernel_rules
from tablas.engine.dice.seats import NetSeat, PlayerSeat, SearchSeat
from tablas.engine.engines import engine
from tablas.engine.player import Unhurried
from tablas.engine.seats import DiceDuel, SeatOptions
from tablas.engine.weights import net

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "tablas" / "engine" / "strength.json"
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
    with Duel(setting, kept) as duel:
        for _ in duel.play(count):
            pass
        summary = duel.summary()
    names = {"won": "won", "points": "points_per_game", "error": "standard_error", "gap": "elo"}
    strength = {name: summary[key] for name, key in names.items()} | {"games": summary["games"]}
    return strength | {"won": min(max(strength["won"], 0.0), 1.0)}


def abalone_match(
    level: str, below: str, pairs: int, seed: int, share: float, stand: list[int] | None
) -> dict[str, Any]:
    """A match of two levels; where one thinks by the clock, its processor time counts.

    `stand` counts the pairs of each score that were played before; those are added to.
    """
    counts = list(stand or [0] * len(PAIR_SCORES))
    one, other = (in_nodes(name, share) for name in (level, below))
    setting = Setting(game="abalone", first=one, second=other, seed=seed)
    with Duel(setting, first=sum(counts)) as duel:
        for tally in duel.play(2 * pairs):
            print(f"{tally.games} of {2 * pairs} games: {tally.best()}", flush=True)
    for score in duel.tally.scores:
        counts[PAIR_SCORES.index(score)] += 1
    return of_pairs(counts)


def of_pairs(counts: list[int]) -> dict[str, Any]:
    """What so many pairs of each score say."""
    scores = [score for score, count in zip(PAIR_SCORES, counts, strict=True) for _ in range(count)]
    share, elo = sum(scores) / len(scores), estimate(scores)
    return {"won": round(share, 4), "points": round(2 * share - 1, 4), "error": None,
            "gap": rounded(elo.elo), "games": 2 * len(scores),
            "low": rounded(elo.low), "high": rounded(elo.high), "pairs": counts}  # fmt: skip


def in_nodes(name: str, share: float) -> str:
    """A level, with a share of its time as nodes if it thinks by the clock."""
    seconds = share * LEVELS[name].limit.seconds if name in LEVELS else 0.0
    return f"{name}/nodes:{round(speeds(['net'])['net'] * seconds)}" if seconds else name


def given_away(game: str, level: str, count: int = 100) -> float | None:
    """Points lost a decision in games against itself, by the large net.

    None for those who make no mistakes on purpose, whom it hardly surpasses: they are judged by
    `bench/strong_levels.py`; and for the simple ones that are no levels.
    """
    side = engine(game).duel()
    assert isinstance(side, DiceDuel)
    seat = side.seat(level, SeatOptions())
    careful = isinstance(seat, SearchSeat) or (isinstance(seat, NetSeat) and not seat.noise)
    careful |= isinstance(seat, PlayerSeat) and isinstance(seat.player, Unhurried)
    if level not in opponents(game) or careful:
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
    parser.add_argument("--page", action="store_true", help="write the pages, measure nothing")
    asked = parser.parse_args()
    if asked.page:
        write_pages(_known())
        return
    for below, level in pairwise(ladder(asked.game)):
        if asked.only and level not in asked.only:
            continue
        if asked.judge and asked.game != "abalone":
            strength = _known()[asked.game][level]
        elif asked.game == "abalone":
            stand = _known()["abalone"].get(level, {}).get("pairs") if asked.add else None
            strength = abalone_match(level, below, asked.games // 2, asked.seed, asked.share, stand)
        else:
            strength = measured(asked.game, level, below, asked.games, asked.seed, asked.save)
        judged = None if asked.game == "abalone" else given_away(asked.game, level)
        if judged is None:  # by rollouts, if at all
            judged = _known().get(asked.game, {}).get(level, {}).get("judged")
        keep(asked.game, level, {"against": below, "date": time.strftime("%Y-%m-%d"),
                                **strength, "judged": judged})  # fmt: skip


def keep(game: str, level: str, strength: dict[str, Any]) -> None:
    """Write one result down; the file is read again, others may be measuring meanwhile."""
    print(level, json.dumps(strength), flush=True)
    written = _known()
    written.setdefault(game, {})[level] = strength
    FILE.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    write_pages(written)


def _known() -> dict[str, dict[str, Any]]:
    strengths: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return strengths


if __name__ == "__main__":
    main()
