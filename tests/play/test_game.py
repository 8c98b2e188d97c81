"""The fold of a dice game: opening, turns, cube, resignation, clock."""

from __future__ import annotations

import pytest

from tablas import (
    Cube,
    Dice,
    Game,
    IllegalAction,
    InvalidPosition,
    Setup,
    Side,
    Stakes,
    Terms,
    kind,
)
from tablas.play.actions import (
    Beavered,
    Doubled,
    DrawOffered,
    Dropped,
    Flagged,
    Granted,
    OpeningRolled,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationRefused,
    Resigned,
    Rolled,
    Skipped,
    Took,
)
from tablas.play.clock import TimeControl
from tablas.play.state import Phase
from tablas.values import Ending, Result

WHITE, BLACK = Side.WHITE, Side.BLACK
BACKGAMMON = kind("backgammon")
# White's last checker goes off with any roll; Black has none off and one in White's home.
LAST_CHECKER = "XGID=-Aa----------e-----ed-----:0:0:1:00:0:0:0:0:10"
# Black holds the six points of its home; White is on the bar.
CLOSED_OUT = "XGID=-c----E-E----D-----bbbbbbA:0:0:1:00:0:0:0:0:10"


def game(text: str | None = None, **stakes: object) -> Game:
    """A game of backgammon, White to roll where a position is given."""
    terms = Terms(stakes=Stakes(**stakes))
    if text is None:
        return Game.begin(BACKGAMMON, terms)
    return Game.begin(BACKGAMMON, terms, setup=BACKGAMMON.formats.read(text))


def rolling(**stakes: object) -> Game:
    """White is about to roll in the start position."""
    start = Setup(BACKGAMMON.rules.start(), WHITE)
    return Game.begin(BACKGAMMON, Terms(stakes=Stakes(**stakes)), setup=start)


def play(now: Game, text: str) -> Game:
    state = now.state
    steps = BACKGAMMON.notation.read(state.position, state.dice, text)
    return now.apply(Played(now.turn, steps))


def refusal(now: Game, action: object, at: int | None = None) -> str:
    with pytest.raises(IllegalAction) as caught:
        now.apply(action, at)
    assert caught.value.reason is not None
    assert caught.value.reason.spoken("es") != caught.value.reason.spoken("en")
    return caught.value.reason.rule


def test_the_higher_opening_die_begins_with_both_numbers():
    opened = game().apply(OpeningRolled(white=2, black=5))
    assert (opened.turn, opened.state.dice, opened.state.phase) == (
        BLACK,
        Dice(5, 2),
        Phase.TO_PLAY,
    )


def test_a_tie_is_rolled_again():
    tied = game().apply(OpeningRolled(4, 4))
    assert tied.state.phase is Phase.OPENING
    assert tied.state.cube.value == 1


def test_automatic_doubles_double_the_stake_up_to_their_limit():
    tied = game(automatic_doubles=2)
    for _ in range(3):
        tied = tied.apply(OpeningRolled(4, 4))
    assert tied.state.cube == Cube(4)


def test_a_turn_is_a_roll_and_a_play():
    opened = game().apply(OpeningRolled(3, 1))
    assert refusal(opened, Rolled(WHITE, Dice(6, 6))) == "not-now"
    played = play(opened, "8/5 6/5")
    assert (played.turn, played.state.phase) == (BLACK, Phase.TO_ROLL)
    assert refusal(played, Rolled(WHITE, Dice(2, 1))) == "not-your-turn"
    assert refusal(played, OpeningRolled(3, 1)) == "not-now"


def test_an_illegal_play_is_refused_with_its_rule_and_position():
    opened = game().apply(OpeningRolled(3, 1))
    with pytest.raises(IllegalAction, match=r"as many dice as possible.*XGID=") as caught:
        opened.apply(Played(WHITE, ()))
    assert caught.value.reason.rule == "must-play"


def test_a_game_never_changes():
    first = game()
    first.apply(OpeningRolled(3, 1))
    assert first == game()


def test_a_player_who_is_shut_out_loses_the_turn_without_rolling():
    shut = game(CLOSED_OUT)
    assert refusal(shut, Rolled(WHITE, Dice(6, 6))) == "shut-out"
    skipped = shut.apply(Skipped(WHITE))
    assert (skipped.turn, skipped.state.phase) == (BLACK, Phase.TO_ROLL)
    assert skipped.position == shut.position.swapped()


def test_nobody_else_may_skip():
    assert refusal(rolling(), Skipped(WHITE)) == "not-shut-out"


def test_a_backgammon_is_three_times_the_cube():
    last = Game.begin(BACKGAMMON, setup=BACKGAMMON.formats.read(LAST_CHECKER), cube=Cube(4, WHITE))
    over = play(last.apply(Rolled(WHITE, Dice(6, 5))), "1/off")
    assert over.result == Result(WHITE, Ending.PLAYED_OUT, 3, 4)
    assert over.result.points == 12
    assert refusal(over, Rolled(BLACK, Dice(1, 2))) == "over"


@pytest.mark.parametrize(("cube", "level"), [(Cube(), 1), (Cube(2), 1), (Cube(2, WHITE), 3)])
def test_by_the_jacoby_rule_gammons_count_only_after_a_double(cube, level):
    terms = Terms(stakes=Stakes(jacoby=True))
    setup = BACKGAMMON.formats.read(LAST_CHECKER)
    last = Game.begin(BACKGAMMON, terms, setup=setup, cube=cube)
    over = play(last.apply(Rolled(WHITE, Dice(6, 5))), "1/off")
    assert over.result.level == level


def test_a_double_is_taken_and_then_owned():
    taken = rolling().apply(Doubled(WHITE)).apply(Took(BLACK))
    assert taken.state.cube == Cube(2, BLACK)
    assert (taken.to_act, taken.state.phase) == (WHITE, Phase.TO_ROLL)
    assert refusal(taken, Doubled(WHITE)) == "not-owner"


def test_a_double_waits_for_its_answer():
    doubled = rolling().apply(Doubled(WHITE))
    assert doubled.to_act is BLACK
    assert refusal(doubled, Rolled(WHITE, Dice(1, 2))) == "not-your-turn"
    assert refusal(doubled, Rolled(BLACK, Dice(1, 2))) == "not-now"


def test_dropping_loses_the_stake_before_the_double():
    redoubled = Game.begin(
        BACKGAMMON, setup=Setup(BACKGAMMON.rules.start(), WHITE), cube=Cube(2, WHITE)
    ).apply(Doubled(WHITE))
    assert redoubled.apply(Dropped(BLACK)).result == Result(WHITE, Ending.DROPPED, 1, 2)


def test_beavers_and_raccoons_turn_the_cube_for_the_same_owner():
    doubled = rolling(beavers=True, raccoons=True).apply(Doubled(WHITE))
    beavered = doubled.apply(Beavered(BLACK))
    assert beavered.to_act is WHITE
    assert beavered.apply(Took(WHITE)).state.cube == Cube(4, BLACK)
    assert beavered.apply(Dropped(WHITE)).result == Result(BLACK, Ending.DROPPED, 1, 2)
    raccooned = beavered.apply(Raccooned(WHITE))
    assert raccooned.to_act is BLACK
    assert raccooned.apply(Took(BLACK)).state.cube == Cube(8, BLACK)
    assert raccooned.apply(Dropped(BLACK)).result == Result(WHITE, Ending.DROPPED, 1, 4)


def test_beavers_need_an_agreement_and_a_double():
    assert refusal(rolling().apply(Doubled(WHITE)), Beavered(BLACK)) == "no-beavers"
    doubled = rolling(beavers=True).apply(Doubled(WHITE))
    assert refusal(doubled, Raccooned(BLACK)) == "no-beavers"
    assert refusal(doubled.apply(Beavered(BLACK)), Beavered(WHITE)) == "no-offer"


def test_there_is_no_cube_in_the_crawford_game():
    assert refusal(rolling(cube=False, away=(1, 5)), Doubled(WHITE)) == "no-cube"


def test_a_dead_cube_is_not_offered():
    stakes = Terms(stakes=Stakes(away=(2, 5)))
    start = Setup(BACKGAMMON.rules.start(), WHITE)
    owned = Game.begin(BACKGAMMON, stakes, setup=start, cube=Cube(2, WHITE))
    assert refusal(owned, Doubled(WHITE)) == "dead-cube"


def test_a_resignation_can_be_accepted_or_refused():
    offered = rolling().apply(Resigned(WHITE, 2))
    assert offered.to_act is BLACK
    assert refusal(offered, Rolled(WHITE, Dice(1, 2))) == "not-your-turn"
    assert refusal(offered, ResignationAccepted(WHITE)) == "no-offer"
    assert offered.apply(ResignationAccepted(BLACK)).result == Result(BLACK, Ending.RESIGNED, 2)
    refused = offered.apply(ResignationRefused(BLACK))
    assert refused.to_act is WHITE
    assert refused.apply(Rolled(WHITE, Dice(1, 2))).state.dice == Dice(1, 2)


def test_a_resignation_has_three_levels():
    assert refusal(rolling(), Resigned(WHITE, 4)) == "level"
    assert refusal(rolling(), Resigned(WHITE, 0)) == "level"


def test_a_resigned_gammon_counts_one_by_the_jacoby_rule():
    offered = rolling(jacoby=True).apply(Resigned(WHITE, 2))
    assert offered.apply(ResignationAccepted(BLACK)).result.points == 1


def test_dice_games_know_no_draws():
    assert refusal(rolling(), DrawOffered(WHITE)) == "no-draws"


def test_a_game_begins_in_a_valid_position_only():
    start = BACKGAMMON.rules.start()
    short = type(start)((0, *start.own[1:24], 1, 0), start.opp)
    with pytest.raises(InvalidPosition, match="14 checkers, expected 15"):
        Game.begin(BACKGAMMON, setup=Setup(short, WHITE))
    done = type(start)((15, *[0] * 25), start.opp)
    with pytest.raises(InvalidPosition, match="finished"):
        Game.begin(BACKGAMMON, setup=Setup(done, WHITE))


def on_clock(text: str) -> Game:
    terms = Terms(time=TimeControl.parse(text))
    return Game.begin(BACKGAMMON, terms, now=0).apply(OpeningRolled(3, 1), 1000)


def test_the_clock_follows_whoever_is_to_act():
    opened = on_clock("fischer 1+5")
    assert opened.state.clock.running is WHITE
    steps = BACKGAMMON.notation.read(opened.position, opened.state.dice, "8/5 6/5")
    played = opened.apply(Played(WHITE, steps), 11_000)
    clock = played.state.clock
    assert (clock.running, clock.remaining(WHITE, 11_000)) == (BLACK, 55_000)
    doubled = played.apply(Doubled(BLACK), 16_000)
    clock = doubled.state.clock
    assert (clock.running, clock.remaining(BLACK, 20_000)) == (WHITE, 55_000)
    taken = doubled.apply(Took(WHITE), 20_000)
    clock = taken.state.clock
    assert (clock.running, clock.remaining(WHITE, 30_000)) == (BLACK, 51_000)


def test_a_flag_that_fell_ends_the_game_at_its_stake_and_nothing_else_counts():
    opened = on_clock("sudden 1")
    assert refusal(opened, Flagged(WHITE), 60_999) == "flag-up"
    assert refusal(opened, Flagged(BLACK), 61_000) == "flag-up"
    assert refusal(opened, Resigned(BLACK), 61_000) == "flag-fell"
    assert opened.apply(Flagged(WHITE), 61_000).result == Result(BLACK, Ending.FLAGGED)


def test_a_game_on_a_clock_must_be_told_the_time():
    assert refusal(on_clock("sudden 1"), Resigned(BLACK)) == "no-time"


def test_the_time_of_a_match_goes_on_in_its_next_game():
    terms = Terms(time=TimeControl.parse("sudden 1"))
    second = Game.begin(BACKGAMMON, terms, left=(10_000, 60_000), now=0)
    opened = second.apply(OpeningRolled(3, 1), 500)
    assert opened.state.clock.remaining(WHITE, 1500) == 9_000
    assert opened.state.clock.flag(10_500) is WHITE


def test_a_player_may_grant_the_opponent_time():
    terms = Terms(time=TimeControl.parse("sudden 1"))
    game = Game.begin(BACKGAMMON, terms).apply(OpeningRolled(3, 1), 0)
    game = game.apply(Granted(Side.BLACK, 15_000), 59_000)
    assert game.state.clock.remaining(Side.WHITE, 59_000) == 16_000
    assert game.state.clock.remaining(Side.BLACK, 59_000) == 60_000


def test_without_a_clock_there_is_no_time_to_grant():
    game = Game.begin(BACKGAMMON).apply(OpeningRolled(3, 1))
    with pytest.raises(IllegalAction, match="without a clock"):
        game.apply(Granted(Side.BLACK, 15_000))


# Met in a random game: no roll can move a checker of either side, ever.
LOCKED = "2/g/g/1/s/3/Sd/8/OE/snoss/ssess/GD/SNSSS/SSGSS -/s -/- {turn}"


@pytest.mark.parametrize("turn", ["w", "b"])
def test_a7_a_game_in_which_nobody_can_ever_move_is_void(turn):
    abak = kind("abak")
    locked = Game.begin(abak, setup=abak.formats.read(LOCKED.format(turn=turn)))
    side = locked.turn
    if abak.shut_out(locked.position):
        over = locked.apply(Skipped(side))
    else:
        over = locked.apply(Rolled(side, Dice(6, 1))).apply(Played(side, ()))
    assert over.result == Result(None, Ending.LOCKED)
    assert over.result.points == 0


def test_a_turn_in_which_nothing_moves_does_not_end_a_game_that_goes_on():
    shut = game(CLOSED_OUT).apply(Skipped(WHITE))
    assert shut.result is None
