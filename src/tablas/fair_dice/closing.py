"""The end of a record, signed by the server: nothing was cut off, added or changed before it.

The signature is Ed25519, by the key of the receipt, over these bytes:

    21         `tablas-dice/1|record|`
    2 + n      length and UTF-8 of the time
    lines      the lines of the game before this one, from its header on, each as JSON without any
               white space between its values, in UTF-8, and ended by a line feed
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tablas.fair_dice import signature
from tablas.fair_dice.fields import read_bytes
from tablas.fair_dice.receipt import TIME, with_length
from tablas.strict_json import Fields, Reader, read_lines
from tablas.words import Words

TAG: Final = b"tablas-dice/1|record|"
A_TIME: Final = Words("UTC such as 2026-11-15T18:30:00Z", "UTC, como 2026-11-15T18:30:00Z")


@dataclass(frozen=True, slots=True)
class Closing:
    """When the server wrote the record down, and its signature over all of it."""

    time: str
    signature: bytes

    def genuine(self, key: bytes, lines: Iterable[Fields]) -> bool | None:
        """Whether the key signed exactly these lines; None if that cannot be checked here."""
        return signature.signs(key, self.signature, message(self.time, lines))


def message(time: str, lines: Iterable[Fields]) -> bytes:
    """The bytes that the server signs."""
    return TAG + with_length(time) + b"".join(map(_canonical, lines))


def closed(text: str, time: str, seed: bytes) -> Closing:
    """The signed end of the record of one game that stands in `text`."""
    lines = (fields for _, fields in read_lines(text))
    return Closing(time, signature.signed(seed, message(time, lines))[1])


def closing_fields(closing: Closing) -> Fields:
    """The last line of a record."""
    return {"closed": {"time": closing.time, "signature": closing.signature.hex()}}


def read_closing(line: Reader) -> Closing:
    """What `closing_fields` wrote."""
    fields = line.object("closed")
    time = fields.text("time", longest=40)
    if not TIME.fullmatch(time):
        fields.fail("time", time, A_TIME)
    signed = read_bytes(fields, "signature", signature.SIGNATURE_SIZE)
    fields.finish()
    line.finish()
    return Closing(time, signed)


def _canonical(fields: Fields) -> bytes:
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    # What cannot be written in UTF-8 was signed by nobody.
    return text.encode(errors="surrogatepass") + b"\n"
