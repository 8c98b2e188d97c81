"""Compares the bear-off tables with GNU Backgammon's, and writes a part of its down as a corpus.

Run from the root of the repository with Debian's package `gnubg`:

    python tools/oracles/gnubg_bearoff.py

GNU Backgammon's one-sided database comes with it; the two-sided one is made by its `makebearoff`.
Both hold 16-bit numbers that were computed from such numbers, so that small differences add up:
up to 2e-4 in a chance, up to 1.3e-4 in an equity. Where two plays take the same number of rolls on
average to that precision, it may have chosen the other one, which 96 sides show.

`tests/corpus/gnubg_bearoff.jsonl`: {"side": [checkers on the points 1 to 6], "rolls": [chances of
0, 1, … rolls], "first": [of rolls to bear off the first checker]} or {"own": […], "opp": […],
"equities": [without a cube, own cube, centred, opponent's]}.
"""

from __future__ import annotations

import json
import random
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablas import kernel

CORPUS = Path("tests/corpus/gnubg_bearoff.jsonl")
ONE_SIDED = Path("/usr/share/gnubg/gnubg_os0.bd")
MAKER = "/usr/games/makebearoff"
HEADER, INDEX = 40, 8  # bytes: of the file, and of a position's place in it
SIDES, FULL_FROM, ROLLS, SMALL = 54264, 38760, 32, 924
SAMPLES = 150

Side = tuple[int, ...]
Numbers = NDArray[np.float64]


def sides(most: int, points: int = 6) -> Iterator[Side]:
    """Every side at home with at most `most` checkers."""
    if points == 0:
        yield ()
        return
    for count in range(most + 1):
        for rest in sides(most - count, points - 1):
            yield (count, *rest)


def our_number(side: Side) -> int:
    """As cpp/backgammon/bearoff.hpp numbers them."""
    return sum(comb(sum(side[:k]) + k - 1, k) for k in range(1, 7))


def gnubg_number(side: Side) -> int:
    """As GNU Backgammon does: checkers and gaps between points are the bits of a combination."""
    bit = 5 + sum(side)
    bits = [bit]
    for count in side[:-1]:
        bit -= count + 1
        bits.append(bit)
    return sum(comb(bit, 6 - i) for i, bit in enumerate(bits))


def gnubg_rolls(data: bytes, number: int) -> tuple[Numbers, Numbers]:
    """The chances of the rolls to bear everything off, and the first checker."""
    place, count, first, count_one, first_one = struct.unpack_from(
        "<IBBBB", data, HEADER + INDEX * number
    )
    begin = HEADER + INDEX * SIDES + 2 * place
    whole, one = np.zeros(ROLLS), np.zeros(ROLLS)
    whole[first : first + count] = np.frombuffer(data, "<u2", count, begin) / 65535
    one[first_one : first_one + count_one] = (
        np.frombuffer(data, "<u2", count_one, begin + 2 * count) / 65535
    )
    return whole, one


def gnubg_equities() -> Numbers:
    """The two-sided database by its own numbers."""
    with tempfile.NamedTemporaryFile(suffix=".bd") as file:
        subprocess.run(
            [MAKER, "-t", "6x6", "-f", file.name], check=True, capture_output=True, timeout=600
        )
        data = Path(file.name).read_bytes()
    pairs = np.frombuffer(data, "<u2", offset=HEADER).reshape(SMALL, SMALL, 4)
    equities: Numbers = pairs / 32767.5 - 1
    return equities


def compare_one_sided(data: bytes) -> list[dict[str, object]]:
    """Prints the differences; gives samples for the corpus."""
    whole, first, _ = kernel.backgammon.build_bearoff()
    worst = worst_first = worst_mean = 0.0
    other_plays = 0
    every = list(sides(15))
    for side in every:
        ours = whole[our_number(side)].astype(np.float64)
        theirs, theirs_first = gnubg_rolls(data, gnubg_number(side))
        apart = float(abs(ours - theirs).max())
        mean_apart = float(abs((ours - theirs / theirs.sum()) @ np.arange(ROLLS)))
        worst_mean = max(worst_mean, mean_apart)
        if apart > 2e-4:
            other_plays += 1
        else:
            worst = max(worst, apart)
        if sum(side) == 15:
            mine = first[our_number(side) - FULL_FROM]
            worst_first = max(worst_first, float(abs(mine - theirs_first).max()))
    print(f"one-sided: {len(every)} sides; chances differ by {worst:.1e} at most, means by")
    print(f"  {worst_mean:.1e}, first checkers by {worst_first:.1e}; {other_plays} other plays")
    chosen = random.Random(1).sample(every, SAMPLES)
    return [_rolls_sample(data, side) for side in sorted(chosen) if sum(side)]


def _rolls_sample(data: bytes, side: Side) -> dict[str, object]:
    whole, first = gnubg_rolls(data, gnubg_number(side))
    sample: dict[str, object] = {"side": side, "rolls": _trimmed(whole)}
    if sum(side) == 15:
        sample["first"] = _trimmed(first)
    return sample


def _trimmed(chances: Numbers) -> list[float]:
    last = int(np.flatnonzero(chances)[-1])
    return [round(float(chance), 5) for chance in chances[: last + 1]]


def compare_two_sided(theirs: Numbers) -> list[dict[str, object]]:
    """Prints the differences; gives samples for the corpus."""
    _, _, ours = kernel.backgammon.build_bearoff()
    every = [side for side in sides(6) if sum(side)]
    mine = np.array([our_number(side) for side in every])
    other = np.array([gnubg_number(side) for side in every])
    apart = abs(ours[np.ix_(mine, mine)] - theirs[np.ix_(other, other)])
    worst = ", ".join(f"{number:.1e}" for number in apart.reshape(-1, 4).max(axis=0))
    print(f"two-sided: {len(every) ** 2} pairs; equities differ by at most {worst}")
    rng = random.Random(2)
    samples: list[dict[str, object]] = []
    for _ in range(SAMPLES):
        own, opp = rng.choice(every), rng.choice(every)
        known = theirs[gnubg_number(own), gnubg_number(opp)]
        equities = [round(float(equity), 5) for equity in known]
        samples.append({"own": own, "opp": opp, "equities": equities})
    return samples


def main() -> None:
    samples = compare_one_sided(ONE_SIDED.read_bytes()) + compare_two_sided(gnubg_equities())
    CORPUS.write_text("".join(json.dumps(sample) + "\n" for sample in samples), encoding="utf-8")


if __name__ == "__main__":
    main()
