"""A match and an engine -> what each decision cost, how lucky each side was, in words and pictures.

>>> from tablas.review import Thresholds
>>> Thresholds().mark(0.2).value
'blunder'
"""

from tablas.review.judges import judge_of
from tablas.review.review import review
from tablas.review.value import (
    Alternative,
    Decision,
    Mark,
    MatchReview,
    PhaseReview,
    RollLuck,
    SideReview,
    Thresholds,
)

__all__ = [
    "Alternative",
    "Decision",
    "Mark",
    "MatchReview",
    "PhaseReview",
    "RollLuck",
    "SideReview",
    "Thresholds",
    "judge_of",
    "review",
]
