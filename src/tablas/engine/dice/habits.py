"""How people choose a play: what it is worth as far as they feel it, and what catches the eye.

A person looks carefully or only glances. Either way every play gets an appeal, a sum over what is
`noticed` about it and what it is worth, and is chosen the more likely the more it appeals; plays
that appeal far less than the best are not even seen. The numbers are fitted to plays of real people
(`python -m tools.measure.human_plays`, docs/notes/human-level.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from tablas.engine.dice.sight import NAMES, Numbers

WORTH: Final = "worth"
TERMS: Final = (WORTH, *NAMES)

CAREFUL: Final = {
    "worth": 66.3,
    "hits": 0.71,
    "exposed": 0.24,
    "at_risk": -1.08,
    "far_exposed": 0.48,
    "home_points": 0.96,
    "outer_points": 0.23,
    "anchors": -1.19,
    "row": 0.84,
    "heaped": 0.38,
    "behind": 0.04,
    "deep": -0.48,
    "borne_off": -0.24,
    "moved": -0.46,
    "apart": 0.09,
}
"""Mostly what a play is worth; a little of everything else."""

GLANCING: Final = {
    "worth": 7.98,
    "hits": 2.88,
    "exposed": -0.34,
    "at_risk": -2.07,
    "far_exposed": -0.25,
    "home_points": 1.27,
    "outer_points": 0.43,
    "anchors": 0.55,
    "row": 0.61,
    "heaped": -0.39,
    "behind": -0.16,
    "deep": -0.71,
    "borne_off": -0.44,
    "moved": -0.09,
    "apart": -0.3,
}
"""Hit, make a point, leave nothing far from home to be hit: rules of thumb."""

RACING: Final = {
    "worth": 42.68,
    "home_points": 0.26,
    "outer_points": -0.73,
    "row": 0.32,
    "heaped": 0.33,
    "behind": -0.98,
    "deep": -1.05,
    "borne_off": 2.82,
    "moved": -0.12,
    "apart": -0.61,
}
"""Bear off what can be, heap nothing on the last points."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How much each term appeals to somebody who looks carefully, glances, or only races.

    `care` is how often somebody looks carefully, `opening_care` the same while most checkers stand
    where they began. Plays below `unseen` times the appeal of the best are never chosen. A cube
    is judged with an error of `cube_noise` points, and turned only where that gains `shyness`.
    """

    careful: Mapping[str, float]
    glancing: Mapping[str, float]
    racing: Mapping[str, float]
    care: float
    opening_care: float
    unseen: float = 0.02
    cube_noise: float = 0.15
    shyness: float = 0.12

    def chances(self, terms: Numbers, *, careful: bool, racing: bool) -> Numbers:
        """How likely each play is chosen; `terms` has a row for each."""
        taste = self.racing if racing else self.careful if careful else self.glancing
        appeal = terms @ np.array([taste.get(name, 0.0) for name in TERMS])
        likely = np.exp(appeal - appeal.max())
        likely[likely < self.unseen] = 0
        return np.asarray(likely / likely.sum())


PEOPLE: Final = Habits(CAREFUL, GLANCING, RACING, care=0.48, opening_care=0.77)
