"""Markdown as the tests of the documentation see it: headings, links, and what stands in code.

As much of Markdown as our pages use: `#` headings, fenced blocks, code spans, inline links.
"""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

from tree import ROOT

FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)


@cache
def tracked() -> tuple[str, ...]:
    """The files that git knows or would take, those deleted by now left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return tuple(name for name in listed.split("\0") if name and (ROOT / name).is_file())


@cache
def paths() -> frozenset[str]:
    """Every file of the repository and every folder that holds one."""
    folders = {str(folder) for name in tracked() for folder in Path(name).parents}
    return frozenset(tracked()) | folders


def documents() -> list[str]:
    return [name for name in tracked() if name.endswith(".md")]


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def links(name: str) -> list[str]:
    """Where the links and pictures of a page lead; what merely stands in code is none."""
    return LINK.findall(SPAN.sub("", FENCE.sub("", text(name))))


def blocks(name: str, language: str) -> list[str]:
    return [body for _, written, body in FENCE.findall(text(name)) if written == language]


def code(name: str) -> list[str]:
    """Fenced blocks and code spans, in which commands and paths are named."""
    fenced = [body for _, _, body in FENCE.findall(text(name))]
    return fenced + SPAN.findall(FENCE.sub("", text(name)))


@cache
def anchors(name: str) -> frozenset[str]:
    """The anchors of a page's headings, as the usual viewers of Markdown name them.

    Lower case, without punctuation, with a hyphen for each space; a second heading of the same
    name gets -1, a third -2.
    """
    seen: dict[str, int] = {}
    names = set()
    for heading in HEADING.findall(FENCE.sub("", text(name))):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        names.add(f"{anchor}-{count}" if count else anchor)
    return frozenset(names)
