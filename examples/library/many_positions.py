"""Ten thousand positions judged in one call."""

import numpy as np

from tablas import kernel, kind, open_engine

abak = kind("abak")
start = abak.codec.encode_many([abak.rules.start()])
rolls = np.tile(np.array([[3, 1]], np.uint8), (len(start), 1))
boards, _ = kernel.abak.successors(start, rolls)
boards = np.resize(boards, (10_000, boards.shape[1]))
chances = open_engine("abak").evaluate_many(boards)
print(chances.shape, chances[:, 0].mean().round(3))
