"""Games of two bots for the first page, where they are played before somebody takes over.

    python -m tools.web.showcase          write web/app/showcase/<game>.json
    python -m tools.web.showcase --check  fail if a turn of theirs is not legal

Each turn is the position before the roll, the dice, and the play as boards show it. The seed is
part of the file: the same game comes again where no level plays by time.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from pathlib import Path
from typing import Any

from tablas.engine.bot import bot
from tablas.games import NAMES, kind
from tablas.play.actions import OpeningRolled, Played, Rolled
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.play.terms import Terms
from tablas.values import Dice, Setup

FOLDER = Path(__file__).resolve().parents[2] / "src" / "tablas" / "web" / "app" / "showcase"
LEVEL = "advanced"
SEED = 11
SKIPPED, SHOWN = 6, 36  # turns: the first page opens where there is something to see


def turns(name: str, seed: int) -> list[dict[str, Any]]:
    """A whole game between two players of one level, turn by turn."""
    rng = random.Random(seed)
    players = bot(name, LEVEL, seed), bot(name, LEVEL, seed + 1)
    known = kind(name)
    shown: list[dict[str, Any]] = []
    game = Game.begin(known, Terms())
    while game.state.phase is not Phase.OVER and len(shown) < SKIPPED + SHOWN:
        state = game.state
        if state.turn is None:
            game = game.apply(OpeningRolled(*rng.sample(range(1, 7), 2)))
        elif state.phase is Phase.TO_ROLL:
            rolled = Dice(rng.randint(1, 6), rng.randint(1, 6))
            game = game.apply(Rolled(state.turn, rolled))
        else:
            play = players[len(shown) % 2].choose(state)
            shown.append(
                {
                    "position": known.formats.write(Setup(state.position, state.turn, state.quiet)),
                    "side": state.turn.value,
                    "dice": [state.dice.high, state.dice.low] if state.dice else None,
                    **known.board.play_json(state.position, play),
                }
            )
            game = game.apply(Played(state.turn, play))
    return shown[SKIPPED:]


def written(name: str) -> str:
    """What the file of a game says: one line a turn."""
    lines = ",\n".join(json.dumps(turn, separators=(",", ":")) for turn in turns(name, SEED))
    return f'{{"level":"{LEVEL}","seed":{SEED},"turns":[\n{lines}\n]}}\n'


def faults(name: str) -> list[str]:
    """Turns from which the next position cannot be reached with those dice."""
    known = kind(name)
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["turns"]
    wrong = []
    for place, (turn, after) in enumerate(itertools.pairwise(kept), start=1):
        position = known.formats.read(turn["position"]).position
        dice = Dice(*turn["dice"]) if turn["dice"] else None
        reached = known.formats.read(after["position"]).position
        play = known.rules.plays(position, dice).get(reached)
        if play is None:
            wrong.append(f"{name}, turn {place}: {turn['position']} does not lead to the next one")
    return wrong


def main() -> int:
    if "--check" in sys.argv[1:]:
        wrong = [fault for name in NAMES for fault in faults(name)]
        print("\n".join(wrong) or "every turn is legal")
        return bool(wrong)
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
