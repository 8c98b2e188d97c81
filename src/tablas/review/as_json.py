"""A review as JSON, whole for other programs, and part by part for the file beside the record."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tablas.review.review import Key, Part
from tablas.review.value import Alternative, Decision, Mark, MatchReview, RollLuck, SideReview
from tablas.values import Side

Fields = dict[str, Any]


def review_fields(review: MatchReview) -> Fields:
    """Everything, with the names of the value's own fields."""
    return {
        "game": review.game,
        "unit": review.unit,
        "engine": review.engine,
        "care": review.care,
        "length": review.length,
        "thresholds": asdict(review.thresholds),
        "result": review.result,
        "adjusted": review.adjusted,
        "white": _side_fields(review.white),
        "black": _side_fields(review.black),
        "decisions": [part_fields(one) for one in review.decisions],
        "rolls": [part_fields(one) for one in review.rolls],
    }


def _side_fields(side: SideReview) -> Fields:
    return asdict(side) | {
        "rating": round(side.rating, 4),
        "error_rate": round(side.error_rate, 6),
        "phases": {
            name: asdict(phase) | {"rating": round(phase.rating, 4)}
            for name, phase in side.phases.items()
        },
    }


def part_fields(part: Part) -> Fields:
    """A decision or a roll; sides and marks by their names."""
    fields = asdict(part)
    fields["side"] = part.side.value
    if isinstance(part, Decision):
        fields["mark"] = part.mark.value
        fields["alternatives"] = [asdict(one) for one in part.alternatives]
    return fields


def key_of(part: Part) -> Key:
    return part.game, part.place, part.what if isinstance(part, Decision) else "luck"


def read_part(fields: Fields) -> Part:
    """What `part_fields` wrote; raises KeyError, TypeError or ValueError on anything else."""
    fields = fields | {"side": Side(fields["side"])}
    if "luck" in fields:
        return RollLuck(**fields)
    alternatives = tuple(
        Alternative(**(one | {"chances": tuple(one["chances"])})) for one in fields["alternatives"]
    )
    return Decision(**(fields | {"mark": Mark(fields["mark"]), "alternatives": alternatives}))
