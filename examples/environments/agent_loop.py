"""One game of backgammon with the cube between two agents, as PettingZoo has it."""

import numpy as np

from tablas import envs

env = envs.aec("backgammon", cube=True)
env.reset(seed=7)
rng, won = np.random.default_rng(7), {}
for agent in env.agent_iter():
    seen, reward, terminated, truncated, _ = env.last()
    if terminated or truncated:
        won[agent] = reward
        env.step(None)
    else:
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
print(won)
