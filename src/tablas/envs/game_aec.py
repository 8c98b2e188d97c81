"""PettingZoo's AEC form: agents act in the order of the game, one small action at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from tablas.envs.episodes import Observation
from tablas.envs.options import options_for
from tablas.envs.seats import AGENTS, Illegal, Seats, Seen


class GameAEC(AECEnv[str, Seen, int | None]):
    """One game or match between `white_0` and `black_1`; dice are rolled inside.

    An agent acts until its turn is over, so that it may be selected several times in a row.
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
        super().__init__()
        self.metadata = {
            "name": f"{game}_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self._seats = Seats(game, observation, illegal, options_for(game, options))
        self.possible_agents = AGENTS[:]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._seats.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._seats.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 (PettingZoo's)
        self._seats.reset(seed)
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._select()

    def observe(self, agent: str) -> Seen:
        return self._seats.seen(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._seats.act(-1 if action is None else int(action))
        if self._seats.episodes.over[0]:
            self.terminations = dict.fromkeys(AGENTS, self._seats.terminated)
            self.truncations = dict.fromkeys(AGENTS, self._seats.truncated)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return self._seats.render(self.render_mode)

    def state(self) -> NDArray[np.uint8]:
        """The whole episode as bytes, the generator of the dice included."""
        whole: NDArray[np.uint8] = self._seats.episodes.states[0].copy()
        return whole

    def close(self) -> None:
        """Nothing is held open."""

    def _select(self) -> None:
        """Whoever is to act comes next; once it is over, both are told."""
        self.agent_selection = self._seats.acting or AGENTS[0]
