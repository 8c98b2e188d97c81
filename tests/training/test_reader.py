"""A teacher that reads the stack of any point with one small net; needs PyTorch."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tablas.engine import weights
from tablas.errors import DamagedWeights, NotationError, TablasError

training = pytest.importorskip("tablas.training", exc_type=ImportError)
distil = pytest.importorskip("tablas.training.distil", exc_type=ImportError)
export = pytest.importorskip("tablas.training.export", exc_type=ImportError)
features = pytest.importorskip("tablas.training.abak.features", exc_type=ImportError)
games = pytest.importorskip("tablas.training.game", exc_type=ImportError)
nets = pytest.importorskip("tablas.training.net", exc_type=ImportError)
revival = pytest.importorskip("tablas.training.revive", exc_type=ImportError)
shapes = pytest.importorskip("tablas.training.shape", exc_type=ImportError)
torch = pytest.importorskip("torch")

CPU = torch.device("cpu")
ABAK = games.game("abak")
SHAPE = shapes.NetShape(ABAK.inputs[1], (24, 8), products=True, reader=(72, 16, 12))
PLAN = {
    "seed": 3, "nets": {"teacher": [24, 8], "pruner": [8]}, "products": ["teacher"],
    "reader": [16, 12], "kinds": 2, "shards": 2, "games": 32, "turns": 2, "batch": 32,
    "share": 0.2, "shortlist": 3, "longest": 20, "match_every": 5, "match_pairs": 2,
    "stages": [{"windows": 8, "rate": [0.003, 0.003], "trust": [0.5, 0.2]}],
}  # fmt: skip


def plan_of(folder, **changes):
    path = folder / "plan.json"
    path.write_text(json.dumps(PLAN | changes), encoding="utf-8")
    return training.DicePlan.read(path)


def boards_of(count):
    return torch.from_numpy(ABAK.unusual(np.random.default_rng(7), count))


def test_the_inputs_of_a_point_say_what_its_stack_is_wherever_it_stands():
    boards = boards_of(200)
    points, rest = features.inputs_by_point(features.AbakInputs(CPU, torch.float32, 1824)(boards))
    assert (points.shape, rest.shape) == ((200, 24, 72), (200, 96))
    stacks = features.stacks_of(boards)
    seen = {}
    for stack, inputs in zip(stacks.flatten().tolist(), points.flatten(0, 1), strict=True):
        assert torch.equal(seen.setdefault(stack, inputs), inputs)
    assert len(seen) > 50
    assert not seen[0].any()


def test_every_input_is_of_one_point_or_of_the_rest_with_the_third_kind_too():
    for inputs in (1824, 1872):
        row = torch.arange(float(inputs))[None]
        points, rest = features.inputs_by_point(row)
        there = torch.cat([points.flatten(), rest.flatten()]).sort().values
        assert torch.equal(there, row[0])


def test_a_stack_is_read_the_same_on_every_point():
    flat = nets.fresh(SHAPE, ABAK.active, 1)
    boards = boards_of(300)
    row = features.AbakInputs(CPU, torch.float32, 1824)(boards)
    read = nets.read_stacks(ABAK, row, nets.views(flat, SHAPE)[: 2 * SHAPE.reading])
    assert read.shape == (300, SHAPE.entering)
    channels = read[:, : 24 * 12].reshape(-1, 12)
    stacks = features.stacks_of(boards).flatten()
    where = (stacks == stacks.mode().values).nonzero().flatten()
    assert torch.allclose(channels[where], channels[where[:1]].expand(len(where), -1))
    assert channels.std(dim=0).gt(0).any()


def test_a_run_with_a_reader_learns_and_goes_on_from_its_files(tmp_path):
    plan, pieces = plan_of(tmp_path), tmp_path / "pieces"
    for folder, stops in ((tmp_path / "whole", [99]), (pieces, [3, 99])):
        for windows in stops:
            *_, ended = training.train("abak", plan, folder, device="cpu", windows=windows)
        assert ended.done
        training.export("abak", plan, folder, "teacher", folder / "teacher.safetensors")
        training.export("abak", plan, folder, "pruner", folder / "pruner.safetensors")
    files = [tmp_path / name / "teacher.safetensors" for name in ("whole", "pieces")]
    assert files[0].read_bytes() == files[1].read_bytes()
    flat, shape = export.read_weights(files[0])
    assert shape == SHAPE == shapes.NetShape.read(str(SHAPE))
    begun = nets.fresh(SHAPE, ABAK.active, PLAN["seed"])
    assert all((one != other).any() for one, other in zip(
        nets.views(flat, SHAPE), nets.views(begun, SHAPE), strict=True
    ))  # fmt: skip
    *_, ended = training.train(
        "abak", plan, tmp_path / "on", device="cpu", windows=1, begin_with=pieces
    )
    assert ended.window == 1

    # Smaller nets, which the kernel can have, learn from it.
    lesson = plan_of(
        tmp_path, nets={"pruner": [8]}, products=[], reader=[],
        stages=[{"windows": 3, "rate": [0.003, 0.003]}],
    )  # fmt: skip
    (pieces / "student.safetensors").write_bytes((pieces / "pruner.safetensors").read_bytes())
    lessons = distil.distil("abak", lesson, tmp_path / "out", files[:1], pieces, device="cpu")
    assert [one.round for one in lessons] == [1, 2, 3]


def test_what_a_reader_cannot_do_is_said(tmp_path):
    for game, changes in (("backgammon", {"kinds": -1}), ("abak", {"kinds": 1})):
        with pytest.raises(NotationError, match="needs a game with stacks and two kinds"):
            list(training.train(game, plan_of(tmp_path, **changes), tmp_path / "x", device="cpu"))
    stage = PLAN["stages"][0] | {"revive": 2}
    with pytest.raises(NotationError, match="cannot have units revived"):
        plan_of(tmp_path, stages=[stage])
    flat = nets.fresh(SHAPE, ABAK.active, 1)
    export.save_weights(tmp_path / "teacher.safetensors", flat, SHAPE)
    with pytest.raises(DamagedWeights, match=r"teacher\.safetensors: reader0.* no such layer"):
        weights.net_from(tmp_path / "teacher.safetensors", "abak")
    expand = ABAK.expander(CPU, torch.float32, SHAPE.inputs)
    with pytest.raises(TablasError, match="no reader of stacks"):
        revival.active_counts(nets.views(flat, SHAPE), SHAPE, expand, boards_of(4))
