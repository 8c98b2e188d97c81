"""What the strongest bot's cube decisions cost, and how often they are those of two full plies.

    python -m tools.measure.backgammon.bot_cubes tests/corpus/backgammon_reference.jsonl

For money with the cube in the middle: the bot looks one ply ahead, and a second one only where the
decision is close. Beside it `tablas cube` at two plies everywhere; CPU time of one thread, both in
one run.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from tablas import games
from tablas.engine import weights
from tablas.engine.bot import bot
from tablas.engine.dice.cube_action import judge, state_of
from tablas.engine.player import Answer
from tablas.play.actions import Doubled
from tablas.play.game import Game
from tablas.values import Setup, Side


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path)
    options = parser.parse_args()
    kind, player = games.kind("backgammon"), bot("backgammon", "strongest")
    net = weights.net("backgammon-large")
    spent, same, count = [0.0, 0.0], [0, 0], 0
    for line in options.positions.read_text(encoding="utf-8").splitlines():
        position = kind.formats.read(json.loads(line)["position"]).position
        game = Game.begin(kind, setup=Setup(position, Side.WHITE))
        offered = game.apply(Doubled(Side.WHITE))
        row = kind.codec.encode_many([position])
        begun = time.process_time()
        doubles, answer = player.doubles(game.state), player.answer(offered.state)
        between = time.process_time()
        right = judge(net, row, state_of(game.state), plies=2, game=kind.name)
        spent[0] += between - begun
        spent[1] += time.process_time() - between
        same[0] += doubles == right.doubles
        same[1] += answer == Answer(right.answer)
        count += 1
    print(f"{count} positions: the same double {same[0]}, the same answer {same[1]}")
    print(f"CPU ms: a decision of the bot {1000 * spent[0] / count / 2:.1f}, ", end="")
    print(f"two plies everywhere {1000 * spent[1] / count:.1f}")


if __name__ == "__main__":
    main()
