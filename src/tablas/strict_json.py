"""JSON from outside, read strictly: one object a line, no duplicates, no NaN, bounded lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NoReturn

from tablas.errors import NotationError
from tablas.words import Words, spoken

MOST_BRACKETS: Final = 60
LARGEST_INTEGER: Final = 2**53  # what every JSON reader keeps exact

NOTHING: Final = Words("nothing", "nada")
A_TEXT: Final = Words("a text", "un texto")
A_NUMBER: Final = Words("a number", "un número")
A_TRUTH: Final = Words("a truth value", "un valor lógico")
A_LIST: Final = Words("a list", "una lista")
AN_OBJECT: Final = Words("an object", "un objeto")
TRUTH: Final = Words("true or false", "true o false")
LENGTH: Final = Words("{count} characters", "{count} caracteres")
AT_MOST: Final = Words("at most {most}", "como máximo {most}")
NUMBERS: Final = Words("{count} numbers", "{count} números")
WHOLE: Final = Words("a whole number {least} to {most}", "un número entero de {least} a {most}")
WHOLE_NUMBERS: Final = Words(
    "{count} whole numbers {least} to {most}", "{count} números enteros de {least} a {most}"
)

Fields = dict[str, Any]


def read_object(text: str, *, largest: int = 8192) -> Fields:
    """The JSON object in `text`; anything else is a NotationError that says what was found."""
    if len(text) > largest:
        raise NotationError(
            f"{len(text)} characters, expected at most {largest}",
            f"{len(text)} caracteres, como máximo {largest}",
        )
    # The parser recurses: a line of a hundred thousand brackets must not reach it.
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise NotationError(
            f"more than {MOST_BRACKETS} opening brackets",
            f"más de {MOST_BRACKETS} corchetes abiertos",
        )
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"not JSON at column {error.colno}: {error.msg}",
            f"no es JSON en la columna {error.colno}",
        ) from None
    except ValueError as error:  # a number of thousands of digits, or one of our own hooks
        raise NotationError(f"not JSON: {error}", f"no es JSON: {error}") from None
    if not isinstance(value, dict):
        raise NotationError(
            f"expected a JSON object, found {type_name(value).en}",
            f"se esperaba un objeto JSON, hay {type_name(value).es}",
        )
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
            raise NotationError(
                f"record line {number}: {error}",
                f"línea {number} del registro: {error.spoken('es')}",
            ) from None
        yield number, fields


class Reader:
    """Takes typed fields out of an object and complains about what nobody asked for."""

    def __init__(self, fields: Fields, where: str = "") -> None:
        self._fields = dict(fields)
        self._where = where

    def has(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str, *, longest: int = 2000) -> str:
        value = self._fields.get(name)
        if not isinstance(value, str):
            self._refuse(name, A_TEXT)
        if len(value) > longest:
            self.fail(name, LENGTH.about(count=len(value)), AT_MOST.about(most=longest))
        del self._fields[name]
        return value

    def integer(self, name: str, least: int, most: int) -> int:
        value = self._fields.get(name)
        if type(value) is not int or not least <= value <= most:
            self._refuse(name, WHOLE.about(least=least, most=most))
        del self._fields[name]
        return value

    def boolean(self, name: str) -> bool:
        value = self._fields.get(name)
        if not isinstance(value, bool):
            self._refuse(name, TRUTH)
        del self._fields[name]
        return value

    def object(self, name: str) -> Reader:
        value = self._fields.get(name)
        if not isinstance(value, dict):
            self._refuse(name, AN_OBJECT)
        del self._fields[name]
        return Reader(value, f"{self._where}{name}.")

    def integers(self, name: str, count: int, least: int, most: int) -> tuple[int, ...]:
        values = self._fields.get(name)
        if not isinstance(values, list):
            self._refuse(name, NUMBERS.about(count=count))
        whole = all(type(value) is int and least <= value <= most for value in values)
        if len(values) != count or not whole:
            wanted = WHOLE_NUMBERS.about(count=count, least=least, most=most)
            self.fail(name, json.dumps(values)[:40], wanted)
        del self._fields[name]
        return tuple(values)

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        value = self.text(name)
        if value not in choices:
            names = [repr(choice) for choice in choices]
            self.fail(name, repr(value[:40]), Words(" or ".join(names), " o ".join(names)))
        return value

    def finish(self) -> None:
        """Refuse what is left: an unknown field is a misspelt one."""
        for name in self._fields:
            raise NotationError(
                f"field '{self._where}{name[:40]}': not a field known here",
                f"campo '{self._where}{name[:40]}': aquí no existe",
            )

    def fail(self, name: str, value: str | Words, expected: str | Words) -> NoReturn:
        field = f"{self._where}{name}"
        raise NotationError(
            f"field '{field}': found {spoken(value, 'en')}, expected {spoken(expected, 'en')}",
            f"campo '{field}': hay {spoken(value, 'es')}, se esperaba {spoken(expected, 'es')}",
        )

    def _refuse(self, name: str, expected: Words) -> NoReturn:
        """A field that is missing, of another type, or out of bounds."""
        if name not in self._fields:
            self.fail(name, NOTHING, expected)
        value = self._fields[name]
        out_of_bounds = isinstance(value, int) and expected.en.startswith("a whole number")
        self.fail(name, json.dumps(value)[:40] if out_of_bounds else type_name(value), expected)


def type_name(value: object) -> Words:
    """What JSON calls a value of this type."""
    if value is None:
        return Words("null", "null")
    names = {bool: A_TRUTH, int: A_NUMBER, float: A_NUMBER, str: A_TEXT}
    return names.get(type(value), AN_OBJECT if isinstance(value, dict) else A_LIST)


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
        raise NotationError(
            "a lone surrogate (\\ud800 to \\udfff) is not text",
            "un sustituto suelto (\\ud800 a \\udfff) no es texto",
        ) from None
