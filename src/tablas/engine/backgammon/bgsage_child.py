"""Runs inside a Python that has bgsage: a JSON question a line in, a JSON answer a line out.

Uses nothing of Tablas. A board has 26 places: 0 the opponent's bar, 1 to 24 with the mover's
checkers positive, 25 the mover's bar.
"""

from __future__ import annotations

import json
import sys


def main() -> None:
    from bgsage import BgBotAnalyzer  # noqa: PLC0415 (its absence is told to who started us)

    plies, cubeful = int(sys.argv[1]), sys.argv[2] == "cube"
    judge = BgBotAnalyzer(eval_level=f"{plies}ply", cubeful=cubeful, parallel_threads=1)
    # Cube decisions need cubeful equities; one analyzer serves both where the plays do, too.
    cubes = judge if cubeful else BgBotAnalyzer(eval_level=f"{plies}ply", parallel_threads=1)
    terms = {"jacoby": False, "beaver": False}
    print("ready", flush=True)  # noqa: T201 (this is how it talks)
    for line in sys.stdin:
        asked = json.loads(line)
        cube = (asked["cube"], asked["owner"])
        if "dice" in asked:
            analysis = judge.checker_play(asked["board"], *asked["dice"], *cube, **terms)
            answer = {"board": analysis.moves[0].board}
        else:
            action = cubes.cube_action(asked["board"], *cube, **terms)
            answer = {"double": action.should_double, "take": action.should_take}
        print(json.dumps(answer), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
