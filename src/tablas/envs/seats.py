"""One game with two named agents: what PettingZoo's two forms share."""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tablas.envs.episodes import NOBODY, Episodes, Observation
from tablas.envs.options import AnyOptions

AGENTS: Final = ["white_0", "black_1"]
Seen = dict[str, NDArray[Any]]
Illegal = Literal["raise", "forfeit"]


class Seats:
    """One episode, its spaces and what each agent sees of it."""

    def __init__(
        self, game: str, observation: Observation, illegal: Illegal, options: AnyOptions
    ) -> None:
        self.episodes = Episodes(game, 1, observation=observation, options=options)
        self.illegal = illegal
        self.observation_spaces = {agent: observation_space(self.episodes) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(self.episodes.actions) for agent in AGENTS}
        self._seeds = np.random.default_rng()

    def reset(self, seed: int | None) -> None:
        """Begin anew; without a seed, the next game of the last one's sequence."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.episodes.reset(int(self._seeds.integers(1 << 62)))

    @property
    def acting(self) -> str | None:
        player = self.episodes.players[0]
        return None if player == NOBODY else AGENTS[player]

    def act(self, action: int) -> dict[str, float]:
        """Make the action of whoever is to act; gives what it brought each of them."""
        actor = self.acting
        won = self.episodes.act(np.array([action]), forfeit=self.illegal == "forfeit")
        return {agent: float(won[0] if agent == actor else -won[0]) for agent in AGENTS}

    def seen(self, agent: str) -> Seen:
        observations, masks = self.episodes.seen_by(AGENTS.index(agent))
        return {"observation": observations[0], "action_mask": masks[0].astype(np.int8)}

    @property
    def terminated(self) -> bool:
        return bool(self.episodes.over[0] and not self.episodes.truncated[0])

    @property
    def truncated(self) -> bool:
        return bool(self.episodes.truncated[0])

    def render(self, mode: str | None) -> str | None:
        """The board with characters: shown, or given as text."""
        text = self.episodes.text(0)
        if mode == "ansi":
            return text
        if mode == "human":
            print(text)  # noqa: T201 (what this mode is for)
        return None


def observation_space(episodes: Episodes) -> spaces.Dict:
    """What one agent sees: the observation, and which of the actions are allowed."""
    shape = episodes.observations.shape[1:]
    seen = (
        spaces.Box(-128, 127, shape, np.int8)
        if episodes.observation == "planes"
        else spaces.Box(0, 4, shape, np.float32)
    )
    return spaces.Dict(
        {"observation": seen, "action_mask": spaces.Box(0, 1, (episodes.actions,), np.int8)}
    )
