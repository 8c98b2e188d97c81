"""A batch of games in progress, in arrays that are written over and over again."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.envs.options import AnyOptions, End, EpisodePhase, MoveOptions, Options
from tablas.errors import IllegalAction
from tablas.games import kind
from tablas.values import ROLLS, Setup, Side

Observation = Literal["planes", "features"]
WHITE, BLACK, NOBODY = range(3)
SIDES: Final = (Side.WHITE, Side.BLACK)


class Episodes:
    """`count` episodes of one game; every array belongs to it and is written in place.

    >>> games = Episodes("backgammon", 4, seed=1)
    >>> games.act(games.masks.argmax(axis=1))  # the first action that is allowed, in each
    array([0., 0., 0., 0.], dtype=float32)
    >>> games.observations.shape, games.masks.shape
    ((4, 3, 26), (4, 55))
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        options: AnyOptions | None = None,
        observation: Observation = "planes",
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        self.kind = kind(game)
        self.kernel: Any = getattr(kernel, game)
        self.options = options or (Options() if self.kind.dice else MoveOptions())
        if observation == "features" and not self.kernel.FEATURES:
            raise IllegalAction(
                f"observation 'features': {game} has 'planes' only",
                f"observation 'features': en {game} solo hay 'planes'",
            )
        self.observation = observation
        self.threads = threads
        self.actions: int = self.kernel.ACTIONS
        # A row is a whole number of eight-byte words, so numpy aligns every one of them.
        self.states = np.zeros((count, self.kernel.EPISODE // 8), np.uint64).view(np.uint8)
        self.fields = self.states.view(episode_dtype(self.kernel))[:, 0]
        self.masks = np.zeros((count, self.actions), np.bool_)
        self.observations: NDArray[np.int8] | NDArray[np.float32] = (
            np.zeros((count, *self.kernel.PLANES), np.int8)
            if observation == "planes"
            else np.zeros((count, self.kernel.FEATURES), np.float32)
        )
        self.rewards = np.zeros(count, np.float32)
        self._seen: dict[str, Any] = {"masks": self.masks, observation: self.observations}
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.states)

    def reset(self, seed: int | NDArray[np.uint64]) -> None:
        """Begin all episodes anew: by one seed each, or by numbers that follow from one seed."""
        seeds = seeds_from(seed, len(self)) if isinstance(seed, int) else seed
        self.kernel.reset_episodes(self.states, seeds, **asdict(self.options))
        self.observe()

    def act(
        self, actions: NDArray[Any], *, restart: bool = False, forfeit: bool = False
    ) -> NDArray[np.float32]:
        """Make one action in each episode; gives what each actor won by it.

        With `restart` an episode that is over begins anew instead. With `forfeit` an action that
        is not allowed loses the game; else it raises IllegalAction and nothing is played.
        """
        chosen = np.ascontiguousarray(actions, np.int32)
        try:
            self.kernel.act(
                self.states, chosen, self.rewards, restart, forfeit, self.threads, **self._seen
            )
        except ValueError as error:
            raise self._illegal(chosen, restart) or error from error
        return self.rewards

    def observe(self) -> None:
        """Write masks and observations anew, after `states` was changed from outside."""
        self.kernel.observe(self.states, threads=self.threads, **self._seen)

    def seen_by(self, player: int) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Observations and masks for one player, whoever is to act, in new arrays."""
        masks, observations = np.zeros_like(self.masks), np.zeros_like(self.observations)
        seen: dict[str, Any] = {self.observation: observations}
        self.kernel.observe(self.states, masks=masks, player=player, **seen)
        return observations, masks

    @property
    def players(self) -> NDArray[np.uint8]:
        """Who acts in each: 0 is White, 1 Black, 2 chance or nobody."""
        phase, mover = self.fields["phase"], self.fields["mover"]
        acting = np.where(phase == EpisodePhase.ANSWER, 1 - mover, mover)
        idle = (phase == EpisodePhase.OVER) | (phase <= EpisodePhase.ROLL)
        return np.where(idle, NOBODY, acting).astype(np.uint8)

    @property
    def over(self) -> NDArray[np.bool_]:
        return np.asarray(self.fields["phase"] == EpisodePhase.OVER)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Which are over because `max_turns` cut them off."""
        return np.asarray(self.over & (self.fields["end"] == End.STOPPED))

    def chances(self, index: int) -> list[tuple[int, float]]:
        """The actions of chance with their probabilities, where an episode waits for a throw."""
        if self.fields["phase"][index] == EpisodePhase.OPENING:
            return [(int(throw), 1 / 30) for throw in np.flatnonzero(self.masks[index])]
        return [(n, (1 if roll.double else 2) / 36) for n, roll in enumerate(ROLLS)]

    def position(self, index: int) -> Setup[Any]:
        """The position of one episode, as the rules know it, and whose turn it is."""
        row = self.fields[index]
        return Setup(self.kind.codec.decode(bytes(row["board"])), SIDES[row["mover"]])

    def text(self, index: int) -> str:
        """The board of one episode drawn with characters, and the dice left to play."""
        row, setup = self.fields[index], self.position(index)
        board, mover = self.kind.text.draw(setup), setup.mover.words.en
        if not self.kind.dice:
            return f"{board}\n{mover}"
        dice = [
            str(d) for d, left in zip(row["dice"], row["left"], strict=True) for _ in range(left)
        ]
        return f"{board}\n{mover}: {' '.join(dice) or '–'}"

    def _illegal(self, chosen: NDArray[np.int32], restart: bool) -> IllegalAction | None:
        """The first action that its episode does not allow, in words."""
        if chosen.shape != (len(self),):
            return None
        for index, action in enumerate(chosen):
            allowed = np.flatnonzero(self.masks[index])
            if action not in allowed and not (restart and self.over[index]):
                named, board = ", ".join(map(str, allowed)) or "–", self.text(index)
                return IllegalAction(
                    f"episode {index}: action {action} is not allowed, only {named}\n{board}",
                    f"episodio {index}: la acción {action} no vale, solo {named}\n{board}",
                )
        return None


def episode_dtype(game: Any) -> np.dtype[np.void]:
    """The bytes of an episode by name, as the kernel lays them out."""
    layout = game.EPISODE_FIELDS
    return np.dtype(
        {
            "names": list(layout),
            "formats": [f"V{game.SIZE}" if type_ == "V" else type_ for _, type_ in layout.values()],
            "offsets": [offset for offset, _ in layout.values()],
            "itemsize": game.EPISODE,
        }
    )


def seeds_from(seed: int, count: int) -> NDArray[np.uint64]:
    """One seed for each episode; those of a shorter batch are the first of a longer one."""
    return np.random.default_rng(seed).integers(0, 1 << 63, size=count, dtype=np.uint64)
