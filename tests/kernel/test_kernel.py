"""The border of the kernel: counts, batches, threads, and errors that name the index."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from agreement import CODECS, agree
from tablas import kernel
from tablas.errors import InvalidPosition
from tablas.games import NAMES, kind
from tablas.rules import perft
from tree import CORPUS

SIGNATURE = 1167906038788367654


MOST_COUNTED = None if os.environ.get("TABLAS_DEEP") else 200_000_000
"""The largest count of `make test`; `make counts`, a part of `make soak`, leaves none out."""


def counts():
    """The counts of the corpus: game, start, depth, count."""
    for game in NAMES:
        for line in (CORPUS / f"{game}.perft").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                start, depth, count = line.split()
                if MOST_COUNTED is None or int(count) <= MOST_COUNTED:
                    yield game, start, int(depth), int(count)


@pytest.mark.parametrize(("game", "start", "depth", "count"), list(counts()))
def test_the_kernel_counts_what_the_rules_pages_say(game, start, depth, count):
    mirror = getattr(kernel, game)
    (board,) = CODECS[game].encode_many([kind(game).rules.start(start)])
    assert mirror.perft(board, depth, threads=2) == count


@pytest.mark.parametrize(("game", "depth"), [("backgammon", 1), ("abak", 1), ("abalone", 2)])
def test_the_python_rules_count_the_same(game, depth):
    mirror, rules = getattr(kernel, game), kind(game).rules
    assert perft(rules, rules.start(), depth, dice=kind(game).dice) == mirror.perft(
        mirror.start(), depth
    )


def test_the_signature_is_that_of_the_last_kernel_commit():
    assert kernel.signature() == SIGNATURE


@pytest.mark.parametrize("game", NAMES)
def test_the_start_is_the_start_of_the_rules(game):
    start = CODECS[game].decode(getattr(kernel, game).start().tobytes())
    assert start == kind(game).rules.start()


@pytest.mark.parametrize("game", NAMES)
def test_threads_change_nothing(game):
    mirror = getattr(kernel, game)
    one, two = (mirror.play_random(40, seed=3, threads=n, max_turns=300) for n in (1, 2))
    for mine, theirs in zip(one, two, strict=True):
        assert np.array_equal(mine, theirs)
    boards = np.repeat(mirror.start()[None], 3000, axis=0)
    dice = (np.tile(np.array([[3, 1], [6, 6], [5, 2]], np.uint8), (1000, 1)),)
    arguments = dice if kind(game).dice else ()
    (first, offsets), (second, others) = (
        mirror.successors(boards, *arguments, threads=n) for n in (1, 2)
    )
    assert np.array_equal(first, second)
    assert np.array_equal(offsets, others)


@pytest.mark.parametrize("game", NAMES)
def test_the_same_seed_is_the_same_game_and_another_is_not(game):
    mirror = getattr(kernel, game)
    first, again, other = (mirror.play_random(20, seed=seed)[2] for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def roll(n: int) -> np.ndarray:
    return np.full((n, 2), 3, np.uint8)


@pytest.mark.parametrize("game", NAMES)
def test_a_bad_board_is_told_with_its_index(game):
    mirror = getattr(kernel, game)
    boards = np.repeat(mirror.start()[None], 20, axis=0)
    boards[17] = 0xFF
    arguments = (roll(20),) if kind(game).dice else ()
    for call in (mirror.outcomes, mirror.hashes, mirror.validate):
        with pytest.raises(InvalidPosition, match=r"boards\[17\]: "):
            call(boards)
    with pytest.raises(InvalidPosition, match=r"boards\[17\]: "):
        mirror.successors(boards, *arguments, threads=2)
    with pytest.raises(InvalidPosition):
        mirror.perft(boards[17], 1)


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (255, 255)])
@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_bad_dice_are_told(game, dice):
    mirror = getattr(kernel, game)
    with pytest.raises(ValueError, match=r"dice\[0\]"):
        mirror.successors(mirror.start()[None], np.array([dice], np.uint8))


@pytest.mark.parametrize("game", NAMES)
def test_bad_shapes_and_types_are_told(game):
    mirror = getattr(kernel, game)
    arguments = (roll(1),) if kind(game).dice else ()
    for boards in (
        np.zeros((1, mirror.SIZE - 1), np.uint8),
        np.zeros((1, mirror.SIZE), np.int64),
        np.zeros(mirror.SIZE, np.uint8),
    ):
        with pytest.raises((ValueError, TypeError)):
            mirror.successors(boards, *arguments)
    if arguments:
        with pytest.raises(ValueError, match="dice"):
            mirror.successors(mirror.start()[None], roll(2))


@pytest.mark.parametrize("game", NAMES)
def test_no_boards_are_no_successors(game):
    mirror = getattr(kernel, game)
    arguments = (roll(0),) if kind(game).dice else ()
    boards, offsets = mirror.successors(np.zeros((0, mirror.SIZE), np.uint8), *arguments)
    assert boards.shape == (0, mirror.SIZE)
    assert offsets.tolist() == [0]


def test_the_kernel_works_in_spawned_processes():
    # The child needs a module that it can import: the test itself is not one.
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(agree, ["backgammon", "abalone"], [20, 20], [1, 2])) == [20, 20]


def test_without_the_kernel_the_rest_works_and_says_how_to_build_it(tmp_path):
    program = (
        "import sys; sys.modules['tablas.kernel._kernel'] = None\n"
        "from tablas import kernel, kind\n"
        "assert not kernel.available()\n"
        "kind('abak').rules.start()\n"
        "from tablas.cli import main\n"
        "try:\n    main(['perft', 'backgammon', '--depth', '1'])\n"
        "except SystemExit as left:\n    assert not left.code\n"
        "main(['signature'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.stdout == "447\n"
    assert done.returncode == 2
    assert "make build" in done.stderr
    assert done.stderr.count("\n") == 1
