"""The engine of one game for programs: plays, chances, cube and rollouts of a `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tablas.engine.bot import bot
from tablas.engine.engines import dice_side, engine
from tablas.engine.game_engine import STRONGEST
from tablas.engine.player import Player
from tablas.engine.ranking import Effort, Ranking
from tablas.errors import IllegalAction
from tablas.kind import Kind
from tablas.play.game import Game
from tablas.play.state import Phase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.engine.dice.cube_action import CubeAction
    from tablas.engine.dice.rollout import StartResult
    from tablas.kernel._kernel import Net

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Advice:
    """One play as an engine sees it; `equity` is in points a game, in Abalone in marbles.

    `chances` are to win, to win a gammon and a backgammon, to lose a gammon and a backgammon.
    """

    play: str
    equity: float
    chances: tuple[float, ...] = ()
    line: tuple[str, ...] = ()


class Engine(Generic[P, M]):
    """An engine that stays open: its nets are loaded once, when they are first needed.

    >>> from tablas import new_game, open_engine
    >>> game = new_game("backgammon").roll((3, 1))
    >>> open_engine("backgammon").analyse(game, plays=1)[0].play
    '8/5 6/5'
    """

    def __init__(self, kind: Kind[P, M], level: str = STRONGEST, seed: int | None = None) -> None:
        self.kind, self.level = kind, level
        self.player: Player = bot(kind.name, level, seed)

    def choose(self, game: Game[P, M]) -> str:
        """What this level plays, in the game's notation."""
        _ready(game)
        return self.kind.notation.write(game.position, self.player.choose(game.state))

    def analyse(self, game: Game[P, M], *, seconds: float = 1.0, plays: int = 10) -> list[Advice]:
        """The best plays, at the cube and score of the game, whatever the level."""
        _ready(game)
        ranking: Ranking = engine(self.kind.name).rank(game.state, Effort(seconds, plays))
        write = self.kind.notation.write
        return [
            Advice(write(game.position, one.play), one.score, one.chances, one.line)
            for one in ranking.plays[:plays]
        ]

    def evaluate(self, game: Game[P, M]) -> tuple[float, ...]:
        """The chances of whoever is on turn before the roll, without looking ahead.

        In Abalone it is one number: by how many marbles whoever is on turn is ahead.
        """
        return tuple(map(float, self.evaluate_many([game.position])[0]))

    def evaluate_many(self, positions: Sequence[P] | NDArray[np.uint8]) -> NDArray[np.float32]:
        """Of many positions, or rows of the codec, what `evaluate` says: one row each."""
        judge = engine(self.kind.name).evaluate or self._net().evaluate
        return judge(self._rows(positions))

    def cube(self, game: Game[P, M], *, plies: int = 2) -> CubeAction:
        """The cube decision before the roll: what doubling, taking and dropping are worth."""
        from tablas.engine.dice.cube_action import judge, state_of  # noqa: PLC0415 the kernel

        rows = self._rows([game.position])
        return judge(self._net(), rows, state_of(game.state), plies=plies, game=self.kind.name)

    def rollout(
        self,
        game: Game[P, M],
        *,
        trials: int = 1296,
        truncate: int = 0,
        seed: int = 1,
        threads: int = 1,
    ) -> StartResult:
        """The position before the roll, played on so many times with the luck taken away."""
        from tablas.engine.dice.rollout import rollout  # noqa: PLC0415 the kernel
        from tablas.engine.dice.rollout_plan import RolloutPlan  # noqa: PLC0415

        plan = RolloutPlan(trials=trials, truncate=truncate, seed=seed, threads=threads)
        rows = self._rows([game.position])
        return rollout(self._net(), rows, plan, game=self.kind.name).starts[0]

    def _net(self) -> Net:
        from tablas.engine.weights import net  # noqa: PLC0415 numpy

        return net(dice_side(self.kind.name).net)

    def _rows(self, positions: Sequence[P] | NDArray[np.uint8]) -> NDArray[np.uint8]:
        import numpy as np  # noqa: PLC0415 not for whoever only plays

        if isinstance(positions, np.ndarray):
            return positions
        return self.kind.codec.encode_many(positions)


def _ready(game: Game[Any, Any]) -> None:
    """Refuse a game in which nobody is to play."""
    if game.state.phase is not Phase.TO_PLAY:
        raise IllegalAction(
            f"nobody is to play now ({game.state.phase.value}), in {game.position_text()}",
            f"ahora no le toca jugar a nadie ({game.state.phase.value}), en {game.position_text()}",
        )
