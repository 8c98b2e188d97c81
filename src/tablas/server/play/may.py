"""What a player may do at a table now: the rules of the game, and those of the table besides.

`why_not` is asked before every command that a table knows, and `may` asks it for all of them: what
`may` tells is what `commands.caused` grants, and every change of the table follows from it.
"""

from __future__ import annotations

from typing import Any, Final

from tablas.play import actions
from tablas.play.actions import Action
from tablas.play.allowed import LARGEST_GRANT, levels_to_resign, open_to, why_refused
from tablas.play.clock import SECOND
from tablas.play.state import Phase
from tablas.server.play import protocol, refusals
from tablas.server.play.protocol import Command
from tablas.server.play.table import Table
from tablas.server.refusals import Refusal
from tablas.values import Side

Choices = bool | int | tuple[int, ...]
NOBODY: Final[frozenset[Side]] = frozenset()
OF_THE_GAME: Final[dict[type[Action[Any]], type[Command]]] = {
    actions.Rolled: protocol.Roll,
    actions.Skipped: protocol.Roll,  # whoever is shut out asks for a roll and loses the turn
    actions.Played: protocol.Play,
    actions.Doubled: protocol.Double,
    actions.Took: protocol.Take,
    actions.Dropped: protocol.Drop,
    actions.Beavered: protocol.Beaver,
    actions.Raccooned: protocol.Raccoon,
    actions.Resigned: protocol.Resign,
    actions.ResignationAccepted: protocol.AcceptResignation,
    actions.ResignationRefused: protocol.RefuseResignation,
    actions.DrawOffered: protocol.OfferDraw,
    actions.DrawAccepted: protocol.AcceptDraw,
    actions.DrawDeclined: protocol.DeclineDraw,
    actions.Granted: protocol.Grant,
}
OF_FAIR_DICE: Final[tuple[type[Command], ...]] = (protocol.Anchor, protocol.NoChain, protocol.Open)
TAKEBACKS: Final[tuple[type[Command], ...]] = (
    protocol.OfferTakeback, protocol.AcceptTakeback, protocol.DeclineTakeback,
)  # fmt: skip
BESIDE_IT: Final[tuple[type[Command], ...]] = (
    protocol.Abort, protocol.Claim, protocol.Next, protocol.Finish, protocol.Rematch,
)  # fmt: skip
NAMES: Final = {
    command: str(command.__struct_config__.tag)
    for commands in (tuple(OF_THE_GAME.values()), OF_FAIR_DICE, TAKEBACKS, BESIDE_IT)
    for command in commands
}


def may(
    table: Table, side: Side, *, now: int, absent: frozenset[Side] = NOBODY
) -> dict[str, Choices]:
    """Every command open to `side`, by its name, with what its further field may say.

    `resign` tells the levels and `grant` the most seconds; of the others there is nothing to tell
    (of `play` the graph of legal steps does). A command that would change nothing is not open.
    """
    commands = _in_a_game(table, side, now, absent) if table.playing else _beside_it(table, side)
    if why_not(table, side, protocol.Abort) is None:
        commands.append(protocol.Abort)
    return {NAMES[command]: _choices(table, command) for command in commands}


def _in_a_game(table: Table, side: Side, now: int, absent: frozenset[Side]) -> list[type[Command]]:
    commands = [OF_THE_GAME[action] for action in open_to(table.game.state, side, now)]
    asked = _takebacks(table)
    if not table.plain_dice:  # else the table adds nothing to what the game allows
        asked = (*commands, *OF_FAIR_DICE, *asked)
        commands = []
    commands += [command for command in asked if why_not(table, side, command) is None]
    if side in table.no_chain and protocol.NoChain in commands:
        commands.remove(protocol.NoChain)
    claims = absent and why_not(table, side, protocol.Claim, absent) is None
    if claims and _loses(table, side.other, now):
        commands.append(protocol.Claim)
    return commands


def _takebacks(table: Table) -> tuple[type[Command], ...]:
    """What may be said about taking a move back: nobody answers where nobody asked."""
    if table.agreement.rated:
        return ()
    return TAKEBACKS if table.takeback else TAKEBACKS[:1]


def _loses(table: Table, side: Side, now: int) -> bool:
    """Whether the game can be taken from `side`, who has gone away."""
    return not why_refused(table.game.state, actions.Forfeited(side), now)


def _beside_it(table: Table, side: Side) -> list[type[Command]]:
    """Between two games, and after the last one."""
    commands: list[type[Command]] = []
    if why_not(table, side, protocol.Next) is None and side not in table.ready:
        commands.append(protocol.Next)
    if why_not(table, side, protocol.Finish) is None:
        commands.append(protocol.Finish)
    asked = table.rematch_game is not None or table.rematch is side
    if why_not(table, side, protocol.Rematch) is None and not asked:
        commands.append(protocol.Rematch)
    return commands


def _choices(table: Table, command: type[Command]) -> Choices:
    if command is protocol.Resign:
        return levels_to_resign(table.game.state)
    return LARGEST_GRANT // SECOND if command is protocol.Grant else True


def why_not(
    table: Table, side: Side, command: type[Command], absent: frozenset[Side] = NOBODY
) -> Refusal | None:
    """The rule of the table that keeps `side` from such a command; the game has its own besides."""
    if command is protocol.Abort:
        return _why_no_abort(table)
    if command is protocol.Rematch:
        return None if table.over else refusals.NOT_OVER
    if command is protocol.Next:
        return None if table.between_games else refusals.NOT_BETWEEN_GAMES
    if command is protocol.Finish:
        return _why_no_finish(table)
    if not table.playing:
        return _why_not_playing(table)
    if command is protocol.Claim:
        return None if side.other in absent else refusals.NOT_ABSENT
    if command is protocol.Grant:
        return None
    if command is protocol.NoChain:
        return _why_no_downgrade(table)
    if command is protocol.Anchor:
        settled = table.plain_dice or table.dealing or side in table.anchors
        return refusals.NOT_FAIR_DICE if settled else None
    if command is protocol.Open:
        return _why_no_opening(table, side)
    if table.dealing and table.dealing.awaited and table.awaited:
        return refusals.DICE_PENDING
    if command is protocol.Roll:
        return _why_no_roll(table)
    return _why_no_takeback(table, side, command) if command in TAKEBACKS else None


def _why_not_playing(table: Table) -> Refusal:
    if table.over:
        return refusals.MATCH_OVER
    return refusals.NOT_BEGUN if table.number == 0 else refusals.BETWEEN_GAMES


def _why_no_abort(table: Table) -> Refusal | None:
    if table.over:
        return refusals.MATCH_OVER
    # Whoever has seen the dice may not choose whether the game counts.
    seen = table.moved or (table.agreement.rated and table.dice_fell)
    return refusals.TOO_LATE_TO_ABORT if seen else None


def _why_no_finish(table: Table) -> Refusal | None:
    if not table.agreement.session:
        return refusals.NO_SESSION
    if table.between_games:
        return None
    return refusals.MATCH_OVER if table.over else refusals.NOT_BETWEEN_GAMES


def _why_no_downgrade(table: Table) -> Refusal | None:
    """Why the server may not be asked to roll alone."""
    if table.plain_dice or table.dealing:
        return refusals.NOT_FAIR_DICE
    return refusals.FAIR_DICE_ONLY if table.agreement.rated else None


def _why_no_opening(table: Table, side: Side) -> Refusal | None:
    if table.dealing is None:
        return refusals.NOT_FAIR_DICE
    # Without a roll under way an opening would be a roll command, which `roll` is for.
    return None if table.awaited is side else refusals.BAD_OPENING.about(reason="not asked for")


def _why_no_roll(table: Table) -> Refusal | None:
    """Fair dice of a game from a set-up may not be sealed yet; whoever is shut out needs none."""
    state = table.game.state
    sealed = table.plain_dice or table.dealing is not None
    skips = state.phase is Phase.TO_ROLL and state.kind.shut_out(state.position)
    return None if sealed or skips else refusals.DICE_PENDING


def _why_no_takeback(table: Table, side: Side, command: type[Command]) -> Refusal | None:
    if table.agreement.rated:
        return refusals.NO_TAKEBACKS
    if command is not protocol.OfferTakeback:
        return None if table.takeback is side.other else refusals.NO_TAKEBACK_OFFER
    return refusals.NOTHING_TO_TAKE_BACK if table.takes_back(side) is None else None
