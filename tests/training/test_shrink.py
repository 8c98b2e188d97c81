"""A net becomes smaller behind its first layer, and says nearly what it said."""

from __future__ import annotations

import dataclasses
import re
import sys

import numpy as np
import pytest

from tablas.engine import weights

pytest.importorskip("torch")
from tablas.training import net as nets
from tablas.training import recipe, shrink
from tablas.training import shape as shapes
from tablas.training.export import read_weights, save_weights
from tablas.training.tensors import torch
from tablas.training.widen import widen

CPU = torch.device("cpu")
GAME = recipe.recipe_of("backgammon")


def boards(count):
    return torch.from_numpy(GAME.unusual(np.random.default_rng(4), count))


def made(hidden, seed=3):
    shape = shapes.NetShape(GAME.inputs[-1], hidden, products=True)
    flat = nets.fresh(shape, GAME.active, seed)
    with torch.no_grad():
        nets.views(flat, shape)[-2].mul_(50)  # opinions that differ from board to board
    return flat, shape


def off(flat, shape, teacher, some):
    net = nets.FrozenNet(GAME, flat, shape)
    apart = net.equities(net.chances(some)) - teacher.equities(teacher.chances(some))
    return float(apart.square().mean().sqrt())


def test_units_that_others_can_stand_in_for_go_and_nothing_changes():
    flat, shape = made((16, 12, 8))
    wider = dataclasses.replace(shape, hidden=(16, 20, 14))
    copied = widen(flat, shape, wider, 5)  # eight and six units are copies
    some, expand = boards(600), GAME.expander(CPU, torch.float32, shape.inputs)
    left = shrink.shrink(copied, wider, shape.hidden, expand, some)
    assert len(left) == len(flat)
    assert off(left, shape, nets.FrozenNet(GAME, flat, shape), some) < 1e-3
    # One less than are needed is felt, and less so than if any of them went.
    fewer = dataclasses.replace(shape, hidden=(16, 11, 8))
    felt = off(shrink.shrink(flat, shape, fewer.hidden, expand, some), fewer,
               nets.FrozenNet(GAME, flat, shape), some)  # fmt: skip
    assert felt > 1e-3
    weight, bias, ahead = nets.views(flat, shape)[2:5]
    for unit in range(12):
        stays = [i for i in range(12) if i != unit]
        layers = nets.views(flat, shape)
        layers[2:5] = weight[stays], bias[stays], ahead[:, stays]
        bare = torch.cat([layer.flatten() for layer in layers])
        assert off(bare, fewer, nets.FrozenNet(GAME, flat, shape), some) > felt


def test_what_is_left_learns_from_the_teacher(monkeypatch):
    monkeypatch.setattr(shrink, "BATCH", 64)
    monkeypatch.setattr(shrink, "RATE", (0.003, 0.0003))
    monkeypatch.setattr(shrink, "SLOW_START", 1)
    monkeypatch.setattr(shrink, "PULL", 0.2)
    flat, shape = made((16, 24, 16))
    teacher, some = nets.FrozenNet(GAME, flat, shape), boards(320)
    expand = GAME.expander(CPU, torch.float32, shape.inputs)
    smaller = dataclasses.replace(shape, hidden=(16, 8, 8))
    begun = shrink.shrink(flat, shape, smaller.hidden, expand, some)
    with recipe.for_training(1):
        *_, last = shrink.taught(GAME, begun, smaller, teacher, some, epochs=30)
    assert off(last, smaller, teacher, some) < 0.8 * off(begun, smaller, teacher, some)
    first = slice(0, shape.layers[0][0] * (shape.inputs + 1))
    assert torch.equal(last[first], flat[first])  # the first layer stays


def test_the_command_writes_a_net_that_the_kernel_reads(tmp_path, monkeypatch, capsys):
    tool = pytest.importorskip("tools.checks.shrink_nets", exc_type=ImportError)
    monkeypatch.setattr(tool, "GAMES", 20)
    monkeypatch.setattr(tool, "TURNS", 6)
    monkeypatch.setattr(shrink, "BATCH", 64)
    flat, shape = made((32, 64, 32))
    save_weights(tmp_path / "large.safetensors", flat, shape)
    out = tmp_path / "backgammon-trial.safetensors"
    arguments = [tmp_path / "large.safetensors", out, "--hidden", 32, 32, 32, "--teacher",
                 tmp_path / "large.safetensors", "--epochs", 2]  # fmt: skip
    monkeypatch.setattr(sys, "argv", ["shrink_nets", *map(str, arguments)])
    tool.main()
    said = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\d{3} boards, \d\d of them held out", said[0])
    assert said[1] == "before, 312-2x32-64-32-6: 0.00000 off its teacher"
    assert [line.split(",")[0] for line in said[2:]] == ["shrunk", "epoch 1", "epoch 2"]
    assert read_weights(out)[1] == dataclasses.replace(shape, hidden=(32, 32, 32))
    assert weights.net_from(out, "backgammon").evaluate(boards(5).numpy()).shape == (5, 5)
