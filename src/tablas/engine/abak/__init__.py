"""What the package can think about Abak, together as `ENGINE`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tablas.abak import KIND, remarks
from tablas.engine.abak.levels import LEVELS
from tablas.engine.abak.simple_evaluation import simple_evaluation
from tablas.engine.dice import ranking
from tablas.engine.dice.levels import browser_engine
from tablas.engine.dice.side import DiceSide
from tablas.engine.game_engine import STRONGEST, Conversation, GameEngine, Say
from tablas.engine.opening_table import rolled_out

if TYPE_CHECKING:
    from tablas.engine.dice.search import DiceEngine
    from tablas.engine.seats import DuelSide

NET: Final = "abak"
LARGE: Final = "abak-large"
QUICK: Final = "abak-quick"
"""The pruning net: it names the plays that are worth an evaluation."""


def _search(**options: Any) -> DiceEngine:
    from tablas.engine.abak.search import AbakEngine  # noqa: PLC0415 (nets)

    return AbakEngine(**options)


def _cube_worths(net: Any, boards: Any, state: Any, plies: int) -> Any:
    from tablas import kernel  # noqa: PLC0415 (see `_search`)
    from tablas.engine import weights  # noqa: PLC0415

    return kernel.abak.cube_worths(net, boards, state, plies, guess=weights.net(QUICK))


def _sight(boards: Any, *, moved: bool) -> Any:
    from tablas.engine.abak.sight import sight  # noqa: PLC0415 (see `_search`)

    return sight(boards, moved=moved)


def _make_rollout(net: Any, boards: Any, plan: Any, cubes: Any, *, may_double: bool) -> Any:
    from tablas import kernel  # noqa: PLC0415 (see `_search`)
    from tablas.engine import weights  # noqa: PLC0415

    return kernel.abak.Rollout(
        net,
        boards,
        guess=weights.net(QUICK),
        cubes=cubes,
        may_double=may_double,
        seed=plan.seed,
        truncate=plan.truncate,
        variance_reduction=plan.variance_reduction,
        plies=plan.plies,
    )


def _warm() -> None:
    from tablas.engine import weights  # noqa: PLC0415 (see `_search`)

    for name in (NET, LARGE, QUICK):
        weights.net(name)


def _converse(say: Say, level: str | None) -> Conversation:
    from tablas.engine.dice.protocol import DiceConversation  # noqa: PLC0415 (only for this)

    return DiceConversation(KIND, say, level or STRONGEST)


def _duel() -> DuelSide:
    from tablas.engine.abak.seats import DUEL  # noqa: PLC0415 (numpy and the kernel)

    return DUEL


ENGINE: Final = GameEngine(
    game=KIND.name,
    levels=LEVELS,
    simple_evaluation=simple_evaluation,
    rank=ranking.rank,
    remarks=remarks.reasons,
    warm=_warm,
    prepare=lambda: ranking.prepare(KIND.name),
    converse=_converse,
    duel=_duel,
    openings=partial(rolled_out, KIND),
    browser=browser_engine(LEVELS, NET, QUICK, by_rules={"heuristic"}),
    dice=DiceSide(
        kind=KIND,
        net=NET,
        search=_search,
        cube_worths=_cube_worths,
        make_rollout=_make_rollout,
        racing=lambda _position: False,  # a general may always turn back
        sight=_sight,
    ),
)
