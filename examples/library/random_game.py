"""A random game of Abak, to its end."""

import random

from tablas import new_game

rng = random.Random(7)
game = new_game("abak")
while not game.result:
    plays = game.legal_plays()
    game = game.play(rng.choice(plays)) if plays else game.roll(rng=rng)
print(game.result.winner, game.result.points, len(list(game.positions())))
