"""Our review of matches beside that of GNU Backgammon, both two plies ahead, in one run.

    python tools/measure/review_against_gnubg.py build/gnubg-matches --matches 50 --rollouts

GNU Backgammon analyses each .mat (2-ply plays and cubes, luck 0-ply, one thread) and saves it as
.sgf, or has done so before (`--analysed`); our reader takes equities, costs and luck from there.
Told are the agreement of luck, costs and marks, the processor time of both, and, with
`--rollouts`, who is right where the cost of a play differs by more than a tenth of a point: the
plays in question are played on.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tablas.engine import weights
from tablas.engine.dice.cube_action import state_of
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.engines import dice_side
from tablas.files import GameSheet, MatchSheet, read_path
from tablas.files.backgammon.sgf_points import ways
from tablas.play.game import Game
from tablas.play.state import State
from tablas.review import Decision, Mark, Thresholds, judge_of, review
from tablas.values import Side

APART = 0.1
SCRIPT = """\
import gnubg, time
for command in (
    "set confirm new off", "set confirm save off", "set automatic game off", "set display off",
    "set player 0 human", "set player 1 human", "set threads 1",
    "set analysis chequerplay evaluation plies 2", "set analysis cubedecision evaluation plies 2",
    "set analysis luckanalysis plies 0", "set analysis moves on", "set analysis cube on",
    "set analysis luck on",
):
    gnubg.command(command)
for source, target in {files!r}:
    gnubg.command(f"import mat {{source}}")
    began = time.process_time()
    gnubg.command("analyse match")
    print(f"SECONDS {{time.process_time() - began}}")
    gnubg.command(f"save match {{target}}")
"""


@dataclass
class Compared:
    """Pairs of figures, ours and theirs."""

    luck: list[tuple[float, float]] = field(default_factory=list)
    plays: list[tuple[float, float]] = field(default_factory=list)
    cubes: list[tuple[float, float]] = field(default_factory=list)
    ours: float = 0.0
    theirs: float = 0.0
    apart: list[tuple[str, Decision, State[Any, Any], str, float]] = field(default_factory=list)


def analysed(files: list[Path], folder: Path, gnubg: str) -> list[float]:
    """GNU Backgammon's processor seconds for each file; the analyses are left in `folder`."""
    pairs = [(str(file), str(folder / f"{file.stem}.sgf")) for file in files]
    script = folder / "script.py"
    script.write_text(SCRIPT.format(files=pairs))
    run = subprocess.run(
        [gnubg, "-t", "-q", "-r", "-p", str(script)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [line for line in run.stdout.splitlines() if line.startswith("SECONDS")]
    return [float(line.split()[1]) for line in lines]


def states(sheet: GameSheet) -> Iterator[State[Any, Any]]:
    game = sheet.record.game
    now = Game(game.first, game.first)
    for entry in game.log:
        yield now.state
        now = now.followed(entry.action, entry.at)


def compare(name: str, match: MatchSheet, theirs: MatchSheet, compared: Compared) -> None:
    """Add one match: ours reviewed here, theirs as its file has it."""
    judge = judge_of("backgammon", "normal")
    began = time.process_time()
    ours = review(match, judge)
    compared.ours += time.process_time() - began
    written = [dict(_properties(sheet)) for sheet in theirs.games]
    stand = [list(states(sheet)) for sheet in match.games]
    for roll in ours.rolls:
        properties = written[roll.game].get(roll.place + 1, {})  # beside the play that follows
        if "LU" in properties:
            compared.luck.append((roll.luck, float(properties["LU"][0])))
    for one in ours.decisions:
        properties = written[one.game].get(one.place, {})
        state = stand[one.game][one.place]
        if one.what == "play" and one.counts and "A" in properties:
            cost, best = _their_cost(properties["A"], one.side)
            compared.plays.append((one.cost, cost))
            if abs(one.cost - cost) > APART:
                compared.apart.append((name, one, state, best, cost))
        elif one.what == "double":
            place = one.place if one.played == "double" else one.place + 1
            analysis = written[one.game].get(place, {}).get("DA")
            if analysis and one.counts:
                compared.cubes.append((one.cost, _their_cube(analysis[0], state, one.played)))


def _properties(sheet: GameSheet) -> Iterator[tuple[int, dict[str, tuple[str, ...]]]]:
    for place, extras in sheet.extras.items():
        yield place, dict(extras.properties)


def _their_cost(analysis: tuple[str, ...], side: Side) -> tuple[float, str]:
    """What the play cost by GNU Backgammon, and the play that it likes best."""
    index, *moves = analysis
    worths = [float(move.split()[9]) for move in moves]
    steps = ways(moves[0].split()[0], side)
    best = " ".join(f"{a or 'off'}/{b or 'off'}" if b else f"{a}/off" for a, b in steps)
    return max(0.0, worths[0] - worths[int(index)]), best


def _their_cube(analysis: str, state: State[Any, Any], played: str) -> float:
    numbers = [float(word) for word in analysis.split()[7:]]
    hold, take = numbers[6], numbers[13]
    cube = state_of(state)
    if cube.away[0]:
        hold, take = cube.equity(2 * hold - 1), cube.equity(2 * take - 1)
    else:
        take *= 2
    doubled = min(take, 1.0)
    return max(0.0, max(hold, doubled) - (doubled if played == "double" else hold))


def rolled_out(one: Decision, state: State[Any, Any], best: str, trials: int) -> float:
    """The cost of what was played after rolling out it, our best play and theirs."""
    kind = state.kind
    texts = dict.fromkeys((one.played, one.best, best))
    plays = [kind.notation.read(state.position, state.dice, text) for text in texts]
    reached = [kind.rules.after(state.position, play) for play in plays]
    boards = kind.codec.encode_many(reached)
    cubes = [state_of(state).swapped()] * len(reached)
    net = weights.net(dice_side(kind.name).net)
    plan = RolloutPlan(trials=trials, seed=7)
    result = rollout(net, boards, plan, game=kind.name, cubes=cubes, of_opponent=True)
    worths = [start.equity for start in result.starts]
    return max(worths) - worths[0]


def tell(title: str, pairs: list[tuple[float, float]], marks: Thresholds | None = None) -> None:
    ours, theirs = np.array(pairs).T
    agree = float(np.corrcoef(ours, theirs)[0, 1])
    apart = np.abs(ours - theirs)
    line = f"{title}: {len(pairs)}, correlation {agree:.4f}, mean difference {apart.mean():.4f}"
    if marks:
        same = np.mean([marks.mark(a) is marks.mark(b) for a, b in pairs])
        both = [(a, b) for a, b in pairs if Mark.FINE not in (marks.mark(a), marks.mark(b))]
        line += f", same mark {100 * same:.1f} % ({len(both)} marked by both)"
    print(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--rollouts", action="store_true")
    parser.add_argument("--trials", type=int, default=324)
    parser.add_argument("--gnubg", default="gnubg")
    parser.add_argument("--analysed", type=Path, help="A folder of .sgf analysed before.")
    asked = parser.parse_args()
    files = sorted(asked.folder.glob("*.mat"))
    if asked.analysed:
        files = [file for file in files if (asked.analysed / f"{file.stem}.sgf").exists()]
    files = files[: asked.matches]
    compared = Compared()
    with tempfile.TemporaryDirectory() as place:
        folder = asked.analysed or Path(place)
        if not asked.analysed:
            compared.theirs = sum(analysed(files, folder, asked.gnubg))
        for file in files:
            theirs = read_path(folder / f"{file.stem}.sgf")
            compare(file.stem, read_path(file), theirs, compared)
    print(f"{len(files)} matches")
    tell("luck of a roll", compared.luck)
    tell("cost of a play", compared.plays, Thresholds())
    tell("cost of a cube", compared.cubes, Thresholds())
    if compared.theirs:
        print(
            f"processor time: ours {compared.ours:.1f} s, GNU Backgammon {compared.theirs:.1f} s, "
            f"{compared.ours / compared.theirs:.2f} of it"
        )
    print(f"plays that differ by more than {APART}: {len(compared.apart)}")
    if asked.rollouts:
        closer = 0
        for name, one, state, best, cost in compared.apart:
            right = rolled_out(one, state, best, asked.trials)
            closer += abs(one.cost - right) < abs(cost - right)
            print(
                f"  {name} {one.position} {one.played} (ours {one.best}, theirs {best}): "
                f"ours {one.cost:.3f}, theirs {cost:.3f}, rollout {right:.3f}"
            )
        print(f"ours is closer in {closer} of {len(compared.apart)}")


if __name__ == "__main__":
    main()
