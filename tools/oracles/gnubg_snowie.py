"""Lets GNU Backgammon write positions as Snowie's text, for positions that it has named before.

Run from the root of the repository with Debian's package `gnubg`:

    gnubg -t -q -r -p tools/oracles/gnubg_snowie.py > /dev/null

This file runs inside GNU Backgammon and uses nothing of Tablas. Each line of
`tests/corpus/gnubg_snowie.txt.xz` is an ID of `tests/corpus/gnubg_ids.jsonl.xz` and the text;
positions with an offer on the table or after the game are left out: the text does not know them.
"""

from __future__ import annotations

import json
import lzma
import tempfile
from pathlib import Path

import gnubg

IDS = Path("tests/corpus/gnubg_ids.jsonl.xz")
CORPUS = Path("tests/corpus/gnubg_snowie.txt.xz")
MOST = 600


def main() -> None:
    for setting in ("player 0 human", "player 1 human", "confirm new off", "automatic game off"):
        gnubg.command(f"set {setting}")
    gnubg.command("new match 3")
    rows = [json.loads(line) for line in lzma.decompress(IDS.read_bytes()).splitlines()]
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "position.txt"
        for row in rows[:MOST]:
            what = row.get("pos", {"resigned": 0, "doubled": 0, "gamestate": 1})
            if what["resigned"] or what["doubled"] or what["gamestate"] != 1:
                continue
            gnubg.command(f"set gnubgid {row['id']}")
            gnubg.command(f"export position snowietxt {target}")
            lines.append(f"{row['id']} {target.read_text().strip()}\n")
    CORPUS.write_bytes(lzma.compress("".join(lines).encode()))


main()
