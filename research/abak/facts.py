"""What games of Abak are like, measured by self-play: length, gammons, traps, worth of a class.

`AbakFacts` grow batch by batch and can be written to a file in between, so that a run can be
stopped and go on. Batch k is the same games wherever it is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from research.abak.self_play import SideBySide, Turns, play, seeds_from
from research.abak.tally import Results, Sums

from tablas import kernel
from tablas.abak import codec, rules
from tablas.abak.position import Effect, Play, Position
from tablas.engine.abak.choosers import Chooser
from tablas.engine.abak.heuristic import packed
from tablas.errors import KernelDisagrees
from tablas.values import Dice

NAMED: Final = 1 / 20  # of a batch: games whose every play is named by the Python rules
CLASS_PAIRS: Final = 1 / 4  # of a batch: pairs of games for each class
CLASSES: Final = ("G", "N", "D", "E", "O")
"""The classes that can be replaced by a soldier."""


def _events(play_: Play) -> dict[str, int]:
    """What happened in one turn, as counts."""
    effects = [step.effect for step in play_]
    return {
        "hits": effects.count(Effect.HIT),
        "traps": effects.count(Effect.TRAP),
        "assaults": effects.count(Effect.ASSAULT),
        "general went back": sum(step.source < step.target for step in play_),
        "turns without a play": int(not play_),
    }


EVENTS: Final = (*_events(()), "games in which the general went back", "games with a trap")


@dataclass
class AbakFacts:
    """Everything counted so far."""

    player: str
    batches: int = 0
    result: Results = field(default_factory=Results)  # points of who moved first
    turns: Sums = field(default_factory=Sums)
    plays: Sums = field(default_factory=Sums)  # distinct plays to choose from in a turn
    events: dict[str, Sums] = field(default_factory=lambda: {name: Sums() for name in EVENTS})
    classes: dict[str, Sums] = field(default_factory=lambda: {name: Sums() for name in CLASSES})

    def save(self, path: Path) -> None:
        state: dict[str, Any] = {
            "player": self.player,
            "batches": self.batches,
            "result": self.result.written(),
            "turns": asdict(self.turns),
            "plays": asdict(self.plays),
            "events": {name: asdict(sums) for name, sums in self.events.items()},
            "classes": {name: asdict(sums) for name, sums in self.classes.items()},
        }
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(state, indent=1), encoding="utf-8")
        fresh.replace(path)

    @classmethod
    def load(cls, path: Path, player: str) -> AbakFacts:
        """The facts in a file; none yet if there is no such file, or if another player made it."""
        state = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if state.get("player") != player:
            return cls(player)
        return cls(
            player,
            state["batches"],
            Results.read(state["result"]),
            Sums(**state["turns"]),
            Sums(**state["plays"]),
            {name: Sums(**sums) for name, sums in state["events"].items()},
            {name: Sums(**sums) for name, sums in state["classes"].items()},
        )


def measure(facts: AbakFacts, chooser: Chooser, batch: int) -> Iterator[AbakFacts]:
    """Play batch after batch of so many games, without end; the facts after each."""
    class_pairs = max(1, round(CLASS_PAIRS * batch))
    while True:
        facts.batches += 1
        _whole_games(facts, chooser, batch, max(2, round(NAMED * batch)))
        for number, letter in enumerate(CLASSES):
            seed = facts.batches * len(CLASSES) + number + (1 << 20)
            facts.classes[letter].add(worth_of(letter, chooser, class_pairs, seed))
        yield facts


def _whole_games(facts: AbakFacts, chooser: Chooser, batch: int, named: int) -> None:
    games = SideBySide.of(batch)
    counted = {name: np.zeros(named) for name in _events(())}
    starts = np.repeat(kernel.abak.start()[None], batch, 0)
    for turns in games.turns(starts, (chooser, chooser), seeds_from(facts.batches, batch)):
        for game, play_, choice in named_plays(turns, named):
            facts.plays.add(np.array([choice], np.float64))
            for name, count in _events(play_).items():
                counted[name][game] += count
    facts.result.add(games.points)
    facts.turns.add(games.length.astype(np.float64))
    for name, counts in counted.items():
        facts.events[name].add(counts)
    back, traps = counted["general went back"] > 0, counted["traps"] > 0
    facts.events["games in which the general went back"].add(back.astype(np.float64))
    facts.events["games with a trap"].add(traps.astype(np.float64))


def named_plays(turns: Turns, named: int) -> Iterator[tuple[int, Play, int]]:
    """Of the first games: which one, its play by the rules, and among how many it was chosen."""
    for at in np.flatnonzero(turns.games < named):
        position = codec.decode(turns.before[at].tobytes())
        dice = Dice(int(turns.dice[at, 0]), int(turns.dice[at, 1]))
        plays = rules.plays(position, dice)
        reached = codec.decode(turns.after[at].tobytes())
        if reached not in plays:
            raise KernelDisagrees(
                f"abak {position} {dice}: the play chosen is not legal",
                f"abak {position} {dice}: la jugada elegida no es legal",
            )
        yield int(turns.games[at]), plays[reached], len(plays)


def worth_of(letter: str, chooser: Chooser, pairs: int, seed: int) -> NDArray[np.float64]:
    """Points a game that a side loses without this class, for each pair of games.

    The side with a soldier in its place begins one game of each pair; the dice are the same.
    """
    poorer = packed([without(letter)])
    mover_poorer = np.repeat(poorer, pairs, 0)
    other_poorer = np.repeat(packed([without(letter).swapped()]), pairs, 0)
    seeds, both = seeds_from(seed, pairs), (chooser, chooser)
    begun = play(both, mover_poorer, seeds).points.astype(np.float64)
    answered = play(both, other_poorer, seeds).points.astype(np.float64)
    return (answered - begun) / 2


def without(letter: str) -> Position:
    """The start without one soldier a side, where a soldier of the mover stands for `letter`.

    A team always has 15 checkers of their classes, so the missing ones are borne off: the mover's
    class and an opposing soldier (the lowest on each 6-point). A side with a checker off loses no
    gammon: what is measured is games won.

    >>> without("N").points[6], without("N").off, without("N").opp_off
    ('SSS', 'N', 's')
    """
    points = list(rules.start().points)
    points[6], points[19] = points[6][1:], points[19][1:]
    point = next(p for p in range(24, 0, -1) if letter in points[p])
    points[point] = points[point].replace(letter, "S", 1)
    return Position(tuple(points), off=letter, opp_off="s")
