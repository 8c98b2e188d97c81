"""The Smart Game Format (FF[4]) as trees of nodes, whatever the game: read and written unchanged.

A node is a tuple of properties, a property its name and its values. Values stay as they stand
between their brackets, with the backslashes, so that what nobody understands is kept exactly;
`plain` and `escaped` go from there to the text that is meant and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from tablas.files.located import damaged
from tablas.words import Words

Property = tuple[str, tuple[str, ...]]
Node = tuple[Property, ...]

_SPACE: Final = re.compile(r"\s*")
_NAME: Final = re.compile(r"[A-Za-z]+")
_VALUE: Final = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)

A_TREE: Final = Words("'(' and a game", "'(' y una partida")
A_NODE: Final = Words("';' and the first node", "';' y el primer nodo")
MORE: Final = Words("';', '(' or ')'", "';', '(' o ')'")
A_VALUE: Final = Words("a value in '[' and ']'", "un valor entre '[' y ']'")


@dataclass(frozen=True, slots=True)
class Tree:
    """A line of nodes and the ways to go on after it, the main one first.

    `places` says where in the text each node begins; it is not part of what the tree is.
    """

    nodes: tuple[Node, ...]
    children: tuple[Tree, ...] = ()
    places: tuple[int, ...] = field(default=(), compare=False, repr=False)


@dataclass(slots=True)
class _Open:
    """A tree whose closing bracket has not come yet."""

    nodes: list[Node]
    places: list[int]
    children: list[Tree]

    def closed(self) -> Tree:
        return Tree(tuple(self.nodes), tuple(self.children), tuple(self.places))


def parse(text: str) -> tuple[Tree, ...]:
    """Every game tree of a text; a NotationError names the line and column of the damage.

    >>> parse("(;FF[4];B[21](;W[31])(;W[64]))")[0].children[1].nodes
    ((('W', ('64',)),),)
    """
    trees: list[Tree] = []
    stack: list[_Open] = []  # no recursion: a hostile file may open a million brackets
    place = _after_space(text, 1 if text.startswith("\ufeff") else 0)
    while place < len(text):
        mark = text[place]
        if mark == "(":
            stack.append(_Open([], [], []))
            place = _expect_node(text, _after_space(text, place + 1))
        elif not stack:
            raise damaged(text, place, A_TREE)
        elif mark == ";" and not stack[-1].children:
            stack[-1].places.append(place)
            node, place = _node(text, place + 1)
            stack[-1].nodes.append(node)
        elif mark == ")":
            tree = stack.pop().closed()
            (stack[-1].children if stack else trees).append(tree)
            place += 1
        else:
            raise damaged(text, place, MORE)
        place = _after_space(text, place)
    if stack:
        raise damaged(text, place, MORE)
    if not trees:
        raise damaged(text, place, A_TREE)
    return tuple(trees)


def main_line(tree: Tree) -> Iterable[tuple[Node, int, tuple[Tree, ...]]]:
    """The nodes of the main line, each with its place and the other ways to go on after it."""
    while True:
        last = len(tree.nodes) - 1
        for index, (node, place) in enumerate(zip(tree.nodes, tree.places, strict=True)):
            yield node, place, tree.children[1:] if index == last else ()
        if not tree.children:
            return
        tree = tree.children[0]


def write_node(node: Node) -> str:
    return ";" + "".join(name + "".join(f"[{value}]" for value in values) for name, values in node)


def write(tree: Tree) -> str:
    """One tree, each node in a line of its own."""
    parts: list[str] = []
    work: list[Tree | str] = [tree]
    while work:
        one = work.pop()
        if isinstance(one, str):
            parts.append(one)
            continue
        parts.append("(" + "\n".join(map(write_node, one.nodes)))
        work.append(")")
        for child in reversed(one.children):
            work += [child, "\n"]
    return "".join(parts)


def first(node: Node, name: str) -> str | None:
    """The first value of a property, as it is meant; None where the node has none."""
    return next((plain(values[0]) for key, values in node if key == name), None)


def plain(value: str) -> str:
    """A value without its escapes; an escaped line break is none.

    >>> plain(r"a\\]b\\:c")
    'a]b:c'
    """
    return _ESCAPE.sub(lambda mark: "" if "\n" in mark[1] else mark[1], value)


def escaped(text: str) -> str:
    """A text as it stands between brackets."""
    return re.sub(r"([\\\]:])", r"\\\1", text)


def _expect_node(text: str, place: int) -> int:
    if not text.startswith(";", place):
        raise damaged(text, place, A_NODE)
    return place


def _node(text: str, place: int) -> tuple[Node, int]:
    properties: list[Property] = []
    place = _after_space(text, place)
    while match := _NAME.match(text, place):
        # Old files write names with small letters in between: only the capitals count.
        name = "".join(letter for letter in match[0] if letter.isupper()) or match[0].upper()
        place = _after_space(text, match.end())
        values: list[str] = []
        while value := _VALUE.match(text, place):
            values.append(value[1])
            place = _after_space(text, value.end())
        if not values:
            raise damaged(text, place, A_VALUE)
        properties.append((name, tuple(values)))
    return tuple(properties), place


def _after_space(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    assert match is not None
    return match.end()
