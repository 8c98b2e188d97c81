"""Problems of games without dice: games of mixed levels, a short search, then a deep one.

A move is a problem's answer if a search of a million positions finds it ahead of every
other by 8 % of the game, and one of two hundred thousand saw the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from tablas.engine.abalone.engine import AbaloneAnalysis, AbaloneEngine, AbaloneLimit, Line
from tablas.engine.abalone.levels import ALL_MOVES, LEVELS, SearchLevel, choose
from tablas.games import kind
from tablas.problems import Problem
from tablas.review.abalone import chance
from tablas.review.themes import play_themes
from tablas.values import Setup, Side

MARGIN: Final = 0.08  # of the game
DECIDED: Final = 0.04  # chances below this, or above the rest of it, are no question any more
GLANCES: Final = ((AbaloneLimit(depth=2), 0.3), (AbaloneLimit(depth=4), 0.7))
"""Short searches, and which part of the margin must show in them."""
SHORT: Final = AbaloneLimit(nodes=200_000)
DEEP: Final = AbaloneLimit(nodes=1_000_000)
A_SECOND: Final = 500_000  # positions, for levels that think by the clock: two seconds are `DEEP`
PLAYING: Final = ("beginner", "casual", "casual", "club", "club", "advanced")
LONGEST: Final = 240
TRIES: Final = 9
TOO_EASY: Final = 0.93
KEPT_EASY: Final = 1 / 8


def mined(game: str, seed: int) -> Iterator[Problem]:
    """Problems without an end; the same seed gives the same ones."""
    rng = random.Random(seed)
    engine = AbaloneEngine(megabytes=16)
    for position in _positions(game, rng, engine):
        problem = _problem(game, position, rng, engine)
        if problem:
            yield problem


def _positions(game: str, rng: random.Random, engine: AbaloneEngine) -> Iterator[Any]:
    """Every position of games between two levels, from every start that people choose."""
    one = kind(game)
    starts = [start.name for start in one.starts if start.featured] or [one.starts[0].name]
    while True:
        levels = [LEVELS[rng.choice(PLAYING)], LEVELS[rng.choice(PLAYING)]]
        position = one.start(rng.choice(starts)).position
        for _ in range(LONGEST):
            yield position
            position = one.rules.after(position, choose(engine, levels[0], rng, position))
            levels.reverse()
            if one.rules.outcome(position):
                break


def _problem(game: str, position: Any, rng: random.Random, engine: AbaloneEngine) -> Problem | None:
    for limit, part in GLANCES:
        glance = engine.analyse(position, limit, lines=2, variations=False)
        if not _open(glance.lines) or _margin(glance.lines) < part * MARGIN:
            return None
    solved = _digits(position, glance.lines[0].move, rng, engine)
    if _share(solved) > TOO_EASY and rng.random() > KEPT_EASY:
        return None
    return _confirmed(game, position, rng, engine)


def asked_again(game: str, problems: list[Problem]) -> Iterator[Problem]:
    """The problems whose answer the engine of today confirms, or has another clear one for."""
    rng, engine = random.Random(0), AbaloneEngine(megabytes=16)
    for one in problems:
        position = kind(game).formats.read(one.position).position
        if problem := _confirmed(game, position, rng, engine):
            yield problem


def _confirmed(
    game: str, position: Any, rng: random.Random, engine: AbaloneEngine
) -> Problem | None:
    """A problem if both searches see the same move clearly ahead."""
    short = _searched(position, SHORT, engine)
    if not _open(short.lines) or _margin(short.lines) < MARGIN:
        return None
    deep = _searched(position, DEEP, engine)
    best = deep.lines[0].move
    if not _open(deep.lines) or _margin(deep.lines) < MARGIN or best != short.lines[0].move:
        return None
    return Problem(
        game=game,
        position=kind(game).formats.write(Setup(position, Side.WHITE)),
        dice="",
        best=kind(game).notation.write(position, best),
        margin=_margin(deep.lines),
        error=abs(_margin(deep.lines) - _margin(short.lines)),
        effort=deep.depth,
        solved=_digits(position, best, rng, engine) + _clocked_digits(position, best, engine),
        themes=play_themes(game, position, None, best),
    )


def _searched(position: Any, limit: AbaloneLimit, engine: AbaloneEngine) -> AbaloneAnalysis:
    engine.forget()
    return engine.analyse(position, limit, lines=2, variations=False)


def _open(lines: tuple[Line, ...]) -> bool:
    """Whether there is a second move, and the game is not decided whatever is played."""
    if len(lines) < 2:
        return False
    best, second = (chance(line.score) for line in lines[:2])
    return best > DECIDED and second < 1 - DECIDED


def _margin(lines: tuple[Line, ...]) -> float:
    return chance(lines[0].score) - chance(lines[1].score)


def _digits(position: Any, best: Any, rng: random.Random, engine: AbaloneEngine) -> str:
    """How often of nine tries each level finds the move that does not think by the clock."""
    return "".join(
        str(_found(level, position, best, rng, engine))
        for level in LEVELS.values()
        if not level.limit.seconds
    )


def _found(
    level: SearchLevel, position: Any, best: Any, rng: random.Random, engine: AbaloneEngine
) -> int:
    engine.forget()
    lines = ALL_MOVES if level.noise else 1
    seen = engine.analyse(position, level.limit, lines=lines, variations=False).lines
    if not level.noise:
        return TRIES if seen[0].move == best else 0
    tries = (
        max(seen, key=lambda line: line.score + rng.gauss(0.0, level.noise)) for _ in range(TRIES)
    )
    return sum(bool(line.move == best) for line in tries)


def _clocked_digits(position: Any, best: Any, engine: AbaloneEngine) -> str:
    """The same for levels with a clock; who has the time of `DEEP` finds what that finds."""
    digits = ""
    for level in LEVELS.values():
        nodes = round(A_SECOND * level.limit.seconds)
        if nodes >= DEEP.nodes:
            digits += str(TRIES)
        elif nodes:
            seen = _searched(position, AbaloneLimit(nodes=nodes), engine).lines
            digits += str(TRIES * (seen[0].move == best))
    return digits


def _share(solved: str) -> float:
    return sum(map(int, solved)) / (9 * len(solved))
