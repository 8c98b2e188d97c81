"""What a longer run adds to the recipe: wider nets, a shortlist of plays, other nets as guests."""

from __future__ import annotations

import dataclasses
import json
from types import SimpleNamespace

import numpy as np
import pytest

from tablas.errors import NotationError

training = pytest.importorskip("tablas.training", exc_type=ImportError)
exporting = pytest.importorskip("tablas.training.export", exc_type=ImportError)
nets = pytest.importorskip("tablas.training.net", exc_type=ImportError)
net_run = pytest.importorskip("tablas.training.run", exc_type=ImportError)
recipe = pytest.importorskip("tablas.training.recipe", exc_type=ImportError)
revival = pytest.importorskip("tablas.training.revive", exc_type=ImportError)
selfplay = pytest.importorskip("tablas.training.selfplay", exc_type=ImportError)
shapes = pytest.importorskip("tablas.training.shape", exc_type=ImportError)
shortlist = pytest.importorskip("tablas.training.shortlist", exc_type=ImportError)
widening = pytest.importorskip("tablas.training.widen", exc_type=ImportError)
torch = pytest.importorskip("torch")

CPU = torch.device("cpu")

PLAN = {
    "seed": 1,
    "nets": {"teacher": [32, 16], "student": [16, 16], "pruner": [8]},
    "shards": 2,
    "games": 32,
    "turns": 2,
    "batch": 32,
    "share": 0.15,
    "kinds": 2,
    "shortlist": 3,
    "visitors": True,
    "longest": 20,
    "match_every": 3,
    "match_pairs": 2,
    "stages": [{"windows": 8, "rate": [0.003, 0.003], "trust": [0.5, 0.2]}],
}


def plan_of(folder, **changes):
    path = folder / "plan.json"
    path.write_text(json.dumps(PLAN | changes), encoding="utf-8")
    return training.DicePlan.read(path)


def made(plan, folder, *stops, begin_with=None):
    """The folder of the exported nets of a run that was stopped after so many windows each."""
    for windows in stops:
        run = training.train(
            "abak", plan, folder, device="cpu", windows=windows, begin_with=begin_with
        )
        list(run)
    for net in plan.nets:
        training.export("abak", plan, folder, net, folder / f"{net}.safetensors")
    return folder


def test_a_stopped_run_with_visitors_gives_the_same_weights(tmp_path):
    plan = plan_of(tmp_path)
    whole = made(plan, tmp_path / "whole", 99)
    pieces = made(plan, tmp_path / "pieces", 4, 2, 99)
    for net in plan.nets:
        name = f"{net}.safetensors"
        assert (whole / name).read_bytes() == (pieces / name).read_bytes()
    alone = made(plan_of(tmp_path, visitors=False), tmp_path / "alone", 99)
    assert (alone / "teacher.safetensors").read_bytes() != (
        whole / "teacher.safetensors"
    ).read_bytes()


@pytest.mark.parametrize("products", [(), ("teacher",)])
def test_a_run_goes_on_from_narrower_nets_with_fewer_inputs(tmp_path, products):
    narrow = made(plan_of(tmp_path), tmp_path / "narrow", 2)
    abak = recipe.recipe_of("abak")
    wide = {**PLAN["nets"], "teacher": [48, 20]}
    wider = plan_of(tmp_path, nets=wide, teacher_kinds=3, products=products)

    run = net_run.DiceRun(abak, wider, tmp_path / "wide", CPU, 1)
    run.begin_with(narrow)
    run.keep()
    boards = torch.from_numpy(abak.unusual(np.random.default_rng(1), 50))
    plans = {narrow: plan_of(tmp_path), tmp_path / "wide": wider}
    before, after = (
        recipe.frozen(abak, plan, folder, "teacher", CPU).chances(boards)
        for folder, plan in plans.items()
    )
    assert torch.allclose(before, after, atol=1e-5)
    made(wider, tmp_path / "wide", 1)


def test_products_stay_what_they_are_in_a_wider_net():
    shape = shapes.NetShape(1824, (16, 8), products=True)
    wider = dataclasses.replace(shape, hidden=(24, 12))
    abak = recipe.recipe_of("abak")
    flat = nets.fresh(shape, abak.active, 3)
    boards = torch.from_numpy(abak.unusual(np.random.default_rng(2), 50))
    before, after = (
        nets.FrozenNet(abak, row, one).chances(boards)
        for row, one in ((flat, shape), (widening.widen(flat, shape, wider, 5), wider))
    )
    assert torch.allclose(before, after, atol=1e-6)
    with pytest.raises(NotationError, match="cannot be widened to 1824-16-8-6"):
        widening.widen(flat, shape, dataclasses.replace(shape, products=False), 5)


def test_silent_units_begin_anew_and_change_nothing_at_first():
    abak = recipe.recipe_of("abak")
    shape = shapes.NetShape(1824, (24, 16, 8), products=True)
    learner = nets.Learner(abak, shape, 3, CPU, 32)
    with torch.no_grad():
        learner.flat[:] = torch.randn(len(learner.flat), generator=torch.manual_seed(4)) * 0.2
        second, third = learner.layers[3], learner.layers[5]
        second[[2, 5, 11]] = -1000.0  # rectified sums that no board can make positive
        third[1] = -1000.0
        learner.mean.copy_(learner.flat)
        learner.second.fill_(1.0)
    boards = torch.from_numpy(abak.unusual(np.random.default_rng(2), 200))
    before = nets.FrozenNet(abak, learner.mean, shape).chances(boards)
    kept = learner.flat.clone()
    # Others may be silent by chance: these are.
    first = revival.revive(learner, boards, 7)
    assert first[0] >= 3
    assert first[1] >= 1
    assert torch.allclose(before, nets.FrozenNet(abak, learner.mean, shape).chances(boards))
    assert torch.allclose(before, nets.FrozenNet(abak, learner.flat, shape).chances(boards))
    assert revival.revive(learner, boards, 8) == [0, 0]  # all of them are heard now
    # Adam goes on with them in steps of the usual size.
    assert learner.second.min() == learner.second.max() == 1
    assert learner.first.abs().max() == 0
    # What was alive is as it was, and the new ones learn.
    there, was = nets.views(learner.flat, shape), nets.views(kept, shape)
    assert torch.equal(there[0], was[0])
    assert not torch.equal(there[2][2], was[2][2])
    learner.rate.fill_(0.01)
    targets = torch.full((32, 6), 1 / 6)
    learner.learn(boards[:32], targets)
    assert nets.views(learner.flat, shape)[4][:, 2].abs().sum() > 0


def test_a_run_revives_in_the_first_half_of_a_stage(tmp_path):
    stage = {"windows": 8, "rate": [0.003, 0.003], "revive": 2}
    plan = plan_of(tmp_path, stages=[stage])
    seen = [plan.stages[0].revives(window, window / 8) for window in range(8)]
    assert seen == [True, False, True, False, False, False, False, False]
    before = made(plan, tmp_path / "before", 1)
    flat, shape = exporting.read_weights(before / "teacher.safetensors")
    nets.views(flat, shape)[3][4:9] = -1000.0
    exporting.save_weights(before / "teacher.safetensors", flat, shape)
    runs = {"whole": (2, [99]), "pieces": (2, [1, 2, 99]), "without": (0, [99])}
    ended = [
        made(
            plan_of(tmp_path, stages=[stage | {"revive": every}]),
            tmp_path / name,
            *stops,
            begin_with=before,
        )
        for name, (every, stops) in runs.items()
    ]
    whole, pieces, without = ((one / "teacher.safetensors").read_bytes() for one in ended)
    assert whole == pieces
    assert whole != without
    line = json.loads((ended[0] / "log.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert set(line["revived"]) == set(plan.nets)


def test_a_net_cannot_be_made_narrower(tmp_path):
    plan = plan_of(tmp_path)
    wide = made(plan, tmp_path / "wide", 1)
    narrow = plan_of(tmp_path, nets={**PLAN["nets"], "teacher": [16, 16]})
    with pytest.raises(NotationError, match="1824-32-16-6 cannot be widened to 1824-16-16-6"):
        made(narrow, tmp_path / "narrow", 1, begin_with=wide)


class Likes:
    """Judges a board by the sum of some of its bytes."""

    def __init__(self, first: int, last: int, sign: int = 1) -> None:
        self.bytes, self.sign = slice(first, last), sign

    def chances(self, boards):
        return self.sign * boards[:, self.bytes].float().sum(dim=1, keepdim=True) / 10000

    def equities(self, chances):
        return chances[:, 0]


def test_a_shortlist_holds_what_the_small_net_likes_best():
    rows = [(5, 1), (9, 0), (7, 3), (1, 1), (2, 0), (3, 9)]  # of two games, the least is the best
    boards = torch.tensor(rows, dtype=torch.uint8)
    counts = np.array([3, 3], np.int32)
    plays = SimpleNamespace(
        boards_there=boards, counts=counts, counts_there=torch.from_numpy(counts)
    )
    small, large = Likes(0, 1), Likes(1, 2)
    assert selfplay.best(large, boards, plays.counts_there)[0].tolist() == [1, 4]
    for most, picks in ((3, [1, 4]), (2, [0, 4]), (1, [0, 3])):
        pick, chances = shortlist.Shortlist(small, most).best(large, plays)
        assert pick.tolist() == picks
        assert chances[:, 0].tolist() == pytest.approx([rows[row][1] / 10000 for row in picks])


def test_a_visitor_plays_but_the_net_is_learnt_from():
    abak, plays = recipe.recipe_of("abak"), {}
    for visitor in (None, Likes(0, 64, -1)):
        mover = selfplay.Mover(CPU)
        shard = selfplay.Shard(abak, 40, [1], abak.kernel.start()[None], 0.0, mover, 1)
        table = selfplay.SelfPlay([shard], CPU)
        table.visitor = visitor
        table.list_ahead()
        (turns,) = table.window(Likes(0, 64), 2)
        table.settled()
        plays[visitor is None] = (turns, shard.boards)
    (alone, reached), (visited, elsewhere) = plays[True], plays[False]
    for one, other in zip(alone, visited, strict=True):
        assert torch.equal(one.boards, other.boards)
        assert torch.equal(one.after, other.after)
    assert visited[1].over.all()
    assert not alone[1].over.all()
    assert not np.array_equal(reached, elsewhere)
