"""PPO of RLlib learns backgammon by playing both sides: one policy, masks, a curve as JSON lines.

    pip install "tablas[rllib]"
    python examples/rllib_self_play.py --iterations 60 --workers 2 --out curve.jsonl

After every few iterations the policy plays games against random plays and their outcome is written
down. docs/training.md has a curve.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import nn

from tablas import envs

POLICY = "both_sides"


class MaskedNet(TorchRLModule, ValueFunctionAPI):
    """Two layers; what the mask forbids gets no probability."""

    def setup(self) -> None:
        inputs = math.prod(self.observation_space["observation"].shape)
        self.trunk = nn.Sequential(
            nn.Flatten(), nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU()
        )
        self.actions = nn.Linear(256, self.action_space.n)
        self.worth = nn.Linear(256, 1)

    def logits(self, seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Of every action; planes count checkers, a handful a point."""
        return self.actions(self.trunk(seen.float() / 4)).masked_fill(mask == 0, -1e8)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, torch.Tensor]:
        seen = batch[Columns.OBS]
        return {Columns.ACTION_DIST_INPUTS: self.logits(seen["observation"], seen["action_mask"])}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:  # noqa: ARG002
        return self.worth(self.trunk(batch[Columns.OBS]["observation"].float() / 4))[:, 0]


@torch.no_grad()
def against_chance(net: MaskedNet, game: str, games: int = 400) -> tuple[float, float]:
    """Points a game of the net against random plays, and their standard error."""
    table = envs.Episodes(game, games, options=envs.Options(max_turns=1000), seed=7)
    rng, seat = np.random.default_rng(7), np.arange(games) % 2  # each side in half of the games
    while not table.over.all():
        chosen = net.logits(torch.from_numpy(table.observations), torch.from_numpy(table.masks))
        lots = (rng.random(table.masks.shape) * table.masks).argmax(axis=1)
        actions = np.where(table.players == seat, chosen.argmax(dim=1).numpy(), lots)
        going = ~table.over
        kept = table.states[~going].copy()
        table.act(actions, restart=True)
        table.states[~going] = kept  # those that are over stay as they are
        table.observe()
    points = table.fields["points"] * np.where(seat == 0, 1.0, -1.0)
    return float(points.mean()), float(points.std() / games**0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", choices=("backgammon", "abak"), default="backgammon")
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--every", type=int, default=5, help="iterations between two measurements")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--address", help="of a Ray cluster; without it one on this machine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("rllib.jsonl"))
    asked = parser.parse_args()
    ray.init(address=asked.address, include_dashboard=False)
    # RLlib tries any action before it begins: those that no mask allows lose the game.
    options = {"max_turns": 400, "illegal": "forfeit"}
    register_env("tablas", lambda _: PettingZooEnv(envs.aec(asked.game, **options)))
    config = (
        PPOConfig()
        .environment("tablas")
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda *_, **__: POLICY)
        .env_runners(num_env_runners=asked.workers, num_envs_per_env_runner=16)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedNet))
        .training(
            gamma=1.0,
            lambda_=0.95,
            lr=5e-4,
            entropy_coeff=0.01,
            train_batch_size_per_learner=8192,
            minibatch_size=1024,
            num_epochs=4,
        )
        .debugging(seed=asked.seed)
    )
    learner, began, steps = config.build_algo(), time.monotonic(), 0
    with asked.out.open("w", encoding="utf-8") as file:
        for iteration in range(asked.iterations + 1):
            if iteration % asked.every == 0:
                points, error = against_chance(learner.get_module(POLICY), asked.game)
                line = {"iteration": iteration, "seconds": round(time.monotonic() - began)}
                line |= {"steps": steps, "points": round(points, 3), "error": round(error, 3)}
                file.write(json.dumps(line) + "\n")
                file.flush()
                print(line, flush=True)
            if iteration < asked.iterations:
                steps = int(learner.train()["num_env_steps_sampled_lifetime"])
    learner.stop()


if __name__ == "__main__":
    main()
