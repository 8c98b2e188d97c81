"""The network of Abalone: what is in the file, the same on every processor, and stronger."""

from __future__ import annotations

import itertools
from functools import cache
from importlib import resources

import numpy as np
import pytest

from tablas import kernel
from tablas.abalone import codec, formats, rules, starts
from tablas.abalone.board import DIRECTIONS, NEXT, ROWS
from tablas.abalone.symmetry import SYMMETRIES
from tablas.engine import stored_nets, weights
from tablas.engine.abalone.engine import WIN, AbaloneEngine, AbaloneLimit, EndConditions
from tablas.engine.abalone.network import abalone_net
from tablas.errors import DamagedWeights
from tree import CORPUS


def tensors() -> dict[str, np.ndarray]:
    return weights.packaged("abalone")


def random_boards(count: int, plies: int) -> np.ndarray:
    """Boards of random games from all starts."""
    rng = np.random.default_rng(3)
    boards = codec.encode_many([rules.start(list(starts.STARTS)[i % 16]) for i in range(count)])
    for _ in range(plies):
        reached, offsets = kernel.abalone.successors(boards)
        sizes = np.diff(offsets)
        boards = reached[offsets[:-1] + (rng.random(len(sizes)) * sizes).astype(int)]
    return boards


def by_definition(found: dict[str, np.ndarray], board: np.ndarray) -> int:
    """The network as cpp/abalone/net.hpp describes it, in plain numbers."""
    own, opp = (int.from_bytes(board[i : i + 8].tobytes(), "little") for i in (0, 8))
    cells, rows = (1 << 61) - 1, rows_of_lines()
    sums = []
    for mine, theirs in ((own, opp), (opp, own)):
        total = found["bias"].astype(int) + found["lost"][mine >> 61]
        total = total + found["lost"][8 + (theirs >> 61)]
        for cell in range(61):
            total = total + (mine & cells) // 2**cell % 2 * found["cells"][cell]
            total = total + (theirs & cells) // 2**cell % 2 * found["cells"][61 + cell]
        for line in lines():
            digits = tuple((mine >> cell & 1) + 2 * (theirs >> cell & 1) for cell in line)
            total = total + found["patterns"][rows[digits]]
        for kind, around in hexagons():
            digits = tuple((mine >> cell & 1) + 2 * (theirs >> cell & 1) for cell in around)
            total = total + found["hexagons"][rows_of_hexagons()[kind, digits]]
        sums.append(total)
    clipped = [np.clip(total, 0, 1016) for total in sums]
    inputs = np.concatenate([(side[:32] * side[32:]) >> 10 for side in clipped])
    hidden = np.clip((found["hidden"].astype(int) @ inputs + found["hidden_bias"]) >> 12, 0, 127)
    total = int(hidden @ found["out"].astype(int)) + int(found["out_bias"][0])
    return int(total / (127 * 64)) + int((sums[0][-1] - sums[1][-1]) / 8)


@cache
def rows_of_lines() -> dict[tuple[int, ...], int]:
    """Where the file has what a line is worth: once for both of its ends, by length and state."""
    rows: dict[tuple[int, ...], int] = {}
    numbers = itertools.count()
    for length in range(5, 10):
        for digits in itertools.product(range(3), repeat=length):
            line = digits[::-1]  # the first cell is the lowest digit of the state
            rows[line] = rows[digits] if digits in rows else next(numbers)
    return rows


def lines() -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(27)]
    for row in range(9):
        for number in range(max(1, row - 3), min(9, row + 5) + 1):
            for line in (row, 9 + number - row + 3, 18 + number - 1):
                found[line].append((30 + 13 * (row - 4) + (number - 5)) % 61)
    return found


def around(centre: str) -> list[str]:
    """A cell, then its neighbours from E to the left."""
    return [centre, *(NEXT[direction][centre] for direction in DIRECTIONS)]


HEXAGONS = [around(centre) for centre in ("e5", "e6", "e7", "f7", "f8")]
"""One of each kind."""


@cache
def hexagons() -> list[tuple[int, list[int]]]:
    """The kind of each, and its cells as a symmetry brings those of the kind there."""
    found: dict[str, tuple[int, list[int]]] = {}
    for (kind, cells), symmetry in itertools.product(enumerate(HEXAGONS), SYMMETRIES):
        images = [symmetry.cells[cell] for cell in cells]
        numbers = [(ROWS.index(row), int(number)) for row, number in images]
        places = [(30 + 13 * (row - 4) + (number - 5)) % 61 for row, number in numbers]
        found.setdefault(images[0], (kind, places))
    assert len(found) == 31
    return list(found.values())


@cache
def rows_of_hexagons() -> dict[tuple[int, tuple[int, ...]], int]:
    """Where the file has what a hexagon is worth: once for all sides it can be read from."""
    rows: dict[tuple[int, tuple[int, ...]], int] = {}
    numbers = itertools.count()
    for kind, cells in enumerate(HEXAGONS):
        same = [symmetry for symmetry in SYMMETRIES if symmetry.cells[cells[0]] == cells[0]]
        ways = [[cells.index(symmetry.cells[cell]) for cell in cells] for symmetry in same]
        for digits in itertools.product(range(3), repeat=7):
            state = digits[::-1]  # the first cell is the lowest digit
            if (kind, state) not in rows:
                row = next(numbers)
                rows |= {(kind, tuple(state[place] for place in way)): row for way in ways}
    return rows


def test_the_kernel_computes_the_network_as_it_is_defined_on_every_path():
    found = tensors()
    boards = np.concatenate([random_boards(16, plies) for plies in (0, 9, 40)])
    expected = [by_definition(found, board) for board in boards]
    assert len(set(expected)) > 30
    for path in kernel.paths():
        net = kernel.abalone.Net(**found, path=path)
        assert net.evaluate(boards).tolist() == expected


def test_a_turned_board_is_worth_about_the_same():
    here = formats.read("3b1/3bbb/3wwbb/3wwwb1/2bwww3/2wbb1w1/2bbbw1/1bww2/5 b 1-0 0").position
    boards = codec.encode_many([symmetry.position(here) for symmetry in SYMMETRIES])
    scores = abalone_net().evaluate(boards)
    assert scores.max() - scores.min() < 60  # the cells' own weights were learned, not shared


def test_forced_ejections_are_seen_with_the_network_too():
    engine, solved = AbaloneEngine(megabytes=4, judge="net"), 0
    for line in (CORPUS / "abalone_tactics.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        plies, text, solutions = line.split(";")
        here = formats.read(text).position
        engine.forget()
        engine.ends = EndConditions(target=here.opp_lost + 1)
        found = engine.analyse(here, AbaloneLimit(depth=int(plies)), variations=False)
        assert found.best.score == WIN - int(plies), line
        reached = codec.encode(rules.after(here, found.best.move))
        words = [int.from_bytes(reached[i : i + 8], "little") for i in (0, 8)]
        assert f"{words[0]:x}:{words[1]:x}" in solutions.split()
        solved += 1
    assert solved >= 50


def test_the_judge_can_be_chosen():
    here = rules.start()
    scores = {
        judge: AbaloneEngine(megabytes=4, judge=judge)
        .analyse(here, AbaloneLimit(depth=4))
        .best.score
        for judge in ("net", "hand")
    }
    assert scores["net"] != scores["hand"]
    assert AbaloneEngine(megabytes=4).net is abalone_net()


def test_a_file_of_ones_own(tmp_path):
    data = (resources.files("tablas.engine") / "weights" / "abalone.safetensors").read_bytes()
    file = tmp_path / "mine.safetensors"
    file.write_bytes(data)
    engine = AbaloneEngine(megabytes=4, judge=str(file))
    usual = AbaloneEngine(megabytes=4)
    here, limit = rules.start("snakes"), AbaloneLimit(depth=5)
    assert engine.analyse(here, limit).lines == usual.analyse(here, limit).lines
    file.write_bytes(data.replace(b'"lost"', b'"last"'))
    abalone_net.cache_clear()
    with pytest.raises(DamagedWeights, match=r"mine\.safetensors': .*last"):
        AbaloneEngine(judge=str(file))


def test_a_file_of_the_older_form_is_told_what_to_do(tmp_path):
    older = {name: numbers for name, numbers in tensors().items() if name != "hexagons"}
    file = tmp_path / "older.safetensors"
    file.write_bytes(stored_nets.written(older))
    with pytest.raises(DamagedWeights, match=r"older\.safetensors': .*OLD NEW"):
        AbaloneEngine(judge=str(file))


def test_weights_of_the_wrong_shape_or_kind_are_refused():
    found = tensors()
    with pytest.raises(ValueError, match="patterns: wrong size"):
        kernel.abalone.Net(**{**found, "patterns": found["patterns"][1:]})
    with pytest.raises(ValueError, match="hexagons: wrong size"):
        kernel.abalone.Net(**{**found, "hexagons": found["hexagons"][1:]})
    with pytest.raises(ValueError, match="out: expected an array of int16"):
        kernel.abalone.Net(**{**found, "out": found["out"].astype(np.int32)})
    large = found["hidden"].copy()
    large[0, 0] = 1024
    with pytest.raises(ValueError, match="hidden"):
        kernel.abalone.Net(**{**found, "hidden": large})
    with pytest.raises(ValueError, match="path"):
        kernel.abalone.Net(**found, path="abacus")
