"""Reading .sgf of backgammon (GM[6]), as GNU Backgammon writes it: one tree a game.

The main line becomes the game; analysis, other properties and variations are kept as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from tablas.backgammon import starts
from tablas.backgammon.rules import Position
from tablas.backgammon.rules import start as start_position
from tablas.errors import InvalidPosition, NotationError
from tablas.files.backgammon import sgf_clock
from tablas.files.backgammon.following import Following, Lost
from tablas.files.backgammon.match_terms import MatchScore
from tablas.files.backgammon.sgf_points import board_of, ways
from tablas.files.located import damaged, line_and_column
from tablas.files.sgf_tree import Node, Tree, first, main_line, parse, plain, write_node
from tablas.files.sheet import Fault, GameSheet, MatchSheet, SgfExtras
from tablas.play.clock import Clock
from tablas.play.cube import Cube
from tablas.play.terms import Stakes
from tablas.record import LONGEST_NAME, Note, Record
from tablas.values import Dice, Setup, Side
from tablas.words import Words, quoted

ROOT: Final = -1
"""The place of what stands before the first action."""

_RESULT: Final = re.compile(r"([BW])\+([0-9]{1,6})(R?)")
_INFO: Final = re.compile(r"(length|game|ws|bs)\\?:([0-9]{1,5})")
_SIDES: Final = {"W": Side.WHITE, "B": Side.BLACK}
TAGS: Final = {"EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber"}
"""What the root says of the whole match, and how .mat calls it."""

Line = tuple[Node, int, tuple[Tree, ...]]
SETS_UP: Final = frozenset({"AW", "AB", "CV", "CP"})

BACKGAMMON: Final = Words("GM[6], a game of backgammon", "GM[6], una partida de backgammon")
A_RESULT: Final = Words("a result such as RE[W+2]", "un resultado como RE[W+2]")
IN_THE_MIDDLE: Final = Words(
    "a position or cube is set up in the middle of the game",
    "se coloca una posición o un cubo en medio de la partida",
)


def read(text: str) -> MatchSheet:
    """The match in `text`; a damaged file is a NotationError with line and column."""
    trees = parse(text)
    faults: list[Fault] = []
    root = trees[0].nodes[0]
    rules = (first(root, "RU") or "").split(":")
    info = _info(root)
    money = Stakes(jacoby="Jacoby" in rules, beavers=_has_raises(trees))
    length = info.get("length", 0)
    # A match to one point has no cube either way, and GNU Backgammon says nothing of it.
    score = MatchScore(length, crawford="Crawford" in rules or length == 1, money=money)
    games = tuple(_game(text, tree, score, faults) for tree in trees)
    tags = {tag: value for name, tag in TAGS.items() if (value := first(root, name))}
    return MatchSheet(
        games=games, crawford=score.crawford, tags=tags, comment=first(root, "GC") or "",
        faults=tuple(faults),
    )  # fmt: skip


def _info(root: Node) -> dict[str, int]:
    """What MI says: the length of the match, the number of the game, the score."""
    values = [value for name, values in root if name == "MI" for value in values]
    return {match[1]: int(match[2]) for value in values if (match := _INFO.fullmatch(value))}


def _has_raises(trees: tuple[Tree, ...]) -> bool:
    """Whether somebody doubles at once after a double, so that beavers must have been agreed."""
    for tree in trees:
        doubled = False
        for node, _, _ in main_line(tree):
            double = any(name in _SIDES and values[0] == "double" for name, values in node)
            if double and doubled:
                return True
            doubled = double
    return False


@dataclass(slots=True)
class _SetUp:
    """What stands before the first action: a position, whose turn it is, the cube."""

    position: Position
    turn: Side | None = None
    cube: Cube = field(default_factory=Cube)

    def take(self, node: Node) -> None:
        if mover := _SIDES.get(first(node, "PL") or ""):
            self.turn = mover
        if board := board_of(node, self.turn or Side.WHITE):
            self.position = board
            self.turn = self.turn or Side.WHITE
        if (value := first(node, "CV")) and value.isdecimal():
            self.cube = replace(self.cube, value=int(value))
        if owner := first(node, "CP"):
            self.cube = replace(self.cube, owner=_SIDES.get(owner.upper()[:1]))

    def following(
        self,
        score: MatchScore,
        points: tuple[int, int],
        crawford: bool,
        clock: Clock | None,
    ) -> Following:
        standard = self.position in map(start_position, starts.CHECKERS)
        turn = None if standard else self.turn
        stated = score.crawford and score.length > 1
        terms = score.terms(points, crawford_game=crawford if stated else None)
        setup = Setup(self.position, turn)
        if clock is None:
            return Following(terms, setup, self.cube)
        terms = replace(terms, time=clock.control)
        return Following(terms, setup, self.cube, left=clock.left, now=0)


def _game(text: str, tree: Tree, score: MatchScore, faults: list[Fault]) -> GameSheet:
    root = tree.nodes[0]
    if first(root, "GM") != "6":
        raise damaged(text, tree.places[0], BACKGAMMON)
    info = _info(root)
    points = info.get("ws", 0), info.get("bs", 0)
    crawford = "CrawfordGame" in (first(root, "RU") or "").split(":")
    name = next((name for name in starts.CHECKERS if name in (first(root, "RU") or "").lower()),
                next(iter(starts.CHECKERS)))  # fmt: skip
    lines = list(main_line(tree))
    for clock in (sgf_clock.clock_of([node for node, _, _ in lines]), None):
        reading = _MainLine(text, _SetUp(start_position(name)), [])
        begin = partial(
            _SetUp.following, score=score, points=points, crawford=crawford, clock=clock
        )
        try:
            rest = reading.follow(lines, begin)
        except sgf_clock.NoClock:
            continue  # what the file says was left cannot have been: it stays beside the plays
        break
    following = reading.following
    assert following is not None
    if (stated := first(root, "RE")) and not rest:
        reading.end(stated, tree.places[0])
    faults.extend(reading.faults)
    notes = dict(following.notes)
    for place, comment in reading.comments.items():
        if 0 <= place < len(following.game.log):
            notes[place] = replace(notes.get(place, Note()), comment=comment)
    paper = Record(
        game=following.game,
        white=_name(root, "PW"),
        black=_name(root, "PB"),
        date=_name(root, "DT"),
        length=score.length,
        score=points,
        comment=first(root, "C") or "",
        notes=notes,
    )
    return GameSheet(
        record=paper, extras=reading.extras, properties=root, rest=rest,
        rest_format="sgf" if rest else "",
    )  # fmt: skip


def _name(root: Node, name: str) -> str:
    return (first(root, name) or "")[:LONGEST_NAME]


class _MainLine:
    """The main line of one game while it is followed."""

    def __init__(self, text: str, setup: _SetUp, faults: list[Fault]) -> None:
        self.text, self.setup, self.faults = text, setup, faults
        self.following: Following | None = None
        self.extras: dict[int, SgfExtras] = {}
        self.comments: dict[int, str] = {}
        self._before: list[Node] = []

    def follow(self, lines: list[Line], begin: Callable[[_SetUp], Following]) -> str:
        """Go through the nodes after the root; what cannot be followed comes back as text."""
        _, _, variations = lines[0]
        self.setup.take(lines[0][0])
        if variations:
            self.extras[ROOT] = SgfExtras(variations=variations)
        for index, (node, place, variations) in enumerate(lines[1:], start=1):
            action = next((one for one in node if one[0] in _SIDES), None)
            try:
                if action is None:
                    self._set_up(node)
                    continue
                if self.following is None:
                    self.following = begin(self.setup)
                self._act(node, action[0], action[1][0], variations)
            except (Lost, InvalidPosition) as error:
                self._fault(place, error.words)
                if self.following is None:
                    self.following = begin(_SetUp(start_position()))
                return "\n".join(write_node(one) for one, _, _ in lines[index:])
            except NotationError as error:
                line, column = line_and_column(self.text, place)
                raise NotationError(
                    f"line {line}, column {column}: {error}",
                    f"línea {line}, columna {column}: {error.spoken('es')}",
                ) from error
            self._tell_illegal(place)
        if self.following is None:
            self.following = begin(self.setup)
        if self._before:
            end = len(self.following.game.log)
            self.extras[end] = SgfExtras(before=tuple(self._before))
        return ""

    def end(self, stated: str, place: int) -> None:
        """The result that the root states."""
        assert self.following is not None
        match = _RESULT.fullmatch(stated)
        if not match:
            if stated not in ("", "?", "Void", "0"):
                raise damaged(self.text, place, A_RESULT)
            return
        if words := self.following.won(_SIDES[match[1]], int(match[2])):
            self._fault(place, words)

    def _set_up(self, node: Node) -> None:
        self._before.append(node)
        if self.following is None:
            self.setup.take(node)
        elif any(name in SETS_UP for name, _ in node):
            self._before.pop()
            raise Lost.because(IN_THE_MIDDLE)

    def _act(self, node: Node, mark: str, value: str, variations: tuple[Tree, ...]) -> None:
        assert self.following is not None
        timed = self.following.game.state.clock is not None
        happened = partial(_happened, side=_SIDES[mark], value=plain(value).strip())
        if timed:
            left = sgf_clock.left_after(node, _SIDES[mark])
            sgf_clock.follow(self.following, happened, _SIDES[mark], left or 0)
        else:
            happened(self.following)
        place = len(self.following.game.log) - 1
        if comment := first(node, "C"):
            self.comments[place] = comment
        known = {mark, "C", *((sgf_clock.LEFT[_SIDES[mark]],) if timed else ())}
        others = tuple(one for one in node if one[0] not in known)
        if others or variations or self._before:
            self.extras[place] = SgfExtras(tuple(self._before), others, variations)
        self._before.clear()

    def _tell_illegal(self, place: int) -> None:
        assert self.following is not None
        note = self.following.notes.get(len(self.following.game.log) - 1)
        if note and note.breaks:
            self._fault(place, note.breaks.words)

    def _fault(self, place: int, words: Words) -> None:
        line, column = line_and_column(self.text, place)
        self.faults.append(Fault(line, column, words))


def _happened(following: Following, side: Side, value: str) -> None:
    match value.lower():
        case "double" if following.game.state.cube.offer:
            following.raised(side)
        case "double":
            following.doubled(side)
        case "take":
            following.took(side)
        case "drop":
            following.dropped(side)
        case _:
            if not re.match(r"[1-6][1-6]", value):
                raise NotationError(
                    f"action {quoted(value)}: expected dice and a play such as 31hefe, "
                    "double, take or drop",
                    f"acción {quoted(value)}: se esperaban dados y una jugada como 31hefe, "
                    "double, take o drop",
                )
            steps = ways(value[2:], side)
            following.rolled(side, Dice.parse(value[:2]))
            following.moved(side, steps, " ".join(f"{a}/{b}" for a, b in steps))
