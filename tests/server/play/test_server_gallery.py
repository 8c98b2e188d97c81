"""A thousand spectators of one game: all of them see it, and no other game waits for them."""

from __future__ import annotations

import asyncio
import json

from people_server import people_server
from server_running import eventually, run, table_at
from tablas.server.play.live.gallery import AT_ONCE, CROWD, Gallery
from tablas.server.play.live.seats import TableSeat

SPECTATORS = 1000


def watching() -> TableSeat:
    return TableSeat(None, frozenset(), 64)


def test_a_turn_of_the_event_loop_wakes_only_a_few_spectators():
    async def scenario():
        gallery, seats, read = Gallery(), [watching() for _ in range(SPECTATORS)], []

        async def reader(seat):
            while True:
                read.append(await seat.next())

        readers = [asyncio.create_task(reader(seat)) for seat in seats]
        await asyncio.sleep(0)
        for text in ("one", "two"):
            for seat in seats:
                gallery.show(seat, text)
        turns, most, before = 0, 0, 0
        while len(read) < 2 * SPECTATORS:
            await asyncio.sleep(0)
            most, before, turns = max(most, len(read) - before), len(read), turns + 1
        # Both frames of a seat are read when it is woken.
        assert most <= 2 * AT_ONCE
        assert turns >= SPECTATORS // AT_ONCE
        for task in readers:
            task.cancel()
        await asyncio.gather(*readers, return_exceptions=True)

    run(scenario())


def test_a_frame_sent_at_once_waits_for_those_that_a_spectator_has_not_read():
    async def scenario():
        seat, sent = watching(), []
        seat.at_once = lambda text: not sent.append(text)
        reading = asyncio.create_task(seat.next())
        await asyncio.sleep(0)
        seat.put("first")
        seat.send("second")
        assert sent == []
        assert [await reading, await seat.next()] == ["first", "second"]

    run(scenario())


def sent_to(seat):
    """What is there at one moment: the server, in a thread of its own, goes on sending."""
    return tuple(seat._frames)


def test_every_spectator_sees_every_event_in_order_and_players_first(tmp_path):
    with people_server(tmp_path) as server:
        crowd = [watching() for _ in range(3 * CROWD)]

        async def scenario():
            async with table_at(server.url, game="abalone") as table:
                for seat in table.seats:
                    await seat.until(lambda s: s.state.get("status") == "playing")
                room = server.app.state.services.rooms.loaded(table.game)
                server.loop.call_soon_threadsafe(room.seats.update, crowd)
                for number in range(6):
                    seat = table.seats[1 - number % 2]
                    await seat.until(lambda s: s.mine)
                    await seat.acked("play", play=seat.legal("abalone")[0])
                return table.black.n

        last = run(scenario())
        for seat in crowd:
            eventually(lambda seat=seat: any(f'"n":{last}' in text for text in sent_to(seat)))
            events = [json.loads(text) for text in sent_to(seat)]
            numbers = [one["n"] for one in events if one["t"] == "event"]
            assert numbers == list(range(last - 5, last + 1))
