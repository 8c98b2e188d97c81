"""A match to three points between two bots, with the cube, into a file for any program."""

import random

from tablas import Match, open_engine, play_match, save

white = open_engine("backgammon", "casual", seed=1).player
black = open_engine("backgammon", "club", seed=2).player
match = play_match("backgammon", Match(length=3), white, black, rng=random.Random(5))
save(match, "match.sgf")
print(match.score, [sheet.record.game.result.points for sheet in match.games])
