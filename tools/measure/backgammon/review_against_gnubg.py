"""Our review of matches beside that of GNU Backgammon, both two plies ahead, in one run.

    python tools/measure/backgammon/review_against_gnubg.py build/gnubg-matches --matches 50 \\
        --rollouts

GNU Backgammon analyses each .mat (2-ply plays and cubes, luck 0-ply, one thread) and saves it as
.sgf; our reader takes equities, costs and luck from there. Told are the agreement of luck, costs
and marks, the processor time of both, and, with `--rollouts`, who is right where the cost of a
play differs by more than a tenth of a point: the plays in question are played on.

What was found about a match stays in a file of `--book`: a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
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
from tablas.review import Mark, Thresholds, judge_of, review
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
gnubg.command("import mat {source}")
began = time.process_time()
gnubg.command("analyse match")
print("SECONDS", time.process_time() - began)
gnubg.command("save match {target}")
"""
Pairs = list[tuple[float, float]]


@dataclass
class Apart:
    """A play about whose cost the two reviews differ, and what a rollout says."""

    match: str
    game: int
    place: int
    position: str
    played: str
    our_best: str
    their_best: str
    ours: float
    theirs: float
    rollout: float | None = None


@dataclass
class Compared:
    """Pairs of figures, ours and theirs, of one match or of all of them."""

    luck: Pairs = field(default_factory=list)
    plays: Pairs = field(default_factory=list)
    cubes: Pairs = field(default_factory=list)
    ours: float = 0.0
    theirs: float = 0.0
    apart: list[Apart] = field(default_factory=list)

    def add(self, other: Compared) -> None:
        self.luck += other.luck
        self.plays += other.plays
        self.cubes += other.cubes
        self.ours += other.ours
        self.theirs += other.theirs
        self.apart += other.apart


def analysed(source: Path, target: Path, gnubg: str) -> float:
    """GNU Backgammon's processor seconds for a match; its analysis is left in `target`."""
    script = target.with_suffix(".py")
    script.write_text(SCRIPT.format(source=source, target=target))
    run = subprocess.run(
        [gnubg, "-t", "-q", "-r", "-p", str(script)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
    )  # fmt: skip
    (line,) = [line for line in run.stdout.splitlines() if line.startswith("SECONDS")]
    return float(line.split()[1])


def compared(file: Path, book: Path, gnubg: str) -> Compared:
    """One match by both, from the book if it is there."""
    page = book / f"{file.stem}.json"
    if page.exists():
        values = json.loads(page.read_text())
        return Compared(**values | {"apart": [Apart(**one) for one in values["apart"]]})
    target = book / f"{file.stem}.sgf"
    result = Compared()
    if not target.exists():  # else it was analysed before, and nobody knows how long it took
        fresh = target.with_suffix(".new.sgf")
        result.theirs = analysed(file, fresh, gnubg)
        fresh.rename(target)
    compare(file.stem, read_path(file), read_path(target), result)
    page.write_text(json.dumps(asdict(result)))
    return result


def state_at(sheet: GameSheet, place: int) -> State[Any, Any]:
    """What stood before an entry of the log."""
    game = sheet.record.game
    now = Game(game.first, game.first)
    for entry in game.log[:place]:
        now = now.followed(entry.action, entry.at)
    return now.state


def compare(name: str, match: MatchSheet, theirs: MatchSheet, result: Compared) -> None:
    """Add one match: ours reviewed here, theirs as its file has it."""
    judge = judge_of("backgammon", "normal")
    began = time.process_time()
    ours = review(match, judge)
    result.ours += time.process_time() - began
    written = [dict(_properties(sheet)) for sheet in theirs.games]
    for roll in ours.rolls:
        properties = written[roll.game].get(roll.place + 1, {})  # beside the play that follows
        if "LU" in properties:
            result.luck.append((roll.luck, float(properties["LU"][0])))
    for one in ours.decisions:
        properties = written[one.game].get(one.place, {})
        if one.what == "play" and one.counts and "A" in properties:
            cost, best = _their_cost(properties["A"], one.side)
            result.plays.append((one.cost, cost))
            if abs(one.cost - cost) > APART:
                texts = (one.position, one.played, one.best, best)
                result.apart.append(Apart(name, one.game, one.place, *texts, one.cost, cost))
        elif one.what == "double":
            place = one.place if one.played == "double" else one.place + 1
            analysis = written[one.game].get(place, {}).get("DA")
            if analysis and one.counts:
                state = state_at(match.games[one.game], one.place)
                result.cubes.append((one.cost, _their_cube(analysis[0], state, one.played)))


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


def rolled_out(one: Apart, state: State[Any, Any], trials: int) -> float:
    """The cost of what was played after rolling out it, our best play and theirs."""
    kind = state.kind
    texts = dict.fromkeys((one.played, one.our_best, one.their_best))
    plays = [kind.notation.read(state.position, state.dice, text) for text in texts]
    reached = [kind.rules.after(state.position, play) for play in plays]
    boards = kind.codec.encode_many(reached)
    cubes = [state_of(state).swapped()] * len(reached)
    net = weights.net(dice_side(kind.name).net)
    plan = RolloutPlan(trials=trials, seed=7)
    result = rollout(net, boards, plan, game=kind.name, cubes=cubes, of_opponent=True)
    worths = [start.equity for start in result.starts]
    return max(worths) - worths[0]


def settle(file: Path, book: Path, result: Compared, trials: int) -> None:
    """Roll out what the two differ about in a match, and keep it in the book."""
    games = read_path(file).games
    for one in result.apart:
        if one.rollout is None:
            state = state_at(games[one.game], one.place)
            one.rollout = rolled_out(one, state, trials)
            (book / f"{file.stem}.json").write_text(json.dumps(asdict(result)))


def tell(title: str, pairs: Pairs, marks: Thresholds | None = None) -> None:
    ours, theirs = np.array(pairs).T
    agree = float(np.corrcoef(ours, theirs)[0, 1])
    apart = np.abs(ours - theirs)
    line = f"{title}: {len(pairs)}, correlation {agree:.4f}, mean difference {apart.mean():.4f}"
    if marks:
        same = np.mean([marks.mark(a) is marks.mark(b) for a, b in pairs])
        both = [(a, b) for a, b in pairs if Mark.FINE not in (marks.mark(a), marks.mark(b))]
        line += f", same mark {100 * same:.1f} % ({len(both)} marked by both)"
    print(line)


def tell_apart(apart: list[Apart]) -> None:
    """Who is right where they differ."""
    print(f"plays that differ by more than {APART}: {len(apart)}")
    rolled = [(one, one.rollout) for one in apart if one.rollout is not None]
    if not rolled:
        return
    for one, right in rolled:
        print(
            f"  {one.match} {one.position} {one.played} (ours {one.our_best}, "
            f"theirs {one.their_best}): ours {one.ours:.3f}, theirs {one.theirs:.3f}, "
            f"rollout {right:.3f}"
        )
    closer = sum(abs(one.ours - right) < abs(one.theirs - right) for one, right in rolled)
    ours = np.mean([abs(one.ours - right) for one, right in rolled])
    theirs = np.mean([abs(one.theirs - right) for one, right in rolled])
    print(f"ours is closer in {closer} of {len(rolled)}")
    print(f"mean distance from the rollout: ours {ours:.3f}, theirs {theirs:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--length", type=int, help="Only matches to so many points.")
    parser.add_argument("--book", type=Path, default=Path("build/review-against-gnubg"))
    parser.add_argument("--rollouts", action="store_true")
    parser.add_argument("--trials", type=int, default=324)
    parser.add_argument("--gnubg", default="gnubg")
    asked = parser.parse_args()
    asked.book.mkdir(parents=True, exist_ok=True)
    pattern = f"*-{asked.length}.mat" if asked.length else "*.mat"
    files = sorted(asked.folder.glob(pattern))[: asked.matches]
    every, timed = Compared(), [(0.0, 0.0)]
    for number, file in enumerate(files, 1):
        one = compared(file, asked.book, asked.gnubg)
        if asked.rollouts:
            settle(file, asked.book, one, asked.trials)
        every.add(one)
        if one.theirs:
            timed.append((one.ours, one.theirs))
        print(
            f"{number}/{len(files)} {file.stem}: {one.ours:.1f} s, {one.theirs:.1f} s", flush=True
        )
    tell("luck of a roll", every.luck)
    tell("cost of a play", every.plays, Thresholds())
    tell("cost of a cube", every.cubes, Thresholds())
    ours, theirs = (sum(seconds) for seconds in zip(*timed, strict=True))
    if theirs:
        print(
            f"processor time of {len(timed) - 1} matches: ours {ours:.1f} s, "
            f"GNU Backgammon {theirs:.1f} s, {ours / theirs:.2f} of it"
        )
    tell_apart(every.apart)


if __name__ == "__main__":
    main()
