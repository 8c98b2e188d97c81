"""Games from a set-up: what may be agreed on, and dice that are sealed before the first roll."""

from __future__ import annotations

import pytest

from server_running import guest, run, table_at
from tablas import games
from tablas.play.actions import Doubled, OpeningRolled, Played, Took
from tablas.play.cube import Cube
from tablas.play.game import Game
from tablas.play.match import Match
from tablas.record import read_all as read
from tablas.server.play.agreement import Agreement
from tablas.server.play.boards import moments
from tablas.server.play.table import Table
from tablas.situation import Pending
from tablas.values import Dice, Ending, Result, Side

ENDING = "XGID=-BB--------------------bb-:0:0:-1:00:0:0:0:0:10"
ABAK = "sns/gs/18/SSG/1/SN/1 -/- DEGOSSSSSS/degossssss w"
PIPS = {"nackgammon": 194, "longgammon": 360}
ABALONE = "5/2ww2/4b2/3wbb2/3wbb3/1w1bbw2/ww1wbb1/2b3/5 w 5-4 12"


@pytest.mark.parametrize(
    ("game", "position", "turn"),
    [("backgammon", ENDING, "black"), ("abak", ABAK, "white"), ("abalone", ABALONE, "white")],
)
def test_a_game_begins_at_its_set_up_with_the_side_to_move(club, game, position, turn):
    async def scenario():
        me = await guest(club.base)
        agreement = {"game": game, "position": position}
        made = await me.post("/api/games", agreement=agreement, bot=None)
        seat = await me.sit(made["id"])
        await seat.until(lambda one: one.state.get("status") == "playing")
        await seat.close()
        state = (await me.get(f"/api/games/{made['id']}"))["state"]
        assert (state["position"], state["turn"]) == (position, turn)
        await me.close()

    run(scenario())


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"length": 3}, "for one game"),
        ({"session": True}, "for one game"),
        ({"rated": True, "time": "fischer 5+3"}, "for one game"),
        ({"position": "XGID=nonsense"}, "position:"),
        ({"position": "XGID=-B-----------------------o:0:0:1:00:0:0:0:0:10"}, "position:"),
        ({"position": "XGID=-----------------------bb-:0:0:1:00:0:0:0:0:10"}, "position"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused_in_both_languages(club, more, told):
    async def scenario():
        me = await guest(club.base)
        agreement = {"game": "backgammon", "position": ENDING} | more
        answer = await me.http.post("/api/games", json={"agreement": agreement, "bot": None})
        assert answer.status_code == 422
        error = answer.json()["error"]
        assert told in error["en"]
        assert "position" in error["es"]
        await me.close()

    run(scenario())


def test_nobody_rolls_from_a_set_up_before_the_dice_are_sealed(club):
    async def scenario():
        agreed = {"game": "backgammon", "position": ENDING}
        async with table_at(club.base, options={"auto_dice": False}, **agreed) as table:
            await table.black.until(lambda seat: "fair_dice" in seat.state)
            assert await table.black.refused("roll") == "dice-pending"

    run(scenario())


@pytest.mark.parametrize("start", ["nackgammon", "longgammon"])
def test_a_match_is_played_from_another_start_of_backgammon(club, start):
    async def scenario():
        me = await guest(club.base)
        agreement = {"game": "backgammon", "start": start, "length": 3}
        made = await me.post("/api/games", agreement=agreement, bot=None)
        seat = await me.sit(made["id"])
        await seat.until(lambda one: one.state.get("status") == "playing")
        replay = await me.get(f"/api/games/{made['id']}/replay")
        first = replay["games"][0]["moments"][0]["board"]
        assert first["pips"] == dict.fromkeys(("white", "black"), PIPS[start])
        assert all(":0:0:0:3:10" in one["position"] for one in replay["games"][0]["moments"])
        await seat.close()
        await me.close()

    run(scenario())


def test_a_replay_tells_cube_and_score_of_every_moment():
    kind, won = games.kind("backgammon"), Result(Side.BLACK, Ending.PLAYED_OUT, 2)
    game = Game.begin(kind, Match(length=5).after(won).terms()).apply(OpeningRolled(3, 1))
    play = kind.notation.read(game.position, Dice(3, 1), "8/5 6/5")
    for action in (Played(Side.WHITE, play), Doubled(Side.BLACK), Took(Side.WHITE)):
        game = game.apply(action)
    told = [kind.formats.read_situation(one["position"])[1] for one in moments(game)]
    assert {(one.length, one.score) for one in told} == {(5, (0, 2))}
    assert [(one.cube, one.owner) for one in told] == [(1, None)] * 4 + [(2, Side.WHITE)]
    assert [one.dice for one in told] == [None, Dice(3, 1), None, None, None]
    assert told[3].pending is Pending.DOUBLE


SCORED = (
    "XGID=-BB--------------------bb-:1:1:-1:00:3:2:0:5:10"  # 3–2 of 5, White owns the cube at 2
)


def test_a_set_up_is_played_at_the_cube_and_score_that_its_text_tells(club):
    async def scenario():
        me = await guest(club.base)
        made = await me.post("/api/games", agreement={"game": "backgammon", "position": SCORED})
        seat = await me.sit(made["id"])
        await seat.until(lambda one: one.state.get("status") == "playing")
        state = seat.state
        assert state["cube"] == {"value": 2, "owner": "white"}
        told = {name: state["match"][name] for name in ("length", "white", "black")}
        assert told == {"length": 5, "white": 3, "black": 2}
        await seat.close()
        text = (await me.http.get(f"/api/games/{made['id']}/record")).text
        await me.close()
        (record,) = read(text)
        assert (record.length, record.score) == (5, (3, 2))
        assert record.game.first.cube == Cube(2, Side.WHITE)
        assert record.game.first.terms.stakes.away == (2, 3)

    run(scenario())


def test_a_set_up_game_from_before_that_goes_on_as_it_began():
    table = Table.fresh("x", Agreement(game="backgammon", position=SCORED, dice="server"))
    old = table.after({"do": "begun", "number": 1}, 0)
    new = table.after({"do": "begun", "number": 1, "situated": True}, 0)
    assert (old.game.state.cube, old.game.state.terms.stakes.away) == (Cube(), None)
    assert (new.game.state.cube, new.game.state.terms.stakes.away) == (Cube(2, Side.WHITE), (2, 3))
