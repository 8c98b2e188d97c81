"""Plays of Abak as text: `D24/18^/15 S13/10(2)`, movements in the order they are made.

`<class><source>/<target><mark>`: source `bar` or a point, target a point or `off`; marks `*` hit
(also the second half of an assault), `+` first half of an assault, `^` trap. One checker's
movements in a row are chained, equal ones in a row counted. The empty play is `-`. The general's
way back is known by its higher target. Readers need no class where the source tells it, and no
marks, but what is written must be true; landings on the way may be left out where only one way
remains (`abak/short_plays.py`).

With the N/B names of sheet 003 the places are joined by `-`, which keeps the names of Black's side
apart from the general: `N6/9` is the general on 6, `N6-N9` a checker on Black's sixth point, and
`NN6-N9` the general there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from tablas.abak import formats, reasons
from tablas.abak.movements import begun
from tablas.abak.position import BAR, OFF, Play, Position, Step
from tablas.abak.refusals import why_not_now
from tablas.abak.rules import carried_out, made, outcome, why_not_enough
from tablas.abak.short_plays import MARKS, WrittenStep, class_at, short_plays
from tablas.dicegame.spelling import nb_name, nb_place, number_name
from tablas.errors import IllegalAction, NotationError
from tablas.values import Dice, Setup, Side
from tablas.words import Reason, quoted

EMPTY: Final = ("-", "pass", "pasa", "")
LONGEST: Final = 200  # no play comes near it
MOST: Final = 4  # movements, with a double

_WORD: Final = re.compile(
    r"(?P<letter>[sgndeo]?)(?P<source>bar|[0-9]{1,2})"
    r"(?P<targets>(?:/(?:off|[0-9]{1,2})[*+^]?)+)(?:\((?P<count>[1-4])\))?",
    re.ASCII | re.IGNORECASE,
)
_TARGET: Final = re.compile(r"[/-](off|[nb]?[0-9]+)([*+^]?)", re.ASCII | re.IGNORECASE)
_NB: Final = r"[nb](?:1[0-2]|[1-9])"
_NB_WORD: Final = re.compile(
    rf"(?P<letter>[sgndeo]?)(?P<source>bar|{_NB})"
    rf"(?P<targets>(?:-(?:off|{_NB})[*+^]?)+)(?:\((?P<count>[1-4])\))?",
    re.ASCII | re.IGNORECASE,
)


def write(position: Position, play: Play) -> str:
    """A legal play as text.

    >>> from tablas.abak.rules import start
    >>> write(start(), (Step("S", 13, 10, 3), Step("S", 8, 5, 3), Step("S", 13, 10, 3)))
    'S13/10 S8/5 S13/10'
    """
    return _spelled(position, play, number_name, "/")


def write_nb(position: Position, play: Play, side: Side) -> str:
    """A legal play of `side` with the N/B names of sheet 003.

    >>> from tablas.abak.rules import start
    >>> write_nb(start(), (Step("S", 8, 5, 3), Step("N", 6, 5, 1)), Side.BLACK)
    'SN8-N5 NN6-N5'
    """
    return _spelled(position, play, lambda place: nb_name(place, side), "-")


def _spelled(position: Position, play: Play, name: Callable[[int], str], joint: str) -> str:
    steps, _ = carried_out(position, play)
    if not steps:
        return EMPTY[0]
    words = (_word(chain, name, joint) for chain in _chains(steps))
    return " ".join(_counted(word, len(list(same))) for word, same in groupby(words))


def _chains(play: Play) -> list[list[Step]]:
    """The steps grouped by checker; equal steps in a row stay apart, to be counted instead."""
    chains: list[list[Step]] = []
    open_end = None  # where the last checker stands, if its chain may go on
    for _, same in groupby(play, key=lambda step: (step, step.effect)):
        steps = list(same)
        if len(steps) == 1 and steps[0].source == open_end:
            chains[-1] += steps
        else:
            chains += ([step] for step in steps)
        open_end = steps[0].target if len(steps) == 1 else None
    return chains


def _word(chain: list[Step], name: Callable[[int], str], joint: str) -> str:
    targets = (f"{joint}{name(step.target)}{MARKS[step.effect]}" for step in chain)
    return f"{chain[0].letter}{name(chain[0].source)}{''.join(targets)}"


def _counted(word: str, count: int) -> str:
    return word if count == 1 else f"{word}({count})"


def read(position: Position, dice: Dice | None, text: str, side: Side | None = None) -> Play:
    """The legal play that `text` means; raises NotationError or IllegalAction.

    `side` is who moves, needed only for N/B names.
    """
    movements = parse(text, side)
    if dice is None:
        raise _illegal(position, text, reasons.NO_DICE)
    if outcome(position):
        raise _illegal(position, text, reasons.OVER)
    furthest: tuple[int, Reason] | None = None
    for assigned in _assignments(movements, list(dice.movements)):
        play, refused = _attempt(position, dice, movements, assigned)
        if refused is None:
            return play
        if furthest is None or len(play) > furthest[0]:
            furthest = len(play), refused
    assert furthest is not None, "there is always one assignment"
    if short := short_plays(position, dice, movements):
        return _only_one(position, short, text)
    raise _illegal(position, text, furthest[1])


def _only_one(position: Position, plays: dict[Position, Play], text: str) -> Play:
    """The single full play that a short text can mean."""
    if len(plays) > 1:
        ways = " or ".join(sorted(write(position, play) for play in plays.values()))
        raise NotationError(
            f"play {quoted(text)}: means more than one play, expected {ways}",
            f"jugada {quoted(text)}: puede ser más de una, se esperaba {ways}",
        )
    return next(iter(plays.values()))


def parse(text: str, side: Side | None = None) -> tuple[WrittenStep, ...]:
    """The movements that `text` writes down, whether they can be made or not."""
    if len(text) > LONGEST:
        raise NotationError(
            f"play {quoted(text)}: {len(text)} characters, at most {LONGEST}",
            f"jugada {quoted(text)}: {len(text)} caracteres, como máximo {LONGEST}",
        )
    if text.strip().lower() in EMPTY:
        return ()
    movements = [movement for word in text.split() for movement in _movements(word, side)]
    if len(movements) > MOST:
        raise NotationError(
            f"play {quoted(text)}: {len(movements)} movements, at most {MOST}",
            f"jugada {quoted(text)}: {len(movements)} movimientos, como máximo {MOST}",
        )
    return tuple(movements)


def _movements(word: str, side: Side | None) -> list[WrittenStep]:
    fields = _WORD.fullmatch(word) or _NB_WORD.fullmatch(word)
    if not fields:
        raise NotationError(
            f"play: found {quoted(word)}, expected a movement such as S13/10, Ebar/20*, N6/off "
            "or SN12-N8",
            f"jugada: hay {quoted(word)}, se esperaba un movimiento como S13/10, "
            "Ebar/20*, N6/off o SN12-N8",
        )
    letter, source = fields["letter"].upper(), _place(word, fields["source"], side)
    chain = []
    for target_text, mark in _TARGET.findall(fields["targets"]):
        if source == OFF:
            raise NotationError(
                f"play: found {quoted(word)}, expected nothing after 'off'",
                f"jugada: hay {quoted(word)}, no se esperaba nada después de 'off'",
            )
        target = _place(word, target_text, side)
        chain.append(WrittenStep(letter, source, target, mark))
        source = target
    return chain * int(fields["count"] or 1)


def _place(word: str, name: str, side: Side | None) -> int:
    if name.lower() in ("bar", "off"):
        return BAR if name.lower() == "bar" else OFF
    if name[0].lower() in "nb":
        if side is None:
            raise NotationError(
                f"play: N/B names as in {quoted(word)} need to know who moves",
                f"jugada: para los nombres N/B, como en {quoted(word)}, hay que saber quién juega",
            )
        return nb_place(name.lower(), side)
    if name.startswith("0") or int(name) >= BAR:
        raise NotationError(
            f"play: found point {name} in {quoted(word)}, expected 1 to 24",
            f"jugada: hay un punto {name} en {quoted(word)}, se esperaba del 1 al 24",
        )
    return int(name)


def _assignments(movements: tuple[WrittenStep, ...], left: list[int]) -> Iterator[tuple[int, ...]]:
    """Each way to share out the dice; bearing off may leave a choice.

    A movement that no die fits gets its distance, so that the rules can say what is wrong.
    """
    if not movements:
        yield ()
        return
    first, rest = movements[0], movements[1:]
    fitting = sorted({die for die in left if first.fits(die)}) or [first.distance]
    for die in fitting:
        remaining = left.copy()
        if die in remaining:
            remaining.remove(die)
        for others in _assignments(rest, remaining):
            yield (die, *others)


def _attempt(
    position: Position, dice: Dice, movements: tuple[WrittenStep, ...], assigned: tuple[int, ...]
) -> tuple[Play, Reason | None]:
    """The steps that can be made with these dice, and what then forbids the play, if anything."""
    turn, left = begun(position), list(dice.movements)
    play: Play = ()
    for movement, die in zip(movements, assigned, strict=True):
        letter = movement.letter or class_at(turn, movement.source)
        step = Step(letter, movement.source, movement.target, die)
        if refused := why_not_now(turn, left, step):
            return play, refused
        left.remove(die)
        step, turn = made(turn, step)
        if movement.mark not in ("", MARKS[step.effect]):
            return play, _false_mark(movement, step)
        play = (*play, step)
    return play, why_not_enough(position, dice, play, turn)


def _false_mark(movement: WrittenStep, step: Step) -> Reason:
    return reasons.FALSE_MARK.about(
        mark=movement.mark,
        target=reasons.point_name(movement.target),
        effect=reasons.EFFECTS[step.effect],
    )


def _illegal(position: Position, text: str, refused: Reason) -> IllegalAction:
    where = formats.write(Setup(position, Side.WHITE))
    return IllegalAction(
        f"illegal play {quoted(text)}: {refused}, in {where}",
        f"jugada ilegal {quoted(text)}: {refused.spoken('es')}, en {where}",
        refused,
    )
