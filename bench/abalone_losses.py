"""The marbles that a quick search gave away, and what the strongest level does instead.

    python bench/abalone_losses.py [--nodes 5000000] [--file tests/corpus/abalone_losses.txt]

The file holds positions of 1,000 games at 20,000 nodes a move in which the opponent's next move
ejected a marble and a longer search knew better (`abalone_trainer guard` has found them). Each is
searched again with the nodes of two seconds, the time of `strongest`; so is the position after the
move that was played, to tell what that move gave away. A choice is safe if the opponent has nothing
to eject after it.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from tablas.abalone import formats, notation, rules
from tablas.abalone.rules import Position
from tablas.engine.abalone.engine import AbaloneAnalysis, AbaloneEngine, AbaloneLimit, write_score

ROOT = Path(__file__).resolve().parent.parent
LOSSES = ROOT / "tests" / "corpus" / "abalone_losses.txt"


@dataclass(frozen=True, slots=True)
class Loss:
    """A position, the move that lost a marble there, and whether the threat had stood."""

    position: Position
    played: str
    stood: bool

    @property
    def reached(self) -> Position:
        move = notation.read(self.position, None, self.played)
        return rules.after(self.position, move)


def losses(file: Path = LOSSES) -> list[Loss]:
    """The lines of the file."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        text, played, threat, *_ = line.split(";")
        found.append(Loss(formats.read(text).position, played, threat == "stood"))
    return found


def safe(position: Position) -> bool:
    """Whether the player to move has nothing to eject."""
    lost = position.opp_lost
    return all(reached.own_lost == lost for reached in rules.plays(position))


def searched(engine: AbaloneEngine, position: Position, nodes: int) -> AbaloneAnalysis:
    """From an empty table, so that every line stands for itself."""
    engine.forget()
    return engine.analyse(position, AbaloneLimit(nodes=nodes))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=5_000_000, help="a search")
    parser.add_argument("--file", type=Path, default=LOSSES)
    told = parser.parse_args()
    engine = AbaloneEngine()
    print("| played | threat | best | depth | score | safe | gave away |")
    print("|---|---|---|---|---|---|---|")
    for loss in losses(told.file):
        found = searched(engine, loss.position, told.nodes)
        best = found.best
        after = rules.after(loss.position, best.move)
        same = best.pv[0] == loss.played
        reply = -searched(engine, loss.reached, told.nodes).best.score
        print(
            f"| {loss.played} | {'stood' if loss.stood else 'opened'} | {best.pv[0]} |"
            f" {found.depth} | {write_score(best.score)} | {'yes' if safe(after) else 'no'} |"
            f" {'nothing: the same' if same else write_score(best.score - reply)} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
