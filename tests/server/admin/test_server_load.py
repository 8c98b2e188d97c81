"""60 games at once over real sockets, as CI can afford it; `make load` is the long run."""

from __future__ import annotations

import re
import subprocess
import sys

from tree import ROOT


def test_sixty_games_at_once_meet_no_error(capsys):
    done = subprocess.run(
        [sys.executable, ROOT / "bench" / "load.py", "--games", "60", "--seconds", "4",
         "--path", "default"],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    with capsys.disabled():
        sys.stdout.write("\n" + done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^errors +0 ", done.stdout, re.MULTILINE)
    moves = re.search(r"^moves, commands +(\d+),", done.stdout, re.MULTILINE)
    assert moves
    assert int(moves[1]) >= 30  # every second game has moved, on a machine however slow
