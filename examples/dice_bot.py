"""A program that plays backgammon or Abak by our line protocol: copy it, then make it stronger.

    tablas duel backgammon "python examples/dice_bot.py" beginner
    tablas duel abak "python examples/dice_bot.py abak" beginner

It plays the legal play that leaves it the fewest pips, doubles never and takes always;
docs/engine-protocol.md describes every line.
"""

from __future__ import annotations

import sys

from tablas import Dice, kind


def answer(game: str) -> None:
    """Read line after line, remember what is told, answer `go`."""
    rules = kind(game)
    told: dict[str, str] = {}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "tablas":
                print("id name fewest pips", "ready", sep="\n", flush=True)
            case "position" | "dice" | "doubled":
                told[word] = rest
            case "go":
                print("best", decided(rules, told), flush=True)
                told.pop("doubled", None)
            case "quit":
                return


def decided(rules, told):  # noqa: ANN001, ANN201
    """A play with the dice on the table; else what to do with the cube."""
    if "doubled" in told:
        return "take"
    if told["dice"] == "none":
        return "roll"
    position = rules.formats.read(told["position"]).position
    plays = rules.rules.plays(position, Dice.parse(told["dice"]))
    best = min(plays, key=lambda reached: reached.swapped().pips)
    return rules.notation.write(position, plays[best]) or "-"


if __name__ == "__main__":
    answer(sys.argv[1] if len(sys.argv) > 1 else "backgammon")
