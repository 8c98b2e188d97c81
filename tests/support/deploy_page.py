"""The page about running a server and the folder it speaks of, for the tests that follow them."""

from __future__ import annotations

import re

from tree import ROOT

DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "running-a-server.md").read_text(encoding="utf-8")
PASSWORD = "a fine long password"


def blocks(language: str) -> list[str]:
    """The code blocks of the page in that language, without their indentation."""
    written = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", PAGE, re.MULTILINE | re.DOTALL)
    return [re.sub(f"^{indent}", "", text, flags=re.MULTILINE) for indent, text in written]
