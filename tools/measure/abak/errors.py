"""How far the judgements of the Abak engine lie from rollouts, at 0, 1 and 2 plies.

    python tools/measure/abak/errors.py tests/corpus/abak_reference.jsonl
    python tools/measure/abak/errors.py tests/corpus/abak_reference.jsonl --nets abak --plies 1 2 \
        --replies 2:.1,3:.15 6:.3,8:.4 12:.6,16:.8

For each net and depth the root mean square of its equity less the rollout's, raw and with the
noise of the rollouts taken out: the mean of their squared standard errors is subtracted before the
root. Its own standard error comes from the spread over the positions. `--replies` compares widths
of the search instead: most plays judged, and within how many points, at the last ply and before it.
CPU time is that of one position, one thread.

`--teachers FILE FILE+OTHER` adds nets that only training has, without looking ahead, `+` for the
mean of several; these need PyTorch.

`--second FILE` takes other games to the end from the same positions, as abak_play_outs.py writes
them, and adds the root of the mean product of the differences to both judges: whatever noise either
of them has, the product has none.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.abak import codec, formats
from tablas.engine import weights
from tablas.engine.abak.search import REPLIES
from tablas.engine.dice.evaluator import equities

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tools.measure.nets.opinions import net_called

Numbers = NDArray[np.float64]
Widths = list[tuple[int, float]]
JUDGES = {"cut": "judged after 11 turns", "end": "played to the end"}


@dataclass(frozen=True, slots=True)
class Distance:
    """A root mean square, raw, without the judge's noise, and the standard error of that."""

    raw: float
    clean: float
    error: float

    def __str__(self) -> str:
        return f"{self.raw:.3f} | {self.clean:.3f} ± {self.error:.3f}"


def distance(equities: Numbers, rolled: Numbers, noise: Numbers) -> Distance:
    """Of judgements to rollouts whose standard errors are `noise`.

    >>> apart = distance(np.array([1.0, 1.0]), np.array([0.5, 1.5]), np.array([0.3, 0.3]))
    >>> round(apart.raw, 3), round(apart.clean, 3)
    (0.5, 0.4)
    """
    squares = (equities - rolled) ** 2
    return Distance(root_mean_square(equities - rolled), *root_of_mean(squares - noise**2))


def apart_by_both(equities: Numbers, rolled: Numbers, again: Numbers) -> tuple[float, float]:
    """The distance to two judges that share no dice, whose noises their product leaves out.

    >>> clean, _ = apart_by_both(np.array([1.0, 1.0]), np.array([0.9, 1.1]), np.array([0.7, 1.3]))
    >>> round(clean, 3)
    0.173
    """
    return root_of_mean((equities - rolled) * (equities - again))


def root_of_mean(squares: Numbers) -> tuple[float, float]:
    """With its standard error; what noise has made negative counts as nothing."""
    clean = max(float(np.mean(squares)), 0.0) ** 0.5
    spread = float(np.std(squares, ddof=1)) / len(squares) ** 0.5
    return clean, spread / (2 * clean) if clean else np.inf


def judged(
    name: str, boards: NDArray[np.uint8], plies: int, replies: Widths
) -> tuple[Numbers, float]:
    """Equities of the boards, and CPU milliseconds a board."""
    net = net_called(name, "abak")
    searcher = kernel.abak.Searcher(net, net, weights.net("abak-quick"))
    begun = time.process_time()
    chances = searcher.values(boards, plies=plies, replies=replies)
    spent = time.process_time() - begun
    return equities(chances).astype(np.float64), 1000 * spent / len(boards)


def taught(files: Sequence[str], boards: NDArray[np.uint8]) -> Numbers:
    """Equities of the boards by nets of any shape that training knows, the mean of several."""
    from tablas.training.game import game  # noqa: PLC0415 (needs PyTorch)
    from tablas.training.net_files import mean_of  # noqa: PLC0415 (needs PyTorch)
    from tablas.training.tensors import device_called, torch  # noqa: PLC0415 (needs PyTorch)

    judge = mean_of(game("abak"), [Path(file) for file in files], device_called("cpu"))
    judged = judge.equities(judge.chances(torch.from_numpy(boards)))
    return np.asarray(judged.numpy(), dtype=np.float64)


def widths(text: str) -> Widths:
    """Widths as the command line has them, such as `6:.3,8:.4`.

    >>> widths("6:.3,8:.4")
    [(6, 0.3), (8, 0.4)]
    """
    parts = [part.split(":") for part in text.split(",")]
    return [(int(most), float(within)) for most, within in parts]


def shown(replies: Widths) -> str:
    return ", ".join(f"{most} within {within:g}" for most, within in replies)


def rows(
    reference: Sequence[dict[str, Any]], options: argparse.Namespace
) -> list[tuple[str, Numbers, float]]:
    """What was judged: a title, the equities, milliseconds a position."""
    boards = codec.encode_many([formats.read(one["position"]).position for one in reference])
    asked = [widths(text) for text in options.replies] if options.replies else [REPLIES]
    measured = []
    for name in options.nets:
        for plies in options.plies:
            for replies in asked if plies else asked[:1]:
                equity, spent = judged(name, boards, plies, replies)
                title = f"`{name}`, {plies}-ply"
                if options.replies and plies:
                    title += f", {shown(replies)}"
                measured.append((title, equity, spent))
    for text in options.teachers:
        begun = time.process_time()
        equity = taught(text.split("+"), boards)
        spent = 1000 * (time.process_time() - begun) / len(boards)
        measured.append((f"`{text}`, 0-ply", equity, spent))
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reference", type=Path)
    parser.add_argument("--nets", nargs="+", default=["abak", "abak-large"], help="names or files")
    parser.add_argument("--plies", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--teachers", nargs="+", default=[], metavar="FILE")
    parser.add_argument("--replies", nargs="+", help="such as 6:.3,8:.4")
    parser.add_argument("--second", type=Path, help="other games to the end")
    options = parser.parse_args()
    lines = options.reference.read_text(encoding="utf-8").splitlines()
    reference = [json.loads(line) for line in lines]
    measured = rows(reference, options)
    for judge, words in JUDGES.items():
        known = np.array([judge in one for one in reference])
        rolled, noise = np.array([one[judge] for one in reference if judge in one]).T
        print(f"\n{len(rolled)} rollouts {words}, standard error {root_mean_square(noise):.3f}:\n")
        print("| engine | raw | noise taken out | CPU ms a position |\n|---|---|---|---|")
        for title, equity, spent in measured:
            print(f"| {title} | {distance(equity[known], rolled, noise)} | {spent:.2f} |")
    if options.second:
        by_two_judges(reference, measured, options.second)
    if not options.replies:
        by_phase(reference, measured, "cut")


def by_two_judges(
    reference: Sequence[dict[str, Any]], measured: list[tuple[str, Numbers, float]], second: Path
) -> None:
    """The distance that the games to the end of the reference and other ones agree on."""
    others = [json.loads(line) for line in second.read_text(encoding="utf-8").splitlines()]
    played = {one["position"]: one["equity"] for one in others}
    both = np.array(["end" in one and one["position"] in played for one in reference])
    judges = [(one["end"][0], played[one["position"]]) for one in np.array(reference)[both]]
    rolled, again = np.array(judges).T
    print(f"\n{len(judges)} positions played to the end twice, the product of both differences:\n")
    print("| engine | root of the mean |\n|---|---|")
    for title, equity, _ in measured:
        clean, error = apart_by_both(equity[both], rolled, again)
        print(f"| {title} | {clean:.3f} ± {error:.3f} |")


def by_phase(
    reference: Sequence[dict[str, Any]], measured: list[tuple[str, Numbers, float]], judge: str
) -> None:
    """The same for the phases of the game, as far as this judge knows them."""
    phases = sorted({one["phase"] for one in reference})
    of = {
        phase: np.array([judge in one and one["phase"] == phase for one in reference])
        for phase in phases
    }
    print(f"\nBy phase, rollouts {JUDGES[judge]}, noise taken out:\n")
    print("| engine | " + " | ".join(f"{name} ({sum(of[name])})" for name in phases) + " |")
    print("|---|" + "---|" * len(phases))
    rolled, noise = np.array([one.get(judge, (0, 0)) for one in reference]).T
    for title, equity, _ in measured:
        cells = [distance(equity[one], rolled[one], noise[one]) for one in of.values()]
        print(f"| {title} | " + " | ".join(f"{c.clean:.3f} ± {c.error:.3f}" for c in cells) + " |")


def root_mean_square(numbers: Numbers) -> float:
    return float(np.sqrt(np.mean(numbers**2)))


if __name__ == "__main__":
    main()
