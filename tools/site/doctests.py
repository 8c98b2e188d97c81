"""Examples in docstrings as code on the site: Markdown takes `>>>` for a quotation."""

from __future__ import annotations

import re
from typing import Any, Final

import griffe

EXAMPLE: Final = re.compile(r"^>>> .*(?:\n(?!\n).*)*", re.MULTILINE)


class Doctests(griffe.Extension):  # type: ignore[misc] # not installed for the checks
    """Puts every example between fences."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        if obj.docstring:
            fenced = EXAMPLE.sub(lambda one: f"```python\n{one[0]}\n```", obj.docstring.value)
            obj.docstring.value = fenced
