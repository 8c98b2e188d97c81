"""The rules of thumb of the heuristic Abak player: each gives one number a board and side.

Every function answers for one side, seen from it; `terms` takes the difference of both sides.
What a term is worth in pips stands in `heuristic.py`, beside the argument for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablas.engine.abak.shots import expected_loss, shifted
from tablas.engine.abak.view import (
    BAR,
    HOME,
    IN_MIDFIELD,
    ROWS,
    Bytes,
    D,
    E,
    G,
    N,
    Numbers,
    O,
    View,
)

POINTS: Final = np.arange(ROWS, dtype=np.float32)[:, None]
LOST: Final = np.arange(25, 25 - ROWS, -1).clip(0).astype(np.uint8)[:, None]
AWAY: Final = slice(7, BAR)
THEIR_HOME: Final = slice(19, BAR)
FAR_HALF: Final = slice(13, BAR)

# How much a made point is worth by its number: the 5, the 4 and the bar-point (7) above all, the
# others as they stand between the opponent's back checkers and their home; an anchor in the
# opponent's home (18 to 22) is where one cannot be shut out.
MADE: Final = np.array(
    [0, 0.3, 0.6, 0.8, 1.0, 1.1, 1.0, 1.0, 0.8, 0.6, 0.5, 0.4, 0.4,
     0.4, 0.3, 0.3, 0.4, 0.4, 0.7, 0.6, 0.9, 1.0, 0.7, 0.4, 0.3, 0],
    np.float32,
)  # fmt: skip

# A checker that still has k of its six next points blocked: one or two hardly matter, a prime of
# five or six is a prison.
HELD_BY_BLOCKS: Final = np.array([0, 0.1, 0.3, 0.8, 1.8, 3.5, 6.0], np.float32)


def total(what: NDArray[Any]) -> Numbers:
    """The sum over the points, for each board."""
    return np.asarray(what.sum(0), np.float32)


def race(own: View, opp: View) -> Numbers:
    """Pips left, as a loss."""
    del opp
    return -own.pips


def borne_off(own: View, opp: View) -> Numbers:
    """Checkers off: they cannot be hit any more, and the first one saves the gammon."""
    del opp
    return np.asarray(own.off + (own.off > 0), np.float32)


def on_bar(own: View, opp: View) -> Numbers:
    """Checkers on the bar, each the worse the more of the opponent's home is blocked."""
    closed = total(opp.blocks[HOME])
    return -own.bar * (1 + closed / 6) ** 2


def made_points(own: View, opp: View) -> Numbers:
    """Points that the opponent cannot land on, by where they are."""
    del opp
    return total(MADE[:, None] * own.blocks)


def lone_guards(own: View, opp: View) -> Numbers:
    """Points held by one guard alone: a checker is saved, but two can assault it."""
    del opp
    return total((own.run == 1) & (own.top == G))


def blockade(own: View, opp: View) -> Numbers:
    """How far the opponent's checkers are held behind own blocks; the wounded by their dice.

    Seen by the opponent the own point p is 25 - p, so his checkers run into reversed rows.
    """
    walls = own.blocks[::-1]
    ahead = [shifted(walls, die) for die in range(1, 7)]
    odd = ahead[0].astype(np.uint8) + ahead[2] + ahead[4]
    even = ahead[1].astype(np.uint8) + ahead[3] + ahead[5]
    held = HELD_BY_BLOCKS[odd + even] * opp.run
    # A wounded has three dice only: one blocked counts as two.
    held += (opp.top == E) * (HELD_BY_BLOCKS[2 * even] - HELD_BY_BLOCKS[odd + even])
    held += (opp.top == O) * (HELD_BY_BLOCKS[2 * odd] - HELD_BY_BLOCKS[odd + even])
    waiting = HELD_BY_BLOCKS[walls[THEIR_HOME].sum(0)] * opp.bar
    return np.asarray(total(held) + waiting)


def trapped(own: View, opp: View) -> Numbers:
    """Own checkers held under an enemy: lost time, and no bearing off until they are free.

    One under a lone druid can be freed by a hit, one under a run of two cannot.
    """
    del opp
    return -total(own.trapped * (1 + (own.foe_run >= 2)))


def wounded_behind(own: View, opp: View) -> Numbers:
    """The way of the wounded up to home: half of the dice are useless to them."""
    del opp
    return -total(((own.top == E) | (own.top == O)) * np.maximum(POINTS - 6, 0))


def general_free(own: View, opp: View) -> Numbers:
    """The general on top of its stack and in front of a checker to help: it plays both ways."""
    del opp
    free, away = own.top == N, total(own.count[AWAY])
    return np.where(away > total(free[AWAY]), total(free), 0)


def druid_lurks(own: View, opp: View) -> Numbers:
    """The druid free and behind enemies in the midfield: it threatens to trap."""
    del opp
    prey = np.cumsum((own.foe_run == 1) & IN_MIDFIELD, 0)
    return total((own.top == D) * (np.minimum(prey, 3) + (POINTS > 12)))


def guards_buried(own: View, opp: View) -> Numbers:
    """Guards that stand in a run of others: a guard alone would make a second point."""
    del opp
    return total((own.top == G) & (own.run == 1)) + np.asarray(own.wait[G], np.float32) - 2


def stacked(own: View, opp: View) -> Numbers:
    """Checkers above the third of a point: they wait for the one on top, and block nothing new."""
    del opp
    return -total(np.maximum(own.run, 3) - 3)


def far_in(own: View, opp: View) -> Numbers:
    """Checkers on the 1- and 2-point while others are still on their way: out of play."""
    fight = total(own.count[FAR_HALF]) + total(opp.count[FAR_HALF]) > 0
    return np.where(fight, -total(own.count[1:3]), 0)


def last_behind(own: View, opp: View) -> Numbers:
    """Checkers in the opponent's home, which must still come all the way round."""
    del opp
    return -total(own.count[THEIR_HOME])


def blots_about(own: View, opp: View) -> Numbers:
    """Blots that enemies have not passed yet, by what they would lose."""
    return -total(loss_if_hit(own, opp) * ahead_of_enemies(own, opp))


def gaps(own: View, opp: View) -> Numbers:
    """Empty home points while bearing off: they waste small dice."""
    del opp
    home = total(own.count[AWAY]) + own.bar == 0
    return np.where(home, -total(own.count[HOME] == 0), 0)


def loss_if_hit(own: View, opp: View) -> Bytes:
    """Pips that a hit on each lone own checker takes away, and the trouble of coming in again."""
    closed = opp.blocks[HOME].sum(0, dtype=np.uint8)
    trouble = 4 + closed * closed // 2
    return np.asarray((own.run == 1) * (LOST + trouble), np.uint8)


def ahead_of_enemies(own: View, opp: View) -> NDArray[np.bool_]:
    """Own blots that some enemy can still run into; the bar stands behind all of them."""
    behind = np.cumsum(own.size - own.count, 0) + opp.bar > 0
    return own.blots & behind


Term = Callable[[View, View], Numbers]
BOTH: Final[dict[str, Term]] = {
    term.__name__: term
    for term in (
        race, borne_off, on_bar, made_points, lone_guards, blockade, trapped, wounded_behind,
        general_free, druid_lurks, guards_buried, stacked, far_in, last_behind, blots_about, gaps,
    )
}  # fmt: skip
TURN: Final = ("shots_now", "shots_later", "to_move")
NAMES: Final = (*BOTH, *TURN)


def terms(own: View, opp: View) -> NDArray[np.float32]:
    """Every term of boards on which `own` is to move, shape (n, len(NAMES))."""
    columns: list[Numbers] = [term(own, opp) - term(opp, own) for term in BOTH.values()]
    columns.append(expected_loss(own, loss_if_hit(opp, own)[::-1]))
    columns.append(-expected_loss(opp, loss_if_hit(own, opp)[::-1]))
    columns.append(np.ones(len(own.off), np.float32))
    return np.stack(columns, 1).astype(np.float32)
