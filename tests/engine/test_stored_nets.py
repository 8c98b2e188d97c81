"""Nets as they are stored: whole steps that are read back as floats; damaged ones are refused."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from tools.measure.nets.input_use import input_use, random_boards

from product_nets import product_tensors
from tablas import kernel
from tablas.engine import weights
from tablas.engine.dice.evaluator import equities
from tablas.engine.stored_nets import (
    SELDOM,
    planes,
    slimmed,
    steps_of,
    whole,
    without_units,
    written,
)
from tablas.errors import DamagedWeights

USE = np.linspace(0, 1, 312)
NET = product_tensors(312, (64, 80))


@pytest.mark.parametrize("use", [None, USE])
def test_weights_are_read_back_to_half_a_step(use):
    stored = slimmed(NET, use)
    back = weights.tensors(written(stored))
    assert list(back) == list(NET)
    for name, tensor in NET.items():
        assert back[name].dtype == np.float32
        if name in ("layer0.weight", "layer1.weight"):
            off = np.abs(back[name] - tensor) / stored[f"{name}.steps"]
            assert 0.45 < off.max() < 0.501
        else:  # biases and the last layer keep every bit
            assert np.array_equal(back[name], tensor)


def test_steps_are_larger_where_inputs_are_seldom_on_and_finer_as_asked():
    matrix = NET["layer0.weight"]
    steps = steps_of(matrix, USE, 512)
    assert steps[-1] == pytest.approx(np.sqrt(np.square(matrix).mean()) / 512)
    assert (np.diff(steps) <= 0).all()
    assert (steps[USE < SELDOM] == steps[0]).all()
    assert np.allclose(steps_of(matrix, USE, 1024), steps / 2)


def test_fewer_steps_are_packed_into_fewer_bytes():
    sizes = [len(zlib.compress(written(slimmed(NET, None, fine)), 9)) for fine in (64, 512)]
    assert sizes[0] < 0.8 * sizes[1]


def test_whole_numbers_have_sixteen_bits():
    ends = np.array([[-32768, 32767, -1, 0]], np.int16)
    back = weights.tensors(written({"a": planes(ends), "a.steps": np.ones(4, np.float32)}))
    assert np.array_equal(back["a"], ends)
    with pytest.raises(ValueError, match="too many for 16 bits"):
        whole(np.array([[1e6]], np.float32), np.ones(1, np.float32))


@pytest.mark.parametrize(
    ("tensors", "reason"),
    [
        ({"a.steps": np.ones(3, np.float32)}, r"a\.steps: steps of nothing"),
        ({"a": np.zeros((2, 2, 3), np.uint8), "a.steps": np.ones(2, np.float32)}, "do not fit"),
        ({"a": np.zeros((2, 2, 3), np.uint8), "a.steps": np.ones(3, np.int32)}, "do not fit"),
        ({"a": np.zeros((2, 3), np.float32), "a.steps": np.ones(3, np.float32)}, "do not fit"),
        ({"a": np.zeros((3, 2, 3), np.uint8), "a.steps": np.ones(3, np.float32)}, "two planes"),
    ],
)
def test_steps_that_do_not_fit_are_refused(tensors, reason):
    with pytest.raises(DamagedWeights, match=reason):
        weights.tensors(written(tensors))


def test_inputs_are_used_as_the_boards_say():
    boards = random_boards("backgammon")[:400]
    use = input_use("backgammon", 312, boards)
    points = np.stack([boards & 15, boards >> 4], axis=2).reshape(len(boards), 2, 32)
    for place in (6, 8, 13, 24):
        blots, made = (points[:, 0, place] == 1).mean(), (points[:, 0, place] >= 2).mean()
        assert use[place * 6 : place * 6 + 2] ** 2 == pytest.approx([blots, made], abs=1e-5)


def test_a_stored_net_judges_as_before():
    boards = random_boards("backgammon")
    plain = weights.packaged("backgammon")
    use = np.maximum(np.linspace(1, 0, 312), 0.1)
    net = weights.layered(kernel.backgammon.Net, weights.tensors(written(slimmed(plain, use))))
    judged = [equities(one.evaluate(boards)) for one in (net, weights.net("backgammon"))]
    assert 0 < np.abs(judged[0] - judged[1]).mean() < 0.002


def test_a_net_judges_the_same_without_units_that_say_nothing():
    silent = np.array([3, 17, 40])
    layers = product_tensors(312, (64, 80, 48))
    layers["layer1.bias"][silent] = -1e6
    layers["layer1.weight"][silent] = 0
    kept = np.delete(np.arange(80), [*silent, *range(50, 63)])  # a multiple of 16
    layers["layer1.bias"][50:63] = -1e6
    stored = slimmed(layers)
    fewer = without_units(stored, 1, kept)
    assert fewer["layer1.weight"].shape == (2, 64, 64)
    assert fewer["layer2.weight"].shape[-1] == 64
    before, after = weights.tensors(written(stored)), weights.tensors(written(fewer))
    # What is left is as it was, to the bit.
    assert np.array_equal(after["layer1.weight"], before["layer1.weight"][kept])
    assert np.array_equal(after["layer2.weight"], before["layer2.weight"][:, kept])
    assert np.array_equal(after["layer2.bias"], before["layer2.bias"])
    boards = random_boards("backgammon")[:500]
    one, other = (
        weights.layered(kernel.backgammon.Net, tensors).evaluate(boards)
        for tensors in (before, after)
    )
    assert np.abs(one - other).max() < 1e-4
    # A unit that speaks is missed.
    loud = weights.tensors(written(without_units(stored, 1, np.arange(16, 80))))
    assert np.abs(weights.layered(kernel.backgammon.Net, loud).evaluate(boards) - one).max() > 1e-3
