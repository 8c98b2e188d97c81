"""What the server does at a table by itself, without being asked: one event at a time.

It rolls the opening, seals fair dice, opens its own links and those of bots, skips a player who is
shut out and cannot double, plays "nothing" where nothing moves, and begins the next game.
"""

from __future__ import annotations

from tablas.fair_dice.parties import Party
from tablas.play.allowed import why_no_double
from tablas.play.state import Phase
from tablas.server.play.dice import fair_dice, fair_rolls
from tablas.server.play.dice.dealer import Dealer
from tablas.server.play.table import Body, Table
from tablas.values import Side


def begun(table: Table, dealer: Dealer) -> Body:
    """The event that sets up the next game, with the server's anchor where dice are fair."""
    number = table.number + 1
    body: Body = {"do": "begun", "number": number}
    if table.agreement.situation():
        body["situated"] = True  # at the cube and score that the set-up tells
    if table.agreement.kind.dice and table.agreement.dice == "fair":
        chain = dealer.chain(fair_rolls.dealing_id(table, number), Party.SERVER)
        body["anchor"] = chain.anchor.hex()
    return body


def took_back(table: Table, side: Side) -> Body:
    """The event that takes a move of `side` back; it names the place of that move in the log."""
    return {"do": "took-back", "side": side.value, "to": table.takes_back(side)}


def follow_up(table: Table, dealer: Dealer) -> Body | None:
    """The next thing to happen by itself, or None while the table waits for somebody."""
    if table.between_games:
        ready = table.ready | table.bots
        return begun(table, dealer) if ready >= set(Side) or table.agreement.local else None
    if not table.playing:
        return None
    if body := _bot_agrees(table):
        return body
    state = table.game.state
    if not state.kind.dice or state.resignation:
        return None
    if not table.plain_dice and table.dealing is None:
        return _sealing(table, dealer)
    match state.phase:
        case Phase.OPENING:
            return _opening(table, dealer)
        case Phase.TO_ROLL:
            return _before_the_roll(table, dealer)
        case Phase.TO_PLAY:
            assert state.turn is not None
            assert state.dice is not None
            if state.kind.stuck(state.position, state.dice):
                return {"do": "played", "side": state.turn.value, "play": "-"}
    return None


def _bot_agrees(table: Table) -> Body | None:
    """Bots are polite: they let moves be taken back and accept every resignation."""
    state = table.game.state
    if table.takeback and table.takeback.other in table.bots:
        return took_back(table, table.takeback)
    if state.resignation and state.resignation[0].other in table.bots:
        return {"do": "accepted-resignation", "side": state.resignation[0].other.value}
    return None


def _opening(table: Table, dealer: Dealer) -> Body | None:
    if table.plain_dice:
        white, black = dealer.dice()
        return {"do": "opening", "white": white, "black": black}
    return _made(table, dealer)


def _sealing(table: Table, dealer: Dealer) -> Body | None:
    """Before the first roll, an opening or from a set-up: the anchors of bots, then the seal."""
    for side in Side:
        if side in table.bots and side not in table.anchors:
            chain = dealer.chain(fair_rolls.dealing_id(table, table.number), Party.of(side))
            return {"do": "anchored", "side": side.value, "anchor": chain.anchor.hex()}
    if set(table.anchors) < set(Side):
        return None
    chain = dealer.chain(fair_rolls.dealing_id(table, table.number), Party.SERVER)
    return fair_rolls.seal(table, chain, dealer.seed(), dealer.today())


def _before_the_roll(table: Table, dealer: Dealer) -> Body | None:
    if table.dealing and table.dealing.awaited:
        return _made(table, dealer)
    state = table.game.state
    assert state.turn is not None
    if state.kind.shut_out(state.position) and why_no_double(state, state.turn):
        return {"do": "skipped", "side": state.turn.value}
    return None


def _made(table: Table, dealer: Dealer) -> Body | None:
    """The next part of a fair roll that is the server's to add: a bot's opening, or its own."""
    assert table.dealing is not None
    party = fair_dice.due(table.dealing, table.game)
    assert party is not None
    name = fair_rolls.dealing_id(table, table.number)
    if party is Party.SERVER:
        return fair_rolls.roll(table, dealer.chain(name, Party.SERVER))
    side = Side(party.value)
    if side not in table.bots:
        return None
    number = fair_dice.rolling(table.dealing, table.game).number
    opening = dealer.chain(name, party).opening(number)
    return {"do": "opened", "side": side.value, "open": opening.hex()}
