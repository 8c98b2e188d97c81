"""Asks GNU Backgammon for all legal plays of 2,000 positions and writes them down as a corpus.

Run from the root of the repository with Debian's package `gnubg`:

    gnubg -t -q -r -p tools/oracles/gnubg_moves.py > /dev/null

This file runs inside GNU Backgammon and uses nothing of Tablas, so that a shared misreading of
the rules would show: positions, dice, move lists and the positions reached are all its own. The
full list of moves is that of `hint` without a limit at 0 plies, where no filter drops a move; each
move is then made with the command `move`, and the position ID of the board is taken.

Left out: finished positions, and those that GNU Backgammon refuses to set up, because both players
wait on the bar before closed boards.

`tests/corpus/gnubg_moves.txt.xz`, a line for each position: its position ID, seen by the player on
roll, the dice, then for each play the ID of the position reached, seen by the opponent, and the
play as GNU Backgammon writes it, separated by tabs.
"""

from __future__ import annotations

import lzma
import random
from pathlib import Path

import gnubg

CORPUS = Path("tests/corpus/gnubg_moves.txt.xz")
SEED = 20250101
SETTINGS = (
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set confirm new off",
    "set player 0 human",
    "set player 1 human",
    "set evaluation chequerplay evaluation plies 0",
    "set evaluation cubedecision evaluation plies 0",
    "new session",
)
BAR = 24  # the index of the bar in GNU Backgammon's boards; 0 to 23 are the points 1 to 24
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]

Side = list[int]


def set_up(position_id: str, dice: tuple[int, int]) -> bool:
    """Puts player 1 on roll in this position; False if GNU Backgammon does not take it."""
    if gnubg.posinfo()["gamestate"] != 1:
        gnubg.command("new game")
    gnubg.command("set turn 1")
    gnubg.command(f"set board {position_id}")
    gnubg.command(f"set dice {dice[0]} {dice[1]}")
    return bool(gnubg.positionid(gnubg.board()) == position_id)


def legal_plays(position_id: str, dice: tuple[int, int]) -> dict[str, str] | None:
    """The ID of every position reached, with the play; None where nothing can be asked."""
    if not set_up(position_id, dice):
        return None
    moves = [hint["move"] for hint in gnubg.hint(100_000)["hint"]]
    reached = {}
    for move in moves or [""]:
        set_up(position_id, dice)
        gnubg.command(f"move {move}")
        reached[gnubg.positionid(gnubg.board())] = move or "-"
    assert len(reached) == len(moves or [""]), f"{position_id} {dice}: moves with one result"
    return reached


def fill(side: Side, places: list[int], count: int, free: set[int], rng: random.Random) -> None:
    """Puts `count` checkers on some of these places, several on one more often than not."""
    open_places = [place for place in places if place in free or place == BAR]
    rng.shuffle(open_places)
    chosen = open_places[: rng.randint(1, 8)]
    for _ in range(count if chosen else 0):
        side[rng.choice(chosen)] += 1


def arrangement(kind: str, rng: random.Random) -> str:
    """A set-up of this kind, drawn at random, as a position ID."""
    home, outer, all_points = list(range(6)), list(range(6, 12)), list(range(24))
    opponent, own = [0] * 25, [0] * 25
    free = set(all_points)
    if kind == "bar":
        own[BAR] = rng.randint(1, 4)
        fill(own, all_points, 15 - own[BAR], free, rng)
    elif kind == "bear-off":
        fill(own, home, rng.randint(1, 15), free, rng)
    elif kind == "race":
        fill(own, home + outer, 15, free, rng)
    else:
        fill(own, [*all_points, BAR], rng.randint(1, 15), free, rng)
    # The opponent's point p is our 25 - p, here 23 - index.
    free = {23 - place for place in all_points if not own[place]}
    if kind == "bar" and rng.random() < 0.7:
        for place in rng.sample(home, rng.randint(3, 6)):
            opponent[place] = 2 * (place in free)
        fill(opponent, all_points, 15 - sum(opponent), free, rng)
    elif kind in ("bear-off", "race") and rng.random() < 0.6:
        fill(opponent, home + outer, rng.randint(1, 15), free, rng)
    else:
        fill(opponent, [*all_points, BAR], rng.randint(1, 15), free, rng)
    return str(gnubg.positionid((tuple(opponent), tuple(own))))


def finished(position_id: str) -> bool:
    return any(sum(side) == 0 for side in gnubg.positionfromid(position_id))


def from_games(
    wanted: int, rng: random.Random
) -> dict[tuple[str, tuple[int, int]], dict[str, str]]:
    """Positions of random games, about one in four of those that come up."""
    plays_of: dict[tuple[str, tuple[int, int]], dict[str, str]] = {}
    position_id = "4HPwATDgc/ABMA"
    while len(plays_of) < wanted:
        dice = rng.choice(ROLLS)
        reached = legal_plays(position_id, dice)
        assert reached is not None, position_id
        if rng.random() < 0.25:
            plays_of[position_id, dice] = reached
        position_id = rng.choice(sorted(reached))
        if finished(position_id):
            position_id = "4HPwATDgc/ABMA"
    return plays_of


def from_set_ups(
    kind: str, wanted: int, rng: random.Random
) -> dict[tuple[str, tuple[int, int]], dict[str, str]]:
    """Set-ups that play rarely or never reaches."""
    plays_of: dict[tuple[str, tuple[int, int]], dict[str, str]] = {}
    while len(plays_of) < wanted:
        position_id, dice = arrangement(kind, rng), rng.choice(ROLLS)
        if finished(position_id):
            continue
        reached = legal_plays(position_id, dice)
        if reached is not None:
            plays_of[position_id, dice] = reached
    return plays_of


def main() -> None:
    rng = random.Random(SEED)
    for setting in SETTINGS:
        gnubg.command(setting)
    plays_of = from_games(900, rng)
    for kind, wanted in (("bar", 350), ("bear-off", 350), ("race", 150), ("anything", 1000)):
        if len(plays_of) < 2000:
            plays_of |= from_set_ups(kind, min(wanted, 2000 - len(plays_of)), rng)
    lines = []
    for (position_id, (high, low)), reached in plays_of.items():
        plays = "\t".join(f"{end} {move}" for end, move in sorted(reached.items()))
        lines.append(f"{position_id}\t{high}{low}\t{plays}\n")
    CORPUS.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))


main()
