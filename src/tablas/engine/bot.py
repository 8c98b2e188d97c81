"""The opponents of each game from beginner to strongest: their names, and how they were measured.

`bot(game, level)` seats one of them; nothing is loaded before: the lists are words and numbers.
A new level is one more line in `engine/<game>/levels.py`; `python -m bench.ladder GAME` then
measures how strong it is and writes it down in `strength.json`.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from tablas.engine.engines import engine
from tablas.engine.game_engine import PlayerFactory
from tablas.engine.player import AtBoard, Player
from tablas.engine.simple import PLAYERS
from tablas.errors import NotationError
from tablas.words import Words


@dataclass(frozen=True, slots=True)
class Strength:
    """What a level did against the player below it on the ladder.

    `won` is its share of the games and `points` what it won a game, with the standard error
    `error`; luck is taken away where it can be. `gap` is the same as a difference in Elo, None
    where one side won everything; `low` and `high` are the ends of its 95 % interval, None where
    so few games do not show them. `judged` is what it gives away a decision, in points, where a
    stronger player judges it; `won` and `points` are None where that is all that was measured.
    `pairs` counts the pairs of games that scored 0, 1/4, 1/2, 3/4 and 1, where such pairs were
    played.
    """

    against: str
    games: int
    won: float | None
    points: float | None
    error: float | None
    gap: int | None
    date: str
    judged: float | None = None
    low: int | None = None
    high: int | None = None
    pairs: list[int] | None = None


@dataclass(frozen=True, slots=True)
class Opponent:
    """One level of a game: who it is, in both languages, and how to seat it."""

    game: str
    name: str
    title: Words
    words: Words
    make: PlayerFactory

    @property
    def strength(self) -> Strength | None:
        """What was measured; None for one that nobody has measured yet."""
        measured = _measured().get(self.game, {}).get(self.name)
        return Strength(**measured) if measured else None


TITLES: Final = {
    "random": Words("By chance", "Al azar"),
    "greedy": Words("Rules of thumb", "Reglas prácticas"),
    "heuristic": Words("Teacher", "Profesor"),
    "beginner": Words("Beginner", "Principiante"),
    "casual": Words("Casual player", "Aficionado"),
    "club": Words("Club player", "Jugador de club"),
    "humanlike": Words("Like a person", "Como una persona"),
    "advanced": Words("Advanced", "Avanzado"),
    "expert": Words("Expert", "Experto"),
    "master": Words("Master", "Maestro"),
    "strongest": Words("Strongest", "El más fuerte"),
    "roller": Words("Roller", "Roller"),
}
"""What a level is called, whatever the game."""

YARDSTICKS: Final = {
    "random": Words("plays anything that is allowed", "juega cualquier cosa permitida"),
    "greedy": Words(
        "looks one play ahead with a few rules of thumb",
        "mira una jugada por delante con unas pocas reglas prácticas",
    ),
}
"""Simple players of every game, for measuring; opponents only where nothing gentler exists."""


def opponents(game: str) -> dict[str, Opponent]:
    """The opponents of a game by name, from the weakest to the strongest.

    >>> list(opponents("backgammon"))[0], list(opponents("abalone"))[-1]
    ('beginner', 'strongest')
    """
    return {
        level.name: Opponent(game, level.name, TITLES[level.name], level.words, level.make)
        for level in engine(game).levels
    }


def usual(game: str) -> str:
    """The level for somebody who has not chosen: the weakest but one."""
    return list(opponents(game))[1]


def opponent(game: str, level: str) -> Opponent:
    """The level of this name, or one of the yardsticks, which every game has."""
    known = opponents(game)
    if level in known:
        return known[level]
    if level in YARDSTICKS:
        return Opponent(game, level, TITLES[level], YARDSTICKS[level], _simple(level))
    names = ", ".join([*known, *(name for name in YARDSTICKS if name not in known)])
    raise NotationError(
        f"level {level!r}: {game} has {names}", f"nivel {level!r}: {game} tiene {names}"
    )


def bot(game: str, level: str, seed: int | random.Random | None = None) -> Player:
    """The player of a level; the same seed plays the same where time sets no limit.

    >>> bot("abak", "greedy", 1).name
    'greedy'
    """
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    return opponent(game, level).make(rng)


def _simple(name: str) -> PlayerFactory:
    return lambda rng: AtBoard(PLAYERS[name](rng))


@cache
def _measured() -> dict[str, dict[str, dict[str, Any]]]:
    file = resources.files("tablas.engine") / "strength.json"
    strengths: dict[str, dict[str, dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8"))
    return strengths
