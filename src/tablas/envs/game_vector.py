"""Gymnasium's vector form: many games at once, moved on by one call of the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tablas.envs.episodes import Episodes, Observation
from tablas.envs.options import options_for
from tablas.envs.seats import Illegal, observation_space

Seen = dict[str, NDArray[Any]]


class GameVector(VectorEnv[Seen, NDArray[Any], NDArray[Any]]):
    """`num_envs` games, both sides played by the caller.

    An observation is what the player who acts next sees, a reward what the player who has just
    acted won; `info["player"]` says who acts next (0 White, 1 Black). A game that is over begins
    anew at the next step, whatever its action (AutoresetMode.NEXT_STEP).

    With `copy=False` the arrays that `step` gives are the same ones each time, written over.
    """

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1,
        observation: Observation = "planes",
        illegal: Illegal = "raise",
        threads: int = 1,
        copy: bool = True,
        **options: Any,
    ) -> None:
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self.episodes = Episodes(
            game,
            num_envs,
            observation=observation,
            threads=threads,
            options=options_for(game, options),
        )
        self.illegal = illegal
        self.copy = copy
        self.single_observation_space = observation_space(self.episodes)
        self.single_action_space = spaces.Discrete(self.episodes.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games anew, or those of `options["reset_mask"]`."""
        which = (options or {}).get("reset_mask")
        if which is None:
            self.episodes.reset(self._seeds(seed))
        else:
            kept = self.episodes.states[~which].copy()
            self.episodes.reset(self._seeds(seed))
            self.episodes.states[~which] = kept
            self.episodes.observe()
        return self._seen(), self._info()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        rewards = self.episodes.act(actions, restart=True, forfeit=self.illegal == "forfeit")
        truncated = self.episodes.truncated
        terminated = self.episodes.over & ~truncated
        return (
            self._seen(),
            rewards.copy() if self.copy else rewards,
            terminated,
            truncated,
            self._info(),
        )

    def render(self) -> tuple[str, ...]:
        """The boards with characters."""
        return tuple(self.episodes.text(index) for index in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Nothing is held open."""

    def _seeds(self, seed: int | list[int | None] | None) -> NDArray[np.uint64]:
        if seed is not None and not isinstance(seed, list):
            super().reset(seed=seed)
        fresh: NDArray[np.uint64] = self.np_random.integers(
            0, 1 << 63, size=self.num_envs, dtype=np.uint64
        )
        if not isinstance(seed, list):
            return fresh
        chosen = (drawn if own is None else own for own, drawn in zip(seed, fresh, strict=True))
        return np.array(list(chosen), np.uint64)

    def _seen(self) -> Seen:
        masks = self.episodes.masks.view(np.int8)
        if self.copy:
            return {"observation": self.episodes.observations.copy(), "action_mask": masks.copy()}
        return {"observation": self.episodes.observations, "action_mask": masks}

    def _info(self) -> dict[str, Any]:
        return {"player": self.episodes.players}
