"""A thousand games of Abak at once, played at random: what an agent that learns would see."""

import numpy as np

from tablas import envs

games = envs.vector("abak", num_envs=1000)
rng = np.random.default_rng(1)
seen, info = games.reset(seed=1)
finished, points = 0, 0.0
while finished < 1000:
    noise = rng.random(seen["action_mask"].shape)
    actions = (noise * seen["action_mask"]).argmax(axis=1)
    seen, rewards, terminated, truncated, info = games.step(actions)
    finished += int(terminated.sum())
    points += float(np.abs(rewards[terminated]).sum())
print(f"{finished} games, {points / finished:.2f} points each")
