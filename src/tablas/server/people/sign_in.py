"""Who is asking: identities from session cookies and tokens, and the rate limits of signing in."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import and_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tablas.server.limits import Network, Rate, RateLimits, comes_from, networks, visitor
from tablas.server.people import sessions as stored
from tablas.server.people.accounts import Person, person_of
from tablas.server.people.common_passwords import BreachedPasswords
from tablas.server.people.cookies import cookie_in
from tablas.server.people.passwords import Passwords
from tablas.server.people.session_check import SessionCheck
from tablas.server.people.sessions import LoginSession
from tablas.server.people.tokens import BAD_TOKEN, SCOPE_MISSING, Scope, looks_right, token_hash
from tablas.server.refusals import LOG_IN_FIRST, Refused
from tablas.server.storage.context import Context
from tablas.server.storage.database import Unavailable
from tablas.server.storage.schema_people import people, tokens
from tablas.server.storage.signing import Signer

USED_EVERY: Final = 3_600_000  # how exactly the last use of a token is kept
BEARER: Final = "bearer "


@dataclass(frozen=True, slots=True)
class Identity:
    """Who is asking, and by which right: a session may do all, a token what its scopes say."""

    person: Person
    session: LoginSession | None = None
    scopes: frozenset[Scope] = frozenset()
    token: str = ""  # the id of the token, where there is no session

    @property
    def key(self) -> str:
        """What this identity stands and falls with: the key of its session, or its token's id."""
        return self.session.key if self.session else self.token

    def ended_by(self, keys: frozenset[str], person: str) -> bool:
        """Whether it is over when these keys are, or, without any keys, when the person is."""
        return self.key in keys if keys else self.person.id == person

    def allows(self, scope: Scope) -> bool:
        return self.session is not None or scope in self.scopes

    def require(self, scope: Scope) -> None:
        if not self.allows(scope):
            raise Refused(SCOPE_MISSING.about(scope=scope.value))


@dataclass(slots=True)
class SignIn:
    """What all routes about people share; lives as long as the server."""

    context: Context
    limits: RateLimits = field(default_factory=RateLimits)
    passwords: Passwords = field(default_factory=Passwords)
    on_ended: list[Callable[[frozenset[str], str], None]] = field(default_factory=list)
    """Told which keys ended, or with no keys which person, so that their sockets can close."""
    on_spent: list[Callable[[str, str, Rate, float], None]] = field(default_factory=list)
    """Told what was taken from a limit, or given back, so that all processes count together."""

    def __post_init__(self) -> None:
        self._signer = Signer(self.context.secrets.cookies, "session")
        self._proxies = networks(self.context.settings.trusted_proxies)
        self._operators = networks(self.context.settings.metrics_from)
        self._devices = Signer(self.context.secrets.cookies, "device")
        self._session_check = SessionCheck(self.context)
        file = self.context.settings.breached_passwords
        self.breached = BreachedPasswords(file) if file else None

    _signer: Signer = field(init=False)
    _devices: Signer = field(init=False)
    breached: BreachedPasswords | None = field(init=False)
    _proxies: tuple[Network, ...] = field(init=False)
    _operators: tuple[Network, ...] = field(init=False)
    _session_check: SessionCheck = field(init=False)

    @property
    def now(self) -> int:
        return self.context.clock.wall()

    def visitor(self, connection: HTTPConnection) -> str:
        """The address that limits count by; proxies of ours are looked through, nobody else's."""
        peer = connection.client.host if connection.client else None
        return visitor(peer, connection.headers.getlist("x-forwarded-for"), self._proxies)

    def from_operator(self, connection: HTTPConnection) -> bool:
        """Whether the request comes from an address that may see how the server is."""
        peer = connection.client.host if connection.client else None
        forwarded = connection.headers.getlist("x-forwarded-for")
        return comes_from(peer, forwarded, self._proxies, self._operators)

    def spend(self, purpose: str, key: str, rate: Rate, count: float = 1.0) -> None:
        """Take from a limit that all processes of the server share, or refuse."""
        self.limits.spend(purpose, key, rate, count)
        for listener in self.on_spent:
            listener(purpose, key, rate, count)

    def give_back(self, purpose: str, key: str, rate: Rate) -> None:
        """Undo one `spend`: a login that succeeded was no guess."""
        self.limits.note(purpose, key, rate, -1.0)
        for listener in self.on_spent:
            listener(purpose, key, rate, -1.0)

    async def identify(self, headers: Headers | Mapping[str, str]) -> Identity | None:
        """Who sends these headers; None is nobody, and a wrong token is refused."""
        if authorization := headers.get("authorization"):
            return await self._by_token(authorization)
        session = self.session_in(headers)
        return await self._by_session(session) if session else None

    async def somebody(self, headers: Headers | Mapping[str, str]) -> Identity:
        """The same, where nobody is not enough."""
        identity = await self.identify(headers)
        if identity is None:
            raise Refused(LOG_IN_FIRST)
        return identity

    async def alive(self, identity: Identity) -> bool:
        """Whether a socket opened by this identity may stay open."""
        return await self._session_check.is_valid(identity.key)

    def session_in(self, headers: Headers | Mapping[str, str]) -> str | None:
        """The session id of the cookie, if its signature is ours."""
        cookie = cookie_in(headers, stored.cookie_name(self.context.settings))
        return self._signer.opened(cookie) if cookie else None

    def set_cookie(self, response: Response, session: str) -> None:
        name = stored.cookie_name(self.context.settings)
        self._set(response, name, self._signer.signed(session), stored.LASTS)

    def device_in(self, headers: Headers | Mapping[str, str], person: str) -> str | None:
        """The number of a browser from which this person has come in before."""
        cookie = cookie_in(headers, stored.device_cookie_name(self.context.settings))
        known = self._devices.opened(cookie) if cookie else None
        number, _, owner = (known or "").partition("|")
        return number if number and owner == person else None

    def set_device(self, response: Response, headers: Headers, person: str) -> None:
        """Remember that this person came in by this browser: guesses elsewhere do not lock it."""
        if self.device_in(headers, person) is None:
            number = secrets.token_urlsafe(stored.ID_BYTES)
            name = stored.device_cookie_name(self.context.settings)
            signed = self._devices.signed(f"{number}|{person}")
            self._set(response, name, signed, stored.DEVICE_LASTS)

    def _set(self, response: Response, name: str, value: str, lasts: int) -> None:
        response.set_cookie(
            name,
            value,
            max_age=lasts // 1000,
            path="/",
            secure=stored.secure(self.context.settings),
            httponly=True,
            samesite="lax",
        )

    def clear_cookie(self, response: Response) -> None:
        response.delete_cookie(
            stored.cookie_name(self.context.settings),
            path="/",
            secure=stored.secure(self.context.settings),
            httponly=True,
            samesite="lax",
        )

    def ended(self, keys: Iterable[str], person: str) -> None:
        """Say that sessions or tokens are over; call it after the transaction that ended them."""
        if over := frozenset(keys):
            for listener in self.on_ended:
                listener(over, person)

    def gone(self, person: str) -> None:
        """Say that nobody is this person any more, by whatever right they came in."""
        for listener in self.on_ended:
            listener(frozenset(), person)

    async def _by_session(self, session: str) -> Identity | None:
        now = self.now
        async with self.context.database.reading() as connection:
            current = await stored.find(connection, session, now)
        if current is None:
            return None
        if now - current.seen_at > stored.SEEN_EVERY:
            await self.quietly(lambda c: stored.seen(c, current, now))
        return Identity(current.person, current)

    async def _by_token(self, authorization: str) -> Identity:
        token = authorization[len(BEARER) :].strip()
        if not authorization.lower().startswith(BEARER) or not looks_right(token):
            raise Refused(BAD_TOKEN)
        now = self.now
        async with self.context.database.reading() as connection:
            rows = await connection.execute(
                select(people, tokens.c.id.label("token"), tokens.c.scopes, tokens.c.used_at).where(
                    and_(
                        tokens.c.hash == token_hash(token),
                        tokens.c.person == people.c.id,
                        or_(tokens.c.expires_at.is_(None), tokens.c.expires_at > now),
                    )
                )
            )
            row = rows.mappings().first()
        if row is None or (person := person_of(row)).gone:
            raise Refused(BAD_TOKEN)
        if now - (row["used_at"] or 0) > USED_EVERY:
            change = update(tokens).where(tokens.c.id == row["token"]).values(used_at=now)
            await self.quietly(lambda c: c.execute(change))
        scopes = frozenset(map(Scope, row["scopes"].split()))
        return Identity(person, None, scopes, row["token"])

    async def quietly(self, write: Callable[[AsyncConnection], Awaitable[object]]) -> None:
        """A note that may be missing: a disk that is full must not keep anybody out."""
        try:
            async with self.context.database.writing() as connection:
                await write(connection)
        except Unavailable:
            pass
