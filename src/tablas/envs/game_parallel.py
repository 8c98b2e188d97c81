"""PettingZoo's parallel form: both agents are asked at once, and only one is listened to."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from tablas.envs.episodes import Observation
from tablas.envs.options import options_for
from tablas.envs.seats import AGENTS, Illegal, Seats, Seen


class GameParallel(ParallelEnv[str, Seen, int]):
    """One game or match between `white_0` and `black_1`; dice are rolled inside.

    Whoever is not to act has no action allowed, and what it does is not looked at.
    """

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        observation: Observation = "planes",
        illegal: Illegal = "raise",
        **options: Any,
    ) -> None:
        self.metadata = {"name": f"{game}_v0", "render_modes": ["human", "ansi"], "render_fps": 2}
        self.render_mode = render_mode
        self._seats = Seats(game, observation, illegal, options_for(game, options))
        self.possible_agents = AGENTS[:]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._seats.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._seats.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 (PettingZoo's)
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self._seats.reset(seed)
        self.agents = AGENTS[:]
        return self._seen(), {agent: {} for agent in AGENTS}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        acting = self._seats.acting
        if acting is None:
            return {}, {}, {}, {}, {}
        rewards = self._seats.act(int(actions[acting]))
        seen = self._seen()
        terminated = dict.fromkeys(AGENTS, self._seats.terminated)
        truncated = dict.fromkeys(AGENTS, self._seats.truncated)
        if self._seats.episodes.over[0]:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminated, truncated, {agent: {} for agent in AGENTS}

    def render(self) -> str | None:
        return self._seats.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _seen(self) -> dict[str, Seen]:
        return {agent: self._seats.seen(agent) for agent in AGENTS}
