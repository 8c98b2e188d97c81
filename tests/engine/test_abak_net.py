"""The Abak nets in the kernel: the inputs as training has them, on every path, and a player."""

from __future__ import annotations

import itertools
import json
from importlib import resources

import numpy as np
import pytest

from product_nets import logits, product_tensors
from samples import sample
from tablas import InvalidPosition, kernel
from tablas.abak import formats, rules
from tablas.abak.codec import decode, encode_many
from tablas.engine import weights
from tablas.engine.dice.evaluator import equities
from tablas.errors import DamagedWeights
from whole_number_nets import assert_nearly_on_every_path

FOLDER = resources.files("tablas.engine") / "weights"
MANIFEST = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
NETS = ["abak", "abak-large", "abak-quick"]
OWN, OPP = "SGNDEO", "sgndeo"
OFF_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 14)
UNITS = 12


@pytest.fixture(scope="module")
def boards():
    """Positions of games between a net and chance, and everything one roll later."""
    rng = np.random.default_rng(7)
    net = weights.net("abak")
    now = np.repeat(kernel.abak.start()[None], 40, axis=0)
    found = []
    for turn in range(120):
        dice = rng.integers(1, 7, (len(now), 2), dtype=np.uint8)
        after, offsets = kernel.abak.successors(now, dice)
        found.append(after[rng.integers(len(after), size=sample(8))])
        picks = rng.integers(offsets[:-1], offsets[1:])
        now = net.choose(now, dice)[0] if turn % 3 else after[picks]
        now = now[kernel.abak.outcomes(now) == 0]
        if not len(now):
            break
    return np.concatenate(found)


def checker_inputs(position: rules.Position) -> list[int]:
    """The inputs that are 1 for the checkers on points, from the letters of the position."""
    on = []
    for point in range(1, 25):
        word, field = divmod(point - 1, 3)
        for depth, letter in enumerate(reversed(position.points[point])):
            unit = (OWN + OPP).index(letter)
            on.append((16 * word + 5 * field + depth) * UNITS + unit)
    return on


def waiting_inputs(position: rules.Position) -> list[int]:
    """Those of bars and trays, the mover's in words 0 to 3, the opponent's in 7 to 4."""
    on = []
    sides = ((position.bar, position.off, 1), (position.opp_bar.upper(), position.opp_off, -1))
    for bar, off, step in sides:
        firsts = [(16 * word + 15) * UNITS for word in range(8)][::step]
        on += [firsts[0] + i for i in range(6) if bar.count("S") > i]
        on += [firsts[1] + i for i in range(2) if bar.count("G") > i]
        on += [firsts[1] + 2 + i for i, letter in enumerate("ND") if letter in bar]
        on += [firsts[2] + i for i, letter in enumerate("EO") if letter in bar]
        on += [firsts[3] + i for i, least in enumerate(OFF_STEPS) if len(off) >= least]
    return on


def shape_inputs(position: rules.Position) -> list[int]:
    """Those of the shapes of points: blot, lone guard, runs of two and three, held checkers."""
    on = []
    for point in range(1, 25):
        stack = position.points[point]
        if not stack:
            continue
        is_own = stack[-1].isupper()
        run = len(stack) - len(stack.rstrip(OWN if is_own else OPP))
        held = sum(letter.isupper() != is_own for letter in stack)
        lone = run == 1 and stack[-1] in "Gg"
        seen = (run == 1 and not lone, lone, run >= 2, run >= 3, held >= 1, held >= 2)
        first = (128 + point - 1) * UNITS + (0 if is_own else 6)
        on += [first + unit for unit, is_on in enumerate(seen) if is_on]
    return on


def reference(tensors, boards) -> np.ndarray:
    """What the tensors say about the boards, as plain sums in double precision."""
    positions = [decode(row.tobytes()) for row in boards]
    row = np.zeros((len(boards), tensors["layer0.weight"].shape[1]))
    for i, position in enumerate(positions):
        row[i, checker_inputs(position) + waiting_inputs(position) + shape_inputs(position)] = 1
    row = logits(tensors, row)
    for i, position in enumerate(positions):
        if position.opp_off:
            row[i, 1:3] = -np.inf
        if position.off:
            row[i, 4:6] = -np.inf
    likely = np.exp(row - row.max(axis=1, keepdims=True))
    w1, w2, w3, _, l2, l3 = (likely / likely.sum(axis=1, keepdims=True)).T
    return np.stack([w1 + w2 + w3, w2 + w3, w3, l2 + l3, l3], axis=1)


@pytest.mark.parametrize("name", NETS)
def test_every_path_gives_the_plain_sum(name, boards):
    going_on = boards[kernel.abak.outcomes(boards) == 0]
    assert len(going_on) > 700
    assert_nearly_on_every_path(
        weights.net(name), going_on, reference(weights.packaged(name), going_on), 0.001
    )


def test_a_layer_of_products_gives_the_plain_sum_on_every_path(boards):
    going_on = boards[kernel.abak.outcomes(boards) == 0]
    made = product_tensors(1824, (48, 32))
    net = weights.layered(kernel.abak.Net, made)
    assert_nearly_on_every_path(net, going_on, reference(made, going_on), 0.001)


def test_the_positions_seen_hold_everything_that_the_net_looks_at(boards):
    positions = [decode(row.tobytes()) for row in boards]
    stacks = {stack for position in positions for stack in position.points}
    assert any("D" in stack and "s" in stack for stack in stacks)
    assert any(position.bar for position in positions)
    assert any(len(position.off) > 10 for position in positions)
    assert {"G", "g", "N", "d", "E", "o"} <= stacks


def test_a_board_is_judged_the_same_alone_and_in_any_company(boards):
    net = weights.net("abak")
    whole = net.evaluate(boards)
    assert np.array_equal(whole, net.evaluate(boards, threads=2))
    assert np.array_equal(whole[::-1], net.evaluate(np.ascontiguousarray(boards[::-1])))
    assert np.array_equal(whole[17:18], net.evaluate(boards[17:18]))


def test_chances_are_ordered(boards):
    found = weights.net("abak").evaluate(boards, 2)
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = found.T
    assert ((found >= 0) & (found <= 1 + 1e-6)).all()
    assert ((win >= win_gammon) & (win_gammon >= win_backgammon)).all()
    assert ((1 - win >= lose_gammon - 1e-6) & (lose_gammon >= lose_backgammon)).all()
    assert (kernel.abak.outcomes(boards) == 0).mean() > 0.9


def test_finished_games_are_known():
    # White has won a single game, a gammon, a backgammon; Black is to move and has lost it.
    single = formats.read("gg/23 -/- DEGGNOSSSSSSSSS/denosssssssss b").position
    gammon = formats.read("1/sssss/ssssg/gndeo/20 -/- DEGGNOSSSSSSSSS/- b").position
    backgammon = formats.read("1/sssss/ssssg/gnde/19/o -/- DEGGNOSSSSSSSSS/- b").position
    found = weights.net("abak").evaluate(encode_many([single, gammon, backgammon]))
    assert equities(found).tolist() == [-1, -2, -3]


def test_nobody_with_a_checker_off_loses_a_gammon():
    # White has two guards left to bear off; Black has two as well, or has not begun.
    ahead = formats.read("gg/22/GG -/- DENOSSSSSSSSS/denosssssssss w").position
    far = formats.read("1/sssss/ssssg/gndeo/19/GG -/- DENOSSSSSSSSS/- w").position
    found = weights.net("abak").evaluate(encode_many([ahead, far]))
    assert found[0, 1:].tolist() == [0, 0, 0, 0]
    assert found[0, 0] > 0.9
    assert found[1, 1] > 0.9
    assert found[1, 3:].tolist() == [0, 0]


def test_choose_takes_the_best_successor(boards):
    net = weights.net("abak")
    going_on = boards[kernel.abak.outcomes(boards) == 0][:150]
    dice = np.random.default_rng(3).integers(1, 7, (len(going_on), 2), dtype=np.uint8)
    chosen, chances = net.choose(going_on, dice, threads=2)
    after, offsets = kernel.abak.successors(going_on, dice)
    value = equities(net.evaluate(after))
    for i, (first, last) in enumerate(itertools.pairwise(offsets)):
        best = first + np.argmin(value[first:last])
        assert np.array_equal(chosen[i], after[best])
        assert equities(chances[i : i + 1])[0] == pytest.approx(-value[best], abs=1e-5)


def test_bad_input_is_refused():
    net = weights.net("abak")
    start = kernel.abak.start()[None]
    with pytest.raises(InvalidPosition, match=r"boards\[0\]"):
        net.evaluate(np.zeros((1, 64), np.uint8))
    with pytest.raises(ValueError, match="shape"):
        net.evaluate(start[:, :32].copy())
    with pytest.raises(ValueError, match=r"dice\[0\]"):
        net.choose(start, np.array([[0, 3]], np.uint8))
    layers = weights.tensors((FOLDER / "backgammon.safetensors").read_bytes())
    wrong = [(layers[f"layer{i}.weight"], layers[f"layer{i}.bias"]) for i in range(4)]
    with pytest.raises(ValueError, match="inputs"):
        kernel.abak.Net(wrong)


@pytest.mark.parametrize("name", NETS)
def test_damaged_weights_are_refused(name):
    data = (FOLDER / f"{name}.safetensors").read_bytes()
    weights.check(name, data, MANIFEST[name])
    bent = bytearray(data)
    bent[-5] ^= 1
    with pytest.raises(DamagedWeights, match="SHA-256"):
        weights.check(name, bytes(bent), MANIFEST[name])
