"""Serves the gallery of boards for development: what the rules say, for boards without rules.

`python tools/web/gallery.py [port]` serves the files of `src/tablas/web` and `gallery.json`, made
once.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from contextlib import suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from tablas.abak import rules as abak_rules
from tablas.abak import steps as abak_steps
from tablas.abak.position import TEAM, Position
from tablas.abalone import overlays
from tablas.abalone import rules as abalone_rules
from tablas.abalone import steps as abalone_steps
from tablas.backgammon import formats as backgammon_formats
from tablas.backgammon import rules as backgammon_rules
from tablas.backgammon import steps as backgammon_steps
from tablas.errors import InvalidPosition
from tablas.values import Dice, Setup, Side
from tablas.words import Words

WEB: Final = Path(__file__).resolve().parent.parent.parent / "src" / "tablas" / "web"

# Stacks by White's points, both bars, the roll; whoever is not on the board is off.
ABAK: Final = {
    "mid-game": (
        "24 E, 22 e, 20 S, 19 sssn, 17 sg, 13 SSGS, 12 gs, 11 sD, 8 SSN, 7 Sd, 6 SSO, 3 os",
        ("G", ""),
        "52",
    ),
    "free": (
        "24 E, 22 e, 20 S, 19 sssn, 17 sg, 16 G, 13 SSGS, 12 gs, 11 sD, 8 SSN, 7 Sd, 6 SSO, 3 os",
        ("", ""),
        "52",
    ),
    "bar": (
        "22 S, 20 S, 19 sssn, 17 sg, 13 SSG, 12 gs, 11 sD, 8 SG, 7 Sd, 6 SSO, 3 os, 1 e",
        ("ENS", ""),
        "42",
    ),
    "traps": (
        "23 E, 19 ssn, 17 sgs, 16 GS, 14 Sd, 13 sD, 11 SSG, 9 S, 8 SSO, 6 SSN, 5 gss, 3 os, 1 e",
        ("", ""),
        "42",
    ),
    "assault": (
        "24 e, 22 sss, 19 ssn, 18 ss, 13 SS, 12 SS, 11 S, 9 GS, 8 SO, 7 SN, 6 SD, 5 g, 4 EG, 1 sd",
        ("", "o"),
        "61",
    ),
    "bear-off": ("20 s, 18 en, 6 SGE, 5 SSO, 4 SSN, 3 SG, 2 D, 1 S", ("", ""), "63"),
}
BACKGAMMON: Final = {
    "mid-game": "XGID=-b----E-C---dD---cbdB---A-:1:1:1:42:0:0:0:7:10",
    "bar": "XGID=------F-C---cD---c-eb-b-AA:0:0:1:51:0:0:0:7:10",
    "bear-off": "XGID=-CBBBAB-----------abb-c-b-:2:-1:1:63:0:0:0:7:10",
    "double": "XGID=-b----E-C---eE---c-e----B-:0:0:1:33:0:0:0:7:10",
}


def abak() -> dict[str, Any]:
    """Start before the roll, and mid-games with dice."""
    start = Setup(abak_rules.start(), Side.WHITE)
    examples = {"start": {"position": abak_steps.position_json(start)}}
    for name, (stacks, bars, roll) in ABAK.items():
        setup = Setup(abak_position(stacks, *bars), Side.WHITE)
        examples[name] = {
            "position": abak_steps.position_json(setup),
            "graph": abak_steps.graph(setup, Dice.parse(roll)),
        }
    return examples


def abak_position(stacks: str, bar: str, opp_bar: str) -> Position:
    """The position with these stacks on the points, its missing checkers borne off."""
    points = [""] * 25
    for entry in stacks.split(", "):
        point, stack = entry.split()
        points[int(point)] = stack
    there = "".join(points) + bar + opp_bar.lower()
    team = "".join(letter * count for letter, count in TEAM.items())
    off, opp_off = (
        "".join(sorted((Counter(letters) - Counter(there)).elements()))
        for letters in (team, team.lower())
    )
    position = Position(tuple(points), "".join(sorted(bar)), off, opp_bar, opp_off)
    if faults := abak_rules.faults(position):
        raise InvalidPosition.because(faults, Words(str(stacks), str(stacks)))
    return position


def backgammon() -> dict[str, Any]:
    """Start before the roll, and positions with the dice and cube that their XGID says."""
    start = Setup(backgammon_rules.start(), Side.WHITE)
    examples: dict[str, Any] = {"start": {"position": backgammon_steps.position_json(start)}}
    for name, text in BACKGAMMON.items():
        position, situation = backgammon_formats.read_situation(text)
        assert situation.dice is not None, text
        setup = Setup(position, situation.turn)
        examples[name] = {
            "position": backgammon_steps.position_json(setup),
            "graph": backgammon_steps.graph(setup, situation.dice),
        }
    return examples


def cells(names: str) -> frozenset[str]:
    return frozenset(names.split())


def abalone() -> dict[str, Any]:
    """A start, the position of a selected line, and one with threats and formations."""
    middle = abalone_rules.Position(
        own=cells("e3 e4 e5 d6 d7 c3 c4 c5 c6 c7 b2 b3 b4 b5"),
        opp=cells("i8 h6 h7 h8 g5 g6 g7 g8 f7 f8 e6 e7 d1"),
        opp_lost=1,
    )
    close = abalone_rules.Position(
        own=cells("e7 e8 d4 d5 d6 c3 c4 b3 b4 a1 g5 g6 g7"),
        opp=cells("e9 d1 d2 d3 f4 f5 f6 h9 i9 i8 c5 b6"),
        own_lost=1,
        opp_lost=2,
    )
    starting = abalone_rules.start()
    return {
        name: {
            "position": abalone_steps.position_json(setup),
            "graph": abalone_steps.graph(setup),
            "threats": overlays.threats(setup),
            "formations": overlays.formations_json(setup),
        }
        for name, setup in (
            ("start", Setup(starting, Side.BLACK)),
            ("middle", Setup(middle, Side.BLACK)),
            ("close", Setup(close, Side.BLACK)),
        )
    }


@cache
def gallery() -> dict[str, Any]:
    """What gallery.json holds, made once."""
    return {"abak": abak(), "backgammon": backgammon(), "abalone": abalone()}


class Gallery(SimpleHTTPRequestHandler):
    """The files of the web folder, and `gallery.json` as the rules give it now."""

    caching = "no-store"  # for whoever is at work on them

    def do_GET(self) -> None:
        if self.path.split("?")[0] != "/gallery.json":
            super().do_GET()
            return
        body = json.dumps(gallery(), separators=(",", ":")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", self.caching)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing about requests."""


class KeptGallery(Gallery):
    """The same for tests, which do not change while they run: browsers keep what they have."""

    caching = "max-age=3600"


def server(port: int = 0, gallery: type[Gallery] = Gallery) -> ThreadingHTTPServer:
    """The gallery on this machine only; port 0 takes a free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(gallery, directory=str(WEB)))


if __name__ == "__main__":
    with server(int(sys.argv[1]) if len(sys.argv) > 1 else 8899) as running:
        print(f"http://127.0.0.1:{running.server_port}/gallery.html")
        with suppress(KeyboardInterrupt):
            running.serve_forever()
