"""A table as its frames show it: everything a board needs, and nothing that is secret."""

from __future__ import annotations

from typing import Any

from tablas.play.clock import Clock, Timing
from tablas.play.state import Phase
from tablas.record import result_fields
from tablas.server.play import boards
from tablas.server.play.table import Table
from tablas.values import Side

Fields = dict[str, Any]
PHASES = {
    Phase.OPENING: "opening",
    Phase.TO_ROLL: "to-roll",
    Phase.TO_ANSWER: "to-answer",
    Phase.TO_PLAY: "to-play",
    Phase.OVER: "over",
}


def view(table: Table, now: int) -> Fields:
    """The present of a table at `now` on its own scale."""
    state = table.game.state
    position, board = boards.shown(table)
    fields: Fields = {
        "status": status(table),
        "position": position,
        "turn": _name(state.turn),
        "phase": PHASES[state.phase],
        "to_act": _name(table.to_act),
        "board": board,
    }
    if state.dice:
        fields["dice"] = [state.dice.high, state.dice.low]
        if boards.forced(state):
            fields["forced"] = True
    if state.terms.stakes.cube and state.kind.dice:
        fields["cube"] = boards.cube(state)
    if state.clock:
        fields["clock"] = clock(state.clock, now if table.number else None)
    if state.resignation:
        fields["resignation"] = {"side": state.resignation[0].value, "level": state.resignation[1]}
    if state.draw_offer:
        fields["draw_offer"] = state.draw_offer.value
    if table.takeback:
        fields["takeback"] = table.takeback.value
    if state.result:
        fields["result"] = result_fields(state.result)
    if table.agreement.length is not None or table.agreement.session or state.terms.stakes.length:
        fields["match"] = match(table)
    if table.rematch:
        fields["rematch"] = {"side": table.rematch.value, "game": table.rematch_game}
    if dice := fair(table):
        fields["fair_dice"] = dice
    return fields


def clock(shown: Clock, now: int | None) -> Fields:
    """What both have left; before the game has begun (`now` is None) nobody's time runs.

    With a delay, also what is left of it: so long the time of whoever thinks stands still.
    """
    if now is None:
        return {"white": shown.left[0], "black": shown.left[1], "running": None}
    fields: Fields = {
        "white": shown.remaining(Side.WHITE, now),
        "black": shown.remaining(Side.BLACK, now),
        "running": _name(shown.running),
    }
    if shown.control.timing is Timing.DELAY:
        fields["delay"] = shown.free(now)
    return fields


def status(table: Table) -> str:
    if table.aborted:
        return "aborted"
    if table.decided:
        return "finished"
    if table.number == 0:
        return "waiting"
    return "between-games" if table.between_games else "playing"


def match(table: Table) -> Fields:
    length, (white, black) = table.agreement.length, table.match.score
    stakes = table.game.state.terms.stakes
    if length is None and stakes.length:  # one game, at the score that its set-up tells
        length, (white, black) = stakes.score
    crawford = bool(length and length > 1 and table.agreement.crawford and _is_crawford(table))
    return {
        "length": length,
        "white": white,
        "black": black,
        "game": table.number,
        "crawford": crawford,
    }


def _is_crawford(table: Table) -> bool:
    """Whether the game on the board is the one without a cube."""
    stakes = table.game.state.terms.stakes
    return table.agreement.cube and table.game.kind.dice and not stakes.cube


def fair(table: Table) -> Fields | None:
    """How far the making of the dice has come; None where the server rolls alone."""
    if table.plain_dice or not table.playing:
        return None
    fields: Fields = {"game": f"{table.id}-{table.number}", "server": table.server_anchor}
    if table.dealing is None:
        fields["anchors"] = {side.value: anchor for side, anchor in table.anchors.items()}
        if table.no_chain:
            fields["no_chain"] = sorted(side.value for side in table.no_chain)
    else:
        # The number of the roll under way, else of the next one: what a client opens.
        fields["roll"] = table.dealing.number + (0 if table.dealing.awaited else 1)
    if awaited := table.awaited:
        fields["awaits"] = awaited.value
    return fields


def _name(side: Side | None) -> str | None:
    return side.value if side else None
