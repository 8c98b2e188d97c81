"""What the test tools are installed from: the packages that the build has not brought."""

from __future__ import annotations

import re
import subprocess
import sys

from tree import ROOT

NAME = re.compile(r"^([\w.\[\]-]+==\S+)", re.MULTILINE)


def test_both_lists_together_are_the_whole_one():
    more, less = ROOT / "requirements" / "dev.txt", ROOT / "requirements" / "build.txt"
    tool = ROOT / "tools" / "checks" / "locked_besides.py"
    run = subprocess.run([sys.executable, tool, more, less], check=True, capture_output=True)
    besides = run.stdout.decode()
    whole, built = (path.read_text(encoding="utf-8") for path in (more, less))
    assert set(NAME.findall(besides)) == set(NAME.findall(whole)) - set(NAME.findall(built))
    assert set(NAME.findall(built)) <= set(NAME.findall(whole))
    assert NAME.findall(besides)
    for name in NAME.findall(besides):
        entry = whole[whole.index(name) :].split("\n    #")[0]
        assert "--hash=sha256:" in entry
        assert entry.split("\n")[1] in besides
