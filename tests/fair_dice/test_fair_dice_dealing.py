"""The dice while a game is played: nobody opens early, late, twice or something else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fair_games import fair_start
from samples import sample
from tablas.errors import IllegalAction
from tablas.fair_dice.chain import LENGTH
from tablas.fair_dice.dealing import Dealing, dealt
from tablas.fair_dice.parties import Mode, Party
from tablas.fair_dice.roll import ABSENT, rolled
from tablas.values import Side

SERVER, WHITE, BLACK = Party


def refused(dealing: Dealing, party: Party, opening: bytes) -> str:
    with pytest.raises(IllegalAction) as caught:
        dealing.opened(party, opening)
    return caught.value.reason.rule


def test_a_live_roll_is_opened_by_the_mover_the_opponent_and_the_server():
    dealing, chains = fair_start(1, Mode.LIVE)
    dealing = dealing.asked(Side.BLACK)
    for party in (BLACK, WHITE, SERVER):
        assert dealing.awaited is party
        assert not dealing.finished
        dealing = dealing.opened(party, chains[party].opening(1))
    assert dealing.finished
    assert dealing.awaited is None
    openings = [chains[party].opening(1) for party in Party]
    assert dealing.dice == rolled("test-1", 1, *openings)
    assert dealing.proof.number == 1
    assert dealing.proof.openings == dict(zip(Party, openings, strict=True))


@pytest.mark.parametrize("mode", [Mode.CORRESPONDENCE, Mode.LOCAL])
def test_without_the_opponent_the_server_and_the_mover_make_the_roll(mode):
    dealing, chains = fair_start(2, mode)
    dealing = dealt(dealing, None, chains)  # an opening roll counts as White's
    server, white = chains[SERVER].opening(1), chains[WHITE].opening(1)
    assert set(dealing.proof.openings) == {SERVER, WHITE}
    assert dealing.dice == rolled("test-2", 1, server, white, ABSENT)
    dealing = dealt(dealt(dealing, Side.BLACK, chains), Side.BLACK, chains)
    server, black = chains[SERVER].opening(3), chains[BLACK].opening(3)
    assert set(dealing.proof.openings) == {SERVER, BLACK}
    assert dealing.dice == rolled("test-2", 3, server, ABSENT, black)
    dealing = dealt(dealing, Side.WHITE, chains)  # White opens again after two rolls without
    assert dealing.number == dealing.proof.number == 4


@pytest.mark.parametrize("mode", Mode)
@settings(max_examples=sample(25))
@given(data=st.data())
def test_only_the_awaited_party_opens_and_only_its_next_link(mode, data):
    dealing, chains = fair_start(3, mode)
    for _ in range(data.draw(st.integers(0, 3))):
        dealing = dealt(dealing, data.draw(st.sampled_from([None, *Side])), chains)
    dealing = dealing.asked(data.draw(st.sampled_from([None, *Side])))
    for _ in range(data.draw(st.integers(0, 1))):
        awaited = dealing.awaited
        dealing = dealing.opened(awaited, chains[awaited].opening(dealing.number))
    party, owner = data.draw(st.sampled_from(Party)), data.draw(st.sampled_from(Party))
    number = data.draw(st.integers(1, 8))
    opening = chains[owner].opening(number)
    if party is not dealing.awaited:
        assert refused(dealing, party, opening) == "order"
    elif owner is not party or number != dealing.number:
        assert refused(dealing, party, opening) == "link"
    else:
        assert dealing.opened(party, opening).openings[party] == opening


def test_no_roll_begins_before_the_one_before_is_finished():
    dealing, chains = fair_start(4, Mode.LIVE)
    dealing = dealing.asked(Side.WHITE).opened(WHITE, chains[WHITE].opening(1))
    with pytest.raises(IllegalAction, match="Black has to open") as caught:
        dealing.asked(Side.WHITE)
    assert caught.value.reason.spoken("es") == (
        "la tirada anterior no ha terminado: falta que abra Negras"
    )


def test_nobody_opens_while_no_roll_is_under_way():
    dealing, chains = fair_start(5, Mode.LIVE)
    assert refused(dealing, SERVER, chains[SERVER].opening(1)) == "order"
    dealing = dealt(dealing, None, chains)
    assert refused(dealing, SERVER, chains[SERVER].opening(1)) == "order"


def test_a_chain_lasts_a_thousand_rolls_and_no_more():
    dealing, chains = fair_start(6, Mode.LIVE)
    for _ in range(LENGTH):
        dealing = dealt(dealing, Side.WHITE, chains)
    with pytest.raises(IllegalAction, match="there is no opening 1001: a chain has 1000"):
        dealing.asked(Side.WHITE)
