"""Games on a table of the browser, in Node: every state is the one that the server would show."""

from __future__ import annotations

import json

import pytest

from tablas.games import NAMES, kind
from tablas.server.play.agreement import Agreement
from tablas.server.play.commands import applied
from tablas.server.play.may import may
from tablas.server.play.table import Table
from tablas.server.play.view import view
from tablas.values import Side
from wasm_kernel import wasm_kernel

DICE = [name for name in NAMES if kind(name).dice]
LEVELS = ("beginner", "expert")
GAMES = [
    *((name, level, {"cube": cube}) for name in DICE for level in LEVELS for cube in (True, False)),
    ("abak", "heuristic", {"cube": True}),
    ("backgammon", "club", {"jacoby": True, "start": "nackgammon"}),
    ("abalone", "beginner", {"start": "belgian-daisy", "target": 2, "quiet": 60}),
    ("abalone", "casual", {"plies": 40}),
    ("abalone", "club", {"quiet": 8, "quiet_decides": "ejections"}),
    ("abalone", "advanced", {"repetition": "off", "target": 3}),
]


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    with wasm_kernel("simd", tmp_path_factory.mktemp("nets")) as running:
        yield running


def plain(state):
    """A state without the steps of the last play: which die bears off which checker is free."""
    state["board"].get("last", {}).pop("steps", None)
    return state


@pytest.mark.parametrize(("name", "level", "terms"), GAMES)
def test_a_game_on_a_table_of_the_browser_is_the_one_that_the_server_would_show(
    node, name, level, terms
):
    known = kind(name)
    agreement = Agreement.model_validate({"game": name, "dice": "device", **terms})
    setup = agreement.setup()
    start = {
        "dice": known.dice,
        "open": setup.turn is None,
        "position": known.formats.write(setup),
    }
    told = node.ask(
        "played_here", agreement=agreement.model_dump(exclude_defaults=True), level=level,
        side="white", start=start, wishes=["offer-draw", "resign"] if terms.get("cube") else [],
    )  # fmt: skip
    table = Table.fresh("here", agreement, bots=frozenset((Side.BLACK,)))
    table = table.after({"do": "begun", "number": 1}, 0)
    for frame, action in zip(told["frames"], [None, *told["actions"]], strict=True):
        if action:
            done = applied(table, action, 0)
            table = done.table
            assert frame["event"] == done.body
        assert plain(frame["state"]) == plain(json.loads(json.dumps(view(table, 0))))
        allowed = may(table, Side.WHITE, now=0)
        allowed.pop("refuse-resignation", None)
        assert frame["may"]["white"] == json.loads(json.dumps(allowed)), frame
    assert table.over
    lines = told["record"]["text"].splitlines()
    assert len(lines) == 1 + len(told["actions"])
