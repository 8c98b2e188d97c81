"""Backgammon positions and situations nobody thought of, and a short way to write some down."""

import random

from hypothesis import strategies as st

from tablas.backgammon.reasons import BAR, OFF
from tablas.backgammon.rules import CHECKERS, Position, outcome
from tablas.situation import GamePhase, Pending, Situation
from tablas.values import ROLLS, Side


def side(text: str) -> tuple[int, ...]:
    """One side from its own view: `13×5 6 bar×2`; whoever is not named is borne off."""
    counts = [0] * (BAR + 1)
    for word in text.split():
        place, _, count = word.partition("×")
        counts[BAR if place == "bar" else int(place)] += int(count or 1)
    counts[OFF] = CHECKERS - sum(counts)
    return tuple(counts)


def placed(own: str, opp: str) -> Position:
    return Position(side(own), side(opp))


@st.composite
def any_positions(draw: st.DrawFn) -> Position:
    """Any valid position, also such as play cannot reach; few points or many."""
    owners = draw(st.lists(st.sampled_from("xo-"), min_size=24, max_size=24))
    sides = []
    for who in "xo":
        points = [point for point, owner in enumerate(owners, 1) if owner == who]
        places = [*(point if who == "x" else BAR - point for point in points), BAR, OFF]
        chosen = draw(st.lists(st.sampled_from(places), min_size=CHECKERS, max_size=CHECKERS))
        sides.append(tuple(chosen.count(place) for place in range(BAR + 1)))
    if sides[0][OFF] == sides[1][OFF] == CHECKERS:
        sides[1] = side("24×15")
    return Position(*sides)


positions = any_positions()
unfinished = positions.filter(lambda position: outcome(position) is None)
rolls = st.sampled_from(ROLLS)
sides = st.sampled_from(Side)


@st.composite
def any_situations(draw: st.DrawFn) -> Situation:
    """Any valid situation of a game in progress that an XGID and a match ID can both tell."""
    length = draw(st.integers(0, 30))
    most = length - 1 if length else 32767
    score = (draw(st.integers(0, most)), draw(st.integers(0, most)))
    crawford = length > 0 and length - 1 in score and draw(st.booleans())
    owner = draw(st.sampled_from((None, *Side)))
    turn = draw(sides)
    # Only a player who owns the cube, or shares it, can have doubled.
    kinds = [Pending.DOUBLE] if owner is not turn.other else []
    if not length and owner is turn.other:
        kinds = [Pending.BEAVER, Pending.RACCOON]
    pending = draw(st.sampled_from((None, *kinds)))
    return Situation(
        turn=turn,
        dice=None if pending else draw(st.none() | rolls),
        cube=2 ** draw(st.integers(0, 15)),
        owner=owner,
        score=score,
        length=length,
        crawford=crawford,
        jacoby=not length and draw(st.booleans()),
        pending=pending,
        state=GamePhase.PLAYING,
    )


situations = any_situations()


def strange_texts(alphabet: str, examples: list[str], rng: random.Random) -> str:
    """Noise of any characters, words of an alphabet, or a good text with a few wounds."""
    kind = rng.random()
    if kind < 0.2:
        return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(40)))
    if kind < 0.6:
        return "".join(rng.choice(alphabet) for _ in range(rng.randrange(60)))
    text = list(rng.choice(examples))
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(text) + 1)
        letter = rng.choice(alphabet + "٣𝟙é\ud800\0\n")
        text[place : place + rng.randrange(3)] = letter * rng.randrange(3)
    return "".join(text)
