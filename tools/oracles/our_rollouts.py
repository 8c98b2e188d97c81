"""Rolls positions out with our own engine, as the first judge of engines' equities.

    python tools/oracles/our_rollouts.py positions.jsonl results.jsonl --trials 324

Money play without a cube, played to the end, luck taken away. What stands in the results already is
not done again. `--join gnubg.jsonl` prints the positions with both judges' results, as they lie in
tests/corpus/backgammon_reference.jsonl, instead of rolling out.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from tablas.backgammon.codec import encode_many
from tablas.backgammon.formats import from_position_id
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.weights import net


def read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def roll_out(options: argparse.Namespace) -> None:
    done = {one["position"] for one in read(options.results)}
    plan = RolloutPlan(trials=options.trials, seed=options.seed, threads=options.threads)
    with options.results.open("a", encoding="utf-8") as out:
        for one in read(options.positions):
            if one["position"] in done:
                continue
            board = encode_many([from_position_id(one["position"])])
            began = time.process_time()
            result = rollout(net(options.net), board, plan, game="backgammon").starts[0]
            answer = {
                "position": one["position"],
                "chances": [round(chance, 5) for chance in result.chances],
                "equity": round(result.equity, 5),
                "error": round(result.error, 5),
                "cpu_seconds": round(time.process_time() - began, 3),
                "trials": result.trials,
                "net": options.net,
            }
            out.write(json.dumps(answer) + "\n")
            out.flush()


def join(options: argparse.Namespace) -> None:
    judges = {
        name: {one.pop("position"): one for one in read(path)}
        for name, path in (("ours", options.results), ("gnubg", options.join))
    }
    for one in read(options.positions):
        for name, results in judges.items():
            if one["position"] in results:
                one[name] = {
                    key: value
                    for key, value in results[one["position"]].items()
                    if key != "cpu_seconds"
                }
        if "ours" in one:
            print(json.dumps(one))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--trials", type=int, default=324)
    parser.add_argument("--net", default="backgammon-large")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--join", type=Path, help="GNU Backgammon's results")
    options = parser.parse_args()
    if options.join:
        join(options)
    else:
        roll_out(options)


if __name__ == "__main__":
    main()
