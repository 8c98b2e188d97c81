"""How long a person waits for the review of a finished game, and what it costs the server.

    python tools/measure/review_on_server.py --game backgammon --turns 60

A bot plays games against itself until one has about so many turns; it is brought to a new server as
a file, and its review is asked for: once with no process started yet, then twice more (other such
games) with everything warm. Told are the seconds from the question to the whole review in the
client's hands, and the processor time of the server with all its processes in between.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "support" / "server"))

import tablas
from reviewed_games import heard_until_done  # type: ignore[import-not-found]
from server_running import Running, children, guest, run  # type: ignore[import-not-found]
from tablas import record
from tablas.play.actions import Played
from tablas.record import Record

NEAR = 4  # turns more or less


def turns(game: Any) -> int:
    return sum(isinstance(entry.action, Played) for entry in game.log)


def game_of(name: str, wanted: int, seed: int) -> Any:
    """A whole game of a casual bot with itself, of about so many turns."""
    while True:
        engine = tablas.open_engine(name, "casual", seed=seed)  # type: ignore[call-overload]
        played = tablas.play_game(
            tablas.new_game(name),  # type: ignore[call-overload]
            engine.player, engine.player, rng=random.Random(seed),
        )  # fmt: skip
        if abs(turns(played) - wanted) <= NEAR:
            return played
        seed += 1


def processor_seconds(pid: int) -> float:
    """Of a process and its children, the dead ones that it has waited for included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(int(fields[place]) for place in (11, 12, 13, 14)) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_seconds(child) for child in children(pid))


async def one_review(server: Running, game: Any, care: str) -> tuple[float, float, Any]:
    """The seconds from the question to the answer, and the processor time meanwhile."""
    me = await guest(server.base)
    pid = server.process.pid
    text = record.write(Record(game=game, white="Ana", black="Bob"))
    before, began = processor_seconds(pid), time.monotonic()
    answer = await me.http.post(f"/api/reviews/files?name=a.jsonl&care={care}", content=text)
    match = answer.json()["match"]
    await heard_until_done(server.base, match, care)
    review = await me.get(f"/api/reviews/{match}/result?care={care}")
    waited = time.monotonic() - began
    await me.close()
    return waited, processor_seconds(pid) - before, review


async def measured(server: Running, asked: argparse.Namespace) -> None:
    for number, how in enumerate(("first after the start", "warm", "warm")):
        game = game_of(asked.game, asked.turns, asked.seed + 1000 * number)
        waited, cpu, review = await one_review(server, game, asked.care)
        found = len(review["decisions"]) + len(review["rolls"])
        print(
            f"{asked.game}, {turns(game)} turns, {found} questions, {asked.care}, {how}: "
            f"{waited:.1f} s, {cpu:.1f} s of processor time"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--care", default="normal")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Running(Path(folder), workers=0, analysts=0).start()
        try:
            run(measured(server, asked), 600)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
