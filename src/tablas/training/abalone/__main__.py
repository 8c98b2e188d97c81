"""The Abalone network by command; a line of JSON for everything that the run tells."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tablas.errors import TablasError
from tablas.training.abalone.train import AbalonePlan, train


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tablas.training.abalone", description=__doc__)
    parser.add_argument("--plan", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--trainer", type=Path, required=True, help="the built abalone_trainer")
    parser.add_argument("--device", help="cpu or cuda; by default a GPU where there is one")
    parser.add_argument("--threads", type=int, default=1, help="of self-play and matches")
    parser.add_argument(
        "--seconds", type=float, nargs="*", default=[],
        help="of self-play, a round; without it to the end",
    )  # fmt: skip
    parser.add_argument("--epochs", type=int, help="stop after so many, to go on later")
    asked = parser.parse_args()
    try:
        facts = train(
            AbalonePlan.read(asked.plan),
            asked.folder,
            asked.trainer,
            device=asked.device,
            threads=asked.threads,
            seconds=asked.seconds,
            epochs=asked.epochs,
        )
        for line in facts:
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()
    except TablasError as error:
        sys.exit(f"tablas.training.abalone: {error}")


if __name__ == "__main__":
    main()
