"""What a player may do is told in one place: exactly what the server grants, in random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from server_running import guest, run, table_at
from tablas.fair_dice.chain import Chain
from tablas.fair_dice.parties import Party
from tablas.games import kind
from tablas.play.clock import SECOND, Clock, TimeControl
from tablas.play.state import Phase
from tablas.server.play import protocol
from tablas.server.play.agreement import Agreement
from tablas.server.play.commands import Caused, caused, followed
from tablas.server.play.dice import fair_rolls
from tablas.server.play.dice.dealer import ServerDealer
from tablas.server.play.follow_ups import begun
from tablas.server.play.may import NAMES, may
from tablas.server.play.table import Table
from tablas.server.play.view import clock
from tablas.server.refusals import Refused
from tablas.values import Side

PLAIN = {"game": "backgammon", "dice": "server"}
SHUT_OUT = "XGID=-c----E-E----D-----bbbbbbA:0:0:1:00:0:0:0:0:10"
AGREEMENTS: dict[str, dict[str, Any]] = {
    "a match on a delay clock": {"game": "backgammon", "length": 5, "time": "delay 2+12"},
    "money with beavers and raccoons": {"game": "backgammon", "beavers": True, "raccoons": True},
    "a session": {"game": "abak", "session": True, "beavers": True},
    "rated": {"game": "abak", "length": 3, "time": "fischer 1+1", "rated": True},
    "fair dice": {"game": "backgammon", "time": "fischer 3+2", "dice": "fair"},
    "fair dice at one device": {"game": "abak", "local": True, "dice": "fair"},
    "by correspondence": {"game": "backgammon", "days": 2, "dice": "fair"},
    "without dice": {"game": "abalone", "time": "sudden 3"},
    "the repeater deviates": {"game": "abalone", "repetition": "deviate", "target": 1},
    "at one device": {"game": "abalone", "local": True},
}
STEPS = 60  # commands of one walk
RARE = (
    protocol.Resign, protocol.Abort, protocol.Drop, protocol.Claim, protocol.Finish,
    protocol.NoChain,
)  # fmt: skip


class Dealer(ServerDealer):
    """The server's chains, and dice that are the same every time."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(b"0" * 32)
        self._rng = rng

    def dice(self) -> tuple[int, int]:
        return self._rng.randint(1, 6), self._rng.randint(1, 6)

    def today(self) -> str:
        return "2026-01-01T00:00:00Z"


class Walk:
    """A table on which granted commands follow each other at random."""

    def __init__(self, name: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.dealer = Dealer(self.rng)
        agreement = Agreement(**({"dice": "server"} | AGREEMENTS[name]))
        bots = frozenset([Side.BLACK]) if seed % 3 == 2 and not agreement.rated else frozenset()
        self.table = Table.fresh("walk", agreement, ("w", "b"), bots)
        self.chains: dict[str, Chain] = {}
        self.now = 0
        self.absent: frozenset[Side] = frozenset()

    def begin(self) -> None:
        first = begun(self.table, self.dealer)
        self.table = followed(self.table, [first], 0, self.dealer)[-1].table

    def chain(self, side: Side) -> Chain:
        """A person's own chain; the server keeps a bot's."""
        if side in self.table.bots:
            dealing = fair_rolls.dealing_id(self.table, self.table.number)
            return self.dealer.chain(dealing, Party.of(side))
        name = f"{self.table.number} {side.value}"
        if name not in self.chains:
            self.chains[name] = Chain(self.rng.randbytes(32))
        return self.chains[name]

    def opening(self, side: Side) -> str:
        """The opening that is due from `side` in the dealing, if one is under way."""
        dealing = self.table.dealing
        number = dealing.number + (0 if dealing.awaited else 1) if dealing else 1
        return self.chain(side).opening(number).hex()

    def commands(self, side: Side) -> list[protocol.Command]:
        """One of each; of those with a further field several, also such as nobody may send."""
        fields: dict[type[protocol.Command], list[dict[str, Any]]] = {
            protocol.Roll: [{"open": self.opening(side)}],
            protocol.Open: [{"open": self.opening(side)}],
            protocol.Anchor: [{"anchor": self.chain(side).anchor.hex()}],
            protocol.Play: [{"play": self.play()}],
            protocol.Resign: [{"level": level} for level in (1, 2, 3)],
            protocol.Grant: [{"seconds": 1}, {"seconds": 600}],
        }
        return [
            command(id="x", **choice) for command in NAMES for choice in fields.get(command, [{}])
        ]

    def play(self) -> str:
        """A play that the game allows, in its notation; anything where none is due."""
        state = self.table.game.state
        if state.phase is not Phase.TO_PLAY or state.turn is None:
            return "-"
        plays = kind(state.kind.name).rules.plays(state.position, state.dice)
        seen = {position for _, position in state.seen}
        fresh = [play for reached, play in plays.items() if reached not in seen]
        play = self.rng.choice(fresh or [*plays.values()])
        return state.kind.notation.write(state.position, play)

    def granted(self, side: Side, command: protocol.Command) -> list[Caused]:
        """What a command would cause; nothing where it is refused or changes nothing."""
        options = {"now": self.now, "dealer": self.dealer, "absent": self.absent}
        try:
            return caused(self.table, side, command, **options)
        except Refused:
            return []

    def check(self) -> list[tuple[protocol.Command, Table]]:
        """Both sides, every command: told to be open exactly if it is granted; gives these."""
        grants = []
        for side in Side:
            told = may(self.table, side, now=self.now, absent=self.absent)
            for command in self.commands(side):
                events = self.granted(side, command)
                where = self.table, side, command, self.now
                assert opens(told, NAMES[type(command)], command) == bool(events), where
                grants += [(command, event.table) for event in events[-1:]]
        return grants

    def go_on(self, grants: list[tuple[protocol.Command, Table]]) -> None:
        """Do one of the things that may be done; seldom what ends a game or its fair dice."""
        usual = [one for one in grants if not isinstance(one[0], RARE)]
        if grants:
            chosen = usual if usual and self.rng.random() < 0.9 else grants
            self.table = self.rng.choice(chosen)[1]
        self.now = max(self.now, self.table.at) + self.rng.choice((0, 200, 3 * SECOND))
        self.absent = frozenset(side for side in Side if self.rng.random() < 0.2)


def opens(told: dict[str, Any], name: str, command: protocol.Command) -> bool:
    """Whether `may` tells that this very command may be sent."""
    choices = told.get(name)
    if isinstance(command, protocol.Resign):
        return choices is not None and command.level in choices
    if isinstance(command, protocol.Grant):
        return choices is not None and command.seconds <= choices
    return choices is True


@pytest.mark.parametrize("name", AGREEMENTS)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_told_to_be_open_is_granted_and_nothing_else(name, seed):
    walk = Walk(name, seed)
    walk.check()  # before both have come
    walk.begin()
    for _ in range(STEPS):
        walk.go_on(walk.check())
    walk.now += 1_000 * 60 * SECOND  # by now a flag has fallen that nobody has stored
    walk.check()


def test_every_command_of_the_protocol_is_told_of():
    assert set(NAMES) == set(protocol.Command.__subclasses__())


def test_a_delay_clock_tells_what_is_left_of_the_delay():
    walk = Walk("a match on a delay clock", 0)
    walk.begin()
    running = walk.table.game.state.clock
    assert running
    first, later, much_later = (clock(running, at) for at in (0, 5_000, 20_000))
    assert [shown["delay"] for shown in (first, later, much_later)] == [12_000, 7_000, 0]
    side = first["running"]
    assert first[side] == later[side] == much_later[side] + 8_000
    assert "delay" not in clock(Clock.fresh(TimeControl.parse("fischer 5+3")), 0)


def test_each_player_is_told_what_is_open_and_whoever_plays_the_legal_steps(club):
    async def scenario():
        async with table_at(club.base, options={"graph": True}, **PLAIN) as table:
            watching = await (await guest(club.base)).sit(table.game, graph=True)
            program = await table.white.guest.sit(table.game)
            seats = (*table.seats, watching, program)
            for seat in seats:
                await seat.until(lambda s: s.state.get("phase") == "to-play")
            mover = next(seat for seat in table.seats if seat.mine)
            other = next(seat for seat in table.seats if not seat.mine)
            (side,) = mover.sides
            assert mover.may[side]["play"] is True
            assert mover.graph["side"] == side
            assert mover.graph["dice"] == mover.state["dice"]
            assert "play" not in other.may[other.sides[0]]
            assert other.may[other.sides[0]]["resign"] == [1, 2, 3]
            assert (other.graph, watching.graph, program.graph) == (None, None, None)
            assert watching.may == {}
            assert program.may == table.white.may
            steps = await mover.guest.get(f"/api/games/{table.game}/steps")
            assert steps["graph"] == mover.graph
            await mover.acked("play", play=mover.legal("backgammon")[0])
            await mover.until(lambda s: s.state["phase"] == "to-roll")
            await other.until(lambda s: s.state["phase"] == "to-roll")
            assert mover.graph is None
            assert mover.may[side]["offer-takeback"] is True
            assert other.may[other.sides[0]]["roll"] is True
            for seat in (watching, program):
                await seat.close()
            await watching.guest.close()

    run(scenario())


def test_whoever_resumes_is_told_the_same_again(club):
    async def scenario():
        async with table_at(club.base, options={"graph": True}, **PLAIN) as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("phase") == "to-play")
            mover = next(seat for seat in table.seats if seat.mine)
            may, graph, n = mover.may, mover.graph, mover.n
            await mover.close()
            mover.may, mover.graph = {}, None
            await mover.connect(since=n)
            await mover.until(lambda s: s.may)
            assert (mover.may, mover.graph) == (may, graph)

    run(scenario())


def test_whoever_is_shut_out_may_ask_for_the_roll_that_loses_the_turn():
    agreement = Agreement(game="backgammon", position=SHUT_OUT, dice="server")
    walk = Walk("money with beavers and raccoons", 0)
    walk.table = Table.fresh("walk", agreement, ("w", "b"))
    walk.begin()
    side = walk.table.to_act
    assert side
    told = may(walk.table, side, now=0)
    assert told["roll"] is told["double"] is True
    (skipped, *_) = walk.granted(side, protocol.Roll(id="x"))
    assert skipped.body["do"] == "skipped"


def test_a_raccoon_is_open_to_whoever_was_beavered():
    walk = Walk("money with beavers and raccoons", 0)
    walk.begin()
    first = walk.table.to_act
    assert first
    walk.table = walk.granted(first, protocol.Play(id="x", play=walk.play()))[-1].table
    for name, command in (("double", protocol.Double), ("beaver", protocol.Beaver)):
        side = walk.table.to_act
        assert side
        assert name in may(walk.table, side, now=0)
        assert "raccoon" not in may(walk.table, side, now=0)
        walk.table = walk.granted(side, command(id="x"))[-1].table
    side = walk.table.to_act
    assert side
    assert {"take", "drop", "raccoon"} <= set(may(walk.table, side, now=0))
    assert "beaver" not in may(walk.table, side, now=0)
