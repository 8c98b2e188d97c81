"""The examples of docs/environments.md run and end as the page says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra `env`: pip install tablas[env]")

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "examples" / "environments").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_runs_and_stands_in_the_page(path, capsys):
    program = path.read_text(encoding="utf-8").split('"""\n\n', 1)[1].strip()
    assert f"```python\n{program}\n```\n\n```text\n" in PAGE
    if "import pyspiel" in program:
        pytest.importorskip("pyspiel", reason="needs OpenSpiel: make open-spiel")
    runpy.run_path(str(path), run_name="__main__")
    printed = capsys.readouterr().out.strip()
    assert f"```python\n{program}\n```\n\n```text\n{printed}\n```" in PAGE


def test_every_program_of_the_page_is_an_example():
    assert len(re.findall("```python", PAGE)) == len(EXAMPLES)
