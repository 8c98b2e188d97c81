"""What the package can think about backgammon, together as `ENGINE`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tablas.backgammon import KIND, remarks
from tablas.backgammon.rules import Position
from tablas.engine.backgammon.levels import LEVELS
from tablas.engine.backgammon.simple_evaluation import simple_evaluation
from tablas.engine.dice import ranking
from tablas.engine.dice.levels import browser_engine
from tablas.engine.dice.side import DiceSide
from tablas.engine.game_engine import STRONGEST, Conversation, GameEngine, Say
from tablas.engine.opening_table import rolled_out

if TYPE_CHECKING:
    from tablas.engine.dice.search import DiceEngine
    from tablas.engine.player import Player
    from tablas.engine.seats import DuelSide

NET: Final = "backgammon"
LARGE: Final = "backgammon-large"
GUESS: Final = "backgammon-guess"


def _search(**options: Any) -> DiceEngine:
    from tablas.engine.backgammon.search import BackgammonEngine  # noqa: PLC0415 (nets, tables)

    return BackgammonEngine(**options)


def _cube_worths(net: Any, boards: Any, state: Any, plies: int) -> Any:
    from tablas import kernel  # noqa: PLC0415 (see `_search`)
    from tablas.engine.backgammon.bearoff import bearoff  # noqa: PLC0415
    from tablas.engine.backgammon.pruning import pruning_net  # noqa: PLC0415

    return kernel.backgammon.cube_worths(
        net, boards, state, plies, guess=pruning_net(), bearoff=bearoff()
    )


def _sight(boards: Any, *, moved: bool) -> Any:
    from tablas.engine.backgammon.sight import sight  # noqa: PLC0415 (see `_search`)

    return sight(boards, moved=moved)


def _make_rollout(net: Any, boards: Any, plan: Any, cubes: Any, *, may_double: bool) -> Any:
    from tablas import kernel  # noqa: PLC0415 (see `_search`)
    from tablas.engine.backgammon.bearoff import bearoff  # noqa: PLC0415
    from tablas.engine.backgammon.pruning import pruning_net  # noqa: PLC0415

    return kernel.backgammon.Rollout(
        net,
        boards,
        guess=pruning_net(),
        bearoff=bearoff(),
        cubes=cubes,
        may_double=may_double,
        seed=plan.seed,
        truncate=plan.truncate,
        variance_reduction=plan.variance_reduction,
        plies=plan.plies,
    )


def in_contact(position: Position) -> bool:
    """Whether a checker of one side still has to pass one of the other.

    >>> from tablas.backgammon.rules import start
    >>> in_contact(start())
    True
    """
    rear = [max((p for p in range(1, 26) if side[p]), default=0)
            for side in (position.own, position.opp)]  # fmt: skip
    return sum(rear) > 25


def _warm() -> None:
    from tablas.engine import weights  # noqa: PLC0415 (see `_search`)
    from tablas.engine.backgammon.bearoff import bearoff  # noqa: PLC0415

    for name in (NET, LARGE):
        weights.net(name)
    bearoff()


def _converse(say: Say, level: str | None) -> Conversation:
    from tablas.engine.backgammon.conversation import BackgammonConversation  # noqa: PLC0415

    return BackgammonConversation(say, level or STRONGEST)


def _external(player: Player, where: str, say: Say, *, once: bool) -> None:
    from tablas.engine.backgammon.gnubg_external import serve  # noqa: PLC0415 (only for this)

    serve(KIND, player, where, say, once=once)


def _duel() -> DuelSide:
    from tablas.engine.backgammon.seats import DUEL  # noqa: PLC0415 (numpy and the kernel)

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
    browser=browser_engine(LEVELS, NET, GUESS),
    external=_external,
    dice=DiceSide(
        kind=KIND,
        net=NET,
        search=_search,
        cube_worths=_cube_worths,
        make_rollout=_make_rollout,
        racing=lambda position: not in_contact(position),
        sight=_sight,
    ),
)
