"""Every change of a record is noticed, one by one and counted; what is harmless is listed here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from fair_games import (
    CAN_CHECK_SIGNATURES,
    fair_game,
    fair_text,
    script,
    script_says,
    server_key,
    signed,
    signed_whole,
    tablas_says,
)
from tablas import record
from tablas.fair_dice.parties import Mode
from tablas.record.verify import verify

pytestmark = pytest.mark.skipif(not CAN_CHECK_SIGNATURES, reason="needs the cryptography package")

Lines = list[dict[str, Any]]
OTHER_SEED = bytes([9]) * 32
SCRIPT_EVERY = 12  # the stand-alone script checks signatures slowly, in plain Python


def text_of(lines: Lines) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def mutations(lines: Lines) -> Iterator[tuple[str, str]]:
    """Each small change of a record, with its name: lines, fields and values."""
    for place in range(len(lines)):
        yield f"line {place} left out", text_of(lines[:place] + lines[place + 1 :])
        yield f"line {place} twice", text_of(lines[: place + 1] + lines[place:])
        yield f"cut off before line {place}", text_of(lines[:place])
        if place + 1 < len(lines):
            first, second = lines[place : place + 2]
            swapped = [*lines[:place], second, first, *lines[place + 2 :]]
            if swapped != lines:
                yield f"lines {place} exchanged", text_of(swapped)
        for way in ways(lines[place]):
            for name, changed in changes(lines[place], way):
                yield (
                    f"line {place}: {name}",
                    text_of([*lines[:place], changed, *lines[place + 1 :]]),
                )


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value inside."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in items:
        yield (*way, name)
        if isinstance(inner, dict | list):
            yield from ways(inner, (*way, name))


def changes(line: dict[str, Any], way: tuple[Any, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The line with one value gone, renamed, doubled beside it, or another."""
    for name, change in CHANGES.items():
        changed = deepcopy(line)
        holder: Any = changed
        for step in way[:-1]:
            holder = holder[step]
        change(holder, way[-1])
        if json.dumps(changed) != json.dumps(line):
            yield f"{name} at {way}", changed


def renamed(holder: Any, name: Any) -> None:
    if isinstance(holder, dict):
        holder[f"{name}x"] = holder.pop(name)


def extended(holder: Any, name: Any) -> None:
    if isinstance(holder, dict):
        holder[f"{name}2"] = holder[name]
    else:
        holder.append(holder[name])


def altered(holder: Any, name: Any) -> None:
    value = holder[name]
    if isinstance(value, bool):
        holder[name] = not value
    elif isinstance(value, int):
        holder[name] = value + 1
    elif isinstance(value, str):
        middle = len(value) // 2
        other = "1" if value[middle : middle + 1] != "1" else "2"
        holder[name] = value[:middle] + other + value[middle + 1 :]


def emptied(holder: Any, name: Any) -> None:
    holder[name] = None


CHANGES = {
    "gone": lambda holder, name: holder.pop(name),
    "renamed": renamed,
    "added": extended,
    "altered": altered,
    "null": emptied,
}


@pytest.mark.parametrize("mode", [Mode.LIVE, Mode.CORRESPONDENCE])
def test_every_mutation_of_a_record_is_noticed(mode):
    lines = [json.loads(line) for line in fair_text("backgammon", 7, mode, most=9).splitlines()]
    assert tablas_says(text_of(lines)) == script_says(text_of(lines)) == 0
    unnoticed, count = [], 0
    for count, (name, text) in enumerate(mutations(lines), start=1):
        if tablas_says(text) == 0:
            unnoticed.append(name)
        if count % SCRIPT_EVERY == 0 and script_says(text) == 0:
            unnoticed.append(f"by the script: {name}")
    assert count > 300
    assert unnoticed == []


HARMLESS = {
    "empty lines": lambda text: text.replace("\n", "\n\n"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "white space between values": lambda text: text.replace(": ", " :  "),
    "letters as numbers": lambda text: text.replace("Ó", "\\u00d3"),
    "no line feed at the end": lambda text: text.rstrip("\n"),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_says_the_same_in_other_bytes_is_harmless(name):
    text = fair_text("backgammon", 7, most=9)
    other = HARMLESS[name](text)
    assert other != text
    assert tablas_says(other) == script_says(other) == 0


def test_a_record_renamed_and_signed_anew_is_not_proven():
    true = fair_game("backgammon", 7, most=9)
    receipt = replace(true.receipt, white="Eva")
    key, signature = signed(OTHER_SEED, receipt.message())
    receipt = replace(receipt, key=key, signature=signature)
    forged = signed_whole(replace(true, white="Eva", receipt=receipt), OTHER_SEED)
    text = record.write(forged)
    (report,) = verify(text)
    assert report.fits
    assert report.unknown_key
    assert not report.proven
    (report,) = verify(text, key=server_key())
    assert [one.reason.rule for one in report.findings] == ["wrong-key"]
    assert script_says(text) == 1


def test_the_script_says_that_it_does_not_know_the_key(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    file.write_text(fair_text("backgammon", 7, most=9), encoding="utf-8")
    assert script.main(str(file)) == 3
    assert "UNKNOWN KEY" in capsys.readouterr().out
