"""Against a bot everything since one's own last choice is taken back, and the dice fall again."""

from __future__ import annotations

import random

from tablas.fair_dice.chain import Chain
from tablas.fair_dice.parties import Party
from tablas.play.state import Phase
from tablas.server.play import protocol
from tablas.server.play.agreement import Agreement
from tablas.server.play.commands import caused, followed
from tablas.server.play.dice import fair_rolls
from tablas.server.play.dice.dealer import ServerDealer
from tablas.server.play.follow_ups import begun
from tablas.server.play.may import may
from tablas.server.play.table import Table
from tablas.values import Side

DEALER = ServerDealer(b"0" * 32)
CHAIN = Chain(b"1" * 32)
ME, BOT = Side.WHITE, Side.BLACK


def did(table: Table, side: Side, command: protocol.Command) -> Table:
    return caused(table, side, command, now=0, dealer=DEALER)[-1].table


def against_bot(game: str) -> Table:
    table = Table.fresh("t", Agreement(game=game), ("A", "bot"), frozenset([BOT]))
    table = followed(table, [begun(table, DEALER)], 0, DEALER)[-1].table
    if not table.game.kind.dice:
        return table
    return did(table, ME, protocol.Anchor(id="a", anchor=CHAIN.anchor.hex()))


def acted(table: Table, rng: random.Random) -> Table:
    """The next thing that somebody does: an answer to a roll, a roll, or a play."""
    state = table.game.state
    if table.dealing and (table.awaited or state.phase is Phase.TO_ROLL):
        number = table.dealing.number + (0 if table.dealing.awaited else 1)
        if table.awaited is ME:
            return did(table, ME, protocol.Open(id="o", open=CHAIN.opening(number).hex()))
        assert state.turn is not None
        name = fair_rolls.dealing_id(table, table.number)
        chain = CHAIN if state.turn is ME else DEALER.chain(name, Party.of(BOT))
        return did(table, state.turn, protocol.Roll(id="r", open=chain.opening(number).hex()))
    assert state.turn is not None
    plays = list(state.kind.rules.plays(state.position, state.dice).values())
    text = state.kind.notation.write(state.position, rng.choice(plays))
    return did(table, state.turn, protocol.Play(id="p", play=text))


def my_turn(table: Table, rng: random.Random) -> Table:
    """On to where I have something to choose."""
    while not (table.to_act is ME and table.game.state.phase is Phase.TO_PLAY):
        table = acted(table, rng)
    return table


def test_my_turn_comes_back_as_it_was_and_the_bot_rolls_the_same_again():
    rng = random.Random(4)
    first = my_turn(against_bot("backgammon"), rng)
    table = acted(first, rng)
    later = my_turn(table, rng)  # the bot has rolled and played, and I have rolled
    rolls = [one["roll"] for _, one in sorted(later.proof.items())]
    assert len(rolls) >= len(first.proof) + 2
    again = did(later, ME, protocol.OfferTakeback(id="t"))
    assert (again.game.state, again.proof) == (first.game.state, first.proof)
    assert again.dealing == first.dealing

    # Another play: the rolls after it are those that fell before, each with its proof.
    after = my_turn(acted(again, random.Random(9)), rng)
    shared = sorted(set(after.proof) & set(later.proof))
    assert [after.proof[place] for place in shared] == [later.proof[place] for place in shared]
    assert [one["roll"] for _, one in sorted(after.proof.items())] == rolls
    assert again.takes_back(ME) is None  # nothing was played before it
    assert "offer-takeback" not in may(again, ME, now=0)


def test_a_take_back_steps_back_turn_by_turn_to_the_first_choice():
    rng = random.Random(7)
    turns = [my_turn(against_bot("abak"), rng)]
    for _ in range(3):
        turns.append(my_turn(acted(turns[-1], rng), rng))
    table = turns[-1]
    for before in reversed(turns[:-1]):
        table = did(table, ME, protocol.OfferTakeback(id="t"))
        assert table.game.state == before.game.state
        assert table.dealing == before.dealing


def test_a_log_from_before_the_place_was_told_still_means_the_same():
    rng = random.Random(4)
    first = my_turn(against_bot("backgammon"), rng)
    played = acted(first, rng)
    old = played.after({"do": "took-back", "side": "white"}, 0)
    assert old.game.state == first.game.state
    assert old.dealing == first.dealing
