"""What the search of Abalone leaves out, tried: each part against the search without it.

    python bench/abalone_selection.py [--nodes 3000] [--games 400] [--only few futile]

`make cpp` builds `abalone_trainer`, which plays the pairs. The search as it is meets one with the
part switched off, or set otherwise, until a sequential test of 0 against 30 Elo (5 % error each)
has decided: "accepted" says that the part is worth it. At equal nodes unless `--time` asks for
equal processor time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

from tablas.duel.elo import EloTest, estimate

ROOT = Path(__file__).resolve().parent.parent
TRAINER = ROOT / "build" / "cpp-usual" / "abalone_trainer"
NET = ROOT / "src" / "tablas" / "engine" / "weights" / "abalone.safetensors"
TEST = EloTest(0.0, 30.0)
BLOCK = 20
"""Pairs that are played before the test is asked."""

PARTS = {
    "still": ("far above beta it stops", "still_depth=0"),
    "pass": ("passing is tried first", "pass_depth=200"),
    "futile": ("far below alpha quiet moves are left out", "futile_depth=0"),
    "few": ("near the end only the first moves count", "few_depth=0"),
    "guess": ("without a remembered move a ply less", "guess_depth=200"),
    "late": ("late moves less deeply", "late_depth=200"),
    "late-more": ("not a quarter more than now", "late_percent=125"),
    "late-less": ("not a quarter less than now", "late_percent=75"),
}


def block(off: str, nodes: int, seed: int, *, time: bool) -> list[float]:
    """The shares of the usual search in some pairs against the changed one."""
    command = [
        str(TRAINER),
        "match",
        str(NET),
        f"{NET},{off}",
        str(seed),
        str(BLOCK),
        str(nodes),
        "1",
    ]
    done = subprocess.run(command + ["time"] * time, capture_output=True, text=True, check=True)
    shares: list[float] = json.loads(done.stdout)["pairs"]
    return shares


def tell(name: str, nodes: int, games: int, *, time: bool) -> None:
    """One part, until it is decided or the games are used up."""
    words, off = PARTS[name]
    shares: list[float] = []
    while 2 * len(shares) < games and not TEST.verdict(shares):
        shares += block(off, nodes, 1000 + len(shares), time=time)
    found = estimate(shares)
    print(
        f"| {name} | {words} | `{off}` | {2 * len(shares)} |"
        f" {found.elo:+.0f} [{found.low:+.0f}, {found.high:+.0f}] |"
        f" {TEST.verdict(shares) or 'undecided'} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=3000, help="a move")
    parser.add_argument("--games", type=int, default=400, help="for each part, at most")
    parser.add_argument("--only", nargs="*", choices=PARTS, default=list(PARTS))
    parser.add_argument("--time", action="store_true", help="equal processor time")
    told = parser.parse_args()
    if not TRAINER.exists():
        raise SystemExit(f"{TRAINER.relative_to(ROOT)} is missing: `make cpp` builds it")
    print("| part | what it does | against | games | Elo, 95 % | test |\n|---|---|---|---|---|---|")
    for name in told.only:
        tell(name, told.nodes, told.games, time=told.time)


if __name__ == "__main__":
    main()
