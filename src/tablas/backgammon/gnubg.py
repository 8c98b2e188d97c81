"""The position ID and match ID of GNU Backgammon, read and written.

**Position ID**: 14 characters of Base64 (the usual alphabet, no padding) for 10 bytes, the least
significant bit of the first byte first. First the player *not* on roll, then the player on roll:
for each of that player's points 1 to 24 and then the bar, as many ones as checkers and a zero.
Checkers borne off are those that are missing from 15; unused bits are zero.

**Match ID**: 12 characters of Base64 for 9 bytes, the least significant bit first:

======  ====  ===========================================================================
bit     size  meaning
======  ====  ===========================================================================
0       4     the cube as a power of two
4       2     who owns it: player 0, player 1, or 3 for nobody
6       1     the player on roll, or who has rolled
7       1     1 in the Crawford game
8       3     0 no game, 1 playing, 2 over, 3 ended by resignation, 4 by a drop
11      1     the player who has to act: differs from bit 6 while a double is offered
12      1     1 while a double (or beaver, or raccoon) is offered
13      2     the resignation offered: 0 none, 1 single, 2 gammon, 3 backgammon
15      3, 3  the dice, the higher one first; 0 and 0 before the roll
21      15    the length of the match; 0 is a money session
36      15    the score of player 0
51      15    the score of player 1
66      1     1 if the Jacoby rule is *not* used (GNU Backgammon sets it in matches)
67      5     zero
======  ====  ===========================================================================

Player 0 is GNU Backgammon's O, at the top, Black in Tablas; player 1 is X, White.
"""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from dataclasses import replace
from typing import Final

from tablas.backgammon.reading import side_of, valid_position, valid_situation
from tablas.backgammon.rules import CHECKERS, Position
from tablas.errors import NotationError
from tablas.situation import GamePhase, Pending, Situation
from tablas.values import Dice, Side
from tablas.words import Words, quoted

ALPHABET: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
PLAYERS: Final = (Side.BLACK, Side.WHITE)
NOBODY: Final = 3

_RUNS: Final = tuple("1" * count + "0" for count in range(CHECKERS + 1))


POSITION_ID: Final = Words("position ID", "ID de posición")
MATCH_ID: Final = Words("match ID", "ID de encuentro")
OWNER: Final = Words("cube owner", "dueño del cubo")
STATE: Final = Words("game state", "estado de la partida")
DICE: Final = Words("dice", "dados")
TWO_DICE: Final = Words("two numbers 1 to 6, or 0 and 0", "dos números del 1 al 6, o 0 y 0")
LAST_BITS: Final = Words("bits 67 to 71", "los bits 67 a 71")


def position_id(position: Position) -> str:
    """The ID of a valid position, seen by its player to move.

    >>> from tablas.backgammon.rules import start
    >>> position_id(start())
    '4HPwATDgc/ABMA'
    """
    runs = [_RUNS[count] for count in (*position.opp[1:], *position.own[1:])]
    bits = int("".join(runs)[::-1], 2)
    return b2a_base64(bits.to_bytes(10, "little"), newline=False)[:14].decode()


def from_position_id(text: str) -> Position:
    """The position that a 14-character ID names."""
    bits = _bits(text, POSITION_ID, characters=14, size=10)
    runs = f"{bits:080b}"[::-1].split("0")
    if len(runs) < 51 or any(runs[50:]):
        raise NotationError(
            f"position ID {quoted(text)}: expected the checkers of 2 × 25 places in its bits",
            f"ID de posición {quoted(text)}: se esperaban las fichas de 2 × 25 lugares en sus bits",
        )
    counts = [len(run) for run in runs]
    position = Position(own=side_of(counts[25:50]), opp=side_of(counts[:25]))
    return valid_position(position, Words(f"position ID {text}", f"ID de posición {text}"))


def match_id(situation: Situation) -> str:
    """The 12-character ID of a valid situation; it has no room for beavers and highest cube."""
    dice = situation.dice
    white, black = situation.score
    fields = (
        (4, situation.cube.bit_length() - 1),
        (2, PLAYERS.index(situation.owner) if situation.owner else NOBODY),
        (1, PLAYERS.index(situation.turn)),
        (1, situation.crawford),
        (3, situation.state.value),
        (1, PLAYERS.index(situation.to_act)),
        (1, situation.pending is not None),
        (2, situation.resigned),
        (3, dice.high if dice else 0),
        (3, dice.low if dice else 0),
        (15, situation.length),
        (15, black),
        (15, white),
        (1, not situation.jacoby),
    )
    bits = place = 0
    for size, value in fields:
        bits |= value << place
        place += size
    return b2a_base64(bits.to_bytes(9, "little"), newline=False).decode()


def from_match_id(text: str) -> Situation:
    """The situation that a 12-character ID names."""
    bits = _bits(text, MATCH_ID, characters=12, size=9)

    def field(place: int, size: int) -> int:
        return bits >> place & (1 << size) - 1

    owner, state, dice = field(4, 2), field(8, 3), (field(15, 3), field(18, 3))
    _expect(text, OWNER, owner, owner != 2, Words("0, 1 or 3", "0, 1 o 3"))
    _expect(text, STATE, state, state <= 4, Words("0 to 4", "de 0 a 4"))
    rolled = all(1 <= die <= 6 for die in dice)
    _expect(text, DICE, dice, rolled or dice == (0, 0), TWO_DICE)
    _expect(text, LAST_BITS, field(67, 5), field(67, 5) == 0, Words("0", "0"))
    turn, acts, resigned = PLAYERS[field(6, 1)], PLAYERS[field(11, 1)], field(13, 2)
    held_by = None if owner == NOBODY else PLAYERS[owner]
    situation = Situation(
        turn=turn,
        dice=Dice(*dice) if rolled else None,
        cube=1 << field(0, 4),
        owner=held_by,
        score=(field(51, 15), field(36, 15)),
        length=field(21, 15),
        crawford=bool(field(7, 1)),
        jacoby=not field(66, 1),
        pending=_pending(turn, acts.other if resigned else acts, held_by) if field(12, 1) else None,
        resigned=resigned,
        state=GamePhase(state),
    )
    if situation.to_act is not acts:
        situation = replace(situation, acts=acts)
    return valid_situation(situation, Words(f"match ID {text}", f"ID de encuentro {text}"))


def _pending(turn: Side, answers: Side, owner: Side | None) -> Pending:
    """Which offer waits: the ID only says that there is one, who answers, and whose the cube is."""
    if answers is turn:
        return Pending.BEAVER
    return Pending.RACCOON if owner is turn.other else Pending.DOUBLE


def gnubg_id(position: Position, situation: Situation) -> str:
    """Both IDs with a colon, as GNU Backgammon prints and reads them."""
    return f"{position_id(position)}:{match_id(situation)}"


def _bits(text: str, what: Words, *, characters: int, size: int) -> int:
    """The bits of a Base64 text, the least significant one first."""
    if len(text) != characters or not ALPHABET.issuperset(text):
        raise NotationError(
            f"{what.en} {quoted(text)}: expected {characters} characters A–Z a–z 0–9 + /",
            f"{what.es} {quoted(text)}: se esperaban {characters} caracteres A–Z a–z 0–9 + /",
        )
    data = a2b_base64(text + "=" * (-characters % 4))
    if b2a_base64(data, newline=False)[:characters].decode() != text:
        raise NotationError(
            f"{what.en} {quoted(text)}: its last character says more than {size} bytes",
            f"{what.es} {quoted(text)}: su último carácter dice más que {size} bytes",
        )
    return int.from_bytes(data, "little")


def _expect(text: str, field: Words, value: object, fits: bool, expected: Words) -> None:
    if not fits:
        raise NotationError(
            f"match ID {text}: {field.en} {value}, expected {expected.en}",
            f"ID de encuentro {text}: {field.es} {value}, se esperaba {expected.es}",
        )
