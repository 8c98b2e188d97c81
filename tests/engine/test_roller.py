"""The level that rolls out plays that lie close: what it plays, when it stops, what it keeps to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablas import games
from tablas.engine.bot import bot, opponents
from tablas.engine.dice import roller
from tablas.engine.dice.at_score import analysed
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.roller import RollerPlayer, rolled_out
from tablas.engine.dice.rollout import RolloutResult
from tablas.engine.dice.rollout_plan import RollerPlan
from tablas.engine.engines import dice_side, engine
from tablas.engine.player import Unhurried
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.values import Dice, Side

KIND, ABAK = games.kind("backgammon"), games.kind("abak")
START = "4HPwATDgc/ABMA"
# Two plies find 24/18 13/9 better by .006; rollouts find 13/9 13/7 better by .062, GNU Backgammon's
# (432 trials of 11 turns) by .055.
OTHERWISE = ("zJ7PAABs28AANA", "64", "24/18 13/9", "13/9 13/7")
# The same in Abak: two plies find N18/24 G4/2* better by .012; 324 trials of 7 turns find the other
# play better by .038, other dice for 25 turns by .053 and with players who look ahead by .052.
OTHERWISE_IN_ABAK = (
    "1/OS/SE/s/SSS/s/SSDSN/ss/gs/ds/sse/g/os/7/GG/S/n/1 -/- -/- w",
    "62", "N18/24 G4/2*", "N18/24 S20/18",
)  # fmt: skip
QUICK = RollerPlan(trials=36, truncate=3, most=2, least=36)


def standing(text: str, dice: str, stakes: Stakes, cube: Cube | None = None, kind=KIND) -> State:
    return State(
        kind=kind, terms=Terms(stakes=stakes), position=kind.formats.read(text).position,
        turn=Side.WHITE, phase=Phase.TO_PLAY, cube=cube or Cube(), dice=Dice.parse(dice),
    )  # fmt: skip


def undecided() -> State:
    text, dice, _, _ = OTHERWISE
    return standing(text, dice, Stakes(cube=False))


def played(player, state: State) -> str:
    return state.kind.notation.write(state.position, player.choose(state))


def quick(game: str = "backgammon", **changes) -> RollerPlayer:
    """The level with fewer trials."""
    player = bot(game, "roller")
    assert isinstance(player, RollerPlayer)
    return replace(player, plan=replace(QUICK, **changes))


def test_it_plays_what_rollouts_prefer_where_the_search_errs():
    _, _, searched, rolled = OTHERWISE
    assert played(bot("backgammon", "strongest"), undecided()) == searched
    assert played(quick(), undecided()) == rolled


def test_in_abak_it_does_so_too():
    text, dice, searched, rolled = OTHERWISE_IN_ABAK
    state = standing(text, dice, Stakes(cube=False), kind=ABAK)
    assert played(bot("abak", "strongest"), state) == searched
    assert played(quick("abak", trials=72, truncate=7, most=3, least=72), state) == rolled


def test_the_same_trials_decide_every_time_with_any_number_of_threads():
    state, found = undecided(), []
    for threads in (1, 1, 2):
        ours = dice_side("backgammon").search(threads=threads)
        analysis = analysed(ours, state, DiceLimit(plies=2))
        found.append(rolled_out(ours, state, analysis, QUICK).plays)
    assert found[0] == found[1] == found[2]
    assert [one.trials for one in found[0][:3]] == [36, 36, 0]


def test_it_stops_when_one_play_is_ahead():
    ours, state = dice_side("backgammon").search(), undecided()
    analysis = analysed(ours, state, DiceLimit(plies=2))
    plan = replace(QUICK, trials=3600)
    best, second, *_ = rolled_out(ours, state, analysis, plan).plays
    assert best.trials == second.trials < plan.trials / 10
    assert best.equity > second.equity + 0.01


def test_plays_that_lie_apart_are_left_to_the_search():
    ours, state = dice_side("backgammon").search(), standing(START, "31", Stakes(cube=False))
    analysis = analysed(ours, state, DiceLimit(plies=1))
    assert rolled_out(ours, state, analysis, RollerPlan()) is analysis


@pytest.mark.parametrize(
    ("stakes", "cube"),
    [
        (Stakes(cube=False), None),
        (Stakes(), None),
        (Stakes(), Cube(2, Side.WHITE)),
        (Stakes(), Cube(4, Side.BLACK)),
        (Stakes(away=(2, 4)), None),
        (Stakes(away=(5, 3)), Cube(2, Side.BLACK)),
        (Stakes(away=(1, 3), cube=False), None),
    ],
)
def test_rollouts_and_search_speak_of_the_same_equities_at_every_cube_and_score(stakes, cube):
    ours, state = dice_side("backgammon").search(), standing(START, "31", stakes, cube)
    analysis = analysed(ours, state, DiceLimit(plies=1))
    plan = RollerPlan(trials=36, truncate=2, most=3, within=1.0, least=36)
    rolled = rolled_out(ours, state, analysis, plan).plays
    searched = {one.text: one for one in analysis.plays}
    assert rolled[0].text == analysis.best.text == "8/5 6/5"
    for one in (one for one in rolled if one.trials):
        assert one.equity == pytest.approx(searched[one.text].equity, abs=0.06)
        assert one.chances.win == pytest.approx(searched[one.text].chances.win, abs=0.03)


def test_without_the_time_for_enough_trials_the_search_decides():
    _, _, searched, rolled = OTHERWISE
    player = quick(least=72, trials=72)
    assert isinstance(player, Unhurried)
    assert played(player.within(1e-6), undecided()) == searched
    assert played(player.within(600), undecided()) == rolled


def test_whoever_interrupts_it_is_obeyed(monkeypatch):
    monkeypatch.setattr(roller, "rollout", lambda *_, **__: RolloutResult((), interrupted=True))
    with pytest.raises(KeyboardInterrupt):
        quick().choose(undecided())


@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_it_stands_above_the_strongest_and_is_nobodys_default(game, capsys):
    assert list(opponents(game))[-2:] == ["strongest", "roller"]
    assert "roller" not in engine(game).browser.levels
    assert not next(one for one in engine(game).levels if one.name == "roller").grades
    engine(game).converse(print, None).run(["tablas 1", "quit"])
    assert "option level strongest " in capsys.readouterr().out
