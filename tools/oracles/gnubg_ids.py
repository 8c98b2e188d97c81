"""Asks GNU Backgammon for the IDs of random match states and writes down what they mean.

Run from the root of the repository with Debian's package `gnubg`:

    gnubg -t -q -r -p tools/oracles/gnubg_ids.py > /dev/null

This file runs inside GNU Backgammon and uses nothing of Tablas. `tests/corpus/gnubg_ids.jsonl.xz`
has two kinds of lines:

- `{"id", "board", "pos", "cube"}`: the `positionID:matchID` of a state that was reached by commands
  (doubles, beavers, resignations, drops, finished games …), the board and the facts that its
  Python functions `board`, `posinfo` and `cubeinfo` tell (`cube` is null after a match);
- `{"xgid", "id"}`: an XGID drawn at random, field by field, and the IDs of the state that the
  command `set xgid` makes of it. GNU Backgammon reads XGIDs but prints none; it then changes
  seats so that the player on turn is player 1. It gives up a pending double (`D`), does not
  know `B` and `R`, and forgets beavers and the highest cube: such texts are not drawn.
"""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path
from typing import Any

import gnubg

CORPUS = Path("tests/corpus/gnubg_ids.jsonl.xz")
SEED = 20250102
SETTINGS = (
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set automatic crawford off",
    "set confirm new off",
    "set player 0 human",
    "set player 1 human",
    "set beavers 3",
)
CUBE_FACTS = ("cube", "cubeowner", "move", "matchto", "score", "crawford", "jacoby")


def random_sides(rng: random.Random) -> tuple[list[int], list[int]]:
    """Two sides with 1 to 15 checkers each, points 1 to 24 and the bar, sharing no point."""
    sides = ([0] * 25, [0] * 25)
    points = rng.sample(range(24), rng.randint(4, 16))
    half = len(points) // 2
    mine, yours = points[:half], [23 - point for point in points[half:]]
    for side, places in zip(sides, (mine, yours), strict=True):
        for _ in range(rng.randint(1, 15)):
            side[rng.choice(places)] += 1
        if sum(side) < 15 and rng.random() < 0.3:
            side[24] += rng.randint(1, 15 - sum(side))
    return sides


def random_state(rng: random.Random) -> None:
    """Commands that make a new match or session, somewhere in its middle."""
    length = rng.choice((0, 0, 1, 3, 5, 7, 11, 25, 64))
    if length:
        gnubg.command(f"new match {length}")
        scores = [rng.randrange(length), rng.randrange(length)]
        if rng.random() < 0.3:
            scores[rng.randrange(2)] = length - 1
    else:
        gnubg.command(f"set jacoby {rng.choice(('on', 'off'))}")
        gnubg.command("new session")
        scores = [rng.choice((0, 3, 40, 1000)), rng.choice((0, 1, 17))]
    gnubg.command(f"set score {scores[0]} {scores[1]}")
    if length > 1 and scores.count(length - 1) == 1 and rng.random() < 0.5:
        gnubg.command("set crawford on")
    elif rng.random() < 0.6:
        gnubg.command(f"set cube value {1 << rng.randrange(1, 7)}")
        gnubg.command(rng.choice(("set cube owner 0", "set cube owner 1", "set cube centre")))
    gnubg.command(f"set turn {rng.randrange(2)}")
    gnubg.command(f"set board {gnubg.positionid(tuple(map(tuple, random_sides(rng))))}")


EVENTS = (
    (),
    ("set dice {high} {low}",),
    ("double",),
    ("double", "redouble"),
    ("double", "redouble", "redouble"),
    ("double", "redouble", "accept"),
    ("double", "redouble", "drop"),
    ("double", "take"),
    ("double", "drop"),
    ("resign {level}",),
    ("resign {level}", "reject"),
    ("resign {level}", "accept"),
    ("double", "resign {level}"),
    ("set dice {high} {low}", "resign {level}"),
    ("set board AADARwAAAAAAAA", "set dice 2 1", "move 1/off"),
)


def reached_by_commands(rng: random.Random) -> dict[str, Any]:
    random_state(rng)
    faces = {"high": rng.randint(1, 6), "low": rng.randint(1, 6), "level": rng.choice("ngb")}
    for command in rng.choice(EVENTS):
        gnubg.command(command.format(**faces))
    try:
        cube = {fact: gnubg.cubeinfo()[fact] for fact in CUBE_FACTS}
    except Exception:  # noqa: BLE001 - GNU Backgammon raises plain Exception after a match
        cube = None
    return {"id": gnubg.gnubgid(), "board": gnubg.board(), "pos": gnubg.posinfo(), "cube": cube}


def random_xgid(rng: random.Random) -> str:
    """The ten fields of an XGID, drawn one by one."""
    top, bottom = random_sides(rng)
    places = ["-"] * 26
    for index in range(25):
        if bottom[index]:
            places[index + 1] = chr(64 + bottom[index])
        if top[index]:
            places[24 - index] = chr(96 + top[index])
    length = rng.choice((0, 0, 1, 3, 5, 7, 11, 25))
    scores = [rng.randrange(length or 20), rng.randrange(length or 20)]
    one_away = length > 1 and scores.count(length - 1) == 1
    option = rng.choice((0, 1)) if one_away or not length else 0
    cube = 0 if length and option else rng.randrange(7)
    owner = rng.choice((-1, 0, 1)) if cube else 0
    dice = rng.choice(("00", f"{rng.randint(1, 6)}{rng.randint(1, 6)}"))
    turn = rng.choice((-1, 1))
    fields = ("".join(places), cube, owner, turn, dice, *scores, option, length, 10)
    return "XGID=" + ":".join(map(str, fields))


def read_from_xgid(rng: random.Random) -> dict[str, Any]:
    text = random_xgid(rng)
    gnubg.command("new session")
    gnubg.command(f"set xgid {text}")
    return {"xgid": text, "id": gnubg.gnubgid()}


def main() -> None:
    rng = random.Random(SEED)
    for setting in SETTINGS:
        gnubg.command(setting)
    facts = [reached_by_commands(rng) for _ in range(600)]
    facts += [read_from_xgid(rng) for _ in range(400)]
    lines = "".join(json.dumps(fact, separators=(",", ":")) + "\n" for fact in facts)
    CORPUS.write_bytes(lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME))


main()
