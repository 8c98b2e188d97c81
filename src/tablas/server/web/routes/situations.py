"""Cube and score as questions name them beside a position, for notations that have no room."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from tablas.play.match import LONGEST_MATCH
from tablas.server.refusals import Refused, refusal
from tablas.situation import Situation, faults
from tablas.values import Side
from tablas.words import Words

BAD_SITUATION: Final = refusal(
    "bad-situation", 422, "cube and score do not fit: {detail}",
    "el cubo y el marcador no encajan: {detail}",
)  # fmt: skip


class CubeAsked(BaseModel):
    """Where the cube lies."""

    model_config = ConfigDict(extra="forbid")
    value: Annotated[int, Field(ge=1, le=1024)] = 1
    owner: Literal["white", "black"] | None = None


class MatchAsked(BaseModel):
    """A match to so many points, and how it stands."""

    model_config = ConfigDict(extra="forbid")
    length: Annotated[int, Field(ge=1, le=LONGEST_MATCH)]
    white: Annotated[int, Field(ge=0, lt=LONGEST_MATCH)] = 0
    black: Annotated[int, Field(ge=0, lt=LONGEST_MATCH)] = 0
    crawford: bool = False


class SituationAsked(BaseModel):
    """What is said of cube and score beside the position itself."""

    cube: CubeAsked | None = Field(None, description="None: the one that the position says.")
    match: MatchAsked | None = Field(None, description="None: the one that the position says.")
    money: bool = Field(default=False, description="For money, whatever the position says.")
    jacoby: bool | None = Field(None, description="For money; none: as the position says.")

    def situation(self, said: Situation) -> Situation:
        """What the position has said, where the other fields say nothing else; or a refusal."""
        news: dict[str, Any] = {}
        if self.cube:
            owner = Side(self.cube.owner) if self.cube.owner else None
            news |= {"cube": self.cube.value, "owner": owner}
        if match := self.match:
            news |= {"length": match.length, "score": (match.white, match.black)}
            news |= {"crawford": match.crawford, "beavers": False, "jacoby": False}
        elif self.money:
            news |= {"length": 0, "score": (0, 0), "crawford": False}
        if self.jacoby is not None:
            news["jacoby"] = self.jacoby
        whole = replace(said, **news)
        if wrong := faults(whole):
            all_of = [one.words for one in wrong]
            detail = Words("; ".join(one.en for one in all_of), "; ".join(one.es for one in all_of))
            raise Refused(BAD_SITUATION.about(detail=detail))
        return whole
