"""Plays a match between the teachers of two runs, or between a net and chance.

    python training/compare.py abak --plans A.json B.json --folders runs/a runs/b --pairs 2000
    python training/compare.py abak --plans A.json --folders runs/a --net student

Prints one line of JSON: points a game of the first, standard error, share of games won, its error,
games. With one plan the other side takes any play.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from game import Game, Judging, game
from match import AtRandom, match
from net import Judge
from plan import Plan


def judge(played: Game, plan: Path, folder: Path, net: str, device: torch.device) -> Judge:
    """The net of a run as it stands."""
    sizes = Plan.read(plan).sizes(played, net)
    state = torch.load(folder / f"{net}.pt", weights_only=True)
    return Judge(played, state["mean"].to(device), sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("backgammon", "abak"))
    parser.add_argument("--plans", type=Path, nargs="+", required=True)
    parser.add_argument("--folders", type=Path, nargs="+", required=True)
    parser.add_argument("--net", default="teacher", help="its name in the plans")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    told = parser.parse_args()
    device, played = torch.device(told.device), game(told.game)
    sides: list[Judging] = [
        judge(played, plan, folder, told.net, device)
        for plan, folder in zip(told.plans, told.folders, strict=True)
    ]
    if len(sides) == 1:
        sides.append(AtRandom(device, told.seed))
    result = match(played, sides[0], sides[1], told.pairs, told.seed, device, told.threads)
    print(
        json.dumps(
            {"net": told.net, "folders": list(map(str, told.folders)), "result": result.as_list()}
        )
    )


if __name__ == "__main__":
    main()
