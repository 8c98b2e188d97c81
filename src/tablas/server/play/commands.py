"""From a player's command to the events it causes, by the rules and nothing else.

`caused` is a pure function of the table, the time and the dealer's dice: a room stores what it
gives and only then shows it to anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablas.errors import IllegalAction, InvalidPosition, NotationError
from tablas.play.actions import Rolled
from tablas.play.allowed import why_refused
from tablas.play.state import Phase
from tablas.record.actions import action_fields
from tablas.server.play import protocol, refusals, takebacks
from tablas.server.play.dealer import Dealer
from tablas.server.play.follow_ups import follow_up
from tablas.server.play.protocol import Command
from tablas.server.play.refusals import refused_by_rules
from tablas.server.play.table import ACTIONS, Body, Table
from tablas.server.refusals import Refused
from tablas.values import Dice, Side

ANSWERS: Final[dict[type[Command], str]] = {
    protocol.Double: "doubled",
    protocol.Take: "took",
    protocol.Drop: "dropped",
    protocol.Beaver: "beavered",
    protocol.Raccoon: "raccooned",
    protocol.AcceptResignation: "accepted-resignation",
    protocol.RefuseResignation: "refused-resignation",
    protocol.OfferDraw: "offered-draw",
    protocol.AcceptDraw: "accepted-draw",
    protocol.DeclineDraw: "declined-draw",
}
MOST_FOLLOW_UPS: Final = 200  # opening ties and turns lost on the bar end long before that


@dataclass(frozen=True, slots=True)
class Caused:
    """An event to be stored, and the table after it."""

    body: Body
    at: int
    table: Table


def caused(
    table: Table,
    side: Side,
    command: Command,
    *,
    now: int,
    dealer: Dealer,
    absent: frozenset[Side] = frozenset(),
) -> list[Caused]:
    """What `command` of `side` leads to at `now`, with what follows by itself; or `Refused`."""
    if command.seen is not None and command.seen != table.seq:
        raise Refused(refusals.STALE.about(seen=command.seen))
    bodies = _bodies(table, side, command, dealer, absent)
    text = command.play if isinstance(command, protocol.Play) else ""
    return followed(table, bodies, now, dealer, text=text)


def followed(
    table: Table, bodies: list[Body], at: int, dealer: Dealer, *, text: str = ""
) -> list[Caused]:
    """These events, and all that the server adds to them by itself."""
    events: list[Caused] = []
    try:
        for body in bodies:
            events.append(applied(table, body, at))
            table, at = events[-1].table, events[-1].at
    except (IllegalAction, InvalidPosition, NotationError) as error:
        raise refused_by_rules(error, text, table.agreement.game) from None
    for _ in range(MOST_FOLLOW_UPS):
        following = follow_up(table, dealer)
        if following is None:
            break
        events.append(applied(table, following, at))
        table, at = events[-1].table, events[-1].at
    return events


def applied(table: Table, body: Body, at: int) -> Caused:
    """One event on the table; a play is stored as the notation writes it, not as it was typed.

    A move taken back turns the clocks back to the moment when it was made.
    """
    if body["do"] == "took-back":
        at = takebacks.time_of(table.game, Side(body["side"])) or at
    after = table.after(body, at)
    if body["do"] == "played":
        body = action_fields(table.game.state, after.game.log[-1].action)
    return Caused(body, at, after)


def _bodies(
    table: Table, side: Side, command: Command, dealer: Dealer, absent: frozenset[Side]
) -> list[Body]:
    match command:
        case protocol.Abort():
            return _aborted(table, side)
        case protocol.Rematch():
            return _rematch(table, side, dealer)
        case protocol.Next():
            if not table.between_games:
                raise Refused(refusals.NOT_BETWEEN_GAMES)
            return [] if side in table.ready else [{"do": "ready", "side": side.value}]
        case protocol.Finish():
            return _finished(table, side)
    _check_playing(table)
    match command:
        case protocol.Anchor() | protocol.NoChain():
            return _anchored(table, side, command)
        case protocol.Open(open=opening):
            return _opened(table, side, opening)
        case protocol.Claim():
            return _claimed(table, side, absent)
        case protocol.Grant(seconds=seconds):
            return [{"do": "granted", "side": side.value, "time": seconds * 1000}]
    if table.dealing and table.dealing.awaited and table.awaited:
        raise Refused(refusals.DICE_PENDING)
    match command:
        case protocol.Roll():
            return [_rolled(table, side, command, dealer)]
        case protocol.Play(play=text):
            return [{"do": "played", "side": side.value, "play": text}]
        case protocol.Resign(level=level):
            return [{"do": "resigned", "side": side.value, "level": level}]
        case protocol.OfferTakeback() | protocol.AcceptTakeback() | protocol.DeclineTakeback():
            return _takeback(table, side, command)
    return [{"do": ANSWERS[type(command)], "side": side.value}]


def _check_playing(table: Table) -> None:
    if table.over:
        raise Refused(refusals.MATCH_OVER)
    if table.number == 0:
        raise Refused(refusals.NOT_BEGUN)
    if table.between_games:
        raise Refused(refusals.BETWEEN_GAMES)


def _aborted(table: Table, side: Side) -> list[Body]:
    if table.over:
        raise Refused(refusals.MATCH_OVER)
    if table.moved:
        raise Refused(refusals.TOO_LATE_TO_ABORT)
    return [{"do": "aborted", "side": side.value}]


def _finished(table: Table, side: Side) -> list[Body]:
    if not table.agreement.session:
        raise Refused(refusals.NO_SESSION)
    if not table.between_games:
        raise Refused(refusals.MATCH_OVER if table.over else refusals.NOT_BETWEEN_GAMES)
    return [{"do": "ended-session", "side": side.value}]


def _rematch(table: Table, side: Side, dealer: Dealer) -> list[Body]:
    if not table.over:
        raise Refused(refusals.NOT_OVER)
    if table.rematch_game or table.rematch is side:
        return []
    agreed = table.rematch is side.other or side.other in table.bots or table.agreement.local
    asked: Body = {"do": "asked-rematch", "side": side.value}
    return [asked, {"do": "rematched", "game": dealer.new_game_id()}] if agreed else [asked]


def _anchored(table: Table, side: Side, command: protocol.Anchor | protocol.NoChain) -> list[Body]:
    if table.plain_dice or table.dealing or side in table.anchors:
        raise Refused(refusals.NOT_FAIR_DICE)
    if isinstance(command, protocol.NoChain):
        return [{"do": "no-chain", "side": side.value}]
    return [{"do": "anchored", "side": side.value, "anchor": command.anchor}]


def _opened(table: Table, side: Side, opening: str) -> list[Body]:
    if table.dealing is None:
        raise Refused(refusals.NOT_FAIR_DICE)
    body: Body = {"do": "opened", "side": side.value, "open": opening}
    # Without a roll under way an opening would be a roll command, which `roll` is for.
    if table.awaited is not side:
        raise Refused(refusals.BAD_OPENING.about(reason="not asked for"))
    _check_opening(table, body)
    return [body]


def _rolled(table: Table, side: Side, command: protocol.Roll, dealer: Dealer) -> Body:
    state = table.game.state
    if state.phase is Phase.TO_ROLL and state.kind.shut_out(state.position):
        return {"do": "skipped", "side": side.value}
    if table.dealing is None and not table.plain_dice:
        raise Refused(refusals.DICE_PENDING)  # not sealed yet: a game from a set-up
    if table.dealing is None:
        high, low = dealer.dice()
        dice = Dice(high, low)
        return {"do": "rolled", "side": side.value, "dice": [dice.high, dice.low]}
    now = table.at if state.clock is None else max(table.at, state.clock.since)
    if reason := why_refused(state, Rolled(side, Dice(2, 1)), now):
        raise refused_by_rules(IllegalAction(str(reason), reason), "", table.agreement.game)
    if command.open is None:
        raise Refused(refusals.FAIR_DICE_FIRST)
    body: Body = {"do": "opened", "side": side.value, "open": command.open}
    _check_opening(table, body)
    return body


def _check_opening(table: Table, body: Body) -> None:
    try:
        table.after(body, table.at)
    except IllegalAction as error:
        raise Refused(refusals.BAD_OPENING.about(reason=error.reason or error)) from None


def _claimed(table: Table, side: Side, absent: frozenset[Side]) -> list[Body]:
    if side.other not in absent:
        raise Refused(refusals.NOT_ABSENT)
    return lost_by(table, side.other)


def lost_by(table: Table, side: Side) -> list[Body]:
    """The events by which a player who has gone away loses the game on the board.

    Before its first roll there is nothing to lose yet: a match goes on with the server's dice.
    """
    if table.game.state.phase is Phase.OPENING:
        return [{"do": "no-chain"}] if table.moved else [{"do": "aborted"}]
    resigned: Body = {"do": "resigned", "side": side.value, "level": 1}
    if not table.game.kind.dice:
        return [resigned]
    return [resigned, {"do": "accepted-resignation", "side": side.other.value}]


def _takeback(table: Table, side: Side, command: Command) -> list[Body]:
    if table.agreement.rated:
        raise Refused(refusals.NO_TAKEBACKS)
    if isinstance(command, protocol.OfferTakeback):
        if takebacks.place_of_last_move(table.game, side) is None:
            raise Refused(refusals.NOTHING_TO_TAKE_BACK)
        return [{"do": "asked-takeback", "side": side.value}]
    if table.takeback is not side.other:
        raise Refused(refusals.NO_TAKEBACK_OFFER)
    if isinstance(command, protocol.DeclineTakeback):
        return [{"do": "refused-takeback", "side": side.value}]
    return [{"do": "took-back", "side": side.other.value}]


assert set(ANSWERS.values()) <= ACTIONS
