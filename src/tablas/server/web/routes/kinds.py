"""The catalogue of games: all that a client can offer before two people sit down."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response

from tablas.engine.bot import TITLES, opponents
from tablas.games import NAMES, kind
from tablas.kind import Kind
from tablas.play.options import OPTIONS, Option
from tablas.server.play.agreement import DAYS_OFFERED, LENGTHS_OFFERED
from tablas.server.play.engine.bots import card
from tablas.server.web.access import Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.packed import TaggedJson
from tablas.values import Setup, Side
from tablas.words import Words

router: Final = APIRouter(tags=["games"], responses=REFUSALS)


class Text(BaseModel):
    """A text in every language that the server speaks."""

    en: str
    es: str

    @classmethod
    def of(cls, words: Words) -> Text:
        return cls(en=words.en, es=words.es)


class StartAnswer(BaseModel):
    """A named start: `start` of an agreement, and the position that it means."""

    name: str
    title: Text
    position: str
    featured: bool = Field(description="Whether it is offered in plain sight, not in a list.")


class ValueAnswer(BaseModel):
    """A value of an option."""

    value: bool | int | str
    title: Text


class OptionAnswer(BaseModel):
    """A field of an agreement, as a person can be offered it."""

    title: Text
    about: Text = Field(description="What it does, in one sentence.")
    values: list[ValueAnswer] = Field(
        description="To offer, the usual one first; a yes or no says what holds."
    )
    when: str = Field(description="`match`: only with a length; `money`: only without; `always`.")
    needs: str | None = Field(description="An option without which this one means nothing.")


class ExampleAnswer(BaseModel):
    """A position with a roll and a legal play of it."""

    position: str
    dice: list[int] | None
    play: str


class KindAnswer(BaseModel):
    """One game."""

    name: str
    title: Text
    line: Text = Field(description="What the game is, in one sentence.")
    dice: bool
    first: str | None = Field(description="Who begins; none: the opening roll decides.")
    starts: list[StartAnswer] = Field(description="The usual one first.")
    levels: list[dict[str, Any]] = Field(description="Its bots as /api/bots tells them.")
    options: list[str] = Field(description="Fields of an agreement that belong to this game.")
    times: list[str] = Field(description="Time controls to offer.")
    example: ExampleAnswer
    element: str = Field(description="The custom element that draws its board (docs/boards.md).")
    rules: str = Field(description="The page with its rules.")
    letters: Text | None = Field(description="What the letters of its plays mean.")
    nb: bool = Field(description="Whether its points have the N/B names of the sheet, too.")
    overlays: bool = Field(description="Whether a graph says more that a board can show on demand.")


class KindsAnswer(BaseModel):
    """Every game of this server, and what is the same for all of them."""

    kinds: list[KindAnswer]
    lengths: list[int] = Field(description="Points of a match to offer.")
    options: dict[str, OptionAnswer] = Field(description="What the options of a game offer.")
    days: list[int] = Field(description="Days for each turn to offer, by correspondence.")
    titles: dict[str, Text] = Field(description="What a level is called, whatever the game.")


@router.get(
    "/api/kinds",
    summary="The games, with their starts, levels, options and time controls",
    response_model=KindsAnswer,
)
async def kinds(request: Request, _: Visitor) -> Response:
    """It changes only with a new version: ask again with `if-none-match`."""
    return _catalogue().response(request)


@cache
def _catalogue() -> TaggedJson:
    answer = KindsAnswer(
        kinds=[kind_answer(kind(name)) for name in NAMES],
        lengths=list(LENGTHS_OFFERED),
        options={name: option_answer(option) for name, option in OPTIONS.items()},
        days=list(DAYS_OFFERED),
        titles={name: Text.of(words) for name, words in TITLES.items()},
    )
    return TaggedJson(answer.model_dump_json().encode())


def option_answer(option: Option) -> OptionAnswer:
    return OptionAnswer(
        title=Text.of(option.title),
        about=Text.of(option.about),
        values=[ValueAnswer(value=value, title=Text.of(words)) for value, words in option.values],
        when=option.when,
        needs=option.needs,
    )


def kind_answer(known: Kind[Any, Any]) -> KindAnswer:
    """A game as the catalogue tells it: its own fields, and the opponents that it has here."""
    usual = Setup(known.start().position, known.first or Side.WHITE)
    example, dice = known.example, known.example.dice
    return KindAnswer(
        name=known.name,
        title=Text.of(known.title),
        line=Text.of(known.line),
        dice=known.dice,
        first=known.first.value if known.first else None,
        starts=[
            StartAnswer(
                name=start.name,
                title=Text.of(start.title),
                position=known.formats.write(
                    Setup(known.start(start.name).position, known.first or Side.WHITE)
                ),
                featured=start.featured,
            )
            for start in known.starts
        ],
        levels=[card(known.name, one) for one in opponents(known.name).values()],
        options=list(known.options),
        times=list(known.times),
        example=ExampleAnswer(
            position=example.position,
            dice=[dice.high, dice.low] if dice else None,
            play=example.play,
        ),
        element=known.element,
        rules=f"/rules/{known.name}",
        letters=Text.of(known.letters) if known.letters else None,
        nb=known.write_nb is not None,
        overlays=bool(known.board.overlays(usual)),
    )
