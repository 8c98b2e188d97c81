"""The games as environments for whoever learns them by playing (docs/environments.md).

`Episodes` is a batch of games in numpy arrays and needs nothing besides; `aec` and `parallel` are
PettingZoo's forms of one game, `vector` is Gymnasium's of many. These need the extra `env`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tablas.envs.episodes import Episodes
from tablas.envs.options import MoveOptions, Options

if TYPE_CHECKING:
    from tablas.envs.game_aec import GameAEC
    from tablas.envs.game_parallel import GameParallel
    from tablas.envs.game_vector import GameVector

__all__ = ["Episodes", "MoveOptions", "Options", "aec", "parallel", "vector"]

RenderMode = Literal["human", "ansi"]


def aec(game: str, *, render_mode: RenderMode | None = None, **options: Any) -> GameAEC:
    """One game in PettingZoo's AEC form: whoever is to act acts, step by step."""
    from tablas.envs.game_aec import GameAEC  # noqa: PLC0415 (needs PettingZoo)

    return GameAEC(game, render_mode=render_mode, **options)


def parallel(game: str, *, render_mode: RenderMode | None = None, **options: Any) -> GameParallel:
    """One game in PettingZoo's parallel form: both are asked, whoever is to act is heard."""
    from tablas.envs.game_parallel import GameParallel  # noqa: PLC0415 (needs PettingZoo)

    return GameParallel(game, render_mode=render_mode, **options)


def vector(game: str, *, num_envs: int = 1, **options: Any) -> GameVector:
    """Many games in Gymnasium's vector form, each seen by whoever is to act in it."""
    from tablas.envs.game_vector import GameVector  # noqa: PLC0415 (needs Gymnasium)

    return GameVector(game, num_envs=num_envs, **options)
