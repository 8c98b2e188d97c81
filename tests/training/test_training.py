"""The recipe for the nets in miniature, called as functions; needs PyTorch."""

from __future__ import annotations

import json
import sys
import threading
import time

import numpy as np
import pytest

from tablas.engine import weights
from tablas.errors import NotationError

training = pytest.importorskip("tablas.training", exc_type=ImportError)
games = pytest.importorskip("tablas.training.game", exc_type=ImportError)
nets = pytest.importorskip("tablas.training.net", exc_type=ImportError)
pack = pytest.importorskip("tablas.training.pack", exc_type=ImportError)
play_outs = pytest.importorskip("tablas.training.play_outs", exc_type=ImportError)
selfplay = pytest.importorskip("tablas.training.selfplay", exc_type=ImportError)
distil = pytest.importorskip("tablas.training.distil", exc_type=ImportError)
net_files = pytest.importorskip("tablas.training.net_files", exc_type=ImportError)
command = pytest.importorskip("tablas.training.__main__", exc_type=ImportError)
export = pytest.importorskip("tablas.training.export", exc_type=ImportError)
shapes = pytest.importorskip("tablas.training.shape", exc_type=ImportError)
shortlists = pytest.importorskip("tablas.training.shortlist", exc_type=ImportError)
tensors = pytest.importorskip("tablas.training.tensors", exc_type=ImportError)
runs = pytest.importorskip("tablas.training.run", exc_type=ImportError)
unpack = pytest.importorskip("tablas.training.unpack", exc_type=ImportError)

PLAN = {
    "seed": 1,
    "nets": {"teacher": [32, 16], "student": [16, 16]},
    "shards": 3,
    "games": 32,
    "turns": 2,
    "batch": 32,
    "share": 0.15,
    "match_every": 7,
    "match_pairs": 4,
    "stages": [
        {"windows": 6, "rate": [0.003, 0.003], "trust": [0.7, 0.0]},
        {
            "windows": 4,
            "rate": [0.0005, 0.0003],
            "trust": [0.8, 0.5],
            "exact": True,
            "games": 16,
            "batch": 16,
            "passes": 2,
        },
        {"windows": 3, "rate": [0.0005, 0.0003], "games": 64, "turns": 1},
    ],
}

KINDS = {"backgammon": {}, "abak": {"kinds": 2}}  # of inputs that the kernel knows


def plan_of(game, folder):
    path = folder / "plan.json"
    path.write_text(json.dumps(PLAN | KINDS[game]), encoding="utf-8")
    return training.DicePlan.read(path)


@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_a_run_that_was_stopped_gives_the_same_weights(game, tmp_path):
    assert game in training.trainable()
    read, ended = plan_of(game, tmp_path), {}
    for name, stops in (("whole", [99]), ("pieces", [4, 4, 99])):
        folder = tmp_path / name
        for windows in stops:
            *_reports, ended[name] = training.train(
                game, read, folder, device="cpu", windows=windows
            )
        for net in ("teacher", "student"):
            training.export(game, read, folder, net, tmp_path / f"{name}-{net}.safetensors")
    assert ended["whole"] == ended["pieces"] == training.Ended(done=True, window=13)
    for net in ("teacher", "student"):
        whole, pieces = (tmp_path / f"{name}-{net}.safetensors" for name in ("whole", "pieces"))
        assert whole.read_bytes() == pieces.read_bytes()
        assert weights.net_from(whole, game)
    log = (tmp_path / "whole" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert {"games", "loss", "match", "positions", "rate"} <= json.loads(log[-1]).keys()


def test_a_run_that_was_killed_goes_on_from_what_was_kept_on_the_way(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "KEEP_EVERY", 0.0)
    read, whole, killed = plan_of("backgammon", tmp_path), tmp_path / "whole", tmp_path / "killed"
    list(training.train("backgammon", read, whole, device="cpu"))
    steps = training.train("backgammon", read, killed, device="cpu", progress=0.0)
    for _ in range(3):
        assert next(steps).window <= 3
    steps.close()  # nothing is kept any more
    assert not list(killed.glob("*.part"))
    (killed / "teacher.pt.part").write_bytes(b"half of a file")  # as a kill amid `keep` leaves it
    *_, ended = training.train("backgammon", read, killed, device="cpu", windows=10)
    assert ended == training.Ended(done=True, window=13)
    for net in ("teacher", "student"):
        for folder in (whole, killed):
            training.export("backgammon", read, folder, net, folder / "out")
        assert (whole / "out").read_bytes() == (killed / "out").read_bytes()


def test_a_paced_run_does_its_whole_plan_in_the_time_there_is(tmp_path):
    path, folder = tmp_path / "plan.json", tmp_path / "run"
    stages = [
        {"windows": 10**8, "rate": [0.003, 0.003], "trust": [0.7, 0.0]},
        {"windows": 10**8, "rate": [0.003, 0.0001], "games": 64, "turns": 1},
    ]
    path.write_text(json.dumps(PLAN | {"stages": stages, "match_every": 10**9}), encoding="utf-8")
    plan = training.DicePlan.read(path)
    stop = threading.Event()
    steps = training.train(
        "backgammon", plan, folder, device="cpu", seconds=3, paced=True, progress=0.0, stop=stop
    )
    next(steps)
    stop.set()  # it is kept with its place in the plan
    *_, ended = steps
    kept = tensors.torch.load(folder / "games.pt", weights_only=True)
    assert not ended.done
    assert 0 < kept["place"] < 10**8
    *_, ended = training.train("backgammon", plan, folder, device="cpu", seconds=2, paced=True)
    assert ended.done
    assert 3 < ended.window < 10**5
    *_, ended = training.train("backgammon", plan, folder, device="cpu", seconds=0, paced=True)
    assert ended.done  # nothing is left of it


def test_the_time_of_a_run_counts_from_the_call_on(tmp_path, monkeypatch):
    """What is left of a machine's time is known; what setting up takes is not."""
    monkeypatch.setattr(training.recipe, "DiceRun", slow_to_set_up)
    read = plan_of("backgammon", tmp_path)
    steps = training.train("backgammon", read, tmp_path / "run", device="cpu", seconds=0.5)
    assert list(steps) == [training.Ended(done=False, window=1)]  # one, however late it is


def slow_to_set_up(*arguments):
    time.sleep(0.6)
    return runs.DiceRun(*arguments)


def test_smaller_nets_learn_from_a_teacher_that_stays_as_it_is(tmp_path):
    path = tmp_path / "plan.json"
    sizes = {"teacher": [32, 16], "student": [16, 16], "pruner": [16, 8]}
    drawn = {"nets": sizes, "shortlist": 4, "explore": 0.3, "heat": 0.1, "frozen": True, "kinds": 2}
    stages = [{"windows": 4, "rate": [0.003, 0.001]}]
    path.write_text(json.dumps(PLAN | drawn | {"stages": stages}), encoding="utf-8")
    read, exported = training.DicePlan.read(path), {}
    for name, stops in (("begun", [0]), ("whole", [99]), ("pieces", [2, 99])):
        for windows in stops:
            list(training.train("abak", read, tmp_path / name, device="cpu", windows=windows))
        for net in sizes:
            out = tmp_path / f"{name}-{net}.safetensors"
            training.export("abak", read, tmp_path / name, net, out)
            exported[name, net] = out.read_bytes()
    assert exported["begun", "teacher"] == exported["whole", "teacher"]
    for net in ("student", "pruner"):
        assert exported["begun", net] != exported["whole", net]
        assert exported["whole", net] == exported["pieces", net]


def test_the_luck_of_a_roll_stays_out_of_exact_targets():
    torch = tensors.torch
    table = selfplay.SelfPlay([None], tensors.device_called("cpu"))
    rng = np.random.default_rng(3)
    expected, lucky, ends = (torch.from_numpy(rng.dirichlet(np.ones(6), 2)).float() for _ in "abc")
    no, flip = torch.zeros(2, dtype=torch.bool), table.flip
    last = selfplay.SeenTurn(torch.zeros(2, 64), ends, ends, no, torch.zeros(2))

    def first_target(after, over):
        turn = selfplay.SeenTurn(torch.zeros(2, 64), expected, after, over, torch.zeros(2))
        return table.targets([turn, last], 0.8)[:2]

    # A lucky roll that the next turn confirms says nothing about the position before it ...
    assert torch.allclose(first_target(ends[:, flip], no), expected[:, flip])
    # ... what that turn says beyond the net's opinion does, unless the game ended or a lot fell.
    beyond = 0.8 * (ends[:, flip] - lucky)
    assert torch.allclose(first_target(lucky, no), (expected + beyond)[:, flip])
    assert torch.allclose(first_target(lucky, ~no), expected[:, flip])


def test_positions_are_played_out_to_their_end():
    recipe, device = games.game("abak"), tensors.device_called("cpu")
    shape = shapes.NetShape(recipe.inputs[1], (8, 4))
    net = nets.FrozenNet(recipe, nets.fresh(shape, recipe.active, 1), shape)
    shortlist = shortlists.Shortlist(net, 4)
    boards = recipe.unusual(np.random.default_rng(1), 3)
    points = [
        play_outs.play_outs(recipe, net, shortlist, boards, 4, seed=s, device=device, threads=1)
        for s in (1, 1, 2)
    ]
    assert points[0].shape == (3, 4)
    assert set(np.abs(points[0]).flat) <= {0, 1, 2, 3}
    assert (points[0] == points[1]).all()
    assert (points[0] != points[2]).any()


def test_a_run_tells_where_it_stands_and_stops_when_asked(tmp_path, capfd):
    folder, stop = tmp_path / "run", threading.Event()
    steps = training.train(
        "backgammon", plan_of("backgammon", tmp_path), folder, device="cpu", stop=stop
    )
    report = next(steps)
    assert (report.window, report.match["thumb"].games) == (7, 8)
    assert json.loads((folder / "log.jsonl").read_text(encoding="utf-8")) == report.line()
    stop.set()
    assert list(steps) == [training.Ended(done=False, window=7)]
    assert capfd.readouterr() == ("", "")


def test_runs_are_compared_with_chance_and_with_each_other(tmp_path):
    read = plan_of("backgammon", tmp_path)
    for name in "ab":
        list(training.train("backgammon", read, tmp_path / name, device="cpu", windows=1))
    run = (read, tmp_path / "a")
    alone = training.compare("backgammon", [run], pairs=4, device="cpu")
    both = training.compare("backgammon", [run, (read, tmp_path / "b")], pairs=4, device="cpu")
    assert (alone.games, both.games) == (8, 8)
    assert both.points == 0  # the same plan gives the same net, and pairs share their dice


def test_what_cannot_be_trained_is_told(tmp_path):
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"seed": 1}', encoding="utf-8")
    with pytest.raises(NotationError, match=r"wrong\.json: not a training plan"):
        training.DicePlan.read(wrong)
    read = plan_of("backgammon", tmp_path)
    for game, device, message in (
        ("abalone", "cpu", "expected one of backgammon, abak"),
        ("abak", "abacus", "device 'abacus'"),
    ):
        with pytest.raises(NotationError, match=message):
            list(training.train(game, read, tmp_path / "x", device=device))
    with pytest.raises(NotationError, match="teacher"):
        training.export("abak", read, tmp_path / "nowhere", "teacher", tmp_path / "out")


def test_small_nets_learn_every_listed_play_from_the_mean_of_two_teachers(tmp_path, monkeypatch):
    recipe = games.game("abak")
    hidden = {"student": [16, 16], "pruner": [16, 8]}
    for number, (name, layers) in enumerate({"one": [32], "two": [24, 8], **hidden}.items()):
        shape = shapes.NetShape(recipe.inputs[1], tuple(layers))
        flat = nets.fresh(shape, recipe.active, number) * 2
        export.save_weights(tmp_path / f"{name}.safetensors", flat, shape)
    path = tmp_path / "plan.json"
    stages = [{"windows": 40, "rate": [0.01, 0.002], "pull": 0.2}]
    asked = {"nets": hidden, "kinds": 2, "shortlist": 6, "explore": 0.1, "heat": 0.1}
    asked["products"] = ["student"]  # which begins as a plain net
    path.write_text(json.dumps(PLAN | asked | {"stages": stages}), encoding="utf-8")
    teachers = [tmp_path / f"{name}.safetensors" for name in ("one", "two")]
    out = tmp_path / "out"
    lessons = list(
        distil.distil("abak", training.DicePlan.read(path), out, teachers, tmp_path, device="cpu")
    )
    assert lessons[-1].round == 40
    assert lessons[-1].boards == 32 * (lessons[-1].boards // 32) > 40 * 3 * 32

    def apart(folder):
        """How far the student's equities are from the mean of the teachers'."""
        device = tensors.device_called("cpu")
        there = tensors.torch.from_numpy(recipe.unusual(np.random.default_rng(5), 300))
        student = net_files.frozen_net(recipe, folder / "student.safetensors", device)
        judge = net_files.mean_of(recipe, teachers, device)
        one, other = (net.equities(net.chances(there)) for net in (student, judge))
        return float((one - other).abs().mean())

    assert apart(out) < apart(tmp_path) / 2

    in_pieces = tmp_path / "pieces"
    steps = distil.distil(
        "abak", training.DicePlan.read(path), in_pieces, teachers, tmp_path, device="cpu"
    )
    monkeypatch.setattr(distil, "KEEP_EVERY", 0.0)
    assert [next(steps).round for _ in range(3)] == [1, 2, 3]
    steps.close()  # killed amid the third round's report: two are kept
    steps = distil.distil(
        "abak", training.DicePlan.read(path), in_pieces, teachers, tmp_path, device="cpu"
    )
    rounds = list(steps)
    assert [rounds[0].round, rounds[-1].round] == [3, 40]
    assert apart(in_pieces) < apart(tmp_path) / 2

    _, learnt = export.read_weights(out / "student.safetensors")
    assert learnt == shapes.NetShape(recipe.inputs[1], (16, 16), products=True)

    # A paced run gets through a stage that is far too long, and goes on where it stood.
    stages[0]["windows"] = 10**9
    path.write_text(json.dumps(PLAN | asked | {"stages": stages}), encoding="utf-8")
    plan, paced = training.DicePlan.read(path), tmp_path / "paced"
    parts = []
    for paces in (False, True, True):
        list(
            distil.distil(
                "abak", plan, paced, teachers, tmp_path, device="cpu", seconds=1.5, paced=paces
            )
        )
        kept = tensors.torch.load(paced / distil.KEPT, weights_only=True)
        parts.append((kept["part"], kept["rounds"]))
    (slow, few), (first, more), (last, most) = parts
    assert slow < 1e-6
    assert 0.5 < first < last < 1
    assert few < more < most


def test_nets_of_files_meet_and_so_do_means_of_them(tmp_path, capsys, monkeypatch):
    recipe, files = games.game("backgammon"), []
    for number, hidden in enumerate(((16,), (24, 8))):
        shape = shapes.NetShape(recipe.inputs[-1], hidden)
        files.append(tmp_path / f"{number}.safetensors")
        export.save_weights(files[-1], nets.fresh(shape, recipe.active, number) * 2, shape)

    def asked(one, other):
        words = ["match", "backgammon", one, other, "--pairs", "20", "--device", "cpu"]
        monkeypatch.setattr(sys, "argv", ["tablas.training", *words, "--threads", "1"])
        command.main()
        told = json.loads(capsys.readouterr().out)
        assert told["nets"] == [one, other]
        return told["result"]

    one, other = map(str, files)
    assert asked(one, f"{one}+{one}")[0] == 0  # the mean of a net and itself
    points, error, *_, games_played = asked(one, f"{one}+{other}")
    assert (points != 0, error > 0, games_played) == (True, True, 40)
    with pytest.raises(SystemExit, match="nowhere"):
        asked(one, "nowhere.safetensors")


def test_a_teacher_kept_as_one_row_is_unpacked_layer_by_layer(tmp_path, capsys):
    shape = shapes.NetShape(30, (8, 4), products=True)
    flat = nets.fresh(shape, 5, 1)
    row, file = tmp_path / "row.safetensors", tmp_path / "teacher.safetensors"
    export.save_tensors(row, {"mean": flat})
    unpack.main([str(row), str(file), str(shape)])
    numbers, found = export.read_weights(file)
    assert found == shape
    assert (numbers == flat).all()
    pack.main([str(file), str(tmp_path / "half.safetensors")])
    assert capsys.readouterr().out == f"{shape}\n"
    assert (tmp_path / "half.safetensors").stat().st_size < 0.6 * row.stat().st_size
    unpack.main([str(tmp_path / "half.safetensors"), str(file), str(shape)])
    assert (export.read_weights(file)[0] == flat.half().float()).all()
    with pytest.raises(SystemExit, match="nowhere"):
        pack.main(["nowhere", "out"])
    for words, reason in (
        ([str(row), str(file), "30-8-4-6"], "but 30-8-4-6 has"),
        ([str(row), str(file), "30-6"], "expected sizes"),
        ([str(file), str(row), str(shape)], "expected one row named mean"),
        ([str(row)], "usage"),
    ):
        with pytest.raises(SystemExit, match=reason):
            unpack.main(words)


def test_a_net_that_learns_the_equity_too_comes_nearer_to_it():
    """Few units cannot say all six chances: with the weight they say what plays are chosen by."""
    torch, recipe = tensors.torch, games.game("backgammon")
    rng, cpu = np.random.default_rng(1), tensors.device_called("cpu")
    boards = torch.from_numpy(recipe.unusual(rng, 512))
    teacher = nets.FrozenNet(recipe, *random_net(recipe, (64, 32)))
    goal, off = teacher.chances(boards), {}
    for weight in (0.0, 1.0):
        shape = shapes.NetShape(recipe.inputs[-1], (4,))
        learner = nets.Learner(recipe, shape, 1, cpu, len(boards), equity=weight)
        learner.rate.fill_(0.01)
        learner.pull.fill_(0.1)
        for _ in range(300):
            learner.learn(boards, goal)
        student = nets.FrozenNet(recipe, learner.mean, shape)
        apart = student.equities(student.chances(boards)) - teacher.equities(goal)
        off[weight] = float(apart.square().mean())
    assert off[1.0] < 0.9 * off[0.0]


def random_net(recipe, hidden):
    """Weights large enough for strong opinions."""
    shape = shapes.NetShape(recipe.inputs[-1], hidden)
    flat = nets.fresh(shape, recipe.active, 2)
    last = shape.layers[-1][0] * (shape.layers[-1][1] + 1)
    flat[-last:] *= 100
    return flat, shape
