"""Pairs of games without dice, one after another: the same beginning twice, sides changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tablas.duel.pairs import PlayedPairs
from tablas.duel.saved import GameWords
from tablas.engine.outside import OutsideFailed
from tablas.engine.seats import BoardDuel, MoveSeat
from tablas.errors import IllegalAction, NotationError
from tablas.kind import Kind
from tablas.play.actions import Played
from tablas.play.game import Game
from tablas.values import Setup, Side


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: 1, 1/2 or 0 for the first player, and what happened."""

    score: float
    ending: str
    plies: int
    lead: int  # of the first player
    words: GameWords  # the start and the moves, for `tablas.duel.saved`


def play_pairs(
    kind: Kind[Any, Any],
    side: BoardDuel,
    one: MoveSeat,
    other: MoveSeat,
    pairs: range,
    seed: int,
    *,
    written: bool = False,
) -> PlayedPairs:
    """Both games of every pair; `one` has the side that begins in the first of them."""
    played = PlayedPairs()
    for number in pairs:
        setup = side.opening(number, seed)
        mover = setup.turn or kind.first or Side.WHITE
        games = []
        for half, sides in enumerate(((mover, mover.other), (mover.other, mover))):
            seats = dict(zip(sides, (one, other), strict=True))
            games.append(play_game(kind, side, setup, seats, one, hash((seed, number, half))))
        scores = (games[0].score, games[1].score)
        played.add(
            PlayedPairs(
                raw=[(2 * scores[0] - 1, 2 * scores[1] - 1)],
                won=[scores],
                turns=sum(game.plies for game in games),
                leads=[(games[0].lead, games[1].lead)],
                endings=dict(Counter(game.ending for game in games)),
                games=[game.words for game in games] if written else [],
            )
        )
    return played


def play_game(
    kind: Kind[Any, Any],
    side: BoardDuel,
    setup: Setup[Any],
    seats: dict[Side, MoveSeat],
    first: MoveSeat,
    seed: int,
) -> PlayedGame:
    """One game; a player that fails or plays what is not allowed loses it."""
    for number, seat in enumerate(seats.values()):
        seat.new(abs(hash((seed, number))))
    game = Game.begin(kind, side.terms, setup=setup)
    words = [kind.formats.write(setup)]
    while not game.result:
        assert game.turn is not None
        seat = seats[game.turn]
        try:
            play = seat.move(game)
            after = game.apply(Played(game.turn, play))
            words.append(kind.notation.write(game.position, play))
            game = after
        except (OutsideFailed, IllegalAction, NotationError) as error:
            ending = f"{seat.name} failed: {error}"
            return PlayedGame(0.0 if seat is first else 1.0, ending, game.state.plies, 0, words)
    place = next(place for place, seat in seats.items() if seat is first)
    lead = side.lead(game.state.position)
    winner = game.result.winner
    return PlayedGame(
        score=0.5 if winner is None else float(winner is place),
        ending=game.result.ending.value,
        plies=game.state.plies,
        lead=lead if game.turn is place else -lead,
        words=words,
    )
