"""Mines problems from games of our own levels, and chooses those that the package holds.

    python -m tools.problems mine GAME --seed 1 --minutes 10 --folder FOLDER
    python -m tools.problems again abalone --folder FOLDER
    python -m tools.problems choose GAME --count 320 --folder FOLDER

Each seed writes a file of its own and goes on where it stopped, so several processes may mine at
the same time with different seeds. `choose` takes what all of them have found, spreads it over
grades and themes, and writes src/tablas/problems/sets/GAME.tsv. `again` is for a new network: it
asks the engine of today about the problems that the package holds and keeps those that stay clear.
Those of dice games were rolled out, and stay.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from tools.problems import dice_games, search_games

from tablas.engine.engines import engine
from tablas.games import NAMES, kind
from tablas.problems import Problem, problem_of

SETS = Path(__file__).resolve().parents[2] / "src" / "tablas" / "problems" / "sets"
RUNS = 1_000_000
"""Runs that a seed may have: the next one draws other games than those before."""


def mine(game: str, seed: int, minutes: float, folder: Path) -> None:
    """Append problems to the file of this seed until the time is over."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{game}.{seed}.tsv"
    runs = folder / f"{game}.{seed}.runs"
    run = int(runs.read_text()) if runs.exists() else 0
    runs.write_text(str(run + 1))
    source = dice_games if engine(game).dice else search_games
    end, used = time.monotonic() + 60 * minutes, time.process_time()
    count = 0
    with file.open("a", encoding="utf-8") as out:
        for problem in source.mined(game, RUNS * seed + run):
            out.write(problem.line() + "\n")
            out.flush()
            count += 1
            if count % 20 == 0:
                cpu = time.process_time() - used
                print(f"{game} {seed}: {count} problems in {cpu:.0f} s of processor time")
            if time.monotonic() > end:
                return


def again(game: str, folder: Path) -> None:
    """Write the package's problems that the engine of today confirms to a file of the folder."""
    if engine(game).dice:
        sys.exit(f"{game}: its problems were rolled out; there is nothing to ask again")
    lines = (SETS / f"{game}.tsv").read_text(encoding="utf-8").splitlines()
    problems = [problem_of(game, line) for line in lines]
    kept = list(search_games.asked_again(game, problems))
    before = {(one.position, one.best) for one in problems}
    same = sum((one.position, one.best) in before for one in kept)
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(one.line() + "\n" for one in kept)
    (folder / f"{game}.again.tsv").write_text(text, encoding="utf-8")
    print(f"{game}: {len(kept)} of {len(problems)} are clear, {same} with the same answer")


def choose(game: str, count: int, folder: Path) -> None:
    """Write the set of a game: in turn from each grade, and in it from each theme."""
    found = {
        (problem := problem_of(game, line)).id: problem
        for file in sorted(folder.glob(f"{game}.*.tsv"))
        for line in file.read_text(encoding="utf-8").splitlines()
    }
    chosen = spread([one for one in found.values() if sure(one)], count)
    ordered = sorted(chosen, key=lambda one: (one.first_rating, one.id))
    lines = "".join(one.line() + "\n" for one in ordered)
    (SETS / f"{game}.tsv").write_text(lines, encoding="utf-8")
    print(f"{game}: {len(chosen)} of {len(found)}")
    print("grades", dict(sorted(Counter(one.grade for one in chosen).items())))
    print("themes", Counter(theme for one in chosen for theme in one.themes).most_common())


def sure(problem: Problem) -> bool:
    """Whether a rollout has told the best play from the next one; a search has no such error."""
    return not kind(problem.game).dice or problem.margin >= dice_games.SURE * problem.error


def spread(problems: list[Problem], count: int) -> list[Problem]:
    """As many as asked for, from all grades and main themes as evenly as there are any."""
    random.Random(1).shuffle(problems)
    cells: dict[tuple[int, str], list[Problem]] = defaultdict(list)
    for one in problems:
        cells[one.grade, one.themes[0]].append(one)
    order = sorted(cells, key=lambda cell: (len(cells[cell]), cell))
    turns = itertools.zip_longest(*(cells[cell] for cell in order))
    return [one for row in turns for one in row if one][:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", choices=("mine", "again", "choose"))
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--count", type=int, default=320)
    parser.add_argument("--folder", type=Path, default=Path("build/problems"))
    asked = parser.parse_args()
    if asked.task == "mine":
        mine(asked.game, asked.seed, asked.minutes, asked.folder)
    elif asked.task == "again":
        again(asked.game, asked.folder)
    else:
        choose(asked.game, asked.count, asked.folder)


if __name__ == "__main__":
    main()
