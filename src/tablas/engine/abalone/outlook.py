"""What a position and a variation of Abalone are about beyond the count of marbles, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablas.engine.abalone.balance import EVEN_SCORE, Balance, Camp, given_up
from tablas.engine.abalone.engine import PROVEN
from tablas.words import Words

FIGURES: Final = Words(
    "{own} marbles to {opp}, {near} pairs of neighbours a marble to {opp_near}, "
    "{far} steps from the centre to {opp_far}",
    "{own} piezas contra {opp}, {near} parejas de vecinas por pieza contra {opp_near}, "
    "a {far} pasos del centro contra {opp_far}",
)
BETTER_BEHIND: Final = Words(
    "fewer marbles and better all the same: {why}", "menos piezas y, aun así, mejor: {why}"
)
WORSE_AHEAD: Final = Words(
    "more marbles and worse all the same: {why}", "más piezas y, aun así, peor: {why}"
)
COMPACT: Final = Words(
    "closer together ({more} pairs of neighbours a marble to {less})",
    "más juntas ({more} parejas de vecinas por pieza contra {less})",
)
CENTRAL: Final = Words(
    "nearer to the centre ({less} steps to {more})",
    "más cerca del centro (a {less} pasos contra {more})",
)
OWN: Final = Words("the player's marbles stand {how}", "las piezas propias están {how}")
OPPOSING: Final = Words("the opponent's marbles stand {how}", "las piezas del rival están {how}")
SEEN: Final = Words("by what the search sees ahead", "por lo que la búsqueda ve más adelante")
GIVES_ONE: Final = Words("the variation sacrifices a marble", "la variante sacrifica una pieza")
GIVES: Final = Words(
    "the variation sacrifices {count} marbles", "la variante sacrifica {count} piezas"
)
AT_ITS_END: Final = Words("at its end {why}", "al final {why}")
GATHERS: Final = Words(
    "in the variation the player's marbles draw together ({before} to {after} pairs of neighbours "
    "a marble)",
    "la variante junta las piezas propias (de {before} a {after} parejas de vecinas por pieza)",
)
SCATTERS: Final = Words(
    "in the variation the opponent's marbles drift apart ({before} to {after} pairs of neighbours "
    "a marble)",
    "la variante separa las piezas del rival (de {before} a {after} parejas de vecinas por pieza)",
)
BOTH: Final = Words("{one} and {other}", "{one} y {other}")

MUCH: Final = 0.15  # pairs of neighbours a marble
NEARER: Final = 0.2  # steps from the centre


def figures(here: Balance) -> Words:
    """How both sides stand, in figures."""
    return FIGURES.about(
        own=here.own.marbles, opp=here.opp.marbles,
        near=_figure(here.own.neighbours), opp_near=_figure(here.opp.neighbours),
        far=_figure(here.own.centre), opp_far=_figure(here.opp.centre),
    )  # fmt: skip


def all_the_same(here: Balance, score: int) -> Words | None:
    """Why the side with fewer marbles is better, if it is."""
    if here.lead < 0 and score >= EVEN_SCORE:
        return BETTER_BEHIND.about(why=_why(here.own, here.opp, OWN) or SEEN)
    if here.lead > 0 and score <= -EVEN_SCORE:
        return WORSE_AHEAD.about(why=_why(here.opp, here.own, OPPOSING) or SEEN)
    return None


def outlook(now: Balance, then: Balance, score: int) -> Iterator[Words]:
    """What a variation gives up and what it gets, from how it stands before and after it."""
    count = given_up(now, then, score) if abs(score) < PROVEN else 0
    if count:
        yield GIVES_ONE if count == 1 else GIVES.about(count=count)
        if why := _why(then.own, then.opp, OWN):
            yield AT_ITS_END.about(why=why)
        return
    if then.own.neighbours - now.own.neighbours >= MUCH:
        before, after = _figure(now.own.neighbours), _figure(then.own.neighbours)
        yield GATHERS.about(before=before, after=after)
    if now.opp.neighbours - then.opp.neighbours >= MUCH:
        before, after = _figure(now.opp.neighbours), _figure(then.opp.neighbours)
        yield SCATTERS.about(before=before, after=after)


def _why(better: Camp, worse: Camp, side: Words) -> Words | None:
    """What speaks for one side, as far as figures tell it."""
    reasons = []
    if better.neighbours - worse.neighbours >= MUCH:
        more, less = _figure(better.neighbours), _figure(worse.neighbours)
        reasons.append(COMPACT.about(more=more, less=less))
    if worse.centre - better.centre >= NEARER:
        less, more = _figure(better.centre), _figure(worse.centre)
        reasons.append(CENTRAL.about(less=less, more=more))
    if not reasons:
        return None
    one, *other = reasons
    return side.about(how=BOTH.about(one=one, other=other[0]) if other else one)


def _figure(number: float) -> str:
    return f"{number:.2f}"
