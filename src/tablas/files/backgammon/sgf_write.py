"""Writing .sgf of backgammon as GNU Backgammon does, with everything that was kept from a file."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, Final

from tablas.backgammon import starts
from tablas.backgammon.rules import start as start_position
from tablas.files.backgammon import sgf_clock
from tablas.files.backgammon.sgf_points import board_node, letter
from tablas.files.backgammon.sgf_read import ROOT, TAGS
from tablas.files.backgammon.turns import SheetTurn, turns
from tablas.files.sgf_tree import Node, Property, Tree, escaped, first, plain
from tablas.files.sgf_tree import write as write_tree
from tablas.files.sheet import GameSheet, MatchSheet, SgfExtras
from tablas.play.cube import Cube
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.values import Ending, Side

NOTHING: Final = SgfExtras()
OURS: Final = frozenset({"MI", "PW", "PB", "DT", "RU", "RE", "C", "GC", *TAGS})
"""Properties of a root that say what we know ourselves."""

_MARKS: Final = {Side.WHITE: "W", Side.BLACK: "B"}
_WORDS: Final = {"doubled": "double", "raised": "double", "took": "take", "dropped": "drop"}


def write(match: MatchSheet) -> str:
    """The match as text, a tree for each game."""
    return "".join(_game(match, number, sheet) + "\n" for number, sheet in enumerate(match.games))


def _game(match: MatchSheet, number: int, sheet: GameSheet) -> str:
    nodes = [(_root(match, number, sheet), sheet.extras.get(ROOT, NOTHING).variations)]
    nodes += _nodes(sheet)
    text = write_tree(_tree(nodes))
    if sheet.rest and sheet.rest_format == "sgf":
        text = text.rstrip(")") + "\n" + sheet.rest + ")" * (len(text) - len(text.rstrip(")")))
    return text


def _tree(nodes: list[tuple[Node, tuple[Tree, ...]]]) -> Tree:
    """The nodes as one line, branched where variations are; built from the end."""
    tree: Tree | None = None
    line: list[Node] = []
    for node, variations in reversed(nodes):
        if variations:
            main = Tree(tuple(line), tree.children if tree else ()) if line else None
            tree = Tree((), (*((main,) if main else ()), *variations))
            line = []
        line.insert(0, node)
    return Tree(tuple(line), tree.children if tree else ())


def _nodes(sheet: GameSheet) -> Iterator[tuple[Node, tuple[Tree, ...]]]:
    game, extras = sheet.record.game, sheet.extras
    times = _times(game)
    if not any(kept.before for kept in extras.values()):
        yield from ((node, ()) for node in _set_up(sheet))
    for turn in turns(game):
        kept = extras.get(turn.place, NOTHING)
        yield from ((node, ()) for node in kept.before)
        note = sheet.record.notes.get(turn.place)
        comment = (("C", (escaped(note.comment),)),) if note and note.comment else ()
        left = (times[turn.place],) if turn.place in times else ()
        yield (_action(turn), *left, *kept.properties, *comment), kept.variations
    yield from ((node, ()) for node in extras.get(len(game.log), NOTHING).before)


def _times(game: Game[Any, Any]) -> dict[int, Property]:
    """What whoever acted had left on the clock, by the place of the action."""
    if not sgf_clock.tells(game):
        return {}
    left: dict[int, Property] = {}
    now = Game(game.first, game.first)
    for place, entry in enumerate(game.log):
        now = now.followed(entry.action, entry.at)
        side = getattr(entry.action, "side", None)
        if side and now.state.clock:
            left[place] = sgf_clock.turn_property(now.state.clock, side)
    return left


def _set_up(sheet: GameSheet) -> Iterator[Node]:
    """The nodes of a game that did not begin at a start that has a name."""
    first_state = sheet.record.game.first
    named = first_state.position in map(start_position, starts.CHECKERS)
    if first_state.phase is not Phase.OPENING and not named and first_state.turn:
        yield board_node(first_state.position, first_state.turn)
    cube = first_state.cube
    if cube != Cube():
        yield (("CV", (str(cube.value),)),)
        yield (("CP", (_MARKS[cube.owner].lower() if cube.owner else "c",)),)


def _action(turn: SheetTurn) -> Property:
    mark = _MARKS[turn.side]
    if turn.what != "played":
        return mark, (_WORDS[turn.what],)
    steps = "".join(
        letter(step.source, turn.side) + letter(step.target, turn.side) for step in turn.play
    )
    return mark, (f"{turn.dice}{steps}",)


def _root(match: MatchSheet, number: int, sheet: GameSheet) -> Node:
    """The properties of the game: those of its file, with what we know put right."""
    known = {
        name: values for name, values in _known(match, number, sheet) if values not in (None, ("",))
    }
    root: list[Property] = []
    for name, values in sheet.properties:
        if name in OURS:
            if name in known:
                root.append((name, known.pop(name)))
        elif name in known:
            known.pop(name)
            root.append((name, values))
        else:
            root.append((name, values))
    return (*root, *known.items()) if root else tuple(known.items())


def _known(
    match: MatchSheet, number: int, sheet: GameSheet
) -> Iterator[tuple[str, tuple[str, ...]]]:
    paper = sheet.record
    yield "FF", ("4",)
    yield "GM", ("6",)
    yield "CA", ("UTF-8",)
    yield "AP", (f"Tablas:{version('tablas')}",)
    white, black = paper.score
    yield "MI", (f"length:{paper.length}", f"game:{number}", f"ws:{white}", f"bs:{black}")
    yield "PW", (_kept(sheet, "PW", paper.white),)
    yield "PB", (_kept(sheet, "PB", paper.black),)
    yield "DT", (_kept(sheet, "DT", paper.date),)
    if number == 0:
        for name, tag in TAGS.items():
            yield name, (_kept(sheet, name, match.tags.get(tag, "")),)
        yield "GC", (_kept(sheet, "GC", match.comment),)
    yield "RU", (_rules(match, sheet),)
    yield from sgf_clock.root_properties(paper.game)
    yield "RE", (_result(sheet),)
    yield "C", (_kept(sheet, "C", paper.comment),)


def _kept(sheet: GameSheet, name: str, text: str) -> str:
    """A text as its file wrote it, if it says the same: programs differ in what they escape."""
    for key, values in sheet.properties:
        if key == name and plain(values[0]) == text:
            return values[0]
    return escaped(text)


def _rules(match: MatchSheet, sheet: GameSheet) -> str:
    stakes = sheet.record.game.first.terms.stakes
    words = []
    if sheet.record.length > 1:
        words += ["Crawford"] * match.crawford
        crawford_game = match.crawford and not stakes.cube and 1 in (stakes.away or ())
        words += ["CrawfordGame"] * crawford_game
    elif not sheet.record.length:
        words += ["Jacoby"] * stakes.jacoby
    ours = ("Crawford", "CrawfordGame", "Jacoby")
    kept = [word for word in (first(sheet.properties, "RU") or "").split(":") if word not in ours]
    position = sheet.record.game.first.position
    for name in list(starts.CHECKERS)[1:]:
        if position == start_position(name) and not any(name in word.lower() for word in kept):
            kept.append(name.capitalize())
    return ":".join(word for word in (*words, *kept) if word)


def _result(sheet: GameSheet) -> str:
    """`W+2`, with R after a resignation; what a file said stays where it comes to the same."""
    result = sheet.record.game.result
    if result is None or result.winner is None:
        return plain(first(sheet.properties, "RE") or "")
    resigned = "R" * (result.ending is Ending.RESIGNED)
    return f"{_MARKS[result.winner]}+{result.points}{resigned}"
