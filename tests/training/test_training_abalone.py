"""The recipe for the Abalone network in miniature; needs PyTorch, which the package does not."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from tablas import kernel
from tablas.abalone import codec, rules, starts
from tablas.engine import stored_nets
from tablas.engine.abalone.network import abalone_net
from tablas.engine.weights import tensors
from tablas.errors import NotationError
from tree import ROOT

abalone = pytest.importorskip("tablas.training.abalone.train", exc_type=ImportError)
games = pytest.importorskip("tablas.training.abalone.games", exc_type=ImportError)
lines = pytest.importorskip("tablas.training.abalone.lines", exc_type=ImportError)
mean = pytest.importorskip("tablas.training.abalone.mean", exc_type=ImportError)
network = pytest.importorskip("tablas.training.abalone.network", exc_type=ImportError)
returns = pytest.importorskip("tablas.training.abalone.returns", exc_type=ImportError)
samples = pytest.importorskip("tablas.training.abalone.samples", exc_type=ImportError)
styles = pytest.importorskip("tablas.training.abalone.styles", exc_type=ImportError)
torch = pytest.importorskip("torch")

PACKAGED = ROOT / "src" / "tablas" / "engine" / "weights" / "abalone.safetensors"
TRAINER = ROOT / "build" / "kernel" / "abalone_trainer"
PLAN = {
    "seed": 1,
    "trust": 0.75,
    "match_pairs": 1,
    "match_nodes": 100,
    "variants": [{"epochs": 2, "batch": 512, "rate": [0.003, 0.001]}],
    "rounds": [{"player": "hand", "nodes": 100, "shards": 2, "games": 3}],
}

pytestmark = pytest.mark.skipif(
    not TRAINER.exists(), reason="training needs the built abalone_trainer (make cpp)"
)


def test_a_run_that_was_stopped_gives_the_same_network(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN), encoding="utf-8")
    plan = abalone.AbalonePlan.read(path)
    for name, stops in (("whole", [9]), ("pieces", [1, 9])):
        for epochs in stops:
            lines = list(abalone.train(plan, tmp_path / name, TRAINER, device="cpu", epochs=epochs))
        log = (tmp_path / name / "log.jsonl").read_text(encoding="utf-8").splitlines()
        assert lines == [json.loads(line) for line in log[-len(lines) :]]
        assert lines[-1]["against"] == "hand"
    whole, pieces = (tmp_path / name / "round0.safetensors" for name in ("whole", "pieces"))
    assert whole.read_bytes() == pieces.read_bytes()
    assert abalone_net(whole)


def test_a_plan_goes_on_from_a_network(tmp_path):
    path = tmp_path / "plan.json"
    still = [{"epochs": 1, "batch": 512, "rate": [0.0, 0.0]}]
    path.write_text(
        json.dumps(PLAN | {"begin_with": str(PACKAGED), "variants": still}), encoding="utf-8"
    )
    list(abalone.train(abalone.AbalonePlan.read(path), tmp_path, TRAINER, device="cpu"))
    assert (tmp_path / "round0.safetensors").read_bytes() == PACKAGED.read_bytes()


def test_a_wider_network_learns(tmp_path):
    path = tmp_path / "plan.json"
    wide = [{"epochs": 1, "batch": 512, "rate": [0.003, 0.001], "width": 48}]
    path.write_text(json.dumps(PLAN | {"variants": wide}), encoding="utf-8")
    run = abalone.train(abalone.AbalonePlan.read(path), tmp_path, TRAINER, device="cpu")
    for facts in run:
        if facts.get("variant") == 0 and "train_seconds" not in facts and "epoch" not in facts:
            break  # the match would need a kernel of that width
    made = tensors((tmp_path / "round0.safetensors").read_bytes())
    assert made["bias"].shape == (48,)
    assert made["hidden"].shape == (32, 48)


def test_guests_have_one_side_and_are_written_down_without_a_score(tmp_path):
    path = tmp_path / "plan.json"
    rounds = [
        {"player": "sitter", "nodes": 60, "shards": 2, "games": 3, "guests": ["", "cohesive"]}
    ]
    plan = PLAN | {"base": str(PACKAGED), "rivals": ["chaser"], "rounds": rounds}
    path.write_text(json.dumps(plan), encoding="utf-8")
    run = list(abalone.train(abalone.AbalonePlan.read(path), tmp_path, TRAINER, device="cpu"))
    assert run[-1]["against"] == "chaser"
    alone, guest = (
        np.fromfile(tmp_path / f"round0-000{shard}.bin", dtype=samples.SAMPLE) for shard in range(2)
    )
    unscored = guest["score"] == samples.UNSCORED
    assert not (alone["score"] == samples.UNSCORED).any()
    assert 0 < unscored.mean() < 1
    own = guest[~unscored]["ply"] % 2
    turns = np.split(own, np.flatnonzero(np.diff(own.astype(int))) + 1)
    assert [int(game[0]) for game in turns] == [0, 1, 0]  # White, Black, White in turn


def test_a_guest_teaches_by_the_result_alone(tmp_path):
    rows = np.zeros(100, samples.SAMPLE)
    rows["score"], rows["result"] = 120, -1
    rows["score"][::2] = samples.UNSCORED
    rows.tofile(tmp_path / "shard.bin")
    learned = samples.Samples([tmp_path / "shard.bin"], torch.device("cpu"), held_out=False)
    wanted = learned.targets(torch.arange(2), 120.0, 0.5, 0.5)
    assert wanted.tolist() == pytest.approx([0, 0.5 / (1 + np.exp(-1))])


def test_drawn_games_can_teach_more_by_their_result(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN | {"trust": 1.0, "trust_drawn": 0.25}), encoding="utf-8")
    rows = np.zeros(100, samples.SAMPLE)
    rows["score"], rows["result"][1::2] = 120, -1
    rows.tofile(tmp_path / "shard.bin")
    learned = samples.Samples([tmp_path / "shard.bin"], torch.device("cpu"), held_out=False)
    run = abalone.AbaloneRun(
        abalone.AbalonePlan.read(path), tmp_path, None, device=torch.device("cpu"), threads=1,
        seconds=[0], epochs=None, progress=9,
    )  # fmt: skip
    seen = 1 / (1 + np.exp(-1))
    wanted = run.wanted(learned, torch.arange(2), 120.0)
    assert wanted.tolist() == pytest.approx([0.25 * seen + 0.75 * 0.5, seen])


def test_scores_can_be_learnt_on_another_scale(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN | {"unit": 100, "trust": 1.0}), encoding="utf-8")
    same = abalone.AbalonePlan.read(path)
    path.write_text(json.dumps(PLAN | {"unit": 100, "trust": 1.0, "scores_unit": 200}), "utf-8")
    halved = abalone.AbalonePlan.read(path)
    rows = np.zeros(100, samples.SAMPLE)
    rows["score"] = 100
    rows.tofile(tmp_path / "shard.bin")
    learned = samples.Samples([tmp_path / "shard.bin"], torch.device("cpu"), held_out=False)
    for plan, score in ((same, 100), (halved, 50)):
        run = abalone.AbaloneRun(
            plan, tmp_path, None, device=torch.device("cpu"), threads=1, seconds=[0], epochs=None,
            progress=9,
        )  # fmt: skip
        wanted = run.wanted(learned, torch.arange(1), plan.unit)
        assert wanted.item() == pytest.approx(1 / (1 + np.exp(-score / 100)))


def test_the_turns_of_guests_can_be_left_out(tmp_path):
    rows = np.zeros(100, samples.SAMPLE)
    rows["score"][::2] = samples.UNSCORED
    rows.tofile(tmp_path / "shard.bin")
    paths, device = [tmp_path / "shard.bin"], torch.device("cpu")
    assert len(samples.Samples(paths, device, held_out=False)) == 97
    scored = samples.Samples(paths, device, held_out=False, scored_only=True)
    assert len(scored) == 48
    assert bool(scored.scored.all())


def test_a_network_of_the_older_form_is_read(tmp_path):
    rng = np.random.default_rng(7)

    def drawn(most: int, *shape: int, kind: str = "<i2") -> np.ndarray:
        return rng.integers(-most, most, shape).astype(kind)

    older = {
        "patterns": drawn(60, 29403, 32)[lines.same_from_both_ends().numpy()],
        "cells": drawn(300, 122, 32), "lost": drawn(300, 16, 32), "bias": drawn(500, 32),
        "hidden": drawn(60, 32, 64), "hidden_bias": drawn(4000, 32, kind="<i4"),
        "out": drawn(2000, 32), "out_bias": np.array([900], "<i4"),
    }  # fmt: skip
    path = tmp_path / "older.safetensors"
    path.write_bytes(stored_nets.written(older))
    read = network.load(path)
    boards = styles.starting_boards()
    with torch.no_grad():
        first, second = (
            read.view(*boards), read.view(boards[1], boards[0], boards[3], boards[2])
        )  # fmt: skip
        numbers = torch.cat([first[:, 32:], second[:, 32:]], dim=1).clamp(0, 1).numpy()
        hidden = numbers @ older["hidden"].T / 64 + older["hidden_bias"] / (127 * 64)
        out = np.clip(hidden, 0, 1) @ older["out"] / 64 + older["out_bias"] / (127 * 64)
        plain = 127 * (first[:, -1] - second[:, -1]).numpy()
        assert read(*boards).numpy() == pytest.approx(out + plain, abs=0.1)
    assert len(set(out.round())) > 5


def test_a_network_that_knows_no_hexagons_is_read_as_it_was(tmp_path):
    rows = tensors(PACKAGED.read_bytes())
    path = tmp_path / "older.safetensors"
    path.write_bytes(stored_nets.written({k: v for k, v in rows.items() if k != "hexagons"}))
    network.save(network.load(path), path)
    read = tensors(path.read_bytes())
    assert not read["hexagons"].any()
    assert rows["hexagons"].any()
    assert all((read[name] == rows[name]).all() for name in rows if name != "hexagons")


def test_the_network_that_learns_is_the_one_that_the_kernel_computes():
    boards = codec.encode_many([rules.start(name) for name in starts.STARTS])
    rng = np.random.default_rng(5)
    for _ in range(30):
        reached, offsets = kernel.abalone.successors(boards)
        sizes = np.diff(offsets)
        boards = reached[offsets[:-1] + (rng.random(len(sizes)) * sizes).astype(int)]
    words = torch.from_numpy(boards[:, :16].copy().view("<i8"))
    sides = [((words[:, i, None] >> torch.arange(61)) & 1).float() for i in (0, 1)]
    lost = [(words[:, i] >> 61) & 7 for i in (0, 1)]
    with torch.no_grad():
        learning = network.load(PACKAGED)(*sides, *lost).numpy()
    played = abalone_net(PACKAGED).evaluate(boards)
    assert len(set(played.tolist())) > 10
    assert np.abs(learning - played).max() < 3  # roundings of the integers


def test_leaves_of_searches_are_searched_and_written_down(tmp_path):
    path = tmp_path / "plan.json"
    found = []
    for name, leaves in (("games", False), ("leaves", True)):
        chapters = [PLAN["rounds"][0] | {"leaves": leaves}]
        plan = PLAN | {"trust": 1.0, "unit": 120.0, "rounds": chapters}
        path.write_text(json.dumps(plan), encoding="utf-8")
        run = abalone.train(abalone.AbalonePlan.read(path), tmp_path / name, TRAINER, device="cpu")
        list(run)
        found.append(np.fromfile(tmp_path / name / "round0-0000.bin", dtype=samples.SAMPLE))
    games_alone, both = found
    drawn = (both["ply"] == games.STRAYED) & (both["result"] == 0) & (both["lead"] == 0)
    boards = {(row["own"], row["opp"]) for row in games_alone}
    aside = [(row["own"], row["opp"]) not in boards for row in both[drawn]]
    assert np.mean(aside) > 0.5  # most leaves come after moves that nobody plays
    assert 0.5 * len(games_alone) < drawn.sum() < 2 * len(games_alone)


def test_leaves_have_no_result_to_learn(tmp_path):
    path = tmp_path / "plan.json"
    plan = PLAN | {"rounds": [PLAN["rounds"][0] | {"leaves": True}]}
    path.write_text(json.dumps(plan), encoding="utf-8")
    with pytest.raises(NotationError, match=r"leaves: .*trust"):
        abalone.AbalonePlan.read(path)
    path.write_text(json.dumps(plan | {"trust": 1.0, "unit": 120.0}), encoding="utf-8")
    with pytest.raises(NotationError, match=r"leaves: .*make cpp"):
        next(abalone.train(abalone.AbalonePlan.read(path), tmp_path, None, device="cpu"))


def game_of(*scores: int, plies: list[int] | None = None) -> np.ndarray:
    """Samples of one game, in which nothing was drawn by lot."""
    rows = np.zeros(len(scores), samples.SAMPLE)
    rows["score"] = scores
    rows["ply"] = range(len(scores)) if plies is None else plies
    rows["ply"][0] |= games.STRAYED
    return rows


def chance(score: float) -> float:
    return float(1 / (1 + np.exp(-score / 100)))


def test_a_position_is_worth_what_later_searches_say_as_well():
    rows = np.concatenate([game_of(50, -80, 200), game_of(-300)])
    last = chance(200)
    middle = 0.6 * chance(-80) + 0.4 * (1 - last)
    first = 0.6 * chance(50) + 0.4 * (1 - middle)
    expected = [first, middle, last, chance(-300)]
    assert returns.returns(rows, 100.0, 0.4) == pytest.approx(expected)
    assert returns.returns(rows, 100.0, 0.0) == pytest.approx([chance(s) for s in rows["score"]])


def test_returns_pass_over_guests_and_end_where_a_move_was_drawn():
    guest = game_of(50, samples.UNSCORED, 70)
    assert returns.returns(guest, 100.0, 0.5)[[0, 2]] == pytest.approx(
        [0.75 * chance(50) + 0.25 * chance(70), chance(70)]  # two plies later, the same player
    )
    strayed = game_of(50, -80, 200)
    strayed["ply"][1] |= games.STRAYED
    middle = 0.5 * chance(-80) + 0.5 * (1 - chance(200))
    assert returns.returns(strayed, 100.0, 0.5) == pytest.approx([chance(50), middle, chance(200)])


def test_a_plan_can_learn_from_later_scores(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN | {"later": 0.5}), encoding="utf-8")
    with pytest.raises(NotationError, match="later: needs a unit"):
        abalone.AbalonePlan.read(path)
    rows = np.concatenate([game_of(50, -80)] * 50)
    rows.tofile(tmp_path / "shard.bin")
    learned = samples.Samples(
        [tmp_path / "shard.bin"], torch.device("cpu"), held_out=False,
        later=samples.LaterScores(0.5, 100.0),
    )  # fmt: skip
    wanted = learned.targets(torch.arange(2), 100.0, 1.0, 1.0)
    seen = [0.5 * chance(50) + 0.5 * (1 - chance(-80)), chance(-80)]
    assert wanted.tolist() == pytest.approx(seen, abs=0.002)  # scores are whole numbers


def test_a_mean_of_networks_lies_between_them():
    nets = [network.Network(seed) for seed in (1, 2)]
    one, other = (net.cells.detach().clone() for net in nets)
    made = mean.mean(nets, (0.25, 0.75))
    assert torch.allclose(made.cells, 0.25 * one + 0.75 * other)
    assert not torch.allclose(one, other)


def test_shares_of_a_mean_must_make_one(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(
        sys, "argv", ["mean", str(tmp_path / "new"), *[str(PACKAGED)] * 2, "--shares", ".5", ".4"]
    )
    with pytest.raises(SystemExit):
        mean.main()
    assert "expected 2 that make 1 together" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", sys.argv[:4])
    mean.main()
    assert (tmp_path / "new").read_bytes() == PACKAGED.read_bytes()


def test_a_style_adds_what_it_likes():
    base = styles.styled(network.load(PACKAGED), styles.Style())
    taste = styles.Style(marbles=0.5, pair=7, ring=2, chased=3)
    liked = styles.styled(network.load(PACKAGED), taste)
    own, opp = torch.zeros(1, 61), torch.zeros(1, 61)
    for row, number in ((4, 5), (4, 6), (5, 6)):  # three neighbours: three pairs, rings 0, 1, 1
        own[0, lines.cell_at(row, number)] = 1
    opp[0, lines.cell_at(0, 1)] = 1  # a corner, ring 4
    lost = torch.tensor([2]), torch.tensor([1])
    added = liked(own, opp, *lost) - base(own, opp, *lost)
    marbles = 0.5 * (215 - 100)  # half of what two lost and one ejected cost
    assert added.item() == pytest.approx(7 * 3 - 2 * 2 + 2 * 4 + 3 + marbles, abs=0.1)


def test_a_trainer_that_was_not_built_is_told(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN), encoding="utf-8")
    with pytest.raises(NotationError, match="make cpp"):
        next(abalone.train(abalone.AbalonePlan.read(path), tmp_path, tmp_path / "nowhere"))
