"""What holds in every position of Abak: random games, and set-ups that play cannot reach."""

import random
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from samples import sample
from tablas.abak import formats, notation
from tablas.abak.movements import begun, steps
from tablas.abak.position import BAR, OFF, TEAM, Position, Step
from tablas.abak.refusals import why_not_now
from tablas.abak.rules import after, faults, outcome, plays, start, why_illegal
from tablas.abak.stacks import LIMIT
from tablas.errors import IllegalAction, InvalidPosition, NotationError
from tablas.values import ROLLS, Dice, Setup, Side

CHECKERS = "".join(letter * count for letter, count in TEAM.items())


def scattered(rng: random.Random) -> Position:
    """Both teams thrown on the board at random, crowded on few points or spread over many."""
    places = rng.sample(range(1, 25), rng.randint(6, 24))
    stacks, waiting = [""] * 25, {"bar": "", "off": "", "opp_bar": "", "opp_off": ""}
    checkers = list(CHECKERS + CHECKERS.lower())
    rng.shuffle(checkers)
    away = rng.choice((0.0, 0.1, 0.6))
    for letter in checkers:
        room = [place for place in places if len(stacks[place]) < LIMIT]
        if room and rng.random() >= away:
            stacks[rng.choice(room)] += letter
        else:
            place = rng.choice(("bar", "off"))
            waiting[place if letter.isupper() else f"opp_{place}"] += letter
    return Position(
        tuple(stacks), **{place: "".join(sorted(letters)) for place, letters in waiting.items()}
    )


def met_in_play(rng: random.Random) -> Position:
    """A position of a random game."""
    position = start()
    for _ in range(rng.randint(0, 80)):
        ends = list(plays(position, rng.choice(ROLLS)))
        if outcome(ends[0]):
            break
        position = rng.choice(ends)
    return position


positions = st.builds(
    lambda seed, make: make(random.Random(seed)),
    st.integers(0, 2**32),
    st.sampled_from([scattered, met_in_play]),
).filter(lambda position: not outcome(position))
rolls = st.sampled_from(ROLLS)
sides = st.sampled_from(Side)


@settings(max_examples=sample(25))
@given(positions, sides)
def test_position_text_is_read_back_exactly(position: Position, side: Side) -> None:
    setup = Setup(position, side)
    text = formats.write(setup)
    assert formats.read(text) == setup
    assert formats.read(formats.points_text(setup), turn=side) == setup
    assert formats.write(formats.read(text)) == text


@settings(max_examples=sample(15))
@given(positions, rolls)
def test_every_play_is_legal_and_keeps_all_checkers(position: Position, dice: Dice) -> None:
    for number, (end, play) in enumerate(plays(position, dice).items()):
        assert after(position, play) == end
        assert faults(end) == ()
        assert number > 20 or why_illegal(position, dice, play) is None


@settings(max_examples=sample(15))
@given(positions, rolls)
def test_plays_are_written_and_read_back(position: Position, dice: Dice) -> None:
    for end, play in list(plays(position, dice).items())[:60]:
        text = notation.write(position, play)
        again = notation.read(position, dice, text)
        assert after(position, again) == end
        assert notation.write(position, again) == text
        assert notation.read(position, dice, text.lower()) == again


@settings(max_examples=sample(15))
@given(positions, rolls, st.integers(0, 2**32))
def test_reasons_are_given_exactly_where_no_step_exists(
    position: Position, dice: Dice, seed: int
) -> None:
    turn = begun(position)
    turn = random.Random(seed).choice([turn, *(then for _, then in steps(turn, dice.low))])
    found = {step for step, _ in steps(turn, dice.high)}
    for letter in TEAM:
        for source in range(1, BAR + 1):
            for target in {max(source - dice.high, OFF), source + dice.high}:
                step = Step(letter, source, target, dice.high)
                assert (why_not_now(turn, [dice.high], step) is None) == (step in found)


@settings(max_examples=sample(15))
@given(positions, rolls)
def test_a_turn_cannot_end_earlier(position: Position, dice: Dice) -> None:
    ends = plays(position, dice)
    for play in list(ends.values())[:10]:
        for length in range(len(play)):
            refused = why_illegal(position, dice, play[:length])
            if refused is None:  # the same position by fewer movements is the same play
                assert after(position, play[:length]) in ends
            else:
                assert refused.rule in ("must-play", "lone-guard", "larger-die")


hostile = st.text() | st.text(alphabet="SGNDEOsgndeobarf/0123456789()*+^- ²٣\ud800", max_size=40)


@settings(max_examples=sample(60))
@given(hostile)
def test_any_text_gives_a_position_or_the_documented_error(text: str) -> None:
    with suppress(NotationError, InvalidPosition):
        assert formats.write(formats.read(text)).startswith(text)


@settings(max_examples=sample(60))
@given(hostile, rolls)
def test_any_text_gives_a_play_or_the_documented_error(text: str, dice: Dice) -> None:
    with suppress(NotationError, IllegalAction):
        play = notation.read(start(), dice, text)
        assert why_illegal(start(), dice, play) is None


def edited(text: str, rng: random.Random) -> str:
    """A text with one or two characters changed, dropped or doubled."""
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(text) + 1)
        insert = rng.choice(["", rng.choice("SGNDEOsgndeo/0123456789-* +^wbar()")])
        text = text[:at] + insert + text[at + rng.randint(0, 1) :]
    return text


def test_damaged_texts_give_a_value_or_the_documented_error() -> None:
    rng = random.Random(20_000)
    good = formats.write(Setup(start(), Side.WHITE))
    for _ in range(sample(1500)):
        with suppress(NotationError, InvalidPosition):
            formats.read(edited(good, rng))
        with suppress(NotationError, IllegalAction):
            notation.read(start(), Dice(3, 1), edited("S13/10 N6/5", rng))
