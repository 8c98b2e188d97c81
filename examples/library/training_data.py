"""Positions of random games and who won them, as numpy arrays."""

import random

import numpy as np

from tablas import kind, new_game, open_engine, play_game

one, other = (open_engine("abak", "greedy", seed).player for seed in (1, 2))
rows, won = [], []
for number in range(3):
    game = play_game(new_game("abak"), one, other, rng=random.Random(number))
    seen = list(game.positions())[1:]
    rows.append(kind("abak").codec.encode_many([setup.position for setup in seen]))
    won += [setup.turn is game.result.winner for setup in seen]
print(np.concatenate(rows).shape, np.mean(won).round(2))
