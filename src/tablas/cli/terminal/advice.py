"""What the engine would do, for a person at the table who asks: a hint, or the best plays."""

from __future__ import annotations

from typing import Any, Final

from tablas.cli.terminal import phrases
from tablas.cli.terminal.table import TerminalTable
from tablas.cli.terminal.telling import play_text
from tablas.engine.engines import engine
from tablas.engine.ranking import Effort, Ranked, Ranking
from tablas.errors import KernelMissing
from tablas.play.allowed import why_no_double
from tablas.play.state import Phase, State
from tablas.words import Words

EFFORT: Final = Effort(seconds=1.0, plays=3)
REMARKS_TOLD: Final = 2
CUBE_PLIES: Final = 1


def hint(table: TerminalTable) -> None:
    """Say what the best play does without naming it; of the cube, what is right."""
    _advise(table, named=False)


def best(table: TerminalTable) -> None:
    """Name the best plays and what they are worth; of the cube, what each way is worth."""
    _advise(table, named=True)


def _advise(table: TerminalTable, *, named: bool) -> None:
    state = table.game.state
    try:
        if state.phase is Phase.TO_PLAY:
            _about_play(table, state, named=named)
        elif state.phase is Phase.TO_ANSWER or _may_double(state):
            _about_cube(table, state, named=named)
        elif state.phase is Phase.TO_ROLL and not state.resignation:
            table.say(phrases.ROLL_ADVICE)
        else:
            table.say(phrases.NOT_NOW)
    except KernelMissing as error:
        table.say(phrases.NO_ENGINE, error=error)


def _may_double(state: State[Any, Any]) -> bool:
    side = state.to_act
    return (
        state.phase is Phase.TO_ROLL
        and side is not None
        and not state.resignation
        and not why_no_double(state, side)
    )


def _about_play(table: TerminalTable, state: State[Any, Any], *, named: bool) -> None:
    ranking = engine(table.kind.name).rank(state, EFFORT)
    if named:
        for ranked in ranking.plays:
            table.say(phrases.WORTH[ranking.unit], **_worth(table, ranking, ranked))
        return
    remarks = engine(table.kind.name).remarks(state.position, state.dice, ranking.plays[0].play)
    if not remarks:
        table.say(phrases.HINT_QUIET)
        return
    does = Words(*("; ".join(one.spoken(language) for one in remarks[:REMARKS_TOLD])
                   for language in ("en", "es")))  # fmt: skip
    table.say(phrases.HINT, does=does)


def _worth(table: TerminalTable, ranking: Ranking, ranked: Ranked) -> dict[str, object]:
    state = table.game.state
    texts = [play_text(state, one.play, table.names) for one in ranking.plays]
    own = play_text(state, ranked.play, table.names)
    facts: dict[str, object] = {
        "play": f"  {own:{max(map(len, texts))}}",
        "score": f"{ranked.score:+.3f}",
        "line": " ".join(ranked.line),
    }
    if ranked.chances:
        facts["win"] = f"{100 * ranked.chances[0]:.1f}"
    return facts


def _about_cube(table: TerminalTable, state: State[Any, Any], *, named: bool) -> None:
    """Double or not; take, drop or turn it again."""
    from tablas.cli.cube import LINES  # noqa: PLC0415 (numpy and the nets, for this only)
    from tablas.cli.options.cube import net_of, packed  # noqa: PLC0415
    from tablas.engine.dice.cube_action import judge, state_of  # noqa: PLC0415

    row = packed(state.kind, state.position)
    game = state.kind.name
    action = judge(net_of(state.kind), row, state_of(state), plies=CUBE_PLIES, game=game)
    do, answer = action.verdict
    table.say(phrases.CUBE_ADVICE, do=answer if state.phase is Phase.TO_ANSWER else do)
    if named:
        for name in ("no_double", "double_take", "double_drop"):
            equity = getattr(action, name)
            table.say(phrases.CUBE_WORTH, way=LINES[name], equity=f"{equity:+.3f}")
