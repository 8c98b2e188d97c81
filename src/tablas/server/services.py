"""The running parts of a server, together: what routes find behind a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection

from tablas.server.limits import Rate
from tablas.server.people.sign_in import Reception
from tablas.server.play.analysis import Analysis
from tablas.server.play.bots import Bots
from tablas.server.play.dealer import ServerDealer, new_id
from tablas.server.play.lobby import Lobby
from tablas.server.play.rooms import Rooms
from tablas.server.play.workers import Workers
from tablas.server.storage.bus import Bus, Hint, open_bus
from tablas.server.storage.context import Context
from tablas.server.storage.store import Store
from tablas.server.web.heartbeat import Rounds

LOOK_SECONDS: Final = 10.0  # between two looks after a socket


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that lives as long as the server, started and stopped in order."""

    context: Context
    reception: Reception
    store: Store
    bus: Bus
    workers: Workers
    analysis: Analysis
    rooms: Rooms
    lobby: Lobby
    rounds: Rounds

    @classmethod
    def build(cls, context: Context, reception: Reception) -> Services:
        settings = context.settings
        process = new_id()
        store = Store(context.database, context.clock, process)
        bus = open_bus(settings.bus, process)
        workers = Workers(settings.workers, settings.bot_seconds)
        dealer = ServerDealer(context.secrets.dice)
        bots = Bots(workers, dealer)
        lobby = Lobby(context, bots, bus)
        rooms = Rooms(context, store, bus, dealer, bots)
        reception.on_ended += [rooms.close_sessions, lobby.news.close_sessions]
        reception.on_spent.append(
            lambda purpose, key, rate, count: bus.publish(
                {"spent": [purpose, key, rate.most, rate.seconds, count]}
            )
        )
        reception.on_ended.append(
            lambda keys, person: bus.publish({"ended": sorted(keys), "person": person})
        )
        analysis = Analysis(settings.analysts)
        rounds = Rounds(LOOK_SECONDS)
        return cls(context, reception, store, bus, workers, analysis, rooms, lobby, rounds)

    async def start(self) -> None:
        await self.store.start()
        await self.rooms.start(self._hinted)

    async def stop(self) -> None:
        await self.rooms.drain()
        await self.store.stop()
        self.workers.stop()
        self.analysis.stop()

    def _hinted(self, hint: Hint) -> None:
        if isinstance(ended := hint.get("ended"), list):
            over, person = frozenset(map(str, ended)), str(hint.get("person"))
            self.rooms.close_sessions(over, person)
            self.lobby.news.close_sessions(over, person)
        if isinstance(spent := hint.get("spent"), list):
            purpose, key, most, seconds, count = spent
            self.reception.limits.note(purpose, key, Rate(most, seconds), count)
        self.rooms.hinted(hint)
        self.lobby.news.hinted(hint)


def services_of(connection: HTTPConnection) -> Services:
    """The services behind a request or a socket."""
    found: Services = connection.app.state.services
    return found
