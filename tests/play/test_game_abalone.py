"""The fold of an Abalone game: limits against endless games, draws, blitz."""

from __future__ import annotations

import pytest

from tablas import Game, IllegalAction, Limits, Side, Terms, kind
from tablas.play.actions import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    OpeningRolled,
    Played,
    Resigned,
    Rolled,
)
from tablas.play.state import Phase
from tablas.play.terms import Decides, Repetition
from tablas.values import Dice, Ending, Result

WHITE, BLACK = Side.WHITE, Side.BLACK
ABALONE = kind("abalone")
SHUFFLE = ("c3d3", "g5f5", "d3c3", "f5g5")
# Black can push the white marble on e9 over the edge.
ONE_TO_EJECT = "5/6/7/8/4bbb1w/8/7/6/wwwww b {black}-{white} 7"


def game(position: str | None = None, **limits: object) -> Game:
    setup = ABALONE.formats.read(position or "standard")
    return Game.begin(ABALONE, Terms(limits=Limits(**limits)), setup=setup)


def play(now: Game, *moves: str) -> Game:
    for text in moves:
        now = now.apply(Played(now.turn, ABALONE.notation.read(now.position, None, text)))
    return now


def shuffled(now: Game, times: int) -> Game:
    for _ in range(times):
        now = play(now, *SHUFFLE)
    return now


def test_black_moves_first_from_the_start_of_the_sheet():
    first = Game.begin(ABALONE)
    assert (first.turn, first.state.phase) == (BLACK, Phase.TO_PLAY)
    assert first.position_text().startswith("wwwww/wwwwww/2www2/")


def test_the_third_occurrence_of_a_position_is_a_draw():
    once = shuffled(game(), 1)
    assert once.result is None
    assert play(once, *SHUFFLE[:3]).result is None
    assert shuffled(once, 1).result == Result(None, Ending.REPETITION)


def test_repetition_can_be_left_out():
    assert shuffled(game(repetition=Repetition.OFF), 5).result is None


def test_the_repeater_must_deviate_where_that_was_agreed():
    almost = play(shuffled(game(repetition=Repetition.DEVIATE), 1), *SHUFFLE[:3])
    with pytest.raises(IllegalAction) as caught:
        play(almost, SHUFFLE[3])
    assert caught.value.reason.rule == "must-deviate"
    assert play(almost, "g7f7").result is None


def test_a_game_without_progress_is_a_draw():
    assert shuffled(game(quiet=9, repetition=Repetition.OFF), 2).result is None
    ended = play(shuffled(game(quiet=9, repetition=Repetition.OFF), 2), SHUFFLE[0])
    assert ended.result == Result(None, Ending.NO_PROGRESS)


def test_the_plies_before_a_set_up_count_as_quiet():
    begun = game("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 199")
    assert play(begun, "c3d3").result == Result(None, Ending.NO_PROGRESS)


def test_ejections_decide_a_game_without_progress_where_that_was_agreed():
    ahead = "wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 1-0 0"
    ended = play(game(ahead, quiet=1, quiet_decides=Decides.EJECTIONS), "c3d3")
    assert ended.result == Result(BLACK, Ending.NO_PROGRESS)


def test_ejections_decide_at_the_move_limit():
    ahead = "wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 1-0 0"
    assert play(game(ahead, plies=1), "c3d3").result == Result(BLACK, Ending.PLY_LIMIT)
    assert play(game(plies=1), "c3d3").result == Result(None, Ending.PLY_LIMIT)


def test_six_ejections_win_and_an_ejection_starts_the_count_again():
    last = ONE_TO_EJECT.format(black=5, white=0)
    assert play(game(last.replace("bb1w", "bbbw")), "e6e7").result == Result(
        BLACK, Ending.PLAYED_OUT
    )
    first = game(ONE_TO_EJECT.format(black=0, white=0).replace("bb1w", "bbbw"))
    assert first.state.quiet == 7
    assert play(first, "e6e7").state.quiet == 0


def test_blitz_is_won_with_four():
    blitz = ONE_TO_EJECT.format(black=3, white=2).replace("bb1w", "bbbw")
    assert play(game(blitz), "e6e7").result is None
    assert play(game(blitz, target=4), "e6e7").result == Result(BLACK, Ending.PLAYED_OUT)


def test_a_draw_is_agreed_on_or_declined_by_playing_on():
    offered = game().apply(DrawOffered(BLACK))
    assert offered.to_act is BLACK
    assert offered.apply(DrawAccepted(WHITE)).result == Result(None, Ending.AGREED)
    assert offered.apply(DrawDeclined(WHITE)).state.draw_offer is None
    moved = play(offered, "c3d3")
    assert moved.state.draw_offer is BLACK
    assert play(moved, "g5f5").state.draw_offer is None


def test_nobody_accepts_an_own_or_missing_draw_offer():
    for now, action in ((game(), DrawAccepted(WHITE)), (game(), DrawDeclined(WHITE))):
        with pytest.raises(IllegalAction, match="no offer"):
            now.apply(action)
    with pytest.raises(IllegalAction, match="no offer"):
        game().apply(DrawOffered(BLACK)).apply(DrawAccepted(BLACK))


def test_a_resignation_ends_the_game_at_once():
    assert game().apply(Resigned(WHITE)).result == Result(BLACK, Ending.RESIGNED)
    with pytest.raises(IllegalAction, match="Abalone knows only 1"):
        game().apply(Resigned(WHITE, 2))


def test_there_are_no_dice():
    with pytest.raises(IllegalAction, match="without dice"):
        game().apply(OpeningRolled(3, 1))
    with pytest.raises(IllegalAction, match="a play comes next"):
        game().apply(Rolled(BLACK, Dice(3, 1)))
