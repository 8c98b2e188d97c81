"""The net in the kernel: the same numbers as a plain sum, on every path, and a player worth it."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from dataclasses import replace
from importlib import resources

import numpy as np
import pytest
from tools.measure.nets.product_net import as_products

from product_nets import gates_alone, logits, product_tensors
from samples import sample
from tablas import Dice, InvalidPosition, NotationError, kernel, kind
from tablas.backgammon import rules
from tablas.backgammon.codec import encode_many
from tablas.engine import weights
from tablas.engine.bot import bot
from tablas.engine.dice.evaluator import equities
from tablas.engine.dice.net_player import NetPlayer
from tablas.engine.player import Answer
from tablas.engine.stored_nets import slimmed, written
from tablas.errors import DamagedWeights, KernelDisagrees
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.values import Side
from whole_number_nets import assert_nearly_on_every_path

FOLDER = resources.files("tablas.engine") / "weights"
MANIFEST = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
BACKGAMMON = kind("backgammon")


@pytest.fixture(scope="module")
def boards():
    """Positions of games between a net and chance, and everything one roll later."""
    rng = np.random.default_rng(7)
    net = weights.net("backgammon")
    now = np.repeat(kernel.backgammon.start()[None], 40, axis=0)
    found = []
    for turn in range(70):
        dice = rng.integers(1, 7, (len(now), 2), dtype=np.uint8)
        after, offsets = kernel.backgammon.successors(now, dice)
        found.append(after[rng.integers(len(after), size=sample(20))])
        picks = rng.integers(offsets[:-1], offsets[1:])
        now = net.choose(now, dice)[0] if turn % 3 else after[picks]
        now = now[kernel.backgammon.outcomes(now) == 0]
        if not len(now):
            break
    return np.concatenate(found)


def units(place: int, count: int) -> list[float]:
    """The inputs for a number of checkers, as the model card describes them."""
    if place == 0:
        fifths = [min(max(count - low, 0), 5) / 5 for low in (0, 5, 10)]
        return [count >= 1, *fifths, count >= 12, count >= 14]
    if place == 25:
        return [count >= 1, count >= 2, count >= 3, count >= 4, count / 4, 0]
    return [count == 1, count >= 2, count >= 3, count >= 4, count >= 5, max(count - 5, 0) / 3]


def reference(tensors, boards):
    """The chances in double precision, without what a race rules out."""
    nibbles = np.stack([boards & 15, boards >> 4], axis=2).reshape(len(boards), 2, 32)[:, :, :26]
    table = np.array([[units(place, count) for count in range(16)] for place in range(26)], float)
    row = logits(tensors, table[np.arange(26), nibbles].reshape(len(boards), -1))
    off = nibbles[:, :, 0] > 0
    row[off[:, 1], 1:3] = row[off[:, 0], 4:6] = -np.inf
    likely = np.exp(row - row.max(axis=1, keepdims=True))
    w1, w2, w3, _, l2, l3 = (likely / likely.sum(axis=1, keepdims=True)).T
    return np.stack([w1 + w2 + w3, w2 + w3, w3, l2 + l3, l3], axis=1)


def in_contact(boards):
    places = np.arange(26)
    nibbles = np.stack([boards & 15, boards >> 4], axis=2).reshape(len(boards), 2, 32)[:, :, :26]
    rearmost = ((nibbles > 0) * places).max(axis=2)
    return rearmost.sum(axis=1) > 25


@pytest.mark.parametrize("name", ["backgammon", "backgammon-large"])
def test_every_path_gives_the_plain_sum(name, boards):
    going_on = boards[(kernel.backgammon.outcomes(boards) == 0) & in_contact(boards)]
    assert len(going_on) > 400
    assert_nearly_on_every_path(
        weights.net(name), going_on, reference(weights.packaged(name), going_on), 0.0003
    )


def test_a_layer_of_products_gives_the_plain_sum_on_every_path(boards, tmp_path):
    going_on = boards[(kernel.backgammon.outcomes(boards) == 0) & in_contact(boards)]
    path = tmp_path / "products.safetensors"
    path.write_bytes(written(slimmed(product_tensors(312, (80, 48)))))
    tensors, net = weights.tensors(path.read_bytes()), weights.net_from(path, "backgammon")
    assert_nearly_on_every_path(net, going_on, reference(tensors, going_on), 0.0003)


@pytest.mark.parametrize("factor", [1, -1])
def test_units_multiplied_by_one_are_the_plain_net_to_the_bit(factor, boards):
    plain = gates_alone(weights.packaged("backgammon"))
    one, other = (
        weights.layered(kernel.backgammon.Net, made) for made in (plain, as_products(plain, factor))
    )
    for path in kernel.paths():
        assert np.array_equal(one.evaluate(boards, path=path), other.evaluate(boards, path=path))


@pytest.mark.parametrize(
    ("name", "shape"),
    [("layer0.weight", (96, 312)), ("layer0.bias", (32,)), ("layer1.weight", (16, 48))],
)
def test_layers_of_products_that_do_not_fit_are_refused(name, shape):
    made = product_tensors(312, (32, 16)) | {name: np.zeros(shape, np.float32)}
    with pytest.raises(DamagedWeights, match=r"do not fit together|does not fit its layer"):
        weights.layered(kernel.backgammon.Net, made)


def test_a_board_is_judged_the_same_alone_and_in_any_company(boards):
    net = weights.net("backgammon")
    whole = net.evaluate(boards)
    assert np.array_equal(whole, net.evaluate(boards, threads=2))
    assert np.array_equal(whole[::-1], net.evaluate(np.ascontiguousarray(boards[::-1])))
    assert np.array_equal(whole[17:18], net.evaluate(boards[17:18]))


def test_chances_are_ordered_and_finished_games_are_known(boards):
    found = weights.net("backgammon").evaluate(boards, 2)
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = found.T
    assert ((found >= 0) & (found <= 1 + 1e-6)).all()
    assert ((win >= win_gammon) & (win_gammon >= win_backgammon)).all()
    assert ((1 - win >= lose_gammon - 1e-6) & (lose_gammon >= lose_backgammon)).all()
    over = kernel.backgammon.outcomes(boards)
    assert (equities(found)[over != 0] == over[over != 0]).all()


def position(own: dict[int, int], opp: dict[int, int]) -> rules.Position:
    sides = [[side.get(place, 0) for place in range(26)] for side in (own, opp)]
    return rules.Position(*map(tuple, sides))


def test_races_have_no_impossible_gammons():
    ahead = position({0: 9, 1: 6}, {0: 1, 6: 14})
    nearly = position({0: 13, 2: 2}, {6: 10, 7: 5})
    stuck = position({0: 14, 1: 1}, {6: 10, 20: 5})
    found = weights.net("backgammon").evaluate(encode_many([ahead, nearly, stuck]))
    assert found[0, 1:].tolist() == [0, 0, 0, 0]
    assert found[0, 0] > 0.999
    assert found[1, 1] > 0.98  # two checkers left, the other side has none off
    assert found[1, 2] == 0
    assert found[1, 3:].tolist() == [0, 0]
    assert found[2, 2] > 0.98  # borne off with the next roll, five still in the winner's home


def test_choose_takes_the_best_successor(boards):
    net = weights.net("backgammon")
    going_on = boards[kernel.backgammon.outcomes(boards) == 0][:200]
    dice = np.random.default_rng(3).integers(1, 7, (len(going_on), 2), dtype=np.uint8)
    chosen, chances = net.choose(going_on, dice, threads=2)
    after, offsets = kernel.backgammon.successors(going_on, dice)
    value = equities(net.evaluate(after))
    for i, (first, last) in enumerate(itertools.pairwise(offsets)):
        best = first + np.argmin(value[first:last])
        assert np.array_equal(chosen[i], after[best])
        assert equities(chances[i : i + 1])[0] == pytest.approx(-value[best], abs=1e-5)


def test_bad_input_is_refused():
    net = weights.net("backgammon")
    start = kernel.backgammon.start()[None]
    with pytest.raises(InvalidPosition, match=r"boards\[0\]"):
        net.evaluate(np.zeros((1, 32), np.uint8))
    with pytest.raises(ValueError, match="shape"):
        net.evaluate(start[:, :31].copy())
    with pytest.raises(ValueError, match=r"dice\[0\]"):
        net.choose(start, np.array([[0, 3]], np.uint8))
    with pytest.raises(ValueError, match="path"):
        net.evaluate(start, path="abacus")
    over = encode_many([position({0: 15}, {6: 15})])
    with pytest.raises(InvalidPosition, match="over"):
        net.choose(over, np.array([[1, 2]], np.uint8))
    with pytest.raises(ValueError, match="float32"):
        kernel.backgammon.Net([(np.zeros((6, 312)), np.zeros(6))])


@pytest.mark.parametrize("name", MANIFEST)
def test_damaged_weights_are_refused(name):
    data = (FOLDER / f"{name}.safetensors").read_bytes()
    weights.check(name, data, MANIFEST[name])
    bent = bytearray(data)
    bent[-5] ^= 1
    with pytest.raises(DamagedWeights, match="SHA-256"):
        weights.check(name, bytes(bent), MANIFEST[name])
    other = {**MANIFEST[name], "shapes": {"layer0.weight": [1, 2]}}
    with pytest.raises(DamagedWeights, match="shapes"):
        weights.check(name, data, other)
    short = data[:-4]
    digest = {**MANIFEST[name], "sha256": hashlib.sha256(short).hexdigest()}
    with pytest.raises(DamagedWeights, match="outside"):
        weights.check(name, short, digest)


@pytest.mark.parametrize(
    "header",
    [
        b"[]",
        b"{",
        b'{"a": {"dtype": "F16", "shape": [1], "data_offsets": [0, 2]}}',
        b'{"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}',
        b'{"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}',
        b'{"a": {"dtype": "F32", "shape": [1], "data_offsets": [-4, 0]}}',
    ],
)
def test_files_that_are_no_nets_are_refused(header, tmp_path):
    path = tmp_path / "net.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    with pytest.raises(DamagedWeights):
        weights.net_from(path, "backgammon")


def test_unknown_and_empty_nets_are_refused(tmp_path):
    with pytest.raises(DamagedWeights, match="checkers"):
        weights.net("checkers")
    path = tmp_path / "net.safetensors"
    path.write_bytes((2).to_bytes(8, "little") + b"{}")
    with pytest.raises(DamagedWeights, match="two layers"):
        weights.net_from(path, "backgammon")


def points_against_greedy(seed: int) -> int:
    """What the net wins or loses in one game; who begins depends on the seed."""
    rng = random.Random(seed)
    sides = [bot("backgammon", name, rng) for name in ("expert", "greedy")]
    now, turn = rules.start(), seed % 2
    while not (end := rules.outcome(now)):
        dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
        play = sides[turn].choose(at(now, dice))
        now, turn = rules.after(now, play), 1 - turn
    return end.points if turn == 0 else -end.points


def test_the_net_beats_the_greedy_player_by_far():
    # Over thousands of games it wins about 1.2 points a game.
    assert sum(map(points_against_greedy, range(10))) >= 5


def at(position, dice=None, game=BACKGAMMON, cube=True) -> State:
    """A game for money that stands here."""
    phase = Phase.TO_PLAY if dice else Phase.TO_ROLL
    return State(
        kind=game, terms=Terms(stakes=Stakes(cube=cube)), position=position, turn=Side.WHITE,
        phase=phase, cube=Cube(), dice=dice,
    )  # fmt: skip


def test_the_player_doubles_and_takes_with_sense():
    net = NetPlayer(weights.net("backgammon"), "backgammon")
    start = at(rules.start())
    winning = at(position({0: 13, 4: 1, 1: 1}, {0: 14, 1: 1}))  # 29 rolls of 36
    assert not net.doubles(start)
    assert net.answer(start) is Answer.TAKE
    assert net.doubles(winning)
    assert net.answer(winning) is Answer.DROP


def test_the_player_refuses_other_games_and_missing_dice():
    net = NetPlayer(weights.net("backgammon"), "backgammon")
    abak = kind("abak")
    with pytest.raises(NotationError, match="not abak"):
        net.choose(at(abak.rules.start(), Dice(1, 2), abak))
    with pytest.raises(NotationError, match="dice"):
        net.choose(at(rules.start()))


class Liar:
    """A net that reaches a position which the roll cannot reach."""

    def choose(self, *_):
        return kernel.backgammon.start()[None], None


def test_a_play_that_the_rules_do_not_know_is_never_played():
    with pytest.raises(KernelDisagrees, match="6-5"):
        NetPlayer(Liar(), "backgammon").choose(at(rules.start(), Dice(6, 5), cube=False))


def test_the_score_of_a_match_changes_what_is_played_and_doubled():
    net = NetPlayer(weights.net("backgammon"), "backgammon")
    # Few rolls win; but if the opponent needs one point only, a double stake costs nothing more.
    behind = position({0: 13, 6: 1, 5: 1}, {0: 14, 1: 1})
    money = at(behind)
    assert not net.doubles(money)
    last = replace(money, terms=Terms(stakes=Stakes(away=(2, 1))))
    assert net.doubles(last)
    dead = replace(at(rules.start(), Dice(6, 4)), terms=Terms(stakes=Stakes(away=(1, 1))))
    assert net.choose(dead) in rules.plays(rules.start(), Dice(6, 4)).values()


def test_beavers_are_only_said_where_they_were_agreed():
    net = NetPlayer(weights.net("backgammon"), "backgammon")
    foolish = replace(at(rules.start()), cube=Cube().doubled_by(Side.WHITE), phase=Phase.TO_ANSWER)
    assert net.answer(foolish) is Answer.TAKE
    agreed = replace(foolish, terms=Terms(stakes=Stakes(beavers=True)))
    assert net.answer(agreed) is Answer.RAISE


def safetensors(kind, shape, data):
    header = {"layer0.weight": {"dtype": kind, "shape": shape, "data_offsets": [0, len(data)]}}
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def test_half_floats_are_read_whole_and_in_planes():
    half = np.random.default_rng(4).normal(size=(4, 3)).astype("<f2")
    whole = weights.tensors(safetensors("F16", [4, 3], half.tobytes()))
    assert whole["layer0.weight"].dtype == np.float32
    assert (whole["layer0.weight"] == half.astype(np.float32)).all()
    rows = half.view(np.uint8).reshape(-1, 2).T
    split = weights.tensors(safetensors("U8", [2, 4, 3], rows.tobytes()))
    assert (split["layer0.weight"] == whole["layer0.weight"]).all()
    for shape in ([24], [3, 8], [1, 24]):
        with pytest.raises(
            DamagedWeights, match=r"layer0\.weight: bytes of the shape .* two planes"
        ):
            weights.tensors(safetensors("U8", shape, bytes(24)))
