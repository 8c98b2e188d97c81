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
from tablas.server.play import protocol, refusals
from tablas.server.play.dice.dealer import Dealer
from tablas.server.play.follow_ups import follow_up, took_back
from tablas.server.play.may import why_not
from tablas.server.play.protocol import Command
from tablas.server.play.refusals import refused_by_rules
from tablas.server.play.table import Body, Table
from tablas.server.refusals import Refused
from tablas.values import Dice, Side

ONE_SIDED: Final[dict[type[Command], str]] = {
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
    protocol.OfferTakeback: "asked-takeback",
    protocol.DeclineTakeback: "refused-takeback",
    protocol.Abort: "aborted",
    protocol.Finish: "ended-session",
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
    if refusal := why_not(table, side, type(command), absent):
        raise Refused(refusal)
    bodies = _bodies(table, side, command, dealer, now)
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
        at = table.game.log[body["to"]].at or at
    after = table.after(body, at)
    if body["do"] == "played":
        body = action_fields(table.game.state, after.game.log[-1].action)
    return Caused(body, at, after)


def _bodies(table: Table, side: Side, command: Command, dealer: Dealer, now: int) -> list[Body]:
    match command:
        case protocol.Rematch():
            return _rematch(table, side, dealer)
        case protocol.Next():
            return [] if side in table.ready else [{"do": "ready", "side": side.value}]
        case protocol.NoChain():
            return _no_chain(table, side)
        case protocol.Anchor(anchor=anchor):
            return [{"do": "anchored", "side": side.value, "anchor": anchor}]
        case protocol.Open(open=opening):
            return [_opened(table, side, opening)]
        case protocol.Claim():
            return [lost_by(table, side.other)]
        case protocol.Grant(seconds=seconds):
            return [{"do": "granted", "side": side.value, "time": seconds * 1000}]
        case protocol.Roll():
            return [_rolled(table, side, command, dealer, now)]
        case protocol.Play(play=text):
            return [{"do": "played", "side": side.value, "play": text}]
        case protocol.Resign(level=level):
            return [{"do": "resigned", "side": side.value, "level": level}]
        case protocol.AcceptTakeback():
            return [took_back(table, side.other)]
    return [{"do": ONE_SIDED[type(command)], "side": side.value}]


def _rematch(table: Table, side: Side, dealer: Dealer) -> list[Body]:
    if table.rematch_game or table.rematch is side:
        return []
    agreed = table.rematch is side.other or side.other in table.bots or table.agreement.local
    asked: Body = {"do": "asked-rematch", "side": side.value}
    return [asked, {"do": "rematched", "game": dealer.new_game_id()}] if agreed else [asked]


def _no_chain(table: Table, side: Side) -> list[Body]:
    """The server rolls alone once both sides are content with that; a house bot always is."""
    if side in table.no_chain:
        return []
    asked: Body = {"do": "asked-no-chain", "side": side.value}
    content = table.no_chain | table.bots | (set(Side) if table.agreement.local else set())
    return [asked, {"do": "no-chain"}] if side.other in content else [asked]


def _opened(table: Table, side: Side, opening: str) -> Body:
    body: Body = {"do": "opened", "side": side.value, "open": opening}
    try:
        table.after(body, table.at)
    except IllegalAction as error:
        raise Refused(refusals.BAD_OPENING.about(reason=error.reason or error)) from None
    return body


def _rolled(table: Table, side: Side, command: protocol.Roll, dealer: Dealer, now: int) -> Body:
    state = table.game.state
    if state.phase is Phase.TO_ROLL and state.kind.shut_out(state.position):
        return {"do": "skipped", "side": side.value}
    if table.dealing is None:
        high, low = dealer.dice()
        dice = Dice(high, low)
        return {"do": "rolled", "side": side.value, "dice": [dice.high, dice.low]}
    if reason := why_refused(state, Rolled(side, Dice(2, 1)), now):
        raise refused_by_rules(
            IllegalAction(str(reason), reason.spoken("es"), reason), "", table.agreement.game
        )
    if command.open is None:
        raise Refused(refusals.FAIR_DICE_FIRST)
    return _opened(table, side, command.open)


def lost_by(table: Table, side: Side) -> Body:
    """The event by which a player who has gone away, or withholds the dice, loses the game.

    Before the dice of the first game are sealed there is nothing to lose yet. From then on the
    server never rolls alone instead: that would be a second roll for whoever liked the first less.
    """
    if table.number == 1 and not (table.plain_dice or table.dealing or table.moved):
        return {"do": "aborted", "side": side.value}
    return {"do": "forfeited", "side": side.value}
