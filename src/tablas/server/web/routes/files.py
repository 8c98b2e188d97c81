"""Matches as files: what people bring from elsewhere, and what they take home."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response

from tablas import record
from tablas.errors import TablasError
from tablas.files import FileFormat, GameSheet, MatchSheet, formats, read
from tablas.files.file_format import encoded
from tablas.files.formats import format_of
from tablas.server.limits import Rate
from tablas.server.play import export
from tablas.server.play.boards import moments
from tablas.server.refusals import NOT_FOUND, Refused, refusal
from tablas.server.services import services_of
from tablas.server.web.access import Reading, SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.games import GameId
from tablas.values import Side
from tablas.words import Words

router: Final = APIRouter(tags=["files"], responses=REFUSALS)
UPLOADS: Final = Rate(30, 600)  # a long match takes a second to follow
MOST_ACTIONS: Final = 10_000
UNREADABLE_FILE: Final = refusal(
    "unreadable-file",
    422,
    "this file cannot be read as a match: {detail}",
    "este archivo no se puede leer como encuentro: {detail}",
)
TOO_LONG: Final = Words(
    "it has more than {most} rolls, plays and doubles",
    "tiene más de {most} tiradas, jugadas y dobles",
)
FileName = Annotated[
    str, Query(max_length=200, description="Its name; the suffix helps to read it.")
]
FormatName = Annotated[str, Path(pattern=r"^[a-z-]{1,20}$", description="The name of a format.")]


class FormatAnswer(BaseModel):
    """A file format: which game it can hold, and whether a game can be taken home in it."""

    name: str
    title: dict[str, str]
    suffixes: list[str]
    game: str | None
    writes: bool


class FormatsAnswer(BaseModel):
    formats: list[FormatAnswer]


class FaultAnswer(BaseModel):
    line: int
    column: int
    en: str
    es: str


class MatchAnswer(BaseModel):
    """A match from a file: its games as moments, and itself as our record.

    `faults` tells what is wrong in the file, illegal plays among them; what could be followed was.
    """

    format: str
    game: str
    white: str
    black: str
    date: str
    length: int
    crawford: bool
    score: list[int]
    winner: Literal["white", "black"] | None = Field(description="Of the match, if it is over.")
    faults: list[FaultAnswer]
    record: str
    games: list[dict[str, Any]]


@router.get("/api/formats", summary="The file formats that matches are read from and written to")
async def known_formats(_: Visitor) -> FormatsAnswer:
    return FormatsAnswer(formats=[_format(one) for one in readable_formats()])


@router.post("/api/files", summary="Read a match from a file")
async def upload(
    request: Request, sign_in: SignInDep, _: Reading, name: FileName = ""
) -> MatchAnswer:
    """The body is the file, up to 2 MiB; nothing is stored. Damage is told with line and column."""
    who = sign_in.visitor(request)
    sign_in.spend("file", who, UPLOADS)
    data = await request.body()
    suffix = PurePosixPath(name).suffix
    return await services_of(request).boards.work_out(who, lambda: _read(data, suffix))


@router.get("/api/games/{game}/files/{name}", summary="A game or match as a file of some format")
async def download(
    game: GameId, name: FormatName, request: Request, sign_in: SignInDep, _: Visitor
) -> Response:
    services = services_of(request)
    row = await services.rooms.row(game)
    table = await services.rooms.table(row)
    records = export.records(row, table)
    chosen = next((one for one in readable_formats() if one.name == name), None)
    if not records or chosen is None or chosen.write is None:
        raise Refused(NOT_FOUND)
    sheet = MatchSheet(games=tuple(GameSheet(record=one) for one in records))
    if chosen.game not in (None, sheet.kind.name):
        raise Refused(NOT_FOUND)
    write = chosen.write
    data = await services.boards.work_out(sign_in.visitor(request), lambda: encoded(write(sheet)))
    attached = f'attachment; filename="{game}{chosen.suffixes[0]}"'
    return Response(
        data, media_type="text/plain; charset=utf-8", headers={"content-disposition": attached}
    )


def readable_formats() -> list[FileFormat]:
    """The formats that strangers' files are read with: those of text, by our own readers."""
    return [one for one in formats() if one.text]


def _format(one: FileFormat) -> FormatAnswer:
    return FormatAnswer(
        name=one.name,
        title={"en": one.title.en, "es": one.title.es},
        suffixes=list(one.suffixes),
        game=one.game,
        writes=one.write is not None,
    )


def _read(data: bytes, suffix: str) -> MatchAnswer:
    return _answer(*read_match(data, suffix))


def read_match(data: bytes, suffix: str) -> tuple[FileFormat, MatchSheet]:
    """The match that a stranger's file holds, or a refusal that says what is wrong with it."""
    try:
        chosen = format_of(data, suffix)
        match = read(data, suffix, chosen.name) if chosen.text else None
    except TablasError as error:
        raise Refused(UNREADABLE_FILE.about(detail=error)) from None
    if match is None:
        raise Refused(UNREADABLE_FILE.about(detail=chosen.title))
    if sum(len(sheet.record.game.log) for sheet in match.games) > MOST_ACTIONS:
        raise Refused(UNREADABLE_FILE.about(detail=TOO_LONG.about(most=MOST_ACTIONS)))
    return chosen, match


def _answer(chosen: FileFormat, match: MatchSheet) -> MatchAnswer:
    white, black = match.score
    over = match.length and max(white, black) >= match.length
    return MatchAnswer(
        format=chosen.name,
        game=match.kind.name,
        white=match.name(Side.WHITE),
        black=match.name(Side.BLACK),
        date=match.games[0].record.date,
        length=match.length,
        crawford=match.crawford,
        score=[white, black],
        winner=("white" if white > black else "black") if over else None,
        faults=[
            FaultAnswer(line=one.line, column=one.column, en=one.words.en, es=one.words.es)
            for one in match.faults
        ],
        record="".join(record.write(sheet.record) for sheet in match.games),
        games=[
            {"number": number, "moments": list(moments(sheet.record.game, sheet.record.notes))}
            for number, sheet in enumerate(match.games, start=1)
        ],
    )
