"""The start of Abak; the rules know one."""

from __future__ import annotations

from typing import Final

from tablas.kind import NamedStart
from tablas.words import Words

STARTS: Final = (NamedStart("standard", Words("Standard", "Clásica")),)
