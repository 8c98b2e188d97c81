"""The line protocol of Abalone engines, from the engine's side (docs/engine-protocol.md)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from tablas.abalone import formats, notation, rules, starts
from tablas.abalone.rules import Position
from tablas.engine.abalone.engine import (
    MEGABYTES,
    AbaloneAnalysis,
    AbaloneEngine,
    AbaloneLimit,
    EndConditions,
)
from tablas.errors import NotationError, TablasError
from tablas.values import Setup
from tablas.words import quoted

VERSION: Final = 1
OPTIONS: Final = {
    "threads": (1, 1, 256),
    "megabytes": (MEGABYTES, 4, 65536),
    "contempt": (0, -1000, 1000),
    "press": (1, 0, 1),
    "network": (1, 0, 1),
    "ponder": (0, 0, 1),
}
"""Name: usual value, least, most."""
DEEPEST: Final = AbaloneLimit(depth=100)
"""Until somebody stops it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A position and how the game came to it."""

    setup: Setup[Position]
    history: tuple[Position, ...] = ()

    def after(self, text: str) -> Placed:
        """The position after a move in Aba-Pro."""
        position = self.setup.position
        move = notation.read(position, None, text, self.setup.mover)
        reached = formats.after(self.setup, rules.after(position, move))
        return Placed(reached, (*self.history, position) if reached.quiet else ())


class AbaloneConversation:
    """One conversation: takes lines, says lines; a search runs while more lines come in."""

    def __init__(self, say: Callable[[str], None], limit: AbaloneLimit) -> None:
        self.say = say
        self.usual = limit
        self.settings = {name: values[0] for name, values in OPTIONS.items()}
        self.ends = EndConditions()
        self.engine: AbaloneEngine | None = None
        self.placed = Placed(formats.read(starts.DEFAULT))
        self.searching: threading.Thread | None = None
        self.wanted = threading.Event()
        """Somebody waits for the search to end: no thinking ahead after it."""
        self.ahead = threading.Event()
        """The answer has been given, the search is in the opponent's time."""

    def run(self, lines: Iterable[str]) -> None:
        """Answer line after line; a bad one is answered by `error`.

        `quit` ends a search that is still going on; at the end of the lines it is waited for.
        """
        for line in lines:
            words = line.split()
            if not words:
                continue
            if words[0] == "quit":
                self.stop()
                return
            try:
                self.take(words[0], words[1:])
            except (TablasError, ValueError) as error:
                self.say(f"error {' '.join(str(error).split())}")
        self.wait()

    def take(self, command: str, words: list[str]) -> None:
        if command not in COMMANDS:
            raise NotationError(
                f"command {quoted(command)}: expected {', '.join(COMMANDS)}, quit",
                f"orden {quoted(command)}: se esperaba {', '.join(COMMANDS)}, quit",
            )
        if command not in ("stop", "ping"):
            self.wait()
        COMMANDS[command](self, words)

    def hello(self, words: list[str]) -> None:
        if words != [str(VERSION)]:
            raise NotationError(
                f"protocol {quoted(' '.join(words))}: expected {VERSION}",
                f"protocolo {quoted(' '.join(words))}: se esperaba {VERSION}",
            )
        self.say("id name Tablas")
        for name, (usual, least, most) in OPTIONS.items():
            self.say(f"option {name} {usual} {least} {most}")
        self.say("ready")

    def set(self, words: list[str]) -> None:
        name, value = _fields(words, 2, "set NAME VALUE")
        if name not in OPTIONS:
            raise NotationError(
                f"option {quoted(name)}: expected {', '.join(OPTIONS)}",
                f"opción {quoted(name)}: se esperaba {', '.join(OPTIONS)}",
            )
        _, least, most = OPTIONS[name]
        number = _number(name, value)
        if not least <= number <= most:
            raise NotationError(
                f"option {name} {number}: expected {least} to {most}",
                f"opción {name} {number}: se esperaba de {least} a {most}",
            )
        self.settings[name] = int(number)
        self.engine = None

    def new(self, words: list[str]) -> None:
        _fields(words, 0, "new")
        if self.engine:
            self.engine.forget()

    def end(self, words: list[str]) -> None:
        """`ends target 6 repetition draw quiet 200 decides draw plies 0`, each part by choice."""
        ends = EndConditions()
        for name, value in _pairs(words):
            match name:
                case "repetition" if value in ("draw", "off"):
                    ends = replace(ends, repetition=value == "draw")
                case "decides" if value in ("draw", "ejections"):
                    ends = replace(ends, quiet_decides=value == "ejections")
                case "target":
                    ends = replace(ends, target=int(_number(name, value)))
                case "quiet":
                    ends = replace(ends, quiet=int(_number(name, value)))
                case "plies":
                    ends = replace(ends, plies=int(_number(name, value)))
                case _:
                    raise NotationError(
                        f"ends {quoted(f'{name} {value}')}: not known",
                        f"ends {quoted(f'{name} {value}')}: desconocido",
                    )
        self.ends = ends

    def position(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        placed = Placed(formats.read(" ".join(words[:cut])))
        for text in words[cut + 1 :]:
            placed = placed.after(text)
        self.placed = placed

    def go(self, words: list[str]) -> None:
        limit, lines = self.usual, 1
        if words:
            limit, lines = _read_limit(words)
        if rules.outcome(self.placed.setup.position):
            self.say("best none")
            return
        if self.engine is None:
            self.engine = AbaloneEngine(
                megabytes=self.settings["megabytes"],
                threads=self.settings["threads"],
                contempt=self.settings["contempt"],
                judge="net" if self.settings["network"] else "hand",
            )
        self.engine.ends = self.ends
        self.wanted.clear()
        self.searching = threading.Thread(target=self.search, args=(self.engine, limit, lines))
        self.searching.start()

    def search(self, engine: AbaloneEngine, limit: AbaloneLimit, lines: int) -> None:
        setup = self.placed.setup
        try:
            analysis = engine.analyse(
                setup.position,
                limit,
                history=self.placed.history,
                quiet=setup.quiet,
                lines=lines,
                press=bool(self.settings["press"]),
            )
        except (TablasError, ValueError) as error:
            self.say(f"error {' '.join(str(error).split())}")
            return
        for text in info_lines(analysis):
            self.say(text)
        self.say(f"best {analysis.best.pv[0]}")
        if self.settings["ponder"]:
            self.think_ahead(engine, analysis.best.pv[:2])

    def think_ahead(self, engine: AbaloneEngine, moves: tuple[str, ...]) -> None:
        """Search where these moves lead to until the next line comes: the table remembers it."""
        placed = self.placed
        for text in moves:
            placed = placed.after(text)
        setup, left = placed.setup, self.ends.plies
        if rules.outcome(setup.position) or 0 < left <= len(moves):
            return
        engine.ends = replace(self.ends, plies=left - len(moves) if left else 0)
        self.ahead.set()
        if not self.wanted.is_set():
            engine.analyse(
                setup.position,
                DEEPEST,
                history=placed.history,
                quiet=setup.quiet,
                variations=False,
                press=bool(self.settings["press"]),
            )
        self.ahead.clear()

    def stop(self, words: list[str] | None = None) -> None:
        del words
        self.wanted.set()
        # The search clears the wish to stop as it begins: it is repeated until it has ended.
        while self.searching and self.searching.is_alive():
            if self.engine:
                self.engine.stop()
            self.searching.join(0.005)
        self.searching = None

    def wait(self) -> None:
        """Let a search end by itself before anything else is done; thinking ahead is stopped."""
        self.wanted.set()
        while self.searching and self.searching.is_alive():
            if self.ahead.is_set() and self.engine:
                self.engine.stop()
            self.searching.join(0.005 if self.settings["ponder"] else None)
        self.searching = None

    def ping(self, words: list[str]) -> None:
        _fields(words, 0, "ping")
        self.say("pong")


COMMANDS: Final[dict[str, Callable[[AbaloneConversation, list[str]], None]]] = {
    "tablas": AbaloneConversation.hello,
    "set": AbaloneConversation.set,
    "new": AbaloneConversation.new,
    "ends": AbaloneConversation.end,
    "position": AbaloneConversation.position,
    "go": AbaloneConversation.go,
    "stop": AbaloneConversation.stop,
    "ping": AbaloneConversation.ping,
}


def info_lines(analysis: AbaloneAnalysis) -> Iterable[str]:
    """The `info` lines of an analysis: one a depth, then one a line with its variation."""
    for at in analysis.iterations:
        yield f"info depth {at.depth} score {at.score} nodes {at.nodes} seconds {at.seconds:.3f}"
    for number, line in enumerate(analysis.lines, 1):
        yield (
            f"info line {number} depth {analysis.depth} score {line.score} nodes {analysis.nodes}"
            f" seconds {analysis.seconds:.3f} pv {' '.join(line.pv)}"
        )


def _read_limit(words: list[str]) -> tuple[AbaloneLimit, int]:
    """`seconds S`, `nodes N`, `depth D`, `clock LEFT INCREMENT`, `lines K`, in any order."""
    limit, lines = AbaloneLimit(), 1
    rest = list(words)
    while rest:
        name = rest.pop(0)
        count = 2 if name == "clock" else 1
        values = [_number(name, text) for text in rest[:count]]
        if len(values) < count or name not in ("seconds", "nodes", "depth", "clock", "lines"):
            raise NotationError(
                f"go {quoted(name)}: expected seconds S, nodes N, depth D, clock LEFT INCREMENT"
                " or lines K",
                f"go {quoted(name)}: se esperaba seconds S, nodes N, depth D, clock "
                "LEFT INCREMENT o lines K",
            )
        rest = rest[count:]
        if name == "clock":
            limit = replace(limit, seconds=AbaloneLimit.of_clock(*values).seconds)
        elif name == "lines":
            lines = int(values[0])
        elif name == "seconds":
            limit = replace(limit, seconds=values[0])
        elif name == "nodes":
            limit = replace(limit, nodes=int(values[0]))
        else:
            limit = replace(limit, depth=int(values[0]))
    return limit, lines


def _pairs(words: list[str]) -> Iterable[tuple[str, str]]:
    if len(words) % 2:
        raise NotationError(
            f"ends {quoted(' '.join(words))}: expected names with values",
            f"ends {quoted(' '.join(words))}: se esperaban nombres con valores",
        )
    return zip(words[::2], words[1::2], strict=True)


def _fields(words: list[str], count: int, form: str) -> list[str]:
    if len(words) != count:
        raise NotationError(
            f"expected {form!r}, found {len(words)} words after the command",
            f"se esperaba {form!r}, hay {len(words)} palabras tras la orden",
        )
    return words


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not -1e9 <= number <= 1e9:  # refuses what is not a number, too
        raise NotationError(
            f"{name} {quoted(text)}: expected a number",
            f"{name} {quoted(text)}: se esperaba un número",
        )
    return number
