"""Duplicated, replayed, reordered and foreign messages against a model of the log."""

from __future__ import annotations

import asyncio
import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from server_running import guest

RUNS = int(os.environ.get("TABLAS_RUNS", "40"))
FOREIGN = (
    "roll",
    "double",
    "take",
    "resign",
    "accept-takeback",
    "abort",
    "next",
    "rematch",
    "claim",
)
GARBAGE = (
    "", "{", "[]", "null", '{"t":"fly","id":"x"}', '{"t":"roll"}', '{"t":"roll","id":""}',
    '{"t":"play","id":"x","play":1}', '{"t":"roll","id":"x","more":1}', '{"t":"roll","id":"é"}',
    '{"t":"grant","id":"x","seconds":0}', '{"t":"roll","id":"x","open":"00"}', "[" * 4000,
    '{"t":"play","id":"x","play":"' + "9" * 300 + '"}',
)  # fmt: skip


class Messages(RuleBasedStateMachine):
    """Two players and a stranger at one table; the model is the log as it must be."""

    base = ""
    loop: asyncio.AbstractEventLoop
    people: tuple = ()

    @initialize(kind=st.sampled_from(["backgammon", "abalone"]))
    def sit_down(self, kind):
        self.kind = kind
        self.sent = {}  # (side, id) -> message and its number in the log
        self.count = 0
        self.wait(self._sit())

    async def _sit(self):
        host, friend, stranger = self.people
        agreement = {"game": self.kind, "dice": "server"}
        offer = await host.post("/api/offers", agreement=agreement, side="white", invitation=True)
        began = await friend.post(f"/api/offers/{offer['id']}/accept")
        self.game = began["game"]
        self.white, self.black = await host.sit(self.game), await friend.sit(self.game)
        self.stranger = await stranger.sit(self.game)
        for seat in (self.white, self.black, self.stranger):
            await seat.until(lambda s: s.state.get("phase") in ("to-play", "to-roll"))
            await seat.until(lambda s: s.state.get("status") == "playing")

    def wait(self, work):
        async def bounded():
            async with asyncio.timeout(60):
                return await work

        return self.loop.run_until_complete(bounded())

    @property
    def mover(self):
        return self.white if self.white.state["to_act"] == "white" else self.black

    @property
    def other(self):
        return self.black if self.mover is self.white else self.white

    def fresh(self):
        self.count += 1
        return f"m{self.count}"

    def legal_message(self, pick):
        if self.mover.state["phase"] == "to-roll":
            return {"what": "roll"}
        plays = self.mover.legal(self.kind)
        return {"what": "play", "play": plays[pick % len(plays)]}

    def earlier(self, pick):
        """One of the commands sent before. The dice differ from run to run, and a choice that
        depends on them must not be one of Hypothesis's: hence no preconditions in this machine.
        """
        sent = sorted(self.sent, key=lambda key: key[1])
        return sent[pick % len(sent)]

    async def settle(self, n):
        for seat in (self.white, self.black, self.stranger):
            await seat.until(lambda s: s.n >= n)

    @property
    def playing(self):
        return self.white.state["status"] == "playing"

    @rule(pick=st.integers(0, 999))
    def a_legal_command_is_acknowledged_with_a_new_number(self, pick):
        if not self.playing:
            return
        mover, message, name = self.mover, self.legal_message(pick), self.fresh()
        before = mover.n
        answer = self.wait(mover.acked(id=name, **message))
        assert answer["seq"] == before + 1
        self.sent[mover, name] = message, answer["seq"]
        self.wait(self.settle(answer["n"]))

    @rule(pick=st.integers(0, 999))
    def a_command_sent_again_is_answered_and_not_repeated(self, pick):
        if not self.sent:
            return
        seat, name = self.earlier(pick)
        message, seq = self.sent[seat, name]
        before = seat.n
        answer = self.wait(seat.acked(id=name, **message))
        assert (answer["seq"], answer["n"]) == (seq, before)

    @rule(pick=st.integers(0, 999))
    def an_id_used_again_for_something_else_does_nothing(self, pick):
        if not self.sent:
            return
        seat, name = self.earlier(pick)
        before = seat.n
        answer = self.wait(seat.acked(id=name, what="resign"))
        assert (answer["seq"], answer["n"]) == (self.sent[seat, name][1], before)

    @rule(pick=st.integers(0, 999))
    def the_player_who_is_not_to_move_cannot(self, pick):
        if not self.playing:
            return
        before = self.other.n
        message = self.legal_message(pick)
        code = self.wait(self.other.refused(id=self.fresh(), **message))
        assert code.startswith(("illegal:", "unreadable-play"))
        assert self.other.n == before

    @rule(what=st.sampled_from(FOREIGN), side=st.sampled_from(["white", "black", None]))
    def a_stranger_can_do_nothing(self, what, side):
        named = {"side": side} if side else {}
        code = self.wait(self.stranger.refused(what, id=self.fresh(), **named))
        assert code == "not-a-player"

    @rule(side=st.sampled_from(["white", "black"]))
    def nobody_acts_for_the_other_side(self, side):
        seat = self.black if side == "white" else self.white
        assert self.wait(seat.refused("resign", id=self.fresh(), side=side)) == "not-a-player"

    @rule()
    def a_play_that_overtakes_its_roll_is_refused_and_the_roll_stands(self):
        if not (self.playing and self.mover.state["phase"] == "to-roll"):
            return

        async def swapped():
            play = asyncio.create_task(self.mover.do("play", id=self.fresh(), play="24/23 24/22"))
            await asyncio.sleep(0)
            roll_id = self.fresh()
            mover = self.mover
            roll = asyncio.create_task(mover.do("roll", id=roll_id))
            refused, acked = await play, await roll
            assert refused["t"] == "refused"
            assert acked["t"] == "ack", acked
            self.sent[mover, roll_id] = {"what": "roll"}, acked["seq"]
            await self.settle(acked["n"])

        self.wait(swapped())

    @rule(back=st.integers(1, 5))
    def a_command_for_an_older_board_is_refused(self, back):
        if not (self.playing and self.mover.n > 2):
            return
        message = self.legal_message(0)
        seen = max(0, self.mover.n - back)
        assert self.wait(self.mover.refused(id=self.fresh(), seen=seen, **message)) == "stale"

    @rule(text=st.sampled_from(GARBAGE))
    def what_cannot_be_read_is_refused_and_harms_nobody(self, text):
        async def said():
            count = len(self.white.refusals)
            await self.white.send_raw(text)
            await self.white.until(lambda s: len(s.refusals) > count)

        self.wait(said())
        assert self.white.refusals[-1]["error"]["code"] == "unreadable"

    @rule(back=st.integers(0, 8), white=st.booleans())
    def a_reconnect_gets_exactly_what_was_missed(self, back, white):
        seat = self.white if white else self.black

        async def again():
            since = max(0, seat.n - back)
            await seat.close()
            seat.events = [e for e in seat.events if e["n"] <= since]
            seat.frames.clear()
            await seat.connect(since=since)
            await seat.frame("resumed")

        self.wait(again())

    @invariant()
    def everybody_has_seen_the_same_log_without_gaps(self):
        if not hasattr(self, "white"):
            return
        logs = [
            {e["n"]: e["event"] for e in seat.events}
            for seat in (self.white, self.black, self.stranger)
        ]
        for log in logs:
            if log:
                assert sorted(log) == list(range(min(log), max(log) + 1))
        shared = set(logs[0]) & set(logs[1])
        assert all(logs[0][n] == logs[1][n] for n in shared)
        assert self.white.state["position"] == self.black.state["position"]

    def teardown(self):
        if hasattr(self, "white"):

            async def leave():
                if self.white.state["status"] == "playing":
                    side = self.white if self.kind == "abalone" else self.mover
                    await side.do("resign", id=self.fresh())
                    if self.kind != "abalone":
                        other = self.black if side is self.white else self.white
                        await other.do("accept-resignation", id=self.fresh())
                for seat in (self.white, self.black, self.stranger):
                    await seat.close()

            self.wait(leave())


@pytest.mark.parametrize("runs", [RUNS])
def test_messages_in_any_order_and_number_leave_one_true_log(club, runs):
    loop = asyncio.new_event_loop()

    class AtTheClub(Messages):
        pass

    async def enter():
        return [await guest(club.base) for _ in range(3)]

    try:
        AtTheClub.base, AtTheClub.loop = club.base, loop
        AtTheClub.people = loop.run_until_complete(enter())
        run_state_machine_as_test(
            AtTheClub,
            settings=settings(
                max_examples=runs,
                stateful_step_count=12,
                deadline=None,
                derandomize=True,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
        for person in AtTheClub.people:
            loop.run_until_complete(person.close())
    finally:
        loop.close()
