"""JSON from outside, read strictly: one object a line, no duplicates, no NaN, bounded lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NoReturn

from tablas.errors import NotationError

MOST_BRACKETS: Final = 60
LARGEST_INTEGER: Final = 2**53  # what every JSON reader keeps exact

Fields = dict[str, Any]


def read_object(text: str, *, largest: int = 8192) -> Fields:
    """The JSON object in `text`; anything else is a NotationError that says what was found."""
    if len(text) > largest:
        raise NotationError(f"{len(text)} characters, expected at most {largest}")
    # The parser recurses: a line of a hundred thousand brackets must not reach it.
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise NotationError(f"more than {MOST_BRACKETS} opening brackets")
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise NotationError(f"not JSON at column {error.colno}: {error.msg}") from None
    except ValueError as error:  # a number of thousands of digits, or one of our own hooks
        raise NotationError(f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise NotationError(f"expected a JSON object, found {type_name(value)}")
    _refuse_surrogates(value)
    return value


def read_lines(text: str) -> Iterator[tuple[int, Fields]]:
    """The objects of a record, one a line, each after the number of its line; empty lines pass.

    A record may be as long as its games; only a line has a limit, since it is parsed at once.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            fields = read_object(line)
        except NotationError as error:
            raise NotationError(f"record line {number}: {error}") from None
        yield number, fields


class Reader:
    """Takes typed fields out of an object and complains about what nobody asked for."""

    def __init__(self, fields: Fields, where: str = "") -> None:
        self._fields = dict(fields)
        self._where = where

    def has(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str, *, longest: int = 2000) -> str:
        value = self._take(name, str, "a text")
        if len(value) > longest:
            self.fail(name, f"{len(value)} characters", f"at most {longest}")
        assert isinstance(value, str)
        return value

    def integer(self, name: str, least: int, most: int) -> int:
        value = self._take(name, int, f"a whole number {least} to {most}")
        if isinstance(value, bool) or not least <= value <= most:
            self.fail(name, json.dumps(value)[:40], f"a whole number {least} to {most}")
        assert isinstance(value, int)
        return value

    def boolean(self, name: str) -> bool:
        return bool(self._take(name, bool, "true or false"))

    def object(self, name: str) -> Reader:
        return Reader(self._take(name, dict, "an object"), f"{self._where}{name}.")

    def integers(self, name: str, count: int, least: int, most: int) -> tuple[int, ...]:
        values = self._take(name, list, f"{count} numbers")
        wanted = f"{count} whole numbers {least} to {most}"
        whole = all(type(value) is int and least <= value <= most for value in values)
        if len(values) != count or not whole:
            self.fail(name, json.dumps(values)[:40], wanted)
        return tuple(values)

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        value = self.text(name)
        if value not in choices:
            self.fail(name, repr(value[:40]), " or ".join(repr(choice) for choice in choices))
        return value

    def finish(self) -> None:
        """Refuse what is left: an unknown field is a misspelt one."""
        for name in self._fields:
            raise NotationError(f"field '{self._where}{name[:40]}': not a field known here")

    def fail(self, name: str, value: str, expected: str) -> NoReturn:
        raise NotationError(f"field '{self._where}{name}': found {value}, expected {expected}")

    def _take(self, name: str, wanted: type, expected: str) -> Any:
        if name not in self._fields:
            self.fail(name, "nothing", expected)
        value = self._fields.pop(name)
        if not isinstance(value, wanted):
            self.fail(name, type_name(value), expected)
        return value


def type_name(value: object) -> str:
    """What JSON calls a value of this type."""
    if value is None:
        return "null"
    names = {bool: "a truth value", int: "a number", float: "a number", str: "a text"}
    return names.get(type(value), "an object" if isinstance(value, dict) else "a list")


def _unique(pairs: list[tuple[str, Any]]) -> Fields:
    fields: Fields = {}
    for name, value in pairs:
        if name in fields:
            raise ValueError(f"field {name[:40]!r} stands twice")
        if type(value) is int and abs(value) > LARGEST_INTEGER:
            raise ValueError(f"field {name[:40]!r} is a number too large to be exact")
        fields[name] = value
    return fields


def _no_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


def _refuse_surrogates(value: Fields) -> None:
    # A lone surrogate is legal inside JSON escapes but cannot be written to any file later.
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NotationError("a lone surrogate (\\ud800 to \\udfff) is not text") from None
