"""Asks OpenSpiel for all legal plays of 2,000 positions and writes them down as a corpus.

Run from the root of the repository with any Python that has the package `open_spiel` (2.0.2 made
the file that is committed):

    PYTHONPATH=src python tools/oracles/openspiel_moves.py

The plays are OpenSpiel's; only the position IDs are written by Tablas. OpenSpiel cannot be set up
at will, so the positions are those of random games, half of them with a mover that mostly runs,
which brings about more races and bear-offs.

What is compared: the set of positions reached by each whole turn. OpenSpiel's rules for it are the
official ones, written differently in one place: a double is two turns of two dice each, and "as
many as possible" is judged in each half alone. If a line played fewer dice than another one, it
would not be official and is left out; how many such results there were is printed at the end. In
the committed file it is 0 results of 0 positions: no case had to be excluded.

Not compared, because OpenSpiel has no word for it: the cube, matches, and set-ups.

`tests/corpus/openspiel_moves.txt.xz`, a line for each position: its GNU position ID, seen by the
player on roll, the dice, then the sorted IDs of the positions reached, seen by the opponent,
separated by tabs.
"""

from __future__ import annotations

import lzma
import random
from pathlib import Path
from typing import Any

import pyspiel

from tablas.backgammon.gnubg import position_id
from tablas.backgammon.rules import Position

CORPUS = Path("tests/corpus/openspiel_moves.txt.xz")
SEED = 20250103
WANTED = 2000
BAR = 100  # what OpenSpiel calls the bar in `board`


def side(state: Any, player: int) -> tuple[int, ...]:
    """One player's checkers from that player's own point of view: off, 1 to 24, bar."""
    # OpenSpiel's point 0 is the 24-point of player 0 and the 1-point of player 1.
    places = range(23, -1, -1) if player == 0 else range(24)
    points = [state.board(player, place) for place in places]
    bar = state.board(player, BAR)
    return (15 - sum(points) - bar, *points, bar)


def seen_by(state: Any, player: int) -> str:
    return position_id(Position(side(state, player), side(state, 1 - player)))


def dice_played(state: Any, player: int, action: int) -> int:
    return sum(move.pos >= 0 for move in state.spiel_move_to_checker_moves(player, action))


def legal_plays(state: Any) -> dict[str, int]:
    """Every position reached, with the most dice that any line to it plays."""
    player = state.current_player()
    reached: dict[str, int] = {}
    for action in state.legal_actions():
        played, after = dice_played(state, player, action), state.child(action)
        # Still the same player: the second half of a double.
        ends = legal_plays(after) if after.current_player() == player else {}
        for end, more in (ends or {seen_by(after, 1 - player): 0}).items():
            reached[end] = max(reached.get(end, 0), played + more)
    return reached


def choose(state: Any, running: bool, rng: random.Random) -> int:
    """A random action; a runner takes the one of three that brings its rear forward most."""
    player = state.current_player()
    if not running:
        return int(rng.choice(state.legal_actions()))

    def rear(action: int) -> int:
        counts = side(state.child(action), player)
        return sum(point * point * count for point, count in enumerate(counts))

    return int(min(rng.choices(state.legal_actions(), k=3), key=rear))


def main() -> None:
    rng = random.Random(SEED)
    game = pyspiel.load_game("backgammon")
    plays_of: dict[tuple[str, str], list[str]] = {}
    positions = results = games = 0
    while len(plays_of) < WANTED:
        state, games = game.new_initial_state(), games + 1
        while not state.is_terminal() and len(plays_of) < WANTED:
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            first_half = "Extra turn: 0" in str(state)
            if first_half and rng.random() < 0.25:
                reached = legal_plays(state)
                most = max(reached.values())
                kept = sorted(end for end, played in reached.items() if played == most)
                positions += len(kept) < len(reached)
                results += len(reached) - len(kept)
                dice = "".join(sorted(str(state).split("Dice: ")[1][:2], reverse=True))
                plays_of[seen_by(state, state.current_player()), dice] = kept
            state.apply_action(choose(state, games % 2 == 0, rng))
    lines = ["\t".join((*key, *ends)) + "\n" for key, ends in plays_of.items()]
    CORPUS.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(plays_of)} positions of {games} games; {results} results of {positions} left out")


main()
