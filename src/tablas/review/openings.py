"""The opening plays of many matches: how each first roll was played, and what that cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablas.review.value import Decision, MatchReview
from tablas.words import Language, Words

HEAD = Words("roll", "tirada"), Words("play", "jugada"), Words("games", "partidas"), Words(
    "mean cost", "coste medio"
)  # fmt: skip
NONE = Words("no opening plays in these matches", "no hay jugadas de salida en estos encuentros")


@dataclass(frozen=True, slots=True)
class OpeningPlay:
    """One way to play a first roll; games without dice have one empty roll."""

    dice: str
    play: str
    games: int
    cost: float  # the mean over these games


def opening_table(reviews: Sequence[MatchReview]) -> tuple[OpeningPlay, ...]:
    """Every first play of a game from the usual start, by roll, the most frequent first."""
    costs: dict[tuple[str, str], list[float]] = {}
    for one in (first for review in reviews for first in first_plays(review.decisions)):
        costs.setdefault((one.dice, one.played), []).append(one.cost)
    table = [
        OpeningPlay(dice, play, len(each), round(sum(each) / len(each), 6))
        for (dice, play), each in costs.items()
    ]
    return tuple(sorted(table, key=lambda row: (row.dice, -row.games, row.cost, row.play)))


def openings_text(table: Sequence[OpeningPlay], language: Language) -> str:
    """The table as text."""
    if not table:
        return NONE.spoken(language)
    dice, play, games, cost = (words.spoken(language) for words in HEAD)
    lines = [f"{dice:<8}{play:<26}{games:>9}{cost:>13}"]
    lines += [f"{row.dice:<8}{row.play:<26}{row.games:>9}{row.cost:>13.3f}" for row in table]
    return "\n".join(lines)


def first_plays(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """The first play of each game, where it was legal."""
    seen: set[int] = set()
    for one in decisions:
        if one.what == "play" and one.game not in seen:
            seen.add(one.game)
            if not one.illegal:
                yield one
