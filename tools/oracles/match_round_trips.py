"""Takes the matches of `gnubg_matches.py` through every format and back, GNU Backgammon included.

    python tools/oracles/match_round_trips.py build/gnubg-matches

Of each match: its .mat and its .sgf come out of our writers byte for byte as they went in, and both
hold the same games. Then the match goes from .mat through our record into an .sgf of ours, which
GNU Backgammon loads and exports as .mat again: that must hold the same match. Exit code 1 if
anything differs. `--gnubg` names the program where it is not on the path.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tablas.files import MatchSheet, format_named
from tablas.files.file_format import encoded

SCRIPT = """\
import gnubg
from pathlib import Path
for command in ("set confirm new off", "set confirm save off", "set automatic game off",
                "set display off", "set player 0 human", "set player 1 human"):
    gnubg.command(command)
for file in sorted(Path({folder!r}).glob("*.sgf")):
    gnubg.command(f"load match {{file}}")
    gnubg.command(f"export match mat {{file.with_suffix('.mat')}}")
"""


def differences(mat: Path, ours: Path) -> list[str]:
    """What is not the same after our readers and writers; leaves an .sgf of ours in `ours`."""
    formats = {name: format_named(name) for name in ("mat", "sgf", "record")}
    wrong = []
    matches = {}
    for name in ("mat", "sgf"):
        data = mat.with_suffix(f".{name}").read_bytes()
        matches[name] = formats[name].read(data)
        if matches[name].faults:
            wrong.append(f"{name}: {matches[name].faults[0].spoken('en')}")
        if written(name, matches[name]) != data:
            wrong.append(f"{name}: not the same bytes")
    games = {name: [sheet.record.game for sheet in match.games] for name, match in matches.items()}
    if games["mat"] != games["sgf"]:
        wrong.append("mat and sgf: not the same games")
    record = written("record", matches["mat"])
    again = formats["record"].read(record)
    if written("record", again) != record:
        wrong.append("record: not the same bytes")
    (ours / f"{mat.stem}.sgf").write_bytes(written("sgf", again))
    return wrong


def written(name: str, match: MatchSheet) -> bytes:
    write = format_named(name).write
    assert write is not None
    return encoded(write(match))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gnubg", default="gnubg")
    asked = parser.parse_args()
    files = sorted(asked.folder.glob("*.mat"))
    wrong = 0
    with tempfile.TemporaryDirectory() as place:
        ours = Path(place)
        for mat in files:
            for what in differences(mat, ours):
                print(f"{mat.name}: {what}")
                wrong += 1
        script = ours / "script.py"
        script.write_text(SCRIPT.format(folder=str(ours)))
        command = [asked.gnubg, "-t", "-q", "-r", "-p", str(script)]
        answer = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        for mat in files:
            theirs = ours / mat.name
            # The record writes plays in one order of steps, whatever order a file had.
            read = format_named("mat").read
            if not theirs.exists() or written("record", read(theirs.read_bytes())) != written(
                "record", read(mat.read_bytes())
            ):
                print(f"{mat.name}: GNU Backgammon reads our .sgf differently")
                wrong += 1
        complaints = [line for line in answer.stderr.splitlines() if line.strip()]
        print(*complaints[:10], sep="\n")
    print(f"{len(files)} matches, {wrong} differences")
    return int(wrong > 0 or not files)


if __name__ == "__main__":
    sys.exit(main())
