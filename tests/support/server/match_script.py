"""A match as people play it, from the invitation to the rating, over the sockets of any servers.

Ana invites, Luis accepts; Eva watches. In the dice games somebody doubles and is taken, a line
breaks with the dice on the table, and the game is given up as a gammon; in the next a flag falls,
which loses the match. In Abalone a draw is declined, a line breaks, one game is resigned, and again
a flag falls. What is played to its end on the board is the first game against a bot.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

from server_client import Guest, Seat
from server_running import fresh_address
from tablas import games, record
from tablas.fair_dice.verify import check
from tablas.values import Dice

LENGTHS = {"backgammon": 25, "abak": 25, "abalone": 3}
SOME = 4  # plays to choose from
MOVE_SECONDS = 12  # nobody may lose on time before the flag that is meant, on a busy machine


async def member(base: str, name: str) -> Guest:
    """An account of this name."""
    made = Guest(base, fresh_address())
    await made.post("/api/register", name=name, password="a long enough secret 42")
    made.name = name
    return made


class Match:
    """Two players and somebody who watches, each perhaps at another process."""

    def __init__(self, kind: str, white: Seat, black: Seat, watching: Seat) -> None:
        self.kind, self.white, self.black, self.watching = kind, white, black, watching
        self.rng = random.Random(3)
        self.did: list[str] = []  # what the script has shown so far

    @property
    def players(self) -> tuple[Seat, Seat]:
        return self.white, self.black

    @property
    def everybody(self) -> tuple[Seat, ...]:
        return self.white, self.black, self.watching

    async def settled(self) -> None:
        """Everybody has seen what the other has, and the dice are made."""
        while True:
            n = max(seat.n for seat in self.everybody)
            for seat in self.everybody:
                await seat.until(lambda s, n=n: s.n >= n and not s.waiting)
            if n == max(seat.n for seat in self.everybody):
                return

    def mover(self) -> Seat | None:
        return next((seat for seat in self.players if seat.mine and not seat.waiting), None)

    async def act(self) -> None:
        """One command of whoever is to act."""
        await self.settled()
        seat = self.mover()
        if seat is None:
            return
        n = seat.n
        if seat.state["phase"] == "to-play":
            await seat.acked("play", play=self.chosen(seat))
        else:
            answer = await seat.act(self.kind, self.rng)
            assert answer is None or answer["t"] == "ack", answer
        await seat.until(lambda s: s.n > n)

    def chosen(self, seat: Seat) -> str:
        """A play that brings the rearmost checkers on, so that games end soon."""
        kind = games.kind(self.kind)
        position = kind.formats.read(seat.state["position"]).position
        if not seat.state.get("dice"):
            return seat.some_play(self.kind, self.rng)
        dice = Dice(*seat.state["dice"])
        some = {seat.some_play(self.kind, self.rng) for _ in range(SOME)}
        plays = {text: kind.notation.read(position, dice, text) for text in sorted(some)}
        reached = {text: kind.rules.after(position, play) for text, play in plays.items()}
        return min(reached, key=lambda text: _behind(reached[text].swapped()))

    async def until_phase(self, phase: str) -> Seat:
        """Play on until somebody is to act in that phase."""
        while True:
            await self.settled()
            seat = self.mover()
            if seat and seat.state["phase"] == phase:
                return seat
            await self.act()

    def other(self, seat: Seat) -> Seat:
        return self.black if seat is self.white else self.white

    async def double(self) -> None:
        seat = await self.until_phase("to-roll")
        other = self.other(seat)
        await seat.acked("double")
        await other.until(lambda s: s.state["phase"] == "to-answer" and s.mine)
        await other.acked("take")
        await self.settled()
        for one in self.everybody:
            assert one.state["cube"] == {"value": 2, "owner": other.sides[0]}
        self.did.append("cube")

    async def break_the_line(self) -> None:
        """With the dice on the table; whoever comes back finds the same ones, and plays."""
        seat = await self.until_phase("to-play")
        await self.other(seat).acked("grant", seconds=60)  # the way back may be slow
        await self.settled()
        before, n = seat.state, seat.n
        seat.cut()
        await seat.until(lambda s: s.closed)
        await self.other(seat).until(
            lambda s: any(
                f["t"] == "presence" and not f[seat.sides[0]] for f in s.frames if f["n"] >= n
            )
        )
        seat.frames.clear()
        await seat.connect(since=n)
        await seat.frame("resumed")
        for field in ("position", "dice", "turn", "phase", "cube"):
            assert seat.state.get(field) == before.get(field), (before, seat.state)
        await self.act()
        self.did.append("reconnect")

    async def next_game(self) -> None:
        for seat in self.players:
            await seat.acked("next")
        for seat in self.everybody:
            await seat.until(lambda s: s.state["status"] == "playing")

    async def gammon(self) -> None:
        """Two points for the gammon, doubled by the cube."""
        seat = await self.until_phase("to-roll")
        other = self.other(seat)
        await seat.acked("resign", level=2)
        await other.until(lambda s: "resignation" in s.state)
        await other.acked("accept-resignation")
        await self.settled()
        for one in self.everybody:
            assert one.state["result"]["level"] == 2
            assert one.state["match"][other.sides[0]] == 4
        self.did.append("gammon")

    async def flag(self) -> Seat:
        """Nobody moves any more: whose clock runs loses the match. Gives the winner."""
        seat = await self.until_phase("to-play")
        winner = self.other(seat)
        for one in self.everybody:
            await one.until(lambda s: s.state["status"] == "finished")
        assert winner.state["result"]["ending"] == "flagged"
        assert winner.state["result"]["winner"] == winner.sides[0]
        self.did.append("flag")
        return winner

    async def everybody_saw_the_same(self) -> None:
        await self.settled()
        logs = [{e["n"]: e["event"] for e in seat.events} for seat in self.everybody]
        whole = max(logs, key=len)
        assert sorted(whole) == list(range(min(whole), max(whole) + 1))
        for log in logs:
            assert all(log[n] == whole[n] for n in log)
        assert len({seat.n for seat in self.everybody}) == 1
        assert len({seat.state["position"] for seat in self.everybody}) == 1
        assert await self.watching.refused("resign") == "not-a-player"
        self.did.append("spectator")


async def between_people(bases: tuple[str, str], kind: str, names: tuple[str, str]) -> Match:
    """The whole script; gives the match for what is still to be looked at."""
    ana, luis = await member(bases[0], names[0]), await member(bases[1], names[1])
    agreement = {
        "game": kind, "length": LENGTHS[kind], "time": f"move 0+{MOVE_SECONDS}", "rated": True,
    }  # fmt: skip
    offer = await ana.post("/api/offers", agreement=agreement, side="white", invitation=True)
    assert offer["id"] in offer["link"]
    game = (await luis.post(f"/api/offers/{offer['id']}/accept"))["game"]
    eva = await Guest.enter(bases[1], fresh_address())
    match = Match(kind, await ana.sit(game), await luis.sit(game), await eva.sit(game))
    for seat in match.everybody:
        await seat.until(lambda s: s.state.get("status") == "playing")
    if kind == "abalone":
        await _abalone(match)
    else:
        await match.double()
        await match.break_the_line()
        await match.gammon()
        await match.next_game()
    winner = await match.flag()
    await match.everybody_saw_the_same()
    await _rated(match, winner, (ana, luis))
    text = (await ana.http.get(f"/api/games/{game}/record")).text
    if kind != "abalone":
        key = (await ana.get("/.well-known/tablas-dice.json"))["key"]
        reports = check(text, key=bytes.fromhex(key))
        assert reports
        assert all(report.proven for report in reports)
    assert len(list(record.read_all(text))) == winner.state["match"]["game"]
    match.did.append("rating")
    for who in (ana, luis):
        await who.close()
    await eva.close()
    return match


async def _abalone(match: Match) -> None:
    for _ in range(6):
        await match.act()
    await match.settled()
    seat = match.mover()
    assert seat
    await seat.acked("offer-draw")
    await match.other(seat).until(lambda s: "draw_offer" in s.state)
    await match.other(seat).acked("decline-draw")
    await match.break_the_line()
    await match.settled()
    await match.white.acked("resign", level=1)
    for one in match.players:
        await one.until(lambda s: s.state["status"] == "between-games")
    await match.next_game()
    await match.act()


async def _rated(match: Match, winner: Seat, members: tuple[Guest, Guest]) -> None:
    """Both processes tell the same ratings, changed once."""
    for asking in members:
        found = {}
        for seat in match.players:
            profile = await asking.get(f"/api/people/{seat.guest.name}")
            (found[seat.sides[0]],) = profile["ratings"]
        won, lost = found[winner.sides[0]], found[match.other(winner).sides[0]]
        assert won["rating"] > 1500 > lost["rating"]
        assert (won["wins"], won["losses"], lost["wins"], lost["losses"]) == (1, 0, 0, 1)


async def against_a_bot(bases: tuple[str, str], kind: str, bot: str) -> list[str]:
    """A friendly match against a house bot, watched from the other process."""
    me, eva = await Guest.enter(bases[0], fresh_address()), await Guest.enter(bases[1])
    agreement: dict[str, Any] = {"game": kind, "length": 5}
    if kind == "abalone":
        agreement |= {"plies": 30, "length": 3}
    began = await me.post("/api/games", agreement=agreement, bot=bot, side="white")
    assert [began[side]["bot"] for side in ("white", "black")] == [False, True]
    seat, watching = await me.sit(began["id"]), await eva.sit(began["id"])
    match = Match(kind, seat, seat, watching)
    match.black = _Nobody()
    await seat.until(lambda s: s.state.get("status") == "playing")
    if kind != "abalone":
        await _mine(seat, "to-roll", kind, match)
        await seat.acked("double")
        await seat.until(lambda s: s.state["phase"] != "to-answer")
        match.did.append("cube")
    if seat.state["status"] == "between-games":  # the bot has dropped
        await seat.acked("next")
        await seat.until(lambda s: s.state["status"] == "playing")
    await _mine(seat, "to-play", kind, match)
    dice, n = seat.state.get("dice"), seat.n
    seat.cut()
    await seat.until(lambda s: s.closed)
    seat.frames.clear()
    await seat.connect(since=n)
    await seat.frame("resumed")
    assert seat.state.get("dice") == dice
    match.did.append("reconnect")
    before = dict(seat.state["match"])
    await _to_the_end(seat, kind, match)
    result, after = seat.state["result"], seat.state["match"]
    assert result["ending"] == ("played-out" if kind != "abalone" else "ply-limit")
    if (winner := result["winner"]) in after:
        assert after[winner] == min(before[winner] + result["points"], after["length"])
    match.did.append("played out")
    while seat.state["status"] != "finished":
        await seat.acked("next")
        await seat.until(lambda s: s.mine and not s.waiting and s.state["status"] == "playing")
        await seat.acked("resign", level=3 if kind != "abalone" else 1)
        await seat.until(lambda s: s.state["status"] != "playing")
    await watching.until(lambda s: s.n == seat.n)
    assert watching.state["match"] == seat.state["match"]
    match.did.append("spectator")
    for one in (seat, watching):
        await one.close()
        await one.guest.close()
    return match.did


class _Nobody:
    """Stands where the bot sits: it has no socket."""

    n, mine, waiting = 0, False, False
    sides: tuple[str, ...] = ()


async def _mine(seat: Seat, phase: str, kind: str, match: Match) -> None:
    """Play until it is for the person to act in that phase."""
    while True:
        await _on_turn(seat)
        assert seat.state["status"] == "playing", seat.state
        if seat.state["phase"] == phase:
            return
        await _one_command(seat, kind, match)


async def _to_the_end(seat: Seat, kind: str, match: Match) -> None:
    while seat.state["status"] == "playing":
        await _on_turn(seat)
        if seat.state["status"] == "playing":
            await _one_command(seat, kind, match)


async def _on_turn(seat: Seat) -> None:
    await seat.until(lambda s: (s.mine and not s.waiting) or s.state["status"] != "playing")


async def _one_command(seat: Seat, kind: str, match: Match) -> None:
    n = seat.n
    if seat.state["phase"] == "to-play":
        await seat.acked("play", play=match.chosen(seat))
    else:
        await seat.act(kind, match.rng)
    await seat.until(lambda s: s.n > n)


def _behind(position: Any) -> int:
    """How far the player's checkers are from home, the rearmost counted most."""
    if hasattr(position, "own"):
        return sum(place * place * count for place, count in enumerate(position.own))
    stacks = sum(
        place * place * sum(letter.isupper() for letter in stack)
        for place, stack in enumerate(position.points)
    )
    return int(stacks) + 625 * len(position.bar)


async def close(match: Match) -> None:
    await asyncio.gather(*(seat.close() for seat in match.everybody))
