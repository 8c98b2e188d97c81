"""Everything two people can do at a table besides moving, over the wire."""

from __future__ import annotations

import random

import pytest

from server_running import guest, run, table_at

PLAIN = {"game": "backgammon", "dice": "server"}
LATE = "sns/gs/18/SSG/1/SN/1 -/- DEGOSSSSSS/degossssss w"


async def ready(table):
    """Wait until somebody is to play; gives the mover and the other."""
    for seat in table.seats:
        await seat.until(
            lambda s: (
                s.state.get("status") == "playing" and s.state["phase"] in ("to-play", "to-roll")
            )
        )
    white_acts = table.white.state["to_act"] == "white"
    return (table.white, table.black) if white_acts else (table.black, table.white)


async def both_see(table, n):
    for seat in table.seats:
        await seat.until(lambda s: s.n >= n)


async def one_turn(table, kind="backgammon"):
    """The mover plays; gives the next mover and the other."""
    mover, _ = await ready(table)
    if mover.state["phase"] == "to-roll":
        await mover.acked("roll")
        await both_see(table, mover.n)
        if not mover.mine:
            return await ready(table)
    await mover.acked("play", play=mover.legal(kind)[0])
    await both_see(table, mover.n)
    return await ready(table)


def test_doubles_are_offered_taken_and_owned(club):
    async def scenario():
        async with table_at(club.base, **PLAIN) as table:
            await ready(table)
            mover, other = await one_turn(table)
            await mover.acked("double")
            await other.until(lambda s: s.state["phase"] == "to-answer")
            assert await mover.refused("take") == "illegal:not-your-turn"
            assert await other.refused("beaver") == "illegal:no-beavers"
            await other.acked("take")
            await both_see(table, other.n)
            assert mover.state["cube"] == {"value": 2, "owner": other.sides[0]}
            assert await mover.refused("double") == "illegal:not-owner"
            await mover.acked("roll")

    run(scenario())


@pytest.mark.refuses("match-over")
def test_a_dropped_double_ends_the_game(club):
    async def scenario():
        async with table_at(club.base, **PLAIN) as table:
            await ready(table)
            mover, other = await one_turn(table)
            await mover.acked("double")
            await other.until(lambda s: s.mine)
            await other.acked("drop")
            await both_see(table, other.n)
            result = mover.state["result"]
            assert (result["winner"], result["ending"], result["points"]) == (
                mover.sides[0],
                "dropped",
                1,
            )
            assert await mover.refused("roll") == "match-over"

    run(scenario())


def test_a_resignation_waits_for_its_answer_and_may_be_a_gammon(club):
    async def scenario():
        async with table_at(club.base, **PLAIN) as table:
            mover, other = await ready(table)
            await mover.acked("resign", level=1)
            await other.until(lambda s: "resignation" in s.state)
            await other.acked("refuse-resignation")
            await mover.until(lambda s: "resignation" not in s.state)
            await mover.acked("resign", level=2)
            await other.acked("accept-resignation")
            await both_see(table, other.n)
            assert mover.state["result"]["points"] == 2

    run(scenario())


def test_a_draw_is_offered_and_accepted_in_abalone_only(club):
    async def scenario():
        async with table_at(club.base, game="abalone") as table:
            mover, other = await ready(table)
            await mover.acked("offer-draw")
            assert await mover.refused("accept-draw") == "illegal:no-offer"
            await other.acked("accept-draw")
            await both_see(table, other.n)
            assert mover.state["result"] == {
                "winner": "none", "ending": "agreed", "level": 1, "stake": 1, "points": 0,
            }  # fmt: skip
        async with table_at(club.base, **PLAIN) as table:
            mover, _ = await ready(table)
            assert await mover.refused("offer-draw") == "illegal:no-draws"

    run(scenario())


@pytest.mark.refuses("too-late-to-abort")
def test_a_game_is_aborted_only_before_the_first_move(club):
    async def scenario():
        async with table_at(club.base, **PLAIN) as table:
            mover, other = await ready(table)
            await other.acked("abort")
            await both_see(table, other.n)
            assert mover.state["status"] == "aborted"
            listed = await mover.guest.get("/api/games?status=aborted")
            assert [g["id"] for g in listed["games"]] == [table.game]
        async with table_at(club.base, **PLAIN) as table:
            mover, _ = await one_turn(table)
            assert await mover.refused("abort") == "too-late-to-abort"

    run(scenario())


@pytest.mark.refuses("no-takeback-offer")
@pytest.mark.parametrize(
    "kind",
    [pytest.param("backgammon", marks=pytest.mark.refuses("nothing-to-take-back")), "abalone"],
)
def test_a_move_is_taken_back_by_consent_with_the_same_dice(club, kind):
    async def scenario():
        async with table_at(club.base, game=kind, dice="server") as table:
            mover, other = await ready(table)
            before = mover.state
            await mover.acked("play", play=mover.legal(kind)[0])
            await both_see(table, mover.n)
            assert await other.refused("accept-takeback") == "no-takeback-offer"
            await mover.acked("offer-takeback")
            await other.until(lambda s: "takeback" in s.state)
            await other.acked("decline-takeback")
            await mover.acked("offer-takeback")
            await other.acked("accept-takeback")
            await both_see(table, other.n)
            assert mover.state == before
            if kind == "abalone":
                await one_turn(table, kind)
                await one_turn(table, kind)
                await mover.acked("offer-takeback")
                await other.acked("accept-takeback")
                await both_see(table, other.n)
                assert mover.state == before
            else:
                await one_turn(table)
                await other.acked("roll")
                assert await mover.refused("offer-takeback") == "nothing-to-take-back"

    run(scenario())


@pytest.mark.refuses("no-takebacks")
def test_rated_games_know_no_takebacks(club):
    async def scenario():
        async with table_at(club.base, **PLAIN, time="fischer 5+3", rated=True) as table:
            mover, _ = await ready(table)
            await mover.acked("play", play=mover.legal("backgammon")[0])
            assert await mover.refused("offer-takeback") == "no-takebacks"

    run(scenario())


def test_an_opponent_may_grant_time(club):
    async def scenario():
        async with table_at(club.base, **PLAIN, time="sudden 5") as table:
            mover, other = await ready(table)
            before = mover.state["clock"][mover.sides[0]]
            await other.acked("grant", seconds=15)
            await mover.until(lambda s: s.state["clock"][s.sides[0]] > before + 10_000)
            text = (await mover.guest.http.get(f"/api/games/{table.game}/record")).text
            assert '"granted"' in text
        async with table_at(club.base, **PLAIN) as table:
            _, other = await ready(table)
            assert await other.refused("grant", seconds=15) == "illegal:no-clock"

    run(scenario())


def test_a_flag_falls_and_the_game_is_lost_on_time(club):
    async def scenario():
        async with table_at(club.base, **PLAIN, time="move 0+1") as table:
            mover, other = await ready(table)
            play = mover.legal("backgammon")[0]
            await other.until(lambda s: s.state["status"] == "finished")
            assert other.state["result"]["ending"] == "flagged"
            assert other.state["result"]["winner"] == other.sides[0]
            assert await mover.refused("play", play=play) == "match-over"
            flagged = other.events[-1]
            opening = next(e for e in other.events if e["event"]["do"] == "opening")
            assert 1000 <= flagged["at"] - opening["at"] < 1100

    run(scenario())


@pytest.mark.refuses("not-over")
def test_rematch_changes_sides_and_both_get_there(club):
    async def scenario():
        async with table_at(club.base, **PLAIN) as table:
            mover, other = await ready(table)
            assert await mover.refused("rematch") == "not-over"
            await mover.acked("resign", level=1)
            await other.acked("accept-resignation")
            await mover.acked("rematch")
            await other.acked("rematch")
            await both_see(table, other.n)
            again = mover.state["rematch"]["game"]
            assert again == other.state["rematch"]["game"]
            first = await mover.guest.sit(again)
            second = await other.guest.sit(again)
            for seat in (first, second):
                await seat.until(lambda s: s.state.get("status") == "playing")
            assert first.sides == other.sides
            assert second.sides == mover.sides
            await first.close()
            await second.close()

    run(scenario())


@pytest.mark.refuses("between-games")
def test_a_match_counts_games_has_a_crawford_game_and_ends(club):
    async def scenario():
        async with table_at(club.base, **PLAIN, length=3, time="fischer 9+9") as table:
            mover, other = await ready(table)
            await mover.acked("resign", level=2)
            await other.acked("accept-resignation")
            await both_see(table, other.n)
            assert mover.state["status"] == "between-games"
            assert await mover.refused("roll") == "between-games"
            await mover.acked("next")
            assert mover.state["status"] == "between-games"
            await other.acked("next")
            await both_see(table, other.n)
            match = mover.state["match"]
            assert match["crawford"]
            assert (match["game"], match[other.sides[0]]) == (2, 2)
            leader = other
            await ready(table)
            trailer = table.white if leader is table.black else table.black
            await leader.acked("resign", level=1)
            await trailer.acked("accept-resignation")
            await both_see(table, trailer.n)
            for seat in table.seats:
                await seat.acked("next")
            await both_see(table, max(s.n for s in table.seats))
            assert not table.white.state["match"]["crawford"]
            assert table.white.state["match"]["game"] == 3
            await ready(table)
            await trailer.acked("resign", level=1)
            await leader.acked("accept-resignation")
            await both_see(table, leader.n)
            assert leader.state["status"] == "finished"
            game = await leader.guest.get(f"/api/games/{table.game}")
            assert game["winner"] == leader.sides[0]
            assert sorted(game["points"].split("-")) == ["1", "3"]

    run(scenario())


def test_one_person_plays_both_sides_at_one_device(club):
    async def scenario():
        me = await guest(club.base)
        began = await me.post("/api/games", agreement={"game": "abak", "position": LATE})
        seat = await me.sit(began["id"])
        await seat.play_on("abak", random.Random(2))
        assert seat.state["status"] == "finished"
        assert seat.sides == ["black", "white"]
        await seat.close()
        await me.close()

    run(scenario())


def test_a_correspondence_game_waits_for_nobody_to_be_there(club):
    async def scenario():
        async with table_at(club.base, **PLAIN, days=3) as table:
            mover, _ = await ready(table)
            await mover.close()
            back = await mover.guest.sit(table.game)
            await back.frame("state")
            assert 3 * 86_400_000 - 60_000 < back.state["clock"][back.sides[0]] <= 3 * 86_400_000
            assert "away" not in back.frames[0]["presence"]
            await back.acked("play", play=back.legal("backgammon")[0])
            await back.close()

    run(scenario())


@pytest.mark.refuses("not-begun", "not-between-games")
def test_a_game_begins_when_both_have_come(club):
    async def scenario():
        host, friend = await guest(club.base), await guest(club.base)
        offer = await host.post("/api/offers", agreement=PLAIN, side="white", invitation=True)
        began = await friend.post(f"/api/offers/{offer['id']}/accept")
        alone = await host.sit(began["game"])
        assert (await alone.frame("state"))["state"]["status"] == "waiting"
        assert await alone.refused("roll") == "not-begun"
        other = await friend.sit(began["game"])
        await alone.until(lambda s: s.state["status"] == "playing")
        assert await alone.refused("next") == "not-between-games"
        for seat in (alone, other):
            await seat.close()
            await seat.guest.close()

    run(scenario())


@pytest.mark.refuses("too-many-games")
def test_nobody_piles_up_more_than_a_hundred_games(club):
    async def scenario():
        me = await guest(club.base)
        for _ in range(100):
            await me.post("/api/games", agreement={"game": "abalone"})
        answer = await me.http.post("/api/games", json={"agreement": {"game": "abalone"}})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too-many-games")
        await me.close()

    run(scenario())
