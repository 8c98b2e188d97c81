"""A whole game between two players, in one function; a duel of many is `tablas.duel`."""

from __future__ import annotations

from random import Random
from typing import Any

from tablas.engine.player import Answer, Player
from tablas.play.actions import Action, Beavered, Doubled, Dropped, Played, Raccooned, Skipped, Took
from tablas.play.allowed import why_no_double, why_refused
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.values import Side


def played_out(
    game: Game[Any, Any], white: Player, black: Player, rng: Random | None = None
) -> Game[Any, Any]:
    """The game at its end; without `rng` the dice fall as the system has them."""
    players = {Side.WHITE: white, Side.BLACK: black}
    while game.result is None:
        side = game.to_act
        if side is None:
            game = game.roll(rng=rng)
        elif (action := decided(game, side, players[side])) is not None:
            game = game.apply(action)
        else:
            game = game.roll(rng=rng)
    return game


def decided(
    game: Game[Any, Any], side: Side, player: Player, now: int | None = None
) -> Action[Any] | None:
    """What a player does now; None to roll."""
    state = game.state
    if state.phase is Phase.TO_ANSWER:
        return _answered(game, side, player.answer(state), now)
    if state.phase is Phase.TO_PLAY:
        return Played(side, player.choose(state))
    if state.kind.shut_out(state.position):
        return Skipped(side)
    if why_no_double(state, side) is None and player.doubles(state):
        return Doubled(side)
    return None


def _answered(game: Game[Any, Any], side: Side, answer: Answer, now: int | None) -> Action[Any]:
    """To a double; who wants to turn the cube again must be allowed to."""
    offer = game.state.cube.offer
    assert offer is not None, "only a double is answered"
    raised: Action[Any] = Beavered(side) if offer.turns == 1 else Raccooned(side)
    if answer is Answer.RAISE and why_refused(game.state, raised, now) is None:
        return raised
    return Dropped(side) if answer is Answer.DROP else Took(side)
