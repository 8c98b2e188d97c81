"""When a mistake comes back: the memory model of FSRS, version 5; pure functions.

Source: the Free Spaced Repetition Scheduler of Jarrett Ye and others, "The Algorithm" at
https://github.com/open-spaced-repetition/fsrs4anki/wiki, with its published parameters. A memory
has a stability, the days after which it is recalled nine times of ten, and a difficulty from 1 to
10. Two of FSRS's four grades are used: wrong is "again", right is "good".
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Final

W: Final = (
    0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192,
    1.01925, 1.9395, 0.11, 0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621,
)  # fmt: skip
"""FSRS-5's parameters for people of whom nothing is known yet."""

DECAY: Final = -0.5
FACTOR: Final = 19 / 81  # so that after as many days as the stability nine of ten are recalled
AGAIN: Final = 1
GOOD: Final = 3
EASY: Final = 4
SHORTEST: Final = 1.0  # days: a mistake comes back after days, not on the same one
LEARNT: Final = 21.0  # days of stability from which on a mistake needs no more repetition


@dataclass(frozen=True, slots=True)
class Memory:
    """How well something is remembered."""

    stability: float
    difficulty: float

    @property
    def learnt(self) -> bool:
        return self.stability >= LEARNT


def fresh(grade: int = AGAIN) -> Memory:
    """A mistake that was just made.

    >>> fresh()
    Memory(stability=0.40255, difficulty=7.1949)
    """
    return Memory(W[grade - 1], _first_difficulty(grade))


def recalled(memory: Memory, days: float) -> float:
    """The chance that it is remembered after so many days.

    >>> round(recalled(Memory(3.0, 5.0), 3.0), 6)
    0.9
    """
    return float((1 + FACTOR * days / memory.stability) ** DECAY)


def days_until_due(memory: Memory) -> float:
    """The days after which nine of ten such memories are still there; never less than one."""
    return max(SHORTEST, memory.stability)


def tried(memory: Memory, days: float, *, right: bool) -> Memory:
    """The memory after another try, so many days after the last one.

    >>> once = tried(fresh(), 1.0, right=True)
    >>> again = tried(once, days_until_due(once), right=True)
    >>> once.stability < again.stability
    True
    """
    grade = GOOD if right else AGAIN
    if days < SHORTEST:
        stability = memory.stability * exp(W[17] * (grade - 3 + W[18]))
    elif right:
        stability = _after_recall(memory, recalled(memory, days))
    else:
        stability = _after_lapse(memory, recalled(memory, days))
    return Memory(max(stability, 0.01), _next_difficulty(memory.difficulty, grade))


def _first_difficulty(grade: int) -> float:
    return _within(W[4] - exp(W[5] * (grade - 1)) + 1)


def _next_difficulty(difficulty: float, grade: int) -> float:
    """Changed less the nearer it is to 10, then drawn a little towards that of easy things."""
    changed = difficulty - W[6] * (grade - 3) * (10 - difficulty) / 9
    return _within(W[7] * _first_difficulty(EASY) + (1 - W[7]) * changed)


def _after_recall(memory: Memory, chance: float) -> float:
    stability, difficulty = memory.stability, memory.difficulty
    growth = (
        exp(W[8]) * (11 - difficulty) * stability ** -W[9] * (exp(W[10] * (1 - chance)) - 1)
    )  # fmt: skip
    return float(stability * (1 + growth))


def _after_lapse(memory: Memory, chance: float) -> float:
    stability, difficulty = memory.stability, memory.difficulty
    left = (
        W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1) * exp(W[14] * (1 - chance))
    )  # fmt: skip
    return float(min(left, stability))


def _within(difficulty: float) -> float:
    return min(10.0, max(1.0, difficulty))
