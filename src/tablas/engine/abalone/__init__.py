"""What the package can think about Abalone, together as `ENGINE`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tablas.abalone import KIND
from tablas.abalone.rules import Position
from tablas.engine.abalone.levels import LEVELS as SEARCHES
from tablas.engine.abalone.simple_evaluation import simple_evaluation
from tablas.engine.game_engine import (
    BrowserEngine,
    Conversation,
    GameEngine,
    Level,
    PlayerFactory,
    Say,
)
from tablas.engine.opening_table import KnownOpening
from tablas.engine.player import Player
from tablas.engine.ranking import Effort, Ranking
from tablas.errors import NotationError
from tablas.play.state import State
from tablas.values import Dice
from tablas.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.engine.seats import DuelSide

USUAL_SECONDS: Final = 1.0


def _make(name: str) -> PlayerFactory:
    def make(rng: random.Random) -> Player:
        from tablas.engine.abalone.player import AbalonePlayer  # noqa: PLC0415 (the kernel)

        return AbalonePlayer(SEARCHES[name], rng)

    return make


def _rank(state: State[Any, Any], effort: Effort) -> Ranking:
    from tablas.engine.abalone.ranking import rank  # noqa: PLC0415 (the kernel)

    return rank(state, effort)


def _remarks(position: Any, _dice: Dice | None, move: Any) -> Sequence[Words]:
    from tablas.engine.abalone.facts import facts  # noqa: PLC0415 (see `_rank`)
    from tablas.engine.abalone.words import sentences  # noqa: PLC0415

    return sentences(facts(position, move))


def _warm() -> None:
    from tablas.engine.abalone.network import abalone_net  # noqa: PLC0415 (the kernel)

    abalone_net()


def _evaluate(boards: NDArray[np.uint8]) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415 (see `_rank`)

    from tablas.engine.abalone.network import abalone_net  # noqa: PLC0415

    scores = abalone_net().judge(boards)
    return np.divide(scores[:, None], 100, dtype=np.float32)


def _converse(say: Say, level: str | None) -> Conversation:
    from tablas.engine.abalone.engine import AbaloneLimit  # noqa: PLC0415 (the kernel)
    from tablas.engine.abalone.protocol import AbaloneConversation  # noqa: PLC0415

    if level:
        raise NotationError(
            "--level: in abalone the time, depth or nodes of `go` decide",
            "--level: en abalone deciden el tiempo, la profundidad o los nodos de `go`",
        )
    return AbaloneConversation(say, AbaloneLimit(seconds=USUAL_SECONDS))


def _openings(position: Position, _dice: Dice | None) -> KnownOpening | None:
    from tablas.engine.abalone.book import known_opening  # noqa: PLC0415 (the kernel)

    return known_opening(position)


def _book() -> dict[str, list[str]]:
    from tablas.engine.abalone.book import as_good_as_best  # noqa: PLC0415 (the kernel)

    return as_good_as_best()


def _duel() -> DuelSide:
    from tablas.engine.abalone.seats import DUEL  # noqa: PLC0415 (numpy and the kernel)

    return DUEL


ENGINE: Final = GameEngine(
    game=KIND.name,
    levels=tuple(Level(one.name, one.words, _make(one.name)) for one in SEARCHES.values()),
    simple_evaluation=simple_evaluation,
    rank=_rank,
    remarks=_remarks,
    warm=_warm,
    prepare=_warm,
    converse=_converse,
    duel=_duel,
    openings=_openings,
    evaluate=_evaluate,
    browser=BrowserEngine(
        {"judge": KIND.name},
        {
            one.name: {"depth": one.limit.depth, "noise": one.noise, "book": float(one.book)}
            for one in SEARCHES.values()
            if one.limit.depth
        },
        _book,
    ),
)
