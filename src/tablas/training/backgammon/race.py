"""The race net of backgammon: how many rolls a side needs that nobody can hit any more.

    python -m tablas.training.backgammon.race --out backgammon-race.safetensors

In a race each side hurries for itself, so one side's checkers decide the chances that it needs n
rolls: to bear off everything, and a first checker, which saves the gammon. At home the bear-off
tables know both. Outside, what is right follows from what comes next: over all 21 rolls the play
with the least rolls on average, and one roll more. The net learns just that from positions on their
way home, with the tables at the end of the way; there is no luck in what it learns. The kernel
(`cpp/backgammon/race_net.hpp`) puts the chances of both sides together.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine.stored_nets import slimmed, written
from tablas.training.selfplay import ROLLS, WEIGHTS
from tablas.training.tensors import Module, Tensor, functional, nn, torch, without_gradients

SHAPE: Final = 4  # numbers that describe the chances: middle, width, skew, weight of the ends
FREE: Final = 12  # of the first numbers of rolls, each of which is corrected by itself
PIPS_A_ROLL: Final = 8.17
BEFORE: Final = 0.6  # rolls that are lost on the way, about
SPREAD: Final = 0.28  # of the square of the width, a roll
NEVER: Final = -1e4
FARTHEST: Final = 18  # points; beyond lies the other home, where a backgammon can be lost
PLACES: Final = FARTHEST + 1  # with the tray
UNITS: Final = 4  # inputs of a place: one checker or more, two, three, how many above three
INPUTS: Final = PLACES * UNITS
HIDDEN: Final = (128, 64)
MOST_ROLLS: Final = 32
HOME: Final = 6
CHECKERS: Final = 15
FULL_FROM: Final = 38760  # as in cpp/backgammon/bearoff.hpp: from here on nothing is borne off
MOST_PIPS: Final = 170
POOL: Final = 1024  # sides on their way home at a time
KEPT: Final = 64  # of the latest batches, from which is learnt
STEPS_A_BATCH: Final = 6
LESSON: Final = 2048
RATE: Final = (0.003, 0.00002)
LOOK_EVERY: Final = 5  # batches between two looks of the net that judges at the one that learns
FINENESS: Final = 1024  # steps in the root mean square of a stored matrix: half the bytes
TELL_EVERY: Final = 25  # batches
GAMES: Final = 8_000  # whose races are learnt
AT_ONCE: Final = 1000
ANYWHERE: Final = 0.15  # share of the sides that begin anywhere
STARTED: Final = 0.15  # share of the sides that have borne checkers off already
NEW: Final = 0.08  # share of the sides that begin anew in each batch

LISTED: Final = 5  # plays of a roll that the net judges, by each guess

Counts = NDArray[np.uint8]
"""(sides, PLACES): checkers on each place, borne off first."""
Index = NDArray[np.int64]
Floats = NDArray[np.float32]


SEEN: Final = np.array(
    [[n >= 1, n >= 2, n >= 3, max(n - 3, 0) / 3] for n in range(CHECKERS + 1)], dtype=np.float32
)
"""What the net sees of a place with so many checkers."""


NOW: Final = np.eye(1, MOST_ROLLS, dtype=np.float32)[0]
"""No roll is needed: the gammon is saved."""


def units(counts: Counts) -> Floats:
    """The inputs of the net."""
    return SEEN[counts].reshape(len(counts), INPUTS)


def pips_of(counts: Counts) -> Floats:
    """(sides, 2): to the last point, and to the home board."""
    places = np.arange(PLACES)
    ways = np.stack([places, np.maximum(places - HOME, 0)], axis=1)
    pips: Floats = (counts @ ways).astype(np.float32)
    return pips


def packed(counts: Counts) -> NDArray[np.uint8]:
    """Boards of the kernel: the side to move, and an opponent who is out of the way."""
    words = np.zeros((len(counts), 4), dtype=np.uint64)
    for place in range(PLACES):
        word, shift = divmod(place, 16)
        words[:, word] |= counts[:, place].astype(np.uint64) << np.uint64(4 * shift)
    words[:, 2] = 14 | 1 << 4  # fourteen borne off and one on its ace point, which is our 24
    return words.view(np.uint8)


def moved(boards: NDArray[np.uint8]) -> Counts:
    """The side that has just moved, of boards that the opponent sees."""
    both = boards[:, 16 : 16 + (PLACES + 1) // 2]
    counts = np.empty((len(boards), PLACES + 1), dtype=np.uint8)
    counts[:, 0::2], counts[:, 1::2] = both & 15, both >> 4
    return counts[:, :PLACES]


def home_index(counts: Counts) -> Index:
    """The row of the bear-off tables; -1 where a checker is outside."""
    choose = np.array([[comb(n, k) for k in range(HOME + 1)] for n in range(CHECKERS + HOME + 1)])
    index = np.zeros(len(counts), dtype=np.int64)
    total = np.zeros(len(counts), dtype=np.int64)
    for point in range(1, HOME + 1):
        total += counts[:, point]
        index += choose[total + point - 1, point]
    return np.where((counts[:, HOME + 1 :] > 0).any(axis=1), -1, index)


class RaceNet(Module):  # type: ignore[misc]
    """Logits of the rolls to bear off everything, then of those to bear off a first checker.

    The chances of a number of rolls look much the same everywhere: a bell, somewhere. So the net
    says how far its middle lies from where the pips put it, how much wider or narrower it is, how
    skew and how heavy at its ends; near home, where single checkers matter, it corrects each number
    of rolls by itself. `cpp/backgammon/race_net.cpp` calculates the same.
    """

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        torch.manual_seed(seed)
        sizes = (INPUTS, *HIDDEN, 2 * (SHAPE + FREE))
        self.layers = nn.ModuleList(
            nn.Linear(wide, narrow) for wide, narrow in itertools.pairwise(sizes)
        )

        with torch.no_grad():
            self.layers[-1].weight *= 0.1
        self.register_buffer("numbers", torch.arange(MOST_ROLLS, dtype=torch.float32))

    def forward(self, row: Tensor, pips: Tensor) -> Tensor:
        """`pips`: to the last point, and to the home board."""
        for layer in self.layers[:-1]:
            row = layer(row).relu()
        both = self.layers[-1](row).view(-1, 2, SHAPE + FREE)
        shift, wider, skew, heavy = both[:, :, :SHAPE].unbind(dim=2)
        middle = pips / PIPS_A_ROLL + BEFORE + shift
        size = (SPREAD * middle.clamp(min=0.3) + 0.05).sqrt() * wider.exp()
        far = (self.numbers - middle[:, :, None]) / size[:, :, None]
        bent = 4 * torch.tanh(far / 4)
        bell = -far.square() / 2 + torch.tanh(skew)[:, :, None] * bent**3 / 6
        bell = bell + torch.tanh(heavy)[:, :, None] * bent**4 / 24
        free = functional.pad(both[:, :, SHAPE:], (1, MOST_ROLLS - 1 - FREE))
        # Nobody is home without a roll.
        return (bell + free).masked_fill(self.numbers == 0, NEVER)

    @without_gradients
    def tensors(self) -> dict[str, Floats]:
        """The layers as the package stores nets."""
        parts: dict[str, Floats] = {}
        for index, layer in enumerate(self.layers):
            parts[f"layer{index}.weight"] = layer.weight.numpy().copy()
            parts[f"layer{index}.bias"] = layer.bias.numpy().copy()
        return parts


class RollsJudge:
    """What the tables know, and elsewhere a net says: the chances of both counts of rolls."""

    def __init__(self, net: RaceNet) -> None:
        self.net = net
        self.whole, self.first, _ = kernel.backgammon.build_bearoff()

    @without_gradients
    def __call__(self, counts: Counts) -> Floats:
        """(sides, 2, MOST_ROLLS)."""
        index = home_index(counts)
        chances = np.zeros((len(counts), 2, MOST_ROLLS), dtype=np.float32)
        home = index >= 0
        chances[home, 0] = self.whole[index[home]]
        full = index >= FULL_FROM
        chances[full, 1] = self.first[index[full] - FULL_FROM]
        outside = np.flatnonzero(~home)
        if len(outside):
            seen = torch.from_numpy(units(counts[outside]))
            pips = torch.from_numpy(pips_of(counts[outside]))
            chances[outside] = self.net(seen, pips).softmax(dim=2).numpy()
        chances[counts[:, 0] > 0, 1] = NOW
        return chances


def begun(count: int, entries: Counts, rng: np.random.Generator) -> Counts:
    """Sides on their way home: most as they come into races in games, others anywhere."""
    rows = entries[rng.integers(len(entries), size=count)]
    for i in np.flatnonzero(rng.random(count) < ANYWHERE):
        rows[i] = anywhere(rng)
    return rows


def anywhere(rng: np.random.Generator) -> Counts:
    """A side that somebody has strewn about."""
    while True:
        weights = rng.gamma(0.5, size=FARTHEST) * np.linspace(1.4, 0.6, FARTHEST)
        off = int(rng.integers(1, CHECKERS)) if rng.random() < STARTED else 0
        places = rng.choice(FARTHEST, size=CHECKERS - off, p=weights / weights.sum()) + 1
        row = np.bincount(places, minlength=PLACES).astype(np.uint8)
        row[0] = off
        if places.sum() <= MOST_PIPS and row[HOME + 1 :].any():
            return row


def entered(games: int, rng: np.random.Generator) -> Counts:
    """The sides of races as games of the package's net against itself come into them."""
    from tablas.engine.weights import net  # noqa: PLC0415 (only who trains plays)

    boards = np.repeat(kernel.backgammon.start()[None], AT_ONCE, axis=0)
    racing = np.zeros(AT_ONCE, dtype=np.bool_)
    rows: list[Counts] = []
    done = 0
    while done < games:
        dice = rng.integers(1, 7, size=(AT_ONCE, 2), dtype=np.uint8)
        boards, _ = net("backgammon").choose(boards, dice)
        turned = np.concatenate([boards[:, 16:], boards[:, :16]], axis=1)
        sides = np.stack([moved(boards), moved(turned)], axis=1)  # who has moved, who is to move
        full = sides.sum(axis=2) == CHECKERS  # nothing beyond the farthest point
        last = PLACES - 1 - np.argmax(sides[:, :, ::-1] > 0, axis=2)
        now = full.all(axis=1) & (last.sum(axis=1) < 25) & ~racing
        fresh = sides[now].reshape(-1, PLACES)
        rows.append(fresh[(home_index(fresh) < 0) & (pips_of(fresh)[:, 0] <= MOST_PIPS)])
        racing |= now
        over = racing | (kernel.backgammon.outcomes(boards) != 0)
        done += int(over.sum())
        boards[over] = kernel.backgammon.start()
        racing[over] = False
    return np.concatenate(rows)


class RollsGuess:
    """Which plays are worth a judgement: a number for each place and count, added up.

    One such table for the rolls to bear off everything, one for those to bear off a checker.
    """

    def __init__(self) -> None:
        places, heights = np.arange(PLACES)[:, None], np.arange(CHECKERS + 1)[None]
        whole = places * heights / PIPS_A_ROLL + 0.02 * np.maximum(heights - 3, 0)
        first = np.maximum(places - HOME, 0) * heights / PIPS_A_ROLL - 2 * (places == 0) * (
            heights > 0
        )
        self.tables = [whole.astype(np.float32), first.astype(np.float32)]

    def fit(self, seen: Floats, rolls: Floats) -> None:
        """Come as near as can be to both numbers of rolls of sides that are seen so."""
        seen = np.concatenate([seen, np.ones((len(seen), 1), np.float32)], axis=1)
        square = seen.T @ seen + 0.1 * np.eye(INPUTS + 1, dtype=np.float32)
        for which in (0, 1):
            worth = np.linalg.solve(square, seen.T @ rolls[:, which])[:INPUTS]
            self.tables[which] = (SEEN @ worth.reshape(PLACES, UNITS).T).T.astype(np.float32)

    def listed(self, counts: Counts, group: Index) -> Index:
        """The rows of the best plays of each group by either table, group by group."""
        kept = np.zeros(len(counts), dtype=np.bool_)
        for table in self.tables:
            value = np.zeros(len(counts), dtype=np.float32)
            for place in range(PLACES):
                value += table[place][counts[:, place]]
            order = np.lexsort((value, group))
            first = np.flatnonzero(np.diff(group[order], prepend=-1))
            rank = np.arange(len(order)) - np.repeat(first, np.diff(first, append=len(order)))
            kept[order[rank < LISTED]] = True
        return np.flatnonzero(kept)


def expected(
    counts: Counts, judge: RollsJudge, guess: RollsGuess, rng: np.random.Generator
) -> tuple[Floats, Counts]:
    """The chances over all rolls, one roll on; and where a roll that was drawn leads."""
    dice = np.tile(ROLLS, (len(counts), 1))
    after, offsets = kernel.backgammon.successors(
        np.repeat(packed(counts), len(ROLLS), axis=0), dice, 1
    )
    plays = moved(after)
    rows = guess.listed(plays, np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)))
    group = np.searchsorted(offsets, rows, side="right") - 1
    plays = plays[rows]
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    chances = judge(plays)
    rolls = chances @ np.arange(MOST_ROLLS, dtype=np.float32)  # (plays, 2): the mean of each
    total = np.zeros((len(counts), 2, MOST_ROLLS), dtype=np.float32)
    for which in (0, 1):
        least = np.minimum.reduceat(rolls[:, which], starts)
        best = np.flatnonzero(rolls[:, which] <= least[group])
        chosen = best[np.diff(group[best], prepend=-1) > 0]
        if which == 0:
            goes_on = chosen
        per_roll = chances[chosen, which].reshape(len(counts), len(ROLLS), MOST_ROLLS)
        mean = np.einsum("r,srn->sn", WEIGHTS.astype(np.float32), per_roll)
        total[:, which, 1:] = mean[:, :-1]
        total[:, which, -1] += mean[:, -1]
    saved = counts[:, 0] > 0
    total[saved, 1] = NOW
    drawn = rng.choice(len(ROLLS), size=len(counts), p=WEIGHTS)
    return total, plays[goes_on[np.arange(len(counts)) * len(ROLLS) + drawn]]


@dataclass(frozen=True, slots=True)
class RaceReport:
    """How far the net is, in rolls, from what follows from the next roll; root mean squares."""

    seconds: float
    batches: int
    off: float  # of the mean number of rolls to bear off everything
    off_first: float


def train(net: RaceNet, batches: int, seed: int) -> Iterator[RaceReport]:
    """Teach the net, in so many batches."""
    rng, started = np.random.default_rng(seed), time.monotonic()
    entries = entered(GAMES, rng)
    judge = RollsJudge(RaceNet(seed))
    judge.net.load_state_dict(net.state_dict())
    optimizer = torch.optim.Adam(net.parameters(), lr=RATE[0])
    counts, guess = begun(POOL, entries, rng), RollsGuess()
    seen, pips = torch.zeros(KEPT * POOL, INPUTS), torch.zeros(KEPT * POOL, 2)
    wanted = torch.zeros(KEPT * POOL, 2, MOST_ROLLS)
    for batch in range(batches):
        goal, after = expected(counts, judge, guess, rng)
        place = batch % KEPT * POOL
        seen[place : place + POOL] = torch.from_numpy(units(counts))
        pips[place : place + POOL] = torch.from_numpy(pips_of(counts))
        wanted[place : place + POOL] = torch.from_numpy(goal)
        if (batch + 1) % TELL_EVERY == 0:
            yield report_of(batch + 1, time.monotonic() - started, judge, counts, goal)
        known = min(batch + 1, KEPT) * POOL
        if (batch + 1) % LOOK_EVERY == 0:
            judge.net.load_state_dict(net.state_dict())
            rolls = wanted[:known] @ torch.arange(MOST_ROLLS, dtype=torch.float32)
            guess.fit(seen[:known].numpy(), rolls.numpy())
        for group in optimizer.param_groups:
            group["lr"] = RATE[0] * (RATE[1] / RATE[0]) ** (batch / batches)
        for _ in range(STEPS_A_BATCH):
            lesson = torch.from_numpy(rng.integers(known, size=LESSON))
            likely = functional.log_softmax(net(seen[lesson], pips[lesson]), dim=2)
            whole, first = (wanted[lesson] * likely).sum(dim=2).neg().unbind(dim=1)
            saved = seen[lesson, 0] > 0  # there is nothing to learn about a first checker
            loss = (whole + first.masked_fill(saved, 0)).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
        home = (home_index(after) >= 0) | (rng.random(len(after)) < NEW)
        after[home] = begun(int(home.sum()), entries, rng)
        counts = after


def report_of(
    batch: int, seconds: float, judge: RollsJudge, counts: Counts, goal: Floats
) -> RaceReport:
    """How far the judge is from the goals of a batch."""
    means = np.arange(MOST_ROLLS, dtype=np.float32)
    off = (judge(counts) - goal) @ means
    size = np.sqrt((off**2).mean(axis=0))  # of who has borne off, the second is nothing
    return RaceReport(round(seconds, 1), batch, round(float(size[0]), 5), round(float(size[1]), 5))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--batches", type=int, default=1100, help="about a second of a core each")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    net = RaceNet(asked.seed)
    for report in train(net, asked.batches, asked.seed):
        line = {
            "seconds": report.seconds, "batches": report.batches,
            "off": report.off, "off_first": report.off_first,
        }  # fmt: skip
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
    asked.out.write_bytes(written(slimmed(net.tensors(), fineness=FINENESS)))


if __name__ == "__main__":
    main()
