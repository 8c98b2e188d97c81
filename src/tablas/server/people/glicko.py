"""Glicko-2 ratings, as Mark Glickman published them, one game at a time; pure functions.

Source: M. E. Glickman, "Example of the Glicko-2 system" (2022 revision); the step numbers below
are his, and his worked example is our test vector. A server cannot wait for the end of a rating
period, so every game is a period of its own, and the growth of the deviation over idle time is
spread over the days that have passed. Error rates of an analysis never enter a rating.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

SCALE: Final = 173.7178  # rating points for one unit of Glicko-2's own scale
TAU: Final = 0.5  # how much volatility may change; Glickman recommends 0.3 to 1.2
TOLERANCE: Final = 1e-6
DAY: Final = 86_400.0
PERIOD: Final = 5 * DAY  # a settled player (deviation 60) stands at 107 after a year away
LEAST_DEVIATION: Final = 45.0  # below this a rating could no longer follow its player
MOST_DEVIATION: Final = 350.0  # what a newcomer starts with, so nobody is less certain
PROVISIONAL: Final = 110.0  # above this a rating is shown with a question mark


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player seems, how sure that is, and how steady the player has been."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def provisional(self) -> bool:
        return self.deviation > PROVISIONAL


@dataclass(frozen=True, slots=True)
class Score:
    """One result of a rating period: against whom, and 1 for a win, 0.5 a draw, 0 a loss."""

    opponent: Rating
    points: float


NEWCOMER: Final = Rating()


def aged(player: Rating, seconds: float) -> Rating:
    """The rating after some time without games: as high as before, but less sure (step 6)."""
    periods = max(0.0, seconds) / PERIOD
    phi = math.hypot(player.deviation / SCALE, player.volatility * math.sqrt(periods))
    return replace(player, deviation=min(MOST_DEVIATION, phi * SCALE))


def updated(player: Rating, scores: Sequence[Score], *, periods: float = 1.0) -> Rating:
    """The rating after one period with these results; `periods` of idle time count in step 6.

    >>> example = [Score(Rating(1400, 30), 1), Score(Rating(1550, 100), 0),
    ...            Score(Rating(1700, 300), 0)]
    >>> after = updated(Rating(1500, 200, 0.06), example)
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    if not scores:
        return aged(player, periods * PERIOD)
    mu, phi = (player.rating - 1500.0) / SCALE, player.deviation / SCALE
    inverse_variance = gain = 0.0
    for score in scores:  # steps 3 and 4
        their_mu = (score.opponent.rating - 1500.0) / SCALE
        weight = _weight(score.opponent.deviation / SCALE)
        chance = 1.0 / (1.0 + math.exp(-weight * (mu - their_mu)))
        inverse_variance += weight * weight * chance * (1.0 - chance)
        gain += weight * (score.points - chance)
    variance = 1.0 / inverse_variance
    sigma = _volatility(player.volatility, phi, variance, variance * gain)
    before = phi * phi + periods * sigma * sigma  # step 6
    phi_after = 1.0 / math.sqrt(1.0 / before + 1.0 / variance)  # step 7
    return Rating(
        rating=1500.0 + SCALE * (mu + phi_after * phi_after * gain),
        deviation=phi_after * SCALE,
        volatility=sigma,
    )


def after_game(
    player: Rating, opponent: Rating, points: float, *, idle: float, opponent_idle: float
) -> Rating:
    """The player's rating after one game; the idle seconds of both have made them less sure."""
    against = aged(opponent, opponent_idle)
    after = updated(player, [Score(against, points)], periods=max(0.0, idle) / PERIOD)
    return replace(after, deviation=min(MOST_DEVIATION, max(LEAST_DEVIATION, after.deviation)))


def expected(player: Rating, opponent: Rating) -> float:
    """The share of points that `player` may expect, with both deviations taken into account."""
    both = math.hypot(player.deviation, opponent.deviation) / SCALE
    difference = (player.rating - opponent.rating) / SCALE
    return 1.0 / (1.0 + math.exp(-_weight(both) * difference))


def _weight(phi: float) -> float:
    """Glickman's g: an opponent of uncertain strength counts for less."""
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / (math.pi * math.pi))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of f by the Illinois method, which always converges."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + math.exp(x)
        return math.exp(x) * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / TAU**2

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0.0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)
