"""A review as text that a person enjoys reading in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from tablas.files import MatchSheet
from tablas.games import kind
from tablas.review import phrases
from tablas.review.care import care_named
from tablas.review.judges import grades_of, phases_of
from tablas.review.remarks import contrast
from tablas.review.value import Decision, Mark, MatchReview, SideReview
from tablas.values import Side
from tablas.words import Language, Words

FIRST_COLUMN = 36
COLUMN = 26


def summary(
    match: MatchSheet, review: MatchReview, language: Language, *, mistakes: int = 5
) -> str:
    """Title, a table of both sides, and the costliest mistakes with their reasons."""
    return "\n".join(_lines(match, review, language, mistakes))


def title(match: MatchSheet, review: MatchReview) -> Words:
    """Which match this is, and how it ended."""
    white, black = names(review)
    score = f"{white} {match.score[0]} – {match.score[1]} {black}"
    length = phrases.MATCH_TO.about(length=match.length) if match.length else phrases.SESSION
    count = len(match.games)
    games = phrases.ONE_GAME if count == 1 else phrases.GAMES.about(count=count)
    return Words("{game}, {length}, {games}: {score}", "{game}, {length}, {games}: {score}").about(
        game=kind(review.game).title, length=length, games=games, score=score
    )


def care_words(review: MatchReview) -> Words:
    """How much thinking went into it."""
    care = care_named(review.care)
    return phrases.CARE.about(care=care.spoken_of(dice=kind(review.game).dice))


def names(review: MatchReview) -> tuple[str, str]:
    return review.white.name or "White", review.black.name or "Black"


def rows(review: MatchReview) -> Iterator[tuple[Words, Words, Words]]:
    """The table of both sides: a name, White's figure, Black's figure."""
    sides = (review.white, review.black)
    if review.unit == "points":
        yield _row(phrases.RATING, *(f"{side.rating:.1f}" for side in sides))
        if grades_of(review.game):
            yield phrases.GRADE, grade(review.game, review.white), grade(review.game, review.black)
    else:
        yield _row(phrases.ACCURACY, *(_accuracy(side) for side in sides))
    yield _row(phrases.PLAYS, *(str(side.plays) for side in sides))
    if review.rolls:
        yield _row(phrases.CUBES, *(str(side.cubes) for side in sides))
    yield _row(phrases.COST, *(_amount(review, side.cost, sign="") for side in sides))
    for mark, words in phrases.MARK_COUNTS.items():
        yield _row(words, *(str(side.marks.get(mark.value, 0)) for side in sides))
    for fault, words in phrases.FAULTS.items():
        if any(fault in side.faults for side in sides):
            yield _row(words, *(str(side.faults.get(fault, 0)) for side in sides))
    if review.rolls:
        yield _row(phrases.LUCK, *(_amount(review, side.luck, sign="+") for side in sides))
    if review.adjusted is not None:
        yield _row(phrases.WITHOUT_LUCK, *_adjusted(review))
    for name, words in phases_of(review.game).items():
        if any(name in side.phases for side in sides):
            cells = (f"{side.phases[name].rating:.1f}" if name in side.phases else "–"
                     for side in sides)  # fmt: skip
            yield _row(phrases.PHASE.about(phase=words), *cells)


def grade(game: str, side: SideReview) -> Words:
    """What such an error rate is called."""
    if not side.decisions:
        return Words("–", "–")
    names = (words for most, words in grades_of(game) if side.error_rate <= most)
    return next(names, phrases.NO_GRADE)


def cost_text(review: MatchReview, cost: float) -> str:
    """A cost as people read it: points to three places, chances in percent."""
    return f"{cost:.3f}" if review.unit == "points" else f"{100 * cost:.1f} %"


def done(decision: Decision) -> Words:
    """What was done: a play in its notation, a cube action in words."""
    return phrases.ACTIONS.get(decision.played, Words(decision.played, decision.played))


def better(decision: Decision) -> Words:
    return phrases.ACTIONS.get(decision.best, Words(decision.best, decision.best))


def turning_points(review: MatchReview) -> Iterator[tuple[Decision, float]]:
    """Mistakes after which the other side was ahead, with the chance before them."""
    for one in review.decisions:
        if one.mark is not Mark.FINE and one.what == "play" and one.alternatives:
            before = one.alternatives[0].chances[0]
            if before >= 0.5 > one.chance:
                yield one, before


def _lines(
    match: MatchSheet, review: MatchReview, language: Language, mistakes: int
) -> Iterator[str]:
    yield title(match, review).spoken(language)
    yield care_words(review).spoken(language)
    yield ""
    white, black = names(review)
    yield f"{'':{FIRST_COLUMN}}{white[: COLUMN - 1]:>{COLUMN}}{black[: COLUMN - 1]:>{COLUMN}}"
    for name, left, right in rows(review):
        cells = (cell.spoken(language) for cell in (left, right))
        yield f"{name.spoken(language):<{FIRST_COLUMN}}" + "".join(
            f"{cell:>{COLUMN}}" for cell in cells
        )
    yield ""
    yield from _mistakes(review, language, mistakes)
    if turned := list(turning_points(review)):
        yield ""
        yield phrases.TURNING.spoken(language)
        for one, before in turned[:mistakes]:
            yield "  " + _turned(review, one, before).spoken(language)
    if count := sum(one.illegal for one in review.decisions):
        yield phrases.ILLEGAL.about(count=count).spoken(language)


def _mistakes(review: MatchReview, language: Language, most: int) -> Iterator[str]:
    wrong = review.mistakes()[:most]
    if not wrong:
        yield phrases.NO_MISTAKES.spoken(language)
        return
    yield phrases.MISTAKES.spoken(language)
    for number, one in enumerate(wrong, start=1):
        who = phrases.WHERE.about(game=one.game + 1, name=name_of(review, one.side))
        what = phrases.INSTEAD.about(played=done(one), best=better(one))
        dice = f" {one.dice}" if one.dice else ""
        yield (
            f"{number:2}. {who.spoken(language)}{dice}: {what.spoken(language)}  "
            f"−{cost_text(review, one.cost)}  {phrases.MARKS[one.mark].spoken(language)}"
        )
        for line in reasons(review, one):
            yield f"      {line.spoken(language)}"
        yield f"      {one.position}"


def name_of(review: MatchReview, side: Side) -> str:
    white, black = names(review)
    return white if side is Side.WHITE else black


def reasons(review: MatchReview, one: Decision) -> Iterator[Words]:
    """The mistake in words: what it was, what the play does and what the better one does."""
    if one.fault:
        yield phrases.FAULTS[one.fault]
    compared = contrast(review.game, one)
    for text, remarks in ((one.played, compared.played), (one.best, compared.best)):
        if remarks:
            what = Words(
                "; ".join(words.en for words in remarks), "; ".join(words.es for words in remarks)
            )
            yield phrases.DOES.about(play=text, what=what)


def _turned(review: MatchReview, one: Decision, before: float) -> Words:
    return phrases.TURNED.about(
        game=one.game + 1,
        played=done(one),
        before=round(100 * before),
        after=round(100 * one.chance),
        name=name_of(review, one.side),
    )


def _row(name: Words, *cells: str) -> tuple[Words, Words, Words]:
    left, right = cells
    return name, Words(left, left), Words(right, right)


def _accuracy(side: SideReview) -> str:
    return "–" if side.accuracy is None else f"{side.accuracy:.1f} %"


def _amount(review: MatchReview, amount: float, sign: str) -> str:
    if review.unit == "points":
        return f"{amount:{sign}.3f}"
    return f"{100 * amount:{sign}.1f} %"


def _adjusted(review: MatchReview) -> tuple[str, str]:
    assert review.adjusted is not None
    if review.length:
        white = 100 * review.adjusted
        return f"{white:.1f} %", f"{100 - white:.1f} %"
    return f"{review.adjusted:+.2f}", f"{-review.adjusted:+.2f}"
