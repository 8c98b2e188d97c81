"""The README as a package index shows it: without pictures, and without links into this tree.

scikit-build-core asks for it (`[[tool.dynamic-metadata]]` in pyproject.toml). An index has neither
our pictures nor our pages, so a picture would be a broken box and a link would lead nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

PICTURE: Final = re.compile(r"!\[[^\]]*\]\([^)]*\)")
LINK: Final = re.compile(r"\[([^\]]+)\]\((?!https?://)[^)]*\)")
FIRST_COMMANDS: Final = "## Two commands"
INSTALL: Final = """## Two commands

```console
$ pip install "tablas[serve]"
$ tablas serve     # starts the app and opens it in your browser
```

`pip install tablas` alone gives the library, the engines and the command line. From the source
tree, `make play` does the same and `make test` runs every check.

"""
POINTERS: Final = "[The library](docs/library.md)"
INSIDE: Final = """\
Inside: the rules in readable Python with a reason for every play that is not allowed, engines with
nets for all three games, the cube, rollouts, reviews of matches, .mat, .sgf and other files, an
app with its server for people and bots, environments for PettingZoo, Gymnasium and OpenSpiel
(`tablas[env]`), and recipes to train nets of one's own (`tablas[train]`). `tablas --help` lists the
commands.
"""


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """The field `readme`, as the build backend wants it."""
    assert not settings, f"no settings are known, not {sorted(settings)}"
    assert "readme" in project["dynamic"]
    return {
        "readme": {
            "content-type": "text/markdown",
            "text": for_an_index(Path("README.md").read_text(encoding="utf-8")),
        }
    }


def for_an_index(readme: str) -> str:
    """The text of the README with what an index can show."""
    before, _, rest = readme.partition(FIRST_COMMANDS)
    _, heading, after = rest.partition("\n## ")
    kept = [line for line in before.splitlines() if not _only_pictures(line)]
    program, _, others = after.partition(POINTERS)
    _, next_heading, end = others.partition("\n## ")
    assert next_heading, f"README.md: no section follows a paragraph that begins with {POINTERS}"
    text = "\n".join(kept).rstrip() + "\n\n" + INSTALL + heading.lstrip()
    text += program + INSIDE + next_heading + end
    return LINK.sub(r"\1", PICTURE.sub("", text))


def _only_pictures(line: str) -> bool:
    """A picture by itself, or a row of the table of pictures."""
    return bool(PICTURE.search(line)) or line.startswith("|")
