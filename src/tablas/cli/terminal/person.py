"""A person at the table: what is typed is a command or a play, and a mistake is explained."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import click

from tablas.cli.terminal import advice, phrases
from tablas.cli.terminal.table import Leave, TerminalTable
from tablas.cli.terminal.telling import play_text
from tablas.errors import IllegalAction, NotationError, TablasError
from tablas.play.actions import (
    Action,
    Beavered,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Dropped,
    Raccooned,
    ResignationAccepted,
    ResignationRefused,
    Resigned,
    Took,
)
from tablas.play.allowed import why_no_double
from tablas.play.state import Phase
from tablas.values import Side

LINE = 78  # columns


def acts(table: TerminalTable, side: Side) -> None:
    """Ask a person until the game has gone on, or was taken back."""
    state = table.game.state
    table.editor.words = _completions(table)
    if state.resignation or state.phase is Phase.TO_ANSWER:
        line = table.ask(phrases.ASK_ANSWER, side=side)
    elif state.phase is Phase.TO_ROLL:
        if why_no_double(state, side):
            line = table.ask(phrases.ASK_ROLL_ONLY, side=side)
        else:
            line = table.ask(phrases.ASK_ROLL, side=side)
    else:
        dice = f" {state.dice}" if state.dice else ""
        line = table.ask(phrases.ASK_PLAY, side=side, dice=dice)
    try:
        _obey(table, side, line.strip())
    except IllegalAction as error:
        click.echo((error.reason or error).spoken(table.language))
    except TablasError as error:
        click.echo(error.spoken(table.language))


def _obey(table: TerminalTable, side: Side, line: str) -> None:
    """Carry out what a person typed: a command, or else a play."""
    word, _, rest = line.partition(" ")
    names = (name for name, words in phrases.COMMANDS.items() if word.lower() in words)
    command = next(names, None)
    state = table.game.state
    match command:
        case "help":
            click.echo(phrases.HELP.spoken(table.language))
            if table.kind.letters:
                letters = table.kind.letters.spoken(table.language)
                click.echo(textwrap.indent(letters, "  "))
        case "moves":
            _list_plays(table)
        case "hint":
            advice.hint(table)
        case "best":
            advice.best(table)
        case "why":
            _explain(table, rest)
        case "undo":
            table.undo()
        case "board":
            table.draw()
        case "save":
            table.save(Path(rest or "game.jsonl"))
        case "quit":
            raise Leave
        case "resign":
            _resign(table, side, rest)
        case "draw":
            _offer_draw(table, side)
        case "roll" if state.phase is Phase.TO_ROLL:
            table.roll(side)
        case "double" if state.phase is Phase.TO_ROLL:
            table.double(side)
        case "take" | "drop" | "beaver" if state.resignation or state.cube.offer:
            _answer(table, side, command)
        case _ if state.phase is Phase.TO_PLAY and line:
            table.play(side, line)
        case _:
            table.say(phrases.NOT_NOW)


def _answer(table: TerminalTable, side: Side, command: str) -> None:
    if table.game.state.resignation:
        accepts = command == "take"
        table.apply(ResignationAccepted(side) if accepts else ResignationRefused(side))
        return
    offer = table.game.state.cube.offer
    assert offer is not None
    actions: dict[str, Action[Any]] = {"take": Took(side), "drop": Dropped(side)}
    actions["beaver"] = Beavered(side) if offer.turns == 1 else Raccooned(side)
    table.apply(actions[command])
    said = {"take": phrases.TAKES, "drop": phrases.DROPS, "beaver": phrases.RAISES}[command]
    table.say(said, side=side, value=2 * offer.value)


def _resign(table: TerminalTable, side: Side, level: str) -> None:
    if level not in ("", "1", "2", "3"):
        raise NotationError(
            f"resign {level[:20]!r}: expected 1, 2 or 3",
            f"abandonar {level[:20]!r}: se esperaba 1, 2 o 3",
        )
    table.apply(Resigned(side, int(level or 1)))
    table.say(phrases.RESIGNS, side=side, level=level or 1)


def _offer_draw(table: TerminalTable, side: Side) -> None:
    """Offer a draw, or accept the one on the table; a bot takes it unless it leads."""
    state = table.game.state
    if state.draw_offer is side.other:
        table.apply(DrawAccepted(side))
        return
    table.apply(DrawOffered(side))
    table.say(phrases.OFFERS_DRAW, side=side)
    bot = table.seats[side.other]
    if bot is None:
        return
    mine, theirs = table.kind.ejected(state.position)
    accepts = mine >= theirs
    table.say(phrases.TAKES if accepts else phrases.REFUSES, side=side.other)
    table.apply(DrawAccepted(side.other) if accepts else DrawDeclined(side.other))


def _list_plays(table: TerminalTable) -> None:
    texts = _plays(table)
    if not texts:
        table.say(phrases.NOT_NOW)
        return
    table.say(phrases.COUNT, count=len(texts))
    for line in _columns(texts):
        click.echo(f"  {line}")


def _plays(table: TerminalTable) -> list[str]:
    """The legal plays as text, sorted; none while nothing is to be played."""
    state = table.game.state
    if state.phase is not Phase.TO_PLAY:
        return []
    plays = table.kind.rules.plays(state.position, state.dice).values()
    return sorted(play_text(state, play, table.names) for play in plays)


def _columns(texts: list[str]) -> list[str]:
    """All of them, as many beside each other as a line of a terminal holds."""
    width = max(map(len, texts)) + 2
    beside = max(1, LINE // width)
    rows = -(-len(texts) // beside)
    return ["".join(f"{text:{width}}" for text in texts[row::rows]).rstrip() for row in range(rows)]


def _completions(table: TerminalTable) -> list[str]:
    """What Tab can make of a line: the commands of the language, and the legal plays."""
    first, last = (0, 1) if table.language == "en" else (-1, None)
    commands = [word for words in phrases.COMMANDS.values() for word in words[first:last] if word]
    return [*commands, *_plays(table)]


def _explain(table: TerminalTable, text: str) -> None:
    state = table.game.state
    if state.phase is not Phase.TO_PLAY or not text:
        table.say(phrases.NOT_NOW)
        return
    table.kind.notation.read(state.position, state.dice, text, state.turn)  # tells by its error
    table.say(phrases.LEGAL)
