"""The opponents of Abak, from the weakest: what they do, and how they are made."""

from __future__ import annotations

import random
from typing import Final

from tablas.engine.dice.levels import HumanLevel, NetLevel, roller_level, search_level
from tablas.engine.game_engine import Level
from tablas.engine.player import AtBoard, Player
from tablas.words import Words


def _heuristic(rng: random.Random) -> Player:
    from tablas.engine.abak.heuristic import HeuristicPlayer  # noqa: PLC0415 (loads numpy)

    return AtBoard(HeuristicPlayer(rng))


LEVELS: Final = (
    Level(
        "beginner",
        Words("knows the classes, misjudges much", "conoce las clases, se equivoca mucho"),
        NetLevel("abak", "beginner", "abak", noise=0.4),
    ),
    Level(
        "casual",
        Words("plays soundly, with mistakes", "juega con sentido, con errores"),
        NetLevel("abak", "casual", "abak", noise=0.2),
    ),
    Level(
        "heuristic",
        Words(
            "weighs blots, blocks, traps and shots",
            "sopesa fichas solas, bloqueos, retenciones y tiros",
        ),
        _heuristic,
    ),
    Level(
        "humanlike",
        Words(
            "errs as people do, by habit and haste",
            "se equivoca como la gente: por costumbre y por prisa",
        ),
        HumanLevel("abak", "humanlike", "abak", feel=0.6),
        grades=False,
    ),
    Level(
        "club",
        Words("makes few large mistakes", "comete pocos errores grandes"),
        NetLevel("abak", "club", "abak", noise=0.1),
    ),
    Level(
        "advanced",
        Words("makes small mistakes only", "solo comete errores pequeños"),
        NetLevel("abak", "advanced", "abak", noise=0.05),
    ),
    Level(
        "expert",
        Words("plays what the net likes best", "juega lo que la red prefiere"),
        NetLevel("abak", "expert", "abak"),
    ),
    Level(
        "master",
        Words("looks one roll ahead", "mira una tirada por delante"),
        search_level("abak", "master", plies=1, net_name="abak"),
    ),
    Level(
        "strongest",
        Words("looks two rolls ahead", "mira dos tiradas por delante"),
        search_level("abak", "strongest", plies=2),
    ),
    Level(
        "roller",
        Words(
            "rolls out the plays that two rolls ahead leave close",
            "simula las jugadas que siguen igualadas tras mirar dos tiradas por delante",
        ),
        roller_level("abak", "roller", plies=2),
        grades=False,
    ),
)
