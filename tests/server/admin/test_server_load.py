"""60 games at once over real sockets, as CI can afford it; `make load` is the long run."""

from __future__ import annotations

import re
import sys

from bench import load


def test_sixty_games_at_once_meet_no_error(capsys, monkeypatch):
    asked = ["--games", "60", "--seconds", "4", "--path", "default"]
    monkeypatch.setattr(sys, "argv", ["load.py", *asked])
    code = load.main()
    told = capsys.readouterr().out
    with capsys.disabled():
        sys.stdout.write("\n" + told)
    assert code == 0, told
    assert re.search(r"^errors +0 ", told, re.MULTILINE)
    moves = re.search(r"^moves, commands +(\d+),", told, re.MULTILINE)
    assert moves
    assert int(moves[1]) >= 30  # every second game has moved, on a machine however slow
