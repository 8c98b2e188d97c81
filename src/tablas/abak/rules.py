"""The rules of Abak Evolution: what can be played, why not, and when it is over.

Sources: `docs/rules/abak.en.md`; section names in comments are those of that page. The rulings:
A1 `movements.entrants` · A2 `stacks.ATTACKERS` · A3 `stacks.traps` · A4 `stacks.fits` ·
A5 `stacks.landing` · A6, A13 `movements.general_after` · A7 `tablas.play.endings.locked` ·
A8, A9, A10 `stacks.fits` · A11 `movements.others_home` · A12 `dicegame.turn.ends_of_turn`.
"""

from __future__ import annotations

from functools import lru_cache

from tablas.abak import reasons, starts
from tablas.abak.movements import Turn, begun, ended, looked_at, settled, steps
from tablas.abak.position import CHECKERS, Effect, Play, Position, Step, any_own
from tablas.abak.reasons import point_name
from tablas.abak.refusals import why_not_now
from tablas.abak.validity import faults
from tablas.dicegame.turn import anything_moves, ends_of_turn, one_end
from tablas.errors import InvalidPosition
from tablas.values import ROLLS, Dice, Outcome
from tablas.words import Reason

__all__ = [
    "Effect",
    "Play",
    "Position",
    "Step",
    "after",
    "carried_out",
    "faults",
    "made",
    "outcome",
    "plays",
    "shut_out",
    "start",
    "stuck",
    "why_illegal",
    "why_not_enough",
]


def start(name: str = "standard") -> Position:
    """The start: 24 `ED`, 23 `OS`, 13 `SSGS`, 8 `SGS`, 6 `SSSN` from each side."""
    if name != starts.STARTS[0].name:
        raise InvalidPosition(
            f"start {name[:40]!r}: Abak knows {starts.STARTS[0].name}",
            f"salida {name[:40]!r}: en Abak hay {starts.STARTS[0].name}",
        )
    points = [""] * 25
    for point, stack in ((24, "ED"), (23, "OS"), (13, "SSGS"), (8, "SGS"), (6, "SSSN")):
        points[point], points[25 - point] = stack, stack.lower()
    return Position(tuple(points))


def plays(position: Position, dice: Dice | None = None) -> dict[Position, Play]:
    """Each position that the roll can reach, seen by the opponent, with one play to it.

    >>> len(plays(start(), Dice(3, 1))), len(plays(start(), Dice(6, 6)))
    (35, 3)
    """
    if dice is None:
        raise InvalidPosition("Abak plays need dice", "las jugadas de Abak necesitan dados")
    return dict(_plays(position, dice))


# A roll is looked at several times: to show it, to read a play, to check it.
@lru_cache(maxsize=128)
def _plays(position: Position, dice: Dice) -> dict[Position, Play]:
    if outcome(position):
        return {}
    legal: dict[Position, Play] = {}
    for turn, play in ends_of_turn(begun(position), dice, steps, settled).items():
        # Turns that differ only in what the general did end in the same position.
        legal.setdefault(ended(turn), play)
    return legal


def after(position: Position, play: Play) -> Position:
    """The position that a legal play reaches, seen by the opponent."""
    return ended(carried_out(position, play)[1])


def carried_out(position: Position, play: Play) -> tuple[Play, Turn]:
    """A legal play with the effects that its steps really have, and the turn after it."""
    turn, real_steps = begun(position), []
    for step in play:
        real, turn = made(turn, step)
        real_steps.append(real)
    return tuple(real_steps), turn


def made(turn: Turn, step: Step) -> tuple[Step, Turn]:
    """A legal step with the effect it really has, and the turn after it."""
    done = looked_at(turn, step.letter, step.source, step.target, step.die)
    assert not isinstance(done, Reason), f"{step} is not legal: {done}"
    return done


def why_illegal(position: Position, dice: Dice | None, play: Play) -> Reason | None:
    """The rule that forbids this play, or None if it is legal.

    Two plays that reach the same position are the same play: if one is legal, both are.
    """
    if dice is None:
        return reasons.NO_DICE
    if outcome(position):
        return reasons.OVER
    left, turn = list(dice.movements), begun(position)
    for step in play:
        if refused := why_not_now(turn, left, step):
            return refused
        left.remove(step.die)
        _, turn = made(turn, step)
    return why_not_enough(position, dice, play, turn)


def why_not_enough(position: Position, dice: Dice, play: Play, turn: Turn) -> Reason | None:
    """Why the turn cannot end here: half an assault, or dice that must still be played."""
    if not settled(turn):
        return reasons.LONE_GUARD.about(place=point_name(turn.assault))
    if len(play) == len(dice.movements):
        return None  # nothing is left to play, so nothing has to be searched
    ends = plays(position, dice)
    if ended(turn) in ends:
        return None
    most = max(len(way) for way in ends.values())
    if len(play) < most:
        return reasons.MUST_PLAY.about(most=most, played=len(play))
    return reasons.LARGER_DIE.about(die=dice.high)


def shut_out(position: Position) -> bool:
    """Whether a checker waits on the bar and no roll can play anything: the turn is lost."""
    if not position.bar or outcome(position):
        return False
    return all(stuck(position, roll) for roll in ROLLS)


def stuck(position: Position, dice: Dice) -> bool:
    """Whether this roll can move nothing: the turn is over as soon as it is seen."""
    if outcome(position):
        return False
    return not anything_moves(begun(position), dice, steps, settled)


def forced(position: Position, dice: Dice) -> bool:
    """Whether this roll moves something, and leaves nothing to choose."""
    return not outcome(position) and one_end(begun(position), dice, steps, ended, settled)


def outcome(position: Position) -> Outcome | None:
    """How the game ended for the player to move: all 15 off wins 1, gammon 2, backgammon 3."""
    if len(position.opp_off) == CHECKERS:
        return Outcome(-_level(loser=position))
    if len(position.off) == CHECKERS:
        return Outcome(_level(loser=position.swapped()))
    return None


def _level(loser: Position) -> int:
    """Three with a checker on the bar or in the winner's home (19 to 24), trapped ones too."""
    if loser.off:
        return 1
    return 3 if loser.bar or any_own(loser.points[19:]) else 2
