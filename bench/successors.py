"""Distinct positions after a roll of backgammon: the kernel beside GNU Backgammon's generator."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.measure import Contestant, Missing, Values, race
from bench.positions import Bytes, random_positions, successors_rate
from bench.report import Table, comparison
from bench.worker import ROOT, Worker, peer_python, together

from tablas import kernel
from tablas.backgammon.codec import decode_many
from tablas.backgammon.gnubg import position_id

UNIT = "successors/s"
SCRIPT = ROOT / "bench" / "peers" / "gnubg_moves.py"
ASKED = 300  # positions that GNU Backgammon is asked about

Question = tuple[str, int, int]


def of_kernel(boards: Bytes, dice: Bytes, batch: int, threads: int) -> Contestant:
    """`successors` of all boards, so many in one call."""
    name = f"ours: `successors`, batches of {batch:,}"
    run = partial(successors_rate, "backgammon", boards, dice, batch, threads)
    return Contestant(name, run, threads)


def inside_games(threads: int, games: int) -> Callable[[], Values]:
    """The successors that random play generates to choose from, the play included."""

    def run() -> Values:
        begin = time.perf_counter()
        made = int(kernel.backgammon.play_random(games, 1, threads)[2].sum())
        return {UNIT: made / (time.perf_counter() - begin)}

    return run


class Gnubg:
    """GNU Backgammon in a process of its own for each run; see peers/gnubg_moves.py."""

    def __init__(self, questions: list[Question], counts: list[int]) -> None:
        self._questions, self._counts = questions, counts
        self._answers: list[dict[str, float]] = []

    def generator(self) -> Values:
        self._answers.append(self._asked())
        return {UNIT: self._answers[-1]["generated"] / self._answers[-1]["generating"]}

    def hint(self) -> Values:
        """From the run of `generator` just before."""
        if not self._answers:
            raise Missing("not installed")
        return {UNIT: self._answers[-1]["hinted"] / self._answers[-1]["hinting"]}

    def _asked(self) -> dict[str, float]:
        program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
        if program is None:
            raise Missing("not installed: Debian's package gnubg")
        with tempfile.TemporaryDirectory() as folder:
            asked, answered = Path(folder, "questions"), Path(folder, "answers")
            asked.write_text(json.dumps([self._questions, self._counts]), encoding="utf-8")
            paths = {"TABLAS_QUESTIONS": str(asked), "TABLAS_ANSWERS": str(answered)}
            command = [program, "-t", "-q", "-r", "-p", str(SCRIPT)]
            quiet = subprocess.DEVNULL
            subprocess.run(
                command, env=os.environ | paths, stdout=quiet, stderr=quiet, stdin=quiet, check=True
            )
            if not answered.exists():
                raise Missing("failed: it wrote no answers")
            found: dict[str, float] = json.loads(answered.read_text(encoding="utf-8"))
            return found


def measured(repeats: int, quick: bool) -> Table:
    boards, dice = random_positions("backgammon", 30_000 if quick else 200_000)
    some, rolls = boards[:ASKED], dice[:ASKED]
    offsets = kernel.backgammon.successors(some, rolls)[1]
    questions = [
        (position_id(position), int(one), int(other))
        for position, (one, other) in zip(decode_many(some), rolls, strict=True)
    ]
    counts = [int(count) for count in offsets[1:] - offsets[:-1]]
    gnubg = Gnubg(questions, counts)
    nn = Worker(peer_python("gnubg-nn"), "bench.peers.gnubg_nn")
    games = 5_000 if quick else 50_000
    results = race(
        [
            of_kernel(boards, dice, 1024, 1),
            of_kernel(boards, dice, len(boards), 1),
            of_kernel(boards, dice, 1024, 2),
            of_kernel(boards, dice, len(boards), 2),
            Contestant("ours: inside random play", inside_games(1, games)),
            Contestant("ours: inside random play", inside_games(2, games), 2),
            Contestant("GNU Backgammon, its generator in C", gnubg.generator),
            Contestant("GNU Backgammon, `hint` in its Python", gnubg.hint),
            Contestant("gnubg-nn, `moves` in Python", lambda: together([nn], questions=questions)),
        ],
        repeats,
    )
    return comparison("Distinct successors, backgammon", results, [UNIT], NOTES)


NOTES = [
    (
        "`successors` includes the border to Python, checking every board, and a new array for "
        "all boards reached; 200,000 different boards from all phases of random games. In one "
        "batch they fill 120 MB, which the machine has to find first. A batch of 1,024 is "
        "never split, so that it gains nothing from threads."
    ),
    (
        "GNU Backgammon: 300 of the same positions. Its Python has no call for the generator "
        "alone: it is the time of the command `move` with an impossible play, which generates all "
        "moves to look it up, less the same where nothing can move. For each position the best of "
        "five rounds of 40 calls counts, which favours it."
    ),
    "`hint` is the call that hands out its list of moves; it evaluates them, too.",
    "gnubg-nn is GNU Backgammon's engine as a Python package; `moves` gives position keys.",
]
