"""The measured facts about Abak as a page, every number with its 95 % interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from typing import Final

from research.abak.facts import AbakFacts
from research.abak.tally import Results, Sums

from tablas.abak.reasons import class_name

SIGMAS: Final = 1.96  # standard errors on each side of a 95 % interval

EVENT_NAMES: Final = {
    "hits": "hits a game, both sides together, assaults not counted",
    "traps": "traps by a druid a game",
    "assaults": "assaults on a lone guard a game",
    "general went back": "movements of a general backwards a game",
    "turns without a play": "turns a game in which nothing could move",
    "games in which the general went back": "games in which a general went back at all",
    "games with a trap": "games with at least one trap",
}
SHARES: Final = ("games in which the general went back", "games with a trap")


def write_page(facts: AbakFacts, page: Path, *, made: str) -> None:
    """Write the page as Markdown."""
    page.write_text("\n".join(_page(facts, made)) + "\n", encoding="utf-8")


def _page(facts: AbakFacts, made: str) -> Iterator[str]:
    yield "# Facts about Abak, measured"
    yield ""
    yield (
        f"Games of one player ({facts.player}) against itself from the start, without a cube. "
        "Every number comes with its 95 % interval."
    )
    yield ""
    yield f"{made} {facts.result.games:,} games, {facts.events['hits'].count:,} of them with every"
    yield "play named by the Python rules (for what happens in a game)."
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield from _results(facts)
    for name, sums in facts.events.items():
        shown = _percent(sums.mean, sums.count) if name in SHARES else _number(sums)
        yield f"| {EVENT_NAMES[name]} | {shown} |"
    yield from _classes(facts)


def _results(facts: AbakFacts) -> Iterator[str]:
    result = facts.result
    yield f"| turns a game, both sides together | {_number(facts.turns)} |"
    yield f"| distinct plays to choose from in a turn | {_number(facts.plays)} |"
    yield f"| games won by who begins | {_share(result, lambda p: p > 0)} |"
    first = f"{result.mean:+.3f} ± {SIGMAS * result.error:.3f}"
    yield f"| points a game for who begins | {first} |"
    yield f"| games that end as a gammon or backgammon | {_share(result, lambda p: abs(p) >= 2)} |"
    yield f"| games that end as a backgammon | {_share(result, lambda p: abs(p) == 3)} |"
    if unfinished := result.counts[0]:
        yield f"| games given up as a draw after 1,000 turns | {unfinished} |"


def _classes(facts: AbakFacts) -> Iterator[str]:
    yield ""
    yield "## What a class is worth"
    yield ""
    yield (
        "One side plays with a soldier in the place of one of its special checkers. The table "
        "shows how many games of a hundred that side wins less; below zero, it wins more, and the "
        "class is a burden. A team always has its 15 checkers, so the one replaced counts as borne "
        "off; to be fair, both sides begin with one checker less, the lowest soldier of the "
        "6-point. Who has a checker off loses no gammon, so every game counts one point. Each "
        "pair of games has the same dice, and each side begins once."
    )
    yield ""
    yield "| class | games of 100 lost without it | equity lost, points a game | pairs |"
    yield "|---|---|---|---|"
    order = sorted(facts.classes.items(), key=lambda item: -item[1].mean)
    for letter, sums in order:
        # Points are +1 and -1 here: half of their difference is a share of games.
        lost = f"{50 * sums.mean:+.1f} ± {50 * SIGMAS * sums.error:.1f}"
        points = f"{sums.mean:+.3f} ± {SIGMAS * sums.error:.3f}"
        yield f"| {class_name(letter)} | {lost} | {points} | {sums.count:,} |"


def _number(sums: Sums) -> str:
    return f"{sums.mean:.2f} ± {SIGMAS * sums.error:.2f}"


def _percent(share: float, count: int) -> str:
    """A share of so many games with Wilson's interval, which holds for 0 and 100 % too."""
    spread = SIGMAS**2 / max(count, 1)
    middle = (share + spread / 2) / (1 + spread)
    width = sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return f"{share:.1%} ({middle - width:.1%} to {middle + width:.1%})"


def _share(tally: Results, which: Callable[[int], bool]) -> str:
    return _percent(tally.share(which), tally.games)
