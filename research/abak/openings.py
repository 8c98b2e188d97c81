"""Opening theory by rollouts: the first plays of the 15 opening rolls, and the best replies.

Every candidate is played on many times by the same player on both sides; candidates of one roll get
the same dice. Those that lie clearly behind are dropped, the best three are played on
until their standard errors are small. What is known so far is an `OpeningBook`, which is written to
a file after every round, so that a run can be stopped and go on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from research.abak.rollouts import Chances, other_side, to_the_end
from research.abak.self_play import mixed
from research.abak.tally import RolledMean

from tablas.abak import formats, notation, rules
from tablas.abak.position import Position
from tablas.engine.abak.choosers import Boards, Chooser
from tablas.engine.abak.heuristic import packed
from tablas.values import ROLLS, Dice, Setup, Side

OPENINGS: Final = tuple(roll for roll in ROLLS if not roll.double)
"""The 15 rolls with which a game can begin."""

KEPT: Final = 3  # candidates that are always played on
ROUND: Final = 1296  # games of a candidate in a round: every pair of first rolls once
LEAST: Final = 36  # games before a candidate may be dropped; a round of a reply: every roll once
BEHIND: Final = 3.0  # standard errors of the difference at which a candidate is dropped

Worth = Callable[[Boards], NDArray[np.floating[Any]]]
"""What each board is worth to the player to move; only the order counts."""


Rolled = Callable[[Boards, int, int, int], Chances]
"""Trials `first` to `last` of each board, judged after so many turns, the luck taken away: the
chances of the player to move, shape (boards, trials, 5). A trial has the same dice for each."""


@dataclass(frozen=True)
class Expert:
    """Who plays the rollouts; one with a net can take the luck of the dice away."""

    name: str
    chooser: Chooser
    judge: Worth
    rolled: Rolled | None = None

    def described(self, turns: int) -> str:
        """The player and how the rollouts end; books that differ in this are different books."""
        if turns and self.rolled:
            return f"{self.name}, rolled out by the kernel and judged after {turns} turns"
        return f"{self.name}, to the end"

    def rolled_out(self, board: Boards, first: int, last: int, turns: int) -> Chances:
        """The chances of the player to move in each trial from this board, shape (1, SIZE)."""
        if turns and self.rolled:
            return np.asarray(self.rolled(board, first, last, turns)[0])
        numbers = np.arange(first, last)
        boards = np.repeat(board, len(numbers), 0)
        seeds = mixed(numbers.astype(np.uint64))
        return to_the_end(self.chooser, boards, seeds, PAIRS[numbers % ROUND])


@dataclass
class Candidate:
    """A play with the position it reaches, seen by the opponent, and the results so far."""

    play: str
    reached: Position
    rolled_mean: RolledMean = field(default_factory=RolledMean)  # for who made the play

    @property
    def equity(self) -> float:
        return self.rolled_mean.mean

    @property
    def error(self) -> float:
        return self.rolled_mean.error


@dataclass
class OpeningLine:
    """A roll in a position, with the plays that are looked at; the best one first."""

    position: Position
    dice: Dice
    candidates: list[Candidate]

    def sort(self) -> None:
        self.candidates.sort(key=lambda candidate: -candidate.equity)

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def error(self) -> float:
        """The largest standard error among the best three."""
        return max(candidate.error for candidate in self.candidates[:KEPT])

    def contenders(self) -> list[Candidate]:
        """The best three, and whoever does not lie clearly behind the third of them."""
        last = self.candidates[:KEPT][-1]
        return [
            candidate
            for rank, candidate in enumerate(self.candidates)
            if rank < KEPT
            or candidate.rolled_mean.games < LEAST
            or last.equity - candidate.equity < BEHIND * hypot(last.error, candidate.error)
        ]


@dataclass
class OpeningBook:
    """The lines of the opening rolls and of the replies to their best plays."""

    player: str
    first: dict[str, OpeningLine] = field(default_factory=dict)  # by roll, such as `31`
    replies: dict[str, OpeningLine] = field(default_factory=dict)  # by opening play and roll

    def line(self, roll: Dice, expert: Expert, most: int) -> OpeningLine:
        """The line of an opening roll, begun if nobody has looked at it yet."""
        if str(roll) not in self.first:
            self.first[str(roll)] = begun(rules.start(), roll, expert, most)
        return self.first[str(roll)]

    def reply(self, opening: Candidate, roll: Dice, expert: Expert, most: int) -> OpeningLine:
        """The line of a reply to an opening play."""
        name = f"{opening.play} | {roll}"
        if name not in self.replies:
            self.replies[name] = begun(opening.reached, roll, expert, most)
        return self.replies[name]

    def save(self, path: Path) -> None:
        """Write all of it, or nothing: a run that is killed here loses one round."""
        parts = [f'"player": {json.dumps(self.player)}']
        for name, lines in (("first", self.first), ("replies", self.replies)):
            entries = (f"{json.dumps(key)}: {json.dumps(_written(lines[key]))}" for key in lines)
            parts.append(f'"{name}": {{\n' + ",\n".join(entries) + "\n}")
        fresh = path.with_suffix(".new")
        fresh.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")
        fresh.replace(path)

    @classmethod
    def load(cls, path: Path, player: str) -> OpeningBook:
        """The book in a file; an empty one if there is none, or if it is another player's."""
        book = cls(player)
        state = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if state.get("player") == player:
            book.first = {name: _read(line) for name, line in state["first"].items()}
            book.replies = {name: _read(line) for name, line in state["replies"].items()}
        return book


def begun(position: Position, dice: Dice, expert: Expert, most: int) -> OpeningLine:
    """The plays that the expert likes best at first sight, still without results."""
    plays = rules.plays(position, dice)
    reached = list(plays)
    order = np.argsort(expert.judge(packed(reached)), kind="stable")[:most]
    return OpeningLine(
        position,
        dice,
        [Candidate(notation.write(position, plays[reached[i]]), reached[i]) for i in order],
    )


RoundTask = tuple[Boards, int, int, int]
"""A board, the numbers of its first trial and of the one after its last, and the turns played."""

Rounds = Callable[[list[RoundTask]], list[Chances]]
"""What comes of some trials, in the order in which they were asked for."""


def by_itself(expert: Expert) -> Rounds:
    """The trials one after the other, in this process."""
    return lambda tasks: [expert.rolled_out(*task) for task in tasks]


def play_round(line: OpeningLine, rounds: Rounds, games_each: int = ROUND, turns: int = 0) -> int:
    """One more round for every contender of the line; gives the number of games."""
    contenders = line.contenders()
    tasks = [
        (packed([candidate.reached]), done, done + games_each, turns)
        for candidate in contenders
        for done in (candidate.rolled_mean.games,)
    ]
    for candidate, chances in zip(contenders, rounds(tasks), strict=True):
        # The opponent is the first to move in these games.
        candidate.rolled_mean.add(other_side(chances))
    line.sort()
    return len(contenders) * games_each


def study(
    book: OpeningBook,
    expert: Expert,
    *,
    error: float,
    reply_error: float | None,
    most: int = 8,
    games: int = ROUND,
    turns: int = 0,
    rounds: Rounds | None = None,
) -> Iterator[tuple[str, OpeningLine]]:
    """Play on wherever the errors are still too large; after each round, which line it was.

    All opening rolls come first, the one that is known worst before the others; then the replies
    to the best play of each, if `reply_error` asks for them. `rounds` plays the trials elsewhere
    than in this process, to the same numbers.
    """
    rounds = rounds or by_itself(expert)
    lines = {f"{roll}": book.line(roll, expert, most) for roll in OPENINGS}
    yield from _refine(lines, error, lambda line: play_round(line, rounds, games, turns))
    if reply_error is None:
        return
    replies = {}
    for name, line in lines.items():
        for roll in ROLLS:
            reply = book.reply(line.best, roll, expert, max(2, most // 2))
            replies[f"{name} {line.best.play}, then {roll}"] = reply
    few = min(games, LEAST)
    yield from _refine(replies, reply_error, lambda line: play_round(line, rounds, few, turns))


def _refine(
    lines: dict[str, OpeningLine], error: float, play_one: Callable[[OpeningLine], int]
) -> Iterator[tuple[str, OpeningLine]]:
    while True:
        name, line = max(lines.items(), key=lambda item: item[1].error())
        if line.error() <= error:
            return
        play_one(line)
        yield name, line


def _written(line: OpeningLine) -> dict[str, Any]:
    return {
        "position": formats.write(Setup(line.position, Side.WHITE)),
        "dice": str(line.dice),
        "plays": {candidate.play: candidate.rolled_mean.written() for candidate in line.candidates},
    }


def _read(written: dict[str, Any]) -> OpeningLine:
    position, dice = formats.read(written["position"]).position, Dice.parse(written["dice"])
    candidates = []
    for text, sums in written["plays"].items():
        reached = rules.after(position, notation.read(position, dice, text))
        candidates.append(Candidate(text, reached, RolledMean(**sums)))
    return OpeningLine(position, dice, candidates)


_FALLS: Final = [(high, low) for high in range(1, 7) for low in range(1, 7)]
PAIRS: Final = np.array(
    [[_FALLS[game % 36], _FALLS[(game + game // 36) % 36]] for game in range(ROUND)], np.uint8
)
"""The first two rolls of game 0, 1, …: every roll once in 36 games, every pair once in 1,296."""
