"""What a file says about one action of a game beside the action itself."""

from __future__ import annotations

from dataclasses import dataclass

from tablas.words import Reason


@dataclass(frozen=True, slots=True)
class Note:
    """A comment, and the rule that the action breaks where it was not allowed."""

    comment: str = ""
    breaks: Reason | None = None
