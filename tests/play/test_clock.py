import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablas.errors import NotationError
from tablas.play.clock import (
    ABALONE_TOURNAMENT,
    FISCHER_PRESETS,
    Clock,
    TimeControl,
    Timing,
    backgammon_tournament,
)
from tablas.values import Side

WHITE, BLACK = Side.WHITE, Side.BLACK


def clock(text: str) -> Clock:
    return Clock.fresh(TimeControl.parse(text)).started(WHITE, 1000)


def after_turn(text: str, used: int) -> int:
    """What White has left after a turn of `used` ms."""
    return clock(text).finished_turn(1000 + used).remaining(WHITE, 999_999)


def test_sudden_death_gives_nothing_back():
    assert after_turn("sudden 5", 10_000) == 290_000


def test_fischer_adds_its_increment_after_the_turn():
    assert after_turn("fischer 5+3", 10_000) == 293_000
    assert after_turn("fischer 5+3", 1_000) == 302_000


def test_bronstein_gives_back_what_was_used_up_to_the_delay():
    assert after_turn("bronstein 5+3", 10_000) == 293_000
    assert after_turn("bronstein 5+3", 1_000) == 300_000


def test_simple_delay_counts_only_after_the_delay():
    assert clock("delay 5+12").remaining(WHITE, 1000 + 12_000) == 300_000
    assert clock("delay 5+12").remaining(WHITE, 1000 + 13_000) == 299_000
    assert after_turn("delay 5+12", 10_000) == 300_000


def test_per_move_time_is_whole_again_for_the_next_turn():
    assert clock("move 0+30").remaining(WHITE, 11_000) == 20_000
    assert after_turn("move 0+30", 20_000) == 30_000


def test_only_the_running_side_loses_time():
    assert clock("sudden 5").remaining(BLACK, 900_000) == 300_000


def test_the_flag_falls_exactly_when_no_time_is_left():
    running = clock("sudden 1")
    assert running.flag(1000 + 59_999) is None
    assert running.flag(1000 + 60_000) is WHITE
    assert running.paused(2000).flag(10**9) is None


def test_an_interrupted_turn_earns_no_increment():
    assert clock("fischer 5+3").paused(11_000).remaining(WHITE, 0) == 290_000


def test_a_clock_read_out_of_order_gives_no_time_back():
    assert clock("sudden 5").remaining(WHITE, 0) == 300_000


def test_time_can_be_granted():
    assert clock("sudden 5").granted(BLACK, 15_000).remaining(BLACK, 5) == 315_000


def test_presets_are_those_of_the_rules_pages():
    assert str(backgammon_tournament(7)) == "delay 14+12"
    assert str(ABALONE_TOURNAMENT) == "sudden 15"
    assert [str(preset) for preset in FISCHER_PRESETS] == [
        "fischer 5+3", "fischer 10+5", "fischer 20+10",
    ]  # fmt: skip


@given(
    st.sampled_from(Timing),
    st.integers(1, 20_000).map(lambda minutes: minutes * 60_000),
    st.integers(0, 600).map(lambda seconds: seconds * 1000),
)
def test_time_controls_round_trip(timing, base, extra):
    extra = 0 if timing in (Timing.SUDDEN_DEATH, Timing.PER_MOVE) else extra
    control = TimeControl(timing, base, extra)
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    "text",
    ["", "fischer", "blitz 5+3", "fischer 5", "sudden 5+3", "fischer 0+3", "fischer ٥+3", "x" * 99],
)
def test_other_time_controls_are_refused(text):
    if text == "fischer 5":  # an increment of 0 is dull, but a time control
        assert TimeControl.parse(text).extra == 0
        return
    with pytest.raises(NotationError, match="time control"):
        TimeControl.parse(text)


@given(
    st.sampled_from(["sudden 5", "fischer 5+3", "bronstein 5+3", "delay 5+12", "move 0+30"]),
    st.lists(st.integers(0, 40_000), max_size=30),
)
def test_time_never_appears_from_nowhere(text, thinking):
    """Whatever happens, a side has at most its base and one extra for each finished turn."""
    control = TimeControl.parse(text)
    now, side, running = 0, WHITE, Clock.fresh(control).started(WHITE, 0)
    for turns, used in enumerate(thinking, start=1):
        now += used
        if running.flag(now):
            assert running.remaining(side, now) == 0
            break
        running = running.finished_turn(now)
        side = side.other
        running = running.started(side, now)
        for player in Side:
            assert 0 <= running.remaining(player, now) <= control.base + turns * control.extra
