"""The opponents of backgammon, from the weakest: what they do, and how they are made."""

from __future__ import annotations

from typing import Final

from tablas.engine.dice.levels import HumanLevel, NetLevel, roller_level, search_level
from tablas.engine.game_engine import Level
from tablas.words import Words

LEVELS: Final = (
    Level(
        "beginner",
        Words("knows the moves, misjudges much", "conoce las jugadas, se equivoca mucho"),
        NetLevel("backgammon", "beginner", "backgammon", noise=0.2),
    ),
    Level(
        "casual",
        Words("plays soundly, with mistakes", "juega con sentido, con errores"),
        NetLevel("backgammon", "casual", "backgammon", noise=0.1),
    ),
    Level(
        "club",
        Words("makes few large mistakes", "comete pocos errores grandes"),
        NetLevel("backgammon", "club", "backgammon", noise=0.06),
    ),
    Level(
        "humanlike",
        Words(
            "errs as people do, by habit and haste",
            "se equivoca como la gente: por costumbre y por prisa",
        ),
        HumanLevel("backgammon", "humanlike", "backgammon"),
        grades=False,
    ),
    Level(
        "advanced",
        Words("makes small mistakes only", "solo comete errores pequeños"),
        NetLevel("backgammon", "advanced", "backgammon", noise=0.03),
    ),
    Level(
        "expert",
        Words("plays what the net likes best", "juega lo que la red prefiere"),
        NetLevel("backgammon", "expert", "backgammon", cube_plies=2),
    ),
    Level(
        "master",
        Words("looks one roll ahead", "mira una tirada por delante"),
        search_level("backgammon", "master", plies=1, cube_plies=2),
    ),
    Level(
        "strongest",
        Words("looks two rolls ahead", "mira dos tiradas por delante"),
        search_level("backgammon", "strongest", plies=2, cube_plies=2),
    ),
    Level(
        "roller",
        Words(
            "rolls out the plays that two rolls ahead leave close",
            "simula las jugadas que siguen igualadas tras mirar dos tiradas por delante",
        ),
        roller_level("backgammon", "roller", plies=2, cube_plies=2),
        grades=False,
    ),
)
