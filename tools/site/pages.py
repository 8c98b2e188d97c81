"""What the documentation site changes in our pages: links to files that are not pages of it.

The pages are read in the source tree, too, where a link to a source file leads somewhere. On the
site such a link becomes the name of the file.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any, Final

LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
PAGES: Final = (".md", ".png", ".jpg", ".svg", ".json")


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Replace every link out of docs/ by what it names."""
    folder = PurePosixPath(page.file.src_uri).parent

    def shown(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        if picture or "://" in target or target.startswith("#"):
            return found[0]
        path = target.partition("#")[0]
        inside = _joined(folder, path)
        if inside is not None and inside.suffix in PAGES:
            return found[0]
        return words if words.startswith("`") else f"{words} (`{_in_tree(folder, path)}`)"

    return LINK.sub(shown, markdown)


def _joined(folder: PurePosixPath, path: str) -> PurePosixPath | None:
    """The place in docs/ that a link means; None outside of it."""
    parts: list[str] = list(folder.parts)
    for part in PurePosixPath(path).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            return None
    return PurePosixPath(*parts)


def _in_tree(folder: PurePosixPath, path: str) -> str:
    """The place in the source tree."""
    parts = ["docs", *folder.parts]
    for part in PurePosixPath(path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
