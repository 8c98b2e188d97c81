"""One player over many matches: is the play getting better?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablas.review.value import MatchReview, SideReview
from tablas.values import Side
from tablas.words import Language, Words

HEAD = Words("{name}: {count} matches", "{name}: {count} encuentros")
COLUMNS = (
    Words("date", "fecha"),
    Words("match", "encuentro"),
    Words("opponent", "rival"),
    Words("decisions", "decisiones"),
    Words("rating", "índice"),
    Words("luck", "suerte"),
)
OVERALL = Words("all together", "en conjunto")
BETTER = Words(
    "the second half of the matches is better than the first: {first} → {second}",
    "la segunda mitad de los encuentros es mejor que la primera: {first} → {second}",
)
WORSE = Words(
    "the second half of the matches is worse than the first: {first} → {second}",
    "la segunda mitad de los encuentros es peor que la primera: {first} → {second}",
)
NOBODY = Words("{name} plays in none of these matches", "{name} no juega en estos encuentros")


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A reviewed match with its date and file."""

    date: str
    file: str
    review: MatchReview


def of_player(matches: Sequence[PlayedMatch], name: str) -> list[tuple[PlayedMatch, Side]]:
    """The matches in which somebody of this name plays, the oldest first."""
    wanted = name.casefold()
    own = [
        (one, side)
        for one in matches
        for side in Side
        if one.review.side(side).name.casefold() == wanted
    ]
    return sorted(own, key=lambda entry: (entry[0].date, entry[0].file))


def rating_of(sides: Sequence[SideReview]) -> float:
    """The rating over all decisions of several matches."""
    decisions = sum(side.decisions for side in sides)
    return 500 * sum(side.cost for side in sides) / decisions if decisions else 0.0


def trend_text(matches: Sequence[PlayedMatch], name: str, language: Language) -> str:
    """A line for each match of a player, and whether the later ones are better."""
    return "\n".join(_lines(of_player(matches, name), name, language))


def trend_fields(matches: Sequence[PlayedMatch], name: str) -> dict[str, object]:
    """The same for programs."""
    own = of_player(matches, name)
    return {
        "player": name,
        "rating": round(rating_of([one.review.side(side) for one, side in own]), 4),
        "matches": [
            {
                "date": one.date,
                "file": one.file,
                "opponent": one.review.side(side.other).name,
                "decisions": one.review.side(side).decisions,
                "rating": round(one.review.side(side).rating, 4),
                "luck": one.review.side(side).luck,
            }
            for one, side in own
        ],
    }


MATCH_LINE = Words(
    "{file}  {white} {first} – {second} {black}  (rating; without luck {adjusted})",
    "{file}  {white} {first} – {second} {black}  (índice; sin la suerte {adjusted})",
)


def match_line(one: PlayedMatch, language: Language) -> str:
    """A match in one line: both ratings, and White's share of it without luck."""
    review = one.review
    adjusted = "–"
    if review.adjusted is not None:
        share = review.adjusted
        adjusted = f"{100 * share:.0f} %" if review.length else f"{share:+.1f}"
    return MATCH_LINE.about(
        file=one.file, white=review.white.name, black=review.black.name, adjusted=adjusted,
        first=f"{review.white.rating:.1f}", second=f"{review.black.rating:.1f}",
    ).spoken(language)  # fmt: skip


def _lines(own: list[tuple[PlayedMatch, Side]], name: str, language: Language) -> Iterator[str]:
    if not own:
        yield NOBODY.about(name=name).spoken(language)
        return
    yield HEAD.about(name=name, count=len(own)).spoken(language)
    yield _line(*(column.spoken(language) for column in COLUMNS))
    for one, side in own:
        seen = one.review.side(side)
        yield _line(
            one.date or "–", one.file, one.review.side(side.other).name, str(seen.decisions),
            f"{seen.rating:.1f}", f"{seen.luck:+.2f}" if one.review.rolls else "–",
        )  # fmt: skip
    sides = [one.review.side(side) for one, side in own]
    decisions = sum(side.decisions for side in sides)
    yield _line("", OVERALL.spoken(language), "", str(decisions), f"{rating_of(sides):.1f}", "")
    if len(sides) > 1:
        half = len(sides) // 2
        first, second = rating_of(sides[:half]), rating_of(sides[half:])
        words = BETTER if second < first else WORSE
        yield words.about(first=f"{first:.1f}", second=f"{second:.1f}").spoken(language)


def _line(*cells: str) -> str:
    date, file, opponent, decisions, rating, luck = cells
    return (
        f"{date:<11}{file[:28]:<30}{opponent[:18]:<20}{decisions:>11}{rating:>8}{luck:>9}".rstrip()
    )
