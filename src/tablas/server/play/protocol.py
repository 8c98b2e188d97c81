"""The messages on a game's socket, both ways; docs/server-protocol.md describes them to clients.

Every message is one JSON object in a text frame with its name in `t`. Commands carry the sender's
own `id`, so that sending one twice does nothing twice; every frame of the server carries `n`, the
number of the last logged event it knows, so that a client can resume with `since=n`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

ClientId = Annotated[str, Meta(min_length=1, max_length=56, pattern=r"^[A-Za-z0-9_.-]+$")]
SideName = Literal["white", "black"]
Link = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", kw_only=True):
    """Something a player wants to do.

    `side` is needed only where one person plays both; `seen` refuses the command if anything has
    happened since that frame.
    """

    id: ClientId
    side: SideName | None = None
    seen: Annotated[int, Meta(ge=0)] | None = None


class Roll(Command, frozen=True, tag="roll"):
    """Roll the dice; with fair dice `open` is the next opening of the player's chain."""

    open: Link | None = None


class Play(Command, frozen=True, tag="play"):
    """A whole turn in the notation of the game."""

    play: Annotated[str, Meta(max_length=200)]


class Double(Command, frozen=True, tag="double"):
    pass


class Take(Command, frozen=True, tag="take"):
    pass


class Drop(Command, frozen=True, tag="drop"):
    pass


class Beaver(Command, frozen=True, tag="beaver"):
    pass


class Raccoon(Command, frozen=True, tag="raccoon"):
    pass


class Resign(Command, frozen=True, tag="resign"):
    level: Annotated[int, Meta(ge=1, le=3)] = 1


class AcceptResignation(Command, frozen=True, tag="accept-resignation"):
    pass


class RefuseResignation(Command, frozen=True, tag="refuse-resignation"):
    pass


class OfferDraw(Command, frozen=True, tag="offer-draw"):
    pass


class AcceptDraw(Command, frozen=True, tag="accept-draw"):
    pass


class DeclineDraw(Command, frozen=True, tag="decline-draw"):
    pass


class OfferTakeback(Command, frozen=True, tag="offer-takeback"):
    """Ask to take back one's last move (friendly games)."""


class AcceptTakeback(Command, frozen=True, tag="accept-takeback"):
    pass


class DeclineTakeback(Command, frozen=True, tag="decline-takeback"):
    pass


class Abort(Command, frozen=True, tag="abort"):
    """End the game without a result; only before the first move."""


class Grant(Command, frozen=True, tag="grant"):
    """Give the opponent more time."""

    seconds: Annotated[int, Meta(ge=1, le=600)] = 15


class Claim(Command, frozen=True, tag="claim"):
    """Claim the game from an opponent whose time to come back is used up."""


class Next(Command, frozen=True, tag="next"):
    """Ready for the next game of the match."""


class Finish(Command, frozen=True, tag="finish"):
    """End a money session, between two of its games."""


class Rematch(Command, frozen=True, tag="rematch"):
    """Offer the same again with sides changed, or accept that offer."""


class Anchor(Command, frozen=True, tag="anchor"):
    """The anchor of one's chain for fair dice, before the first roll of a game."""

    anchor: Link


class NoChain(Command, frozen=True, tag="no-chain"):
    """The client cannot take part in fair dice: the server rolls alone in this game."""


class Open(Command, frozen=True, tag="open"):
    """The answer to the opponent's roll: the next opening of one's own chain."""

    open: Link


class Legal(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="legal"):
    """Ask for the legal plays of the present position."""


class Resync(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="resync"):
    """Ask for everything after frame `since`."""

    since: Annotated[int, Meta(ge=0)] = 0


class Pong(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="pong"):
    """The answer to the server's ping, with its number; this is how lag is measured."""

    k: int


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="ping"):
    """Ask for a sign of life."""

    k: int = 0


Message = (
    Roll | Play | Double | Take | Drop | Beaver | Raccoon
    | Resign | AcceptResignation | RefuseResignation
    | OfferDraw | AcceptDraw | DeclineDraw
    | OfferTakeback | AcceptTakeback | DeclineTakeback
    | Abort | Grant | Claim | Next | Finish | Rematch
    | Anchor | NoChain | Open
    | Legal | Resync | Pong | Ping
)  # fmt: skip

_decoder: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)
_encoder: Final = msgspec.json.Encoder()


def read_message(text: str | bytes) -> Message:
    """The message in a frame; raises msgspec.ValidationError or DecodeError."""
    return _decoder.decode(text)


def frame(name: str, n: int, **fields: Any) -> str:
    """A frame of the server, encoded once for everybody who gets it."""
    return encoded({"t": name, "n": n, **fields}).decode()


def encoded(value: Any) -> bytes:
    return _encoder.encode(value)
