"""The running parts of a server, together: what routes find behind a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection

from tablas.server.background import Background
from tablas.server.coach.review_desk import ReviewDesk
from tablas.server.coach.review_jobs import ReviewJob, ReviewJobs
from tablas.server.coach.review_news import ReviewNews
from tablas.server.coach.reviews import Reviews, record_of_game
from tablas.server.limits import Rate
from tablas.server.people.sign_in import SignIn
from tablas.server.pictures import Pictures
from tablas.server.play.board_desk import BoardDesk
from tablas.server.play.dice.dealer import ServerDealer, new_id
from tablas.server.play.engine.analysis import AnalysisQueue
from tablas.server.play.engine.bots import Bots
from tablas.server.play.engine.rated_boards import RatedBoards
from tablas.server.play.engine.worker_pool import WorkerPool
from tablas.server.play.live.heartbeat import Heartbeat
from tablas.server.play.live.room_services import RoomServices
from tablas.server.play.live.rooms import Rooms
from tablas.server.play.lobby import Lobby
from tablas.server.storage.bus import Bus, Hint
from tablas.server.storage.context import Context
from tablas.server.storage.open_bus import open_bus
from tablas.server.storage.store import Store

MOST_TABLES: Final = 100_000  # that wait for their legal steps: nobody is refused those
HEARTBEAT_SECONDS: Final = 10.0  # between two beats of a socket


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that lives as long as the server, started and stopped in order."""

    context: Context
    background: Background
    sign_in: SignIn
    store: Store
    bus: Bus
    workers: WorkerPool
    analysis: AnalysisQueue
    rooms: Rooms
    lobby: Lobby
    heartbeat: Heartbeat
    boards: BoardDesk
    reviews: Reviews
    pictures: Pictures
    rated_boards: RatedBoards

    @classmethod
    def build(cls, context: Context, sign_in: SignIn) -> Services:
        settings = context.settings
        process = new_id()
        background = Background()
        store = Store(context.database, context.clock, process, background)
        bus = open_bus(settings.bus, process, background)
        workers = WorkerPool(settings.workers, settings.bot_seconds)
        dealer = ServerDealer(context.secrets.dice)
        bots = Bots(workers, dealer)
        lobby = Lobby(context, bots, bus)
        room_services = RoomServices(
            context.clock, store, bus, dealer, bots, context.on_finished, BoardDesk(MOST_TABLES)
        )
        rooms = Rooms(context, room_services, background)
        sign_in.on_ended += [rooms.close_sessions, lobby.news.close_sessions]
        sign_in.on_spent.append(
            lambda purpose, key, rate, count: bus.publish(
                {"spent": [purpose, key, rate.most, rate.seconds, count]}
            )
        )
        sign_in.on_ended.append(
            lambda keys, person: bus.publish({"ended": sorted(keys), "person": person})
        )
        analysis = AnalysisQueue(settings.analysts)
        heartbeat = Heartbeat(HEARTBEAT_SECONDS)
        boards = BoardDesk()

        async def record_of(job: ReviewJob) -> str:
            return await record_of_game(rooms, boards, job)

        jobs = ReviewJobs(context.database, context.clock)
        desk = ReviewDesk(settings.reviewers, jobs, ReviewNews(bus), record_of, background)
        return cls(
            context, background, sign_in, store, bus, workers, analysis, rooms, lobby, heartbeat,
            boards, Reviews(rooms, boards, desk), Pictures(), RatedBoards(context, rooms),
        )  # fmt: skip

    async def start(self) -> None:
        await self.store.start()
        await self.rooms.start(self._hinted)
        await self.reviews.desk.start()

    async def stop(self) -> None:
        await self.reviews.desk.stop()
        await self.rooms.drain()
        await self.store.stop()
        self.workers.stop()
        self.analysis.stop()
        self.boards.stop()
        self.rooms.services.steps.stop()

    def _hinted(self, hint: Hint) -> None:
        if isinstance(ended := hint.get("ended"), list):
            over, person = frozenset(map(str, ended)), str(hint.get("person"))
            self.rooms.close_sessions(over, person)
            self.lobby.news.close_sessions(over, person)
        if isinstance(spent := hint.get("spent"), list):
            purpose, key, most, seconds, count = spent
            self.sign_in.limits.note(purpose, key, Rate(most, seconds), count)
        self.rooms.hinted(hint)
        self.lobby.news.hinted(hint)
        self.reviews.desk.news.hinted(hint)


def services_of(connection: HTTPConnection) -> Services:
    """The services behind a request or a socket."""
    services: Services = connection.app.state.services
    return services
