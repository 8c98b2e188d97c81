"""What the routes about people take and give, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tablas.server.people.moderation import Complaint, ModerationAction
from tablas.server.people.ratings import Standing
from tablas.server.people.tokens import LONGEST_LABEL, MOST_TOKENS, Scope

Language = Literal["en", "es"]
SpeedName = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]
Name = Annotated[str, Field(min_length=1, max_length=60, examples=["Ana"])]
Password = Annotated[str, Field(min_length=1, max_length=200)]
Code = Annotated[str, Field(min_length=1, max_length=40)]
Label = Annotated[str, Field(min_length=1, max_length=LONGEST_LABEL, pattern=r"^[^\x00-\x1f]+$")]
Text = Annotated[str, Field(max_length=1000)]


class Asking(BaseModel):
    """A request: an unknown field is a misspelt one."""

    model_config = ConfigDict(extra="forbid")


class GuestRequest(Asking):
    language: Language = "en"


class LoginRequest(Asking):
    name: Name
    password: Password
    code: Code | None = Field(None, description="Of an app, or a recovery code, where it is on.")


class RegisterRequest(Asking):
    name: Name
    password: Password
    language: Language = "en"


class CodeRequest(Asking):
    code: Code


class NewSecondFactorAnswer(BaseModel):
    """What goes into the app: the secret by hand, or the address as a link or QR code."""

    secret: str
    address: str
    qr: str = Field(description="The address as an SVG picture.")


class RecoveryAnswer(BaseModel):
    """Codes that open the door without the app, each once; they are shown only now."""

    recovery: list[str]


class NameRequest(Asking):
    name: Name


class PasswordRequest(Asking):
    password: Password


class ProfileRequest(Asking):
    about: Annotated[str, Field(max_length=400)] | None = None
    language: Language | None = None


class PasskeyAnswer(Asking):
    """What `navigator.credentials` gave, as JSON, and the number of the question."""

    challenge: Annotated[str, Field(max_length=64)]
    credential: dict[str, Any]


class NewPasskeyAnswer(PasskeyAnswer):
    label: Label = "passkey"


class ProofRequest(Asking):
    """Either the password or an answered question."""

    password: Password | None = None
    code: Code | None = Field(None, description="With the password, where codes are on.")
    passkey: PasskeyAnswer | None = None


class PasskeyQuestion(BaseModel):
    challenge: str = Field(description="The number of this question; send it back.")
    options: dict[str, Any] = Field(description="For `navigator.credentials`, as JSON.")


class TokenRequest(Asking):
    label: Label
    scopes: Annotated[set[Scope], Field(min_length=1)]
    days: Annotated[int, Field(ge=1, le=3650)] | None = Field(
        None, description="How long it is valid; without it, until it is revoked."
    )


class TokenAnswer(BaseModel):
    id: str
    label: str
    scopes: list[Scope]
    created_at: int
    used_at: int | None
    expires_at: int | None


class NewTokenAnswer(TokenAnswer):
    token: str = Field(description="Shown this once.")


class TokensAnswer(BaseModel):
    tokens: Annotated[list[TokenAnswer], Field(max_length=MOST_TOKENS)]


class PasskeyEntry(BaseModel):
    id: str
    label: str
    created_at: int
    used_at: int | None


class PasskeysAnswer(BaseModel):
    passkeys: list[PasskeyEntry]


class SessionEntry(BaseModel):
    id: str = Field(description="The first letters of its key, enough to end it.")
    agent: str
    created_at: int
    seen_at: int
    current: bool


class SignInEntry(BaseModel):
    at: int
    how: Literal[
        "new-account", "password", "password-and-code", "passkey", "wrong-password", "wrong-code"
    ]
    device: str = Field(description="What kind of browser it was; empty where nobody can say.")


class SessionsAnswer(BaseModel):
    sessions: list[SessionEntry]
    sign_ins: list[SignInEntry] = Field(
        description="The latest, newest first: of the last 90 days, a hundred at most are kept."
    )


class SanctionEntry(BaseModel):
    action: str
    at: int
    until_at: int | None
    reason: str


class MeAnswer(BaseModel):
    """Who you are here."""

    id: str
    name: str
    kind: Literal["guest", "account", "bot"]
    role: Literal["player", "moderator"]
    about: str
    language: Language
    created_at: int
    muted: bool
    banned: bool
    password: bool = Field(description="Whether a password opens this account.")
    passkeys: int
    codes: bool = Field(description="Whether a code of an app is asked for besides the password.")
    scopes: list[Scope] | None = Field(description="Of the token that was used; null: a session.")
    moderation: list[SanctionEntry]


class DoneAnswer(BaseModel):
    done: Literal[True] = True


class RatingEntry(BaseModel):
    """A Glicko-2 rating in one game and speed class; it says nothing about error rates."""

    game: str
    speed: str
    rating: float
    deviation: float
    provisional: bool
    games: int
    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, game: str, speed: str, standing: Standing) -> RatingEntry:
        return cls(
            game=game,
            speed=speed,
            rating=round(standing.rating.rating, 1),
            deviation=round(standing.rating.deviation, 1),
            provisional=standing.rating.provisional,
            games=standing.games,
            wins=standing.wins,
            draws=standing.draws,
            losses=standing.losses,
        )


class ProfileAnswer(BaseModel):
    """What everybody may know about somebody."""

    name: str
    kind: Literal["guest", "account", "bot"]
    role: Literal["player", "moderator"]
    about: str
    created_at: int
    closed: bool
    aborted: int = Field(description="Rated games that this person called off, or never came to.")
    ratings: list[RatingEntry]


class ResultEntry(BaseModel):
    """One game on somebody's profile, seen by that person."""

    id: str
    game: str
    speed: str | None
    rated: bool
    side: Literal["white", "black"]
    opponent: str
    opponent_is_bot: bool
    result: Literal["won", "lost", "drawn"]
    score: str | None
    rating_change: float | None
    ended_at: int


class ResultsAnswer(BaseModel):
    games: list[ResultEntry]
    next: int | None = Field(description="Ask for what ended `before` this; null: that was all.")


class CurvePoint(BaseModel):
    at: int
    rating: float
    deviation: float
    game: str


class CurveAnswer(BaseModel):
    game: str
    speed: str
    points: list[CurvePoint]


class LeaderEntry(BaseModel):
    name: str
    kind: Literal["account", "bot"]
    rating: float
    deviation: float
    games: int


class LeadersAnswer(BaseModel):
    leaders: list[LeaderEntry]


class SayRequest(Asking):
    phrase: Annotated[str, Field(max_length=24)] | None = None
    text: Annotated[str, Field(max_length=2000)] | None = None


class PhraseEntry(BaseModel):
    phrase: str
    en: str
    es: str


class PhrasesAnswer(BaseModel):
    phrases: list[PhraseEntry]


class LineAnswer(BaseModel):
    """One line of chat: a stock phrase in both languages, or text as it was written."""

    id: int
    room: Literal["players", "watchers"]
    name: str
    at: int
    phrase: str | None = None
    en: str | None = None
    es: str | None = None
    text: str | None = None


class LinesAnswer(BaseModel):
    lines: list[LineAnswer]


class MutesAnswer(BaseModel):
    names: list[str]


class ReportRequest(Asking):
    name: Name
    complaint: Complaint
    text: Text = ""
    game: Annotated[str, Field(max_length=16)] | None = None
    line: Annotated[int, Field(ge=1, le=2**53)] | None = None


class ReportAnswer(BaseModel):
    id: int


class ReportEntry(BaseModel):
    id: int
    reporter: str
    subject: str
    complaint: str
    text: str
    game: str | None
    line: int | None
    said: str | None = Field(description="The reported line of chat.")
    at: int


class ReportsAnswer(BaseModel):
    reports: list[ReportEntry]


class SettleRequest(Asking):
    outcome: Annotated[str, Field(min_length=1, max_length=1000)]


class ReasonRequest(Asking):
    reason: Annotated[str, Field(min_length=1, max_length=1000)]


class ActionRequest(ReasonRequest):
    deed: ModerationAction
    days: Annotated[int, Field(ge=1, le=3650)] | None = Field(
        None, description="Of a mute or ban; without it, until it is taken back."
    )


class ActionAnswer(BaseModel):
    deed: ModerationAction
    until_at: int | None


class AuditEntry(BaseModel):
    id: int
    at: int
    actor: str
    action: str
    subject: str
    until_at: int | None
    reason: str


class AuditAnswer(BaseModel):
    entries: list[AuditEntry]
    next: int | None
