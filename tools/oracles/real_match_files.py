"""Matches that other programs saved in several formats, read by us and compared with each other.

    python tools/oracles/real_match_files.py FOLDER

FOLDER is `samples` of the source distribution of the package `gammonview` (MIT; `pip download
--no-binary :all: --no-deps gammonview`): thirteen matches of real players under invented names,
as .mat of the server, .xg of eXtreme Gammon, .bgf of BGBlitz and .gvab. What is read of each must
be the same games: the position after every play by every player, the cube, the results.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from tablas.errors import TablasError
from tablas.files import GameSheet, MatchSheet, read_path
from tablas.play.actions import Doubled, Dropped, Played, Took
from tablas.play.game import Game
from tablas.values import Side

FORMS = ("xg", "bgf", "gvab", "gva")
Event = tuple[str, str, object]


def name(match: MatchSheet, side: Side) -> str:
    """BGBlitz writes names without spaces."""
    return match.name(side).replace("_", " ")


def events(match: MatchSheet, sheet: GameSheet) -> Iterator[Event]:
    """What happened in a game, by the names of the players; how a play is spelt does not count."""
    game = sheet.record.game
    now = Game(game.first, game.first)
    for entry in game.log:
        dice, action = now.state.dice, entry.action
        now = now.followed(action, entry.at)
        match action:
            case Played(side):
                yield name(match, side), str(dice), now.position
            case Doubled(side) | Took(side) | Dropped(side):
                yield name(match, side), type(action).__name__, None


def result(match: MatchSheet, sheet: GameSheet) -> object:
    stated = sheet.record.game.result
    return stated and stated.winner and (name(match, stated.winner), stated.points)


def differences(ours: MatchSheet, other: MatchSheet) -> Iterator[str]:
    """Where two readings of a match differ."""
    names = {name(ours, side) for side in Side}
    if names != {name(other, side) for side in Side} or ours.length != other.length:
        yield "players or length"
        return
    if len(ours.games) != len(other.games):
        yield f"{len(ours.games)} and {len(other.games)} games"
    for number, (one, two) in enumerate(zip(ours.games, other.games, strict=False), 1):
        if one.rest or two.rest:
            yield f"game {number}: not followed to its end"
            continue
        mine, theirs = list(events(ours, one)), list(events(other, two))
        if mine != theirs:
            place = next(
                (place for place, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b),
                min(len(mine), len(theirs)),
            )
            yield f"game {number}, action {place + 1} of {len(mine)} and {len(theirs)}"
        if result(ours, one) != result(other, two):
            yield f"game {number}: {result(ours, one)} and {result(other, two)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    read = plays = apart = 0
    for mat in sorted(asked.folder.glob("**/*.mat")):
        match = read_path(mat)
        print(f"{mat.stem}: {len(match.games)} games, to {match.length}")
        for fault in match.faults:
            print(f"  .mat: {fault.spoken('en')}")
        for form in FORMS:
            for path in asked.folder.glob(f"**/{mat.stem}.{form}"):
                try:
                    other = read_path(path)
                except TablasError as error:
                    print(f"  {error}")
                    apart += 1
                    continue
                read += 1
                plays += sum(1 for sheet in other.games for _ in events(other, sheet))
                for fault in other.faults:
                    print(f"  .{form}: {fault.spoken('en')}")
                for what in differences(match, other):
                    print(f"  .mat and .{form} differ: {what}")
                    apart += 1
    print(f"{read} files, {plays} actions, {apart} differences from .mat")


if __name__ == "__main__":
    main()
