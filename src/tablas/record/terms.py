"""The terms of a game in a record's header, which writes only what differs from the usual."""

from __future__ import annotations

from dataclasses import fields as dataclass_fields
from typing import Any

from tablas.play.clock import TimeControl
from tablas.play.terms import Decides, Limits, Repetition, Stakes, Terms
from tablas.strict_json import Fields, Reader


def terms_fields(terms: Terms) -> Fields:
    """`stakes`, `limits` and `time`, each left out where it is the usual."""
    written: Fields = {}
    if stakes := _unusual(terms.stakes, Stakes()):
        written["stakes"] = stakes
    if limits := _unusual(terms.limits, Limits()):
        written["limits"] = limits
    if terms.time:
        written["time"] = str(terms.time)
    return written


def read_terms(header: Reader) -> Terms:
    """The terms that `terms_fields` wrote."""
    stakes = read_stakes(header.object("stakes")) if header.has("stakes") else Stakes()
    limits = read_limits(header.object("limits")) if header.has("limits") else Limits()
    time = TimeControl.parse(header.text("time", longest=40)) if header.has("time") else None
    return Terms(stakes=stakes, limits=limits, time=time)


def read_stakes(line: Reader) -> Stakes:
    chosen: dict[str, Any] = {
        name: line.boolean(name)
        for name in ("cube", "jacoby", "beavers", "raccoons")
        if line.has(name)
    }
    if line.has("automatic_doubles"):
        chosen["automatic_doubles"] = line.integer("automatic_doubles", 0, 6)
    if line.has("away"):
        chosen["away"] = line.integers("away", 2, 1, 64)
    line.finish()
    return Stakes(**chosen)


def read_limits(line: Reader) -> Limits:
    chosen: dict[str, Any] = {}
    if line.has("target"):
        chosen["target"] = line.integer("target", 1, 6)
    if line.has("repetition"):
        words = tuple(word.value for word in Repetition)
        chosen["repetition"] = Repetition(line.choice("repetition", words))
    if line.has("quiet_decides"):
        words = tuple(word.value for word in Decides)
        chosen["quiet_decides"] = Decides(line.choice("quiet_decides", words))
    for name in ("quiet", "plies"):
        if line.has(name):  # 0 stands for no limit
            chosen[name] = line.integer(name, 0, 100_000) or None
    line.finish()
    return Limits(**chosen)


def _unusual(agreed: Any, usual: Any) -> Fields:
    different: Fields = {}
    for field in dataclass_fields(usual):
        if field.name == "length":  # stands in the header's `match`, with the score
            continue
        value = getattr(agreed, field.name)
        if value != getattr(usual, field.name):
            different[field.name] = _plain(value)
    return different


def _plain(value: Any) -> Any:
    if value is None:
        return 0
    if isinstance(value, Repetition | Decides):
        return value.value
    return list(value) if isinstance(value, tuple) else value
