"""Lets GNU Backgammon play matches against itself and export them as .mat and .sgf.

Run from the root of the repository with Debian's package `gnubg`:

    MATCHES=210 FOLDER=build/gnubg-matches gnubg -t -q -r -p tools/oracles/gnubg_matches.py

This file runs inside GNU Backgammon and uses nothing of Tablas. Both players look at their own
play only (0-ply) and err a little on purpose, so that there are blots, cubes and gammons to see.
`tools/oracles/match_round_trips.py` then reads and writes the files and compares.
"""

from __future__ import annotations

import os
from pathlib import Path

import gnubg

SEED = 20261116
LENGTHS = (1, 2, 3, 5, 7, 9, 11)
SETTINGS = (
    "set automatic game on",
    "set automatic roll on",
    "set automatic bearoff on",
    "set confirm new off",
    "set confirm save off",
    "set display off",
    "set rng mersenne",
    f"set seed {SEED}",
    *(
        f"set player {player} {setting}"
        for player in (0, 1)
        for setting in (
            "gnubg",
            "chequerplay evaluation plies 0",
            "chequerplay evaluation noise 0.05",
            "cubedecision evaluation plies 0",
            "cubedecision evaluation noise 0.1",
        )
    ),
)


def main() -> None:
    folder = Path(os.environ.get("FOLDER", "build/gnubg-matches"))
    folder.mkdir(parents=True, exist_ok=True)
    for setting in SETTINGS:
        gnubg.command(setting)
    for number in range(int(os.environ.get("MATCHES", "210"))):
        length = LENGTHS[number % len(LENGTHS)]
        gnubg.command(f"new match {length}")
        name = folder / f"{number:03}-{length}"
        gnubg.command(f"export match mat {name}.mat")
        gnubg.command(f"save match {name}.sgf")


main()
