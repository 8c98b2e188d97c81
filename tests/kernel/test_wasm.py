"""The kernel for browsers, in Node: numbers of the native one, boards and steps of the rules."""

from __future__ import annotations

import json
import random
from functools import cache

import numpy as np
import pytest
from tools.measure.nets.product_net import as_products

from product_nets import gates_alone, product_tensors
from samples import sample
from tablas import kernel
from tablas.abalone import notation
from tablas.abalone.symmetry import SYMMETRIES
from tablas.engine import weights
from tablas.engine.abak.heuristic import HeuristicPlayer, evaluate, packed
from tablas.engine.abalone.book import PLAYED, packaged
from tablas.engine.abalone.network import abalone_net
from tablas.engine.browser_nets import rounded, written
from tablas.engine.engines import engine
from tablas.engine.weights import layered
from tablas.games import NAMES, kind
from tablas.server.web.routes.engine import served
from tablas.values import Dice, Setup, Side
from wasm_kernel import wasm_kernel

DICE_GAMES = [name for name in NAMES if kind(name).dice]
POSITIONS = sample(20)  # a game, for steps; judgements are compared on all that lie on the way
ROUNDING = 2e-6  # of a chance: browsers have another `exp`
PIPS = 1e-3  # what adding up in another order may change of a sum of terms
LARGEST = 1_000_000  # bytes of a net as it is sent


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    with wasm_kernel("simd", tmp_path_factory.mktemp("nets")) as running:
        yield running


@cache  # most tests look at the same games
def played(name):
    """Set-ups of random games with a roll, and all boards on the way to them."""
    known, rng = kind(name), random.Random(6)
    setups, boards = [], []
    while len(setups) < POSITIONS:
        position, side = known.start().position, rng.choice(list(Side))
        for _ in range(rng.randrange(70)):
            dice = roll(rng) if known.dice else None
            position, side = rng.choice(list(known.rules.plays(position, dice))), side.other
            if known.rules.outcome(position):
                break
            boards.append(known.codec.encode(position))
        else:
            setups.append((Setup(position, side), roll(rng) if known.dice else None))
    return setups, boards


def roll(rng):
    return Dice(rng.randrange(1, 7), rng.randrange(1, 7))


@pytest.mark.parametrize("build", ["simd", "scalar"])
def test_a_build_has_the_numbers_of_the_native_kernel(build, tmp_path):
    with wasm_kernel(build, tmp_path) as running:
        told = running.ask("numbers", game="", depth=2)
    assert told["signature"] == str(kernel.signature())
    assert told["search"] == str(kernel.abalone.search_signature())
    for name in NAMES:
        mirror = getattr(kernel, name)
        assert told["perft"][name] == str(mirror.perft(mirror.start(), 2))


@pytest.mark.parametrize("name", NAMES)
def test_boards_steps_and_plays_are_those_of_the_rules(name, node):
    known = kind(name)
    setups, _ = played(name)
    for setup, dice in setups:
        shown = known.board.position_json(setup)
        where = {"game": name, "position": shown, "turn": setup.mover.value}
        packed = node.ask("board", **where)
        assert bytes(packed["bytes"]) == known.codec.encode(setup.position)
        assert packed["back"]["position"] == shown["position"]
        assert packed["back"].get("lost") == shown.get("lost")
        rolled = [dice.high, dice.low] if dice else None
        graph = known.board.graph(setup, dice)
        text = known.formats.write(setup)
        own = node.ask("graph", game=name, text=text, dice=rolled)
        assert steps_of(own) == steps_of(graph), text


def steps_of(graph):
    """The nodes without their numbers: what stands there, and which steps lead where."""
    nodes = graph["nodes"]
    return sorted(
        json.dumps(
            {
                "position": node["position"],
                "left": node.get("left"),
                "complete": node["complete"],
                "steps": sorted(
                    json.dumps(step | {"next": nodes[step["next"]]["position"]}, sort_keys=True)
                    for step in node["steps"]
                ),
            },
            sort_keys=True,
        )
        for node in nodes
    )


@pytest.mark.parametrize("name", DICE_GAMES)
def test_a_net_judges_as_the_native_kernel_does_with_the_same_weights(name, node):
    _, rows = played(name)
    boards = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    net = layered(getattr(kernel, name).Net, rounded(weights.packaged(name)))
    told = np.array(node.ask("judged", game=name, boards=boards.tolist()))
    assert np.abs(told - net.evaluate(boards, path="portable")).max() < ROUNDING
    exact = weights.net(name).evaluate(boards)
    assert np.abs(told - exact).mean() < 0.004  # what a byte for a weight costs


@pytest.mark.parametrize("build", ["simd", "scalar"])
def test_a_layer_of_products_is_judged_as_the_native_kernel_does(build, tmp_path):
    for seed, name in enumerate(DICE_GAMES):
        _, rows = played(name)
        boards = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
        inputs = weights.packaged(name)["layer0.weight"].shape[1]
        made = product_tensors(inputs, (128, 64), seed)
        net = layered(getattr(kernel, name).Net, rounded(made))
        with wasm_kernel(build, tmp_path, {name: written(made)}) as running:
            told = np.array(running.ask("judged", game=name, boards=boards.tolist()))
        assert np.abs(told - net.evaluate(boards, path="portable")).max() < ROUNDING
        assert told[:, 0].std() > 0.01  # it says something about the boards


@pytest.mark.parametrize("name", DICE_GAMES)
def test_products_with_minus_one_lose_no_more_by_rounding_than_the_plain_net(name):
    _, rows = played(name)
    boards = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    plain = gates_alone(weights.packaged(name))
    judged = [
        layered(getattr(kernel, name).Net, rounded(made)).evaluate(boards)
        for made in (plain, as_products(plain, -1))
    ]
    assert np.array_equal(*judged)


def test_the_search_without_dice_keeps_every_bit_of_its_net(node):
    _, rows = played("abalone")
    boards = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    told = node.ask("judged", game="abalone", boards=boards.tolist())
    assert told == abalone_net().evaluate(boards).tolist()


@pytest.mark.parametrize("name", DICE_GAMES)
def test_pips_and_being_shut_out_are_those_of_the_rules(name, node):
    known = kind(name)
    _, rows = played(name)
    told = node.ask("facts_of", game=name, boards=[list(row) for row in rows])
    for row, facts in zip(rows, told, strict=True):
        position = known.codec.decode(row)
        assert facts["pips"] == [position.pips, position.swapped().pips]
        assert facts["shutOut"] is known.shut_out(position)


def test_rules_of_thumb_choose_and_double_as_the_level_of_the_server_does(node):
    abak, player = kind("abak"), HeuristicPlayer()
    setups, rows = played("abak")
    boards = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    told = np.array(node.ask("heuristic_evaluations", boards=boards.tolist()))
    assert np.abs(told - evaluate(boards)).max() < PIPS
    cube = {"value": 1, "owner": "centred", "away": [0, 0], "crawford": False, "jacoby": False}
    for setup, dice in setups:
        where = {"game": "abak", "text": abak.formats.write(setup), "level": "heuristic"}
        own = node.ask("choose", **where, dice=[dice.high, dice.low])["text"]
        plays = [
            abak.notation.read(setup.position, dice, own),
            player.choose(abak, setup.position, dice),
        ]
        reached = [abak.rules.after(setup.position, play) for play in plays]
        ours, theirs = evaluate(packed(reached))
        assert abs(ours - theirs) < PIPS, (where, dice, own)
        decided = node.ask("decide", **where, cube=cube)
        assert decided["doubles"] is player.doubles(abak, setup.position)
        assert (decided["answer"] == "take") is player.takes(abak, setup.position)


def test_an_expert_of_the_browser_looks_ahead_before_a_double(node):
    backgammon = kind("backgammon")
    text = backgammon.formats.write(backgammon.formats.read("Wxs7BADbtiUAQA"))
    cube = {"value": 1, "owner": "centred", "away": [0, 0], "crawford": False, "jacoby": False}
    asked = {"game": "backgammon", "text": text, "level": "expert", "cube": cube}
    assert node.ask("decide", **asked)["doubles"]  # by the formula it would not


@pytest.mark.parametrize("name", NAMES)
def test_a_browser_can_be_every_level_up_to_expert(name):
    # But the one that errs as people do: it sees more of a play than a browser's net tells.
    levels = [level.name for level in engine(name).levels if level.name != "humanlike"]
    assert list(engine(name).browser.levels) == levels[: levels.index("expert") + 1]


def test_a_best_play_of_two_plies_and_what_another_costs(node):
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    judged = node.ask("judge", game="backgammon", text=text, play="24/20", care="normal")
    assert judged["best"] == "8/5 6/5"
    assert judged["played"] == "24/20"
    assert judged["mark"] == "blunder"
    assert judged["alternatives"][0]["plies"] == 2
    assert len(judged["shown"]["ways"]) == len(judged["alternatives"])


@pytest.mark.parametrize("start", ["belgian-daisy", "standard"])
def test_the_book_is_looked_up_however_the_board_lies(node, start):
    book, rng = packaged(), random.Random(start)
    position, side = kind("abalone").start(start).position, Side.BLACK
    for symmetry in rng.sample(SYMMETRIES, 6):
        seen = symmetry.position(position)
        best = book.moves(seen)
        good = {notation.write(seen, move) for move, score in best if score >= best[0][1] - PLAYED}
        text = kind("abalone").formats.write(Setup(seen, side))
        told = {node.ask("choose", game="abalone", level="expert", text=text)["text"] for _ in "12"}
        assert told <= good


@pytest.mark.parametrize("place", served())
def test_a_net_is_small_enough_for_a_phone(place):
    assert len(served()[place]() or b"") <= LARGEST
