"""Our own cookies out of a `Cookie` header, by nothing but cutting it at its marks.

Python's reader undoes quoting, in time that grows with the square of the length (CVE-2024-7592), so
one header stops a server. What we set is never quoted, and what is no cookie of ours is none of our
business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LONGEST: Final = 4096  # bytes of the header; browsers keep no larger cookie either


def cookie_in(headers: Mapping[str, str], name: str) -> str | None:
    """The value of the first cookie called `name`; None where it is not, or the header too long."""
    header = headers.get("cookie", "")
    if len(header) > LONGEST:
        return None
    for pair in header.split(";"):
        key, equals, value = pair.partition("=")
        if equals and key.strip() == name:
            return value.strip()
    return None
