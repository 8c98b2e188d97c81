"""A review as a page shows it: words and ways of checkers beside what was found, in both languages.

Names of people are left out: whoever shows the page knows them, and may have to forget them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tablas.engine.engines import engine
from tablas.errors import TablasError
from tablas.games import kind
from tablas.review import phrases
from tablas.review.as_json import Fields, part_fields, read_part, review_fields
from tablas.review.judges import grades_of
from tablas.review.remarks import MOST, contrast
from tablas.review.review import Part
from tablas.review.text import care_words, grade, rows
from tablas.review.value import Decision, Mark, MatchReview
from tablas.values import Dice
from tablas.words import Words

SHOWN: Final = "shown"
"""The field of a decision that holds what only pages need."""


def shown_part(game: str, part: Part) -> Fields:
    """A part as `part_fields` has it; a decision also with reasons and the ways of its plays."""
    fields = part_fields(part)
    if isinstance(part, Decision):
        fields[SHOWN] = {"why": _why(game, part), "ways": _ways(game, part)}
    return fields


def read_shown(fields: Fields) -> Part:
    """The part that `shown_part` wrote."""
    return read_part({name: value for name, value in fields.items() if name != SHOWN})


def page_fields(review: MatchReview, parts: Sequence[Fields]) -> Fields:
    """The whole review; `parts` are its decisions and rolls as `shown_part` wrote them."""
    fields = review_fields(review)
    for side in (review.white, review.black):
        own = fields["white" if side is review.white else "black"]
        del own["name"]
        own["grade"] = both(grade(review.game, side)) if grades_of(review.game) else None
    return fields | {
        "thought": both(care_words(review)),
        "rows": [[both(words) for words in row] for row in rows(review)],
        "decisions": [one for one in parts if "luck" not in one],
        "rolls": [one for one in parts if "luck" in one],
    }


def does(game: str, decision: Decision, text: str) -> list[Fields]:
    """What a play of a decision does, the most important first."""
    play = _read(game, decision, text)
    if play is None:
        return []
    position, dice, chosen = play
    remarks = engine(game).remarks(position, dice, chosen)
    return [both(Words(one.spoken("en"), one.spoken("es"))) for one in remarks][:MOST]


def both(words: Words) -> Fields:
    return {"en": words.en, "es": words.es}


def _why(game: str, part: Decision) -> Fields:
    """Why it was a mistake; for the others nobody asks, and finding words takes time."""
    if part.mark is Mark.FINE:
        return {}
    compared = contrast(game, part)
    fields: Fields = {
        "played": [both(words) for words in compared.played],
        "best": [both(words) for words in compared.best],
    }
    if part.fault:
        fields["fault"] = both(phrases.FAULTS[part.fault])
    return fields


def _ways(game: str, part: Decision) -> list[Fields | None]:
    """How the checkers of each alternative go, for arrows; none for a cube."""
    board = kind(game).board
    ways: list[Fields | None] = []
    for one in part.alternatives:
        play = _read(game, part, one.text)
        ways.append(dict(board.play_json(play[0], play[2])) if play else None)
    return ways


def _read(game: str, part: Decision, text: str) -> tuple[Any, Dice | None, Any] | None:
    if part.what != "play":
        return None
    one = kind(game)
    dice = Dice.parse(part.dice) if part.dice else None
    try:
        position, situation = one.formats.read_situation(part.position)
        return position, dice, one.notation.read(position, dice, text, situation.turn)
    except TablasError:
        return None  # an illegal play of a file
