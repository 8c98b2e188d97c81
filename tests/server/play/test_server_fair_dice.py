"""Fair dice over the wire: nobody skips a step, opens wrongly, or gets a second roll."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from server_client import receipt_of
from server_running import run, table_at
from tablas.fair_dice.chain import Chain, hashed
from tablas.fair_dice.roll import rolled
from tablas.server.play import protocol
from tablas.server.play.agreement import Agreement
from tablas.server.play.commands import caused, followed, lost_by
from tablas.server.play.dice.dealer import ServerDealer
from tablas.server.play.follow_ups import begun
from tablas.server.play.may import may
from tablas.server.play.table import Table
from tablas.values import Ending, Side

FAIR = {"game": "backgammon"}
DEALER = ServerDealer(b"0" * 32)
CHAIN = Chain(b"1" * 32)
READY = [{"do": "ready", "side": side.value} for side in Side]
BY_HAND = {"auto_dice": False}


async def anchored(table):
    """Both players send their anchors by hand; gives their chains."""
    chains = {}
    for seat in table.seats:
        await seat.until(lambda s: "fair_dice" in s.state)
        (side,) = seat.sides
        chains[side] = Chain.fresh()
        await seat.acked("anchor", anchor=chains[side].anchor.hex())
    for seat in table.seats:
        await seat.until(lambda s: "roll" in s.state["fair_dice"])
    return chains


async def opened(table, chains):
    """The opening roll, by hand, until somebody is to play; gives the number of the next roll."""
    number = 1
    while table.white.state["phase"] == "opening":
        for seat in table.seats:
            (side,) = seat.sides
            await seat.until(lambda s: s.state.get("fair_dice", {}).get("awaits") == s.sides[0])
            await seat.acked("open", open=chains[side].opening(number).hex())
        last = max(seat.n for seat in table.seats)
        for seat in table.seats:
            await seat.until(lambda s, last=last: s.n >= last and "state" in s.events[-1])
        number += 1
    return number


def test_the_server_commits_itself_before_the_players_and_signs_it(club):
    async def scenario():
        async with table_at(club.base, options=BY_HAND, **FAIR) as table:
            chains = await anchored(table)
            events = [e["event"] for e in table.white.events]
            assert [e["do"] for e in events][:4] == ["begun", "anchored", "anchored", "sealed"]
            names = table.white.guest.name, table.black.guest.name
            receipt = receipt_of(events[3]["dice"], *names)
            assert receipt.genuine()
            anchors = {party.value: anchor for party, anchor in receipt.anchors.items()}
            assert anchors["server"].hex() == events[0]["anchor"]
            assert anchors["white"] == chains["white"].anchor

    run(scenario())


def test_the_dice_follow_from_all_three_openings(club):
    async def scenario():
        async with table_at(club.base, options=BY_HAND, **FAIR) as table:
            chains = await anchored(table)
            await opened(table, chains)
            roll = next(e["event"] for e in table.white.events if e["event"]["do"] == "opening")
            proof = {k: bytes.fromhex(v) for k, v in roll["proof"].items() if k != "roll"}
            assert hashed(proof["server"]).hex() == table.white.events[0]["event"]["anchor"]
            dice = rolled(f"{table.game}-1", 1, proof["server"], proof["white"], proof["black"])
            assert dice == (roll["white"], roll["black"])

    run(scenario())


@pytest.mark.refuses("bad-opening", "dice-pending", "fair-dice-first", "not-fair-dice")
def test_openings_out_of_order_or_of_another_chain_are_refused(club):
    async def scenario():
        async with table_at(club.base, options=BY_HAND, **FAIR) as table:
            chains = await anchored(table)
            first = chains["black"].opening(1).hex()
            assert await table.black.refused("open", open=first) == "bad-opening"
            wrong = chains["white"].opening(2).hex()
            assert await table.white.refused("open", open=wrong) == "bad-opening"
            foreign = chains["black"].opening(1).hex()
            assert await table.white.refused("open", open=foreign) == "bad-opening"
            assert await table.white.refused("anchor", anchor="0" * 64) == "not-fair-dice"
            number = await opened(table, chains)
            mover = table.white if table.white.mine else table.black
            other = table.black if mover is table.white else table.white
            await mover.acked("play", play=mover.legal("backgammon")[0])
            await other.until(lambda s: s.mine)
            assert await other.refused("roll") == "fair-dice-first"
            (side,) = other.sides
            later = chains[side].opening(number + 1).hex()
            assert await other.refused("roll", open=later) == "bad-opening"
            opening = chains[side].opening(number).hex()
            await other.acked("roll", id="once", open=opening)
            assert await other.refused("double") == "dice-pending"
            await mover.until(lambda s: s.state["fair_dice"].get("awaits") == s.sides[0])
            (answering,) = mover.sides
            await mover.acked("open", open=chains[answering].opening(number).hex())
            await other.until(lambda s: s.state["phase"] == "to-play")
            dice = other.state["dice"]
            await other.acked("roll", id="once", open=opening)
            assert other.state["dice"] == dice

    run(scenario())


def test_nobody_foresees_a_roll_the_server_opens_last(club):
    async def scenario():
        async with table_at(club.base, options=BY_HAND, **FAIR) as table:
            chains = await anchored(table)
            await table.white.acked("open", open=chains["white"].opening(1).hex())
            await asyncio.sleep(0.3)
            told = [e["event"] for e in table.black.events]
            assert not [e for e in told if "proof" in e]
            assert table.black.state["fair_dice"]["awaits"] == "black"

    run(scenario())


def test_nobody_is_called_away_who_is_there_unless_an_answer_does_not_come(club):
    def away(seat):
        """What each frame that tells of presence says of who is away, in order."""
        told = [f.get("presence", f) for f in seat.frames if f["t"] in ("state", "presence")]
        return [one.get("away") for one in told]

    async def scenario():
        async with table_at(club.base, options=BY_HAND, **FAIR) as table:
            chains = await anchored(table)
            await table.white.acked("open", open=chains["white"].opening(1).hex())
            await table.white.until(lambda s: away(s)[-1] is not None)
            # The table waited for black's answer all along; only after seconds it is said.
            assert [one for one in away(table.white)[:-1] if one] == []
            last = [f for f in table.white.frames if f["t"] == "presence"][-1]
            assert last["black"] is True
            assert last["away"].keys() == {"black"}
            await table.black.acked("open", open=chains["black"].opening(1).hex())
            await table.white.until(lambda s: away(s)[-1] is None)

    run(scenario())


def test_the_server_rolls_alone_only_if_both_are_content_with_that(club):
    async def scenario():
        async with table_at(club.base, options=BY_HAND, **FAIR) as table:
            await table.white.until(lambda s: "fair_dice" in s.state)
            await table.white.acked("no-chain")
            assert "no-chain" not in table.white.may["white"]
            await table.black.until(lambda s: s.state["fair_dice"].get("no_chain") == ["white"])
            assert {seat.state["phase"] for seat in table.seats} == {"opening"}
            chain = Chain.fresh()
            await table.black.acked("anchor", anchor=chain.anchor.hex())
            assert table.black.state["fair_dice"]["awaits"] == "white"
            await table.black.acked("no-chain")
            for seat in table.seats:
                await seat.until(lambda s: s.state["phase"] == "to-play")
                assert "fair_dice" not in seat.state
            assert await table.black.refused("anchor", anchor="0" * 64) == "not-fair-dice"
            text = (await table.white.guest.http.get(f"/api/games/{table.game}/record")).text
            assert "proof" not in text

    run(scenario())


@pytest.mark.refuses("fair-dice-only")
def test_the_dice_of_a_rated_game_are_never_left_to_the_server(club):
    async def scenario():
        rated = FAIR | {"rated": True, "time": "fischer 5+3"}
        async with table_at(club.base, options=BY_HAND, **rated) as table:
            for seat in table.seats:
                await seat.until(lambda s: "fair_dice" in s.state)
                assert await seat.refused("no-chain") == "fair-dice-only"
                assert "no-chain" not in seat.may[seat.sides[0]]

    run(scenario())


@pytest.mark.refuses("too-late-to-abort")
def test_a_rated_game_is_not_called_off_once_dice_have_fallen(club):
    async def scenario():
        rated = {"game": "backgammon", "rated": True, "time": "fischer 5+3"}
        async with table_at(club.base, options=BY_HAND, **rated) as table:
            chains = await anchored(table)
            assert table.white.may["white"]["abort"] is True
            await table.white.acked("open", open=chains["white"].opening(1).hex())
            await table.black.acked("open", open=chains["black"].opening(1).hex())
            for seat in table.seats:
                await seat.until(lambda s: any("proof" in e["event"] for e in s.events))
                assert await seat.refused("abort") == "too-late-to-abort"
                assert "abort" not in seat.may[seat.sides[0]]
        async with table_at(club.base, options=BY_HAND, **rated) as table:
            await anchored(table)
            await table.black.acked("abort")
            for seat, count in zip(table.seats, (0, 1), strict=True):
                name = (await seat.guest.get("/api/me"))["name"]
                assert (await seat.guest.get(f"/api/people/{name}"))["aborted"] == count
        async with table_at(club.base, game="backgammon", dice="server") as table:
            await table.white.until(lambda s: s.state.get("phase") == "to-play")
            await table.white.acked("abort")

    run(scenario())


def match_in_its_second_game() -> Table:
    """A rated match whose second game waits for its opening roll."""
    agreement = Agreement(game="backgammon", length=5, rated=True, time="fischer 5+3")
    table = Table.fresh("m", agreement, ("A", "B"))
    table = followed(table, [begun(table, DEALER)], 0, DEALER)[-1].table
    for _ in range(2):
        for side in Side:
            anchor = protocol.Anchor(id="a", anchor=CHAIN.anchor.hex())
            table = caused(table, side, anchor, now=0, dealer=DEALER)[-1].table
        if table.number == 1:
            for body in ({"do": "forfeited", "side": "black"}, *READY):
                table = followed(table, [body], 0, DEALER)[-1].table
    assert (table.number, table.match.score, table.awaited) == (2, (1, 0), Side.WHITE)
    return table


def test_whoever_withholds_an_opening_loses_that_game_and_nothing_is_rolled_again():
    table = match_in_its_second_game()
    opening = protocol.Open(id="o", open=CHAIN.opening(1).hex())
    table = caused(table, Side.WHITE, opening, now=0, dealer=DEALER)[-1].table
    assert table.awaited is Side.BLACK
    absent = frozenset([Side.BLACK])
    assert may(table, Side.WHITE, now=0, absent=absent)["claim"] is True
    claim = protocol.Claim(id="c")
    events = caused(table, Side.WHITE, claim, now=0, dealer=DEALER, absent=absent)
    assert [event.body for event in events] == [{"do": "forfeited", "side": "black"}]
    after = events[-1].table
    assert (after.match.score, after.over) == ((2, 0), False)
    assert after.game.result.ending is Ending.FORFEITED
    assert after.receipt is not None  # what was sealed stays in the record


def test_before_the_first_dice_are_sealed_there_is_nothing_to_lose():
    table = Table.fresh("m", Agreement(game="backgammon", rated=True, time="fischer 5+3"))
    table = followed(table, [begun(table, DEALER)], 0, DEALER)[-1].table
    assert lost_by(table, Side.WHITE) == {"do": "aborted", "side": "white"}
    by_mail = Table.fresh("m", Agreement(game="backgammon", days=1, rated=True))
    by_mail = followed(by_mail, [begun(by_mail, DEALER)], 0, DEALER)[-1].table
    assert lost_by(by_mail, Side.BLACK)["do"] == "aborted"


def test_a_house_bot_lets_the_server_roll_alone():
    table = Table.fresh("m", Agreement(game="backgammon"), ("A", "bot"), frozenset([Side.BLACK]))
    table = followed(table, [begun(table, DEALER)], 0, DEALER)[-1].table
    events = caused(table, Side.WHITE, protocol.NoChain(id="n"), now=0, dealer=DEALER)
    assert [event.body["do"] for event in events][:3] == ["asked-no-chain", "no-chain", "opening"]


def test_the_dice_survive_a_kill_in_the_middle_of_a_roll(server, tmp_path):
    async def scenario():
        async with table_at(server.base, options=BY_HAND, **FAIR) as table:
            chains = await anchored(table)
            opening = chains["white"].opening(1).hex()
            await table.white.acked("open", open=opening)
            server.kill()
            server.start()
            for seat in table.seats:
                await seat.connect(since=seat.n)
            await table.black.acked("open", open=chains["black"].opening(1).hex())
            await table.white.until(lambda s: any("proof" in e["event"] for e in s.events))
            number = 2 if table.white.state["phase"] == "to-play" else None
            text = (await table.white.guest.http.get(f"/api/games/{table.game}/record")).text
            key = (await table.white.guest.get("/.well-known/tablas-dice.json"))["key"]
            file = tmp_path / "game.jsonl"
            file.write_text(text)
            told = await asyncio.to_thread(
                subprocess.run,
                [sys.executable, "-m", "tablas", "verify", str(file), f"--server-key={key}"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert told.returncode == 0, told.stdout + told.stderr
            assert number is None or table.white.state["fair_dice"]["roll"] == number

    run(scenario())
