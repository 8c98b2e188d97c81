"""The graph of legal steps: its paths are the legal plays, and its reasons the rules'."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import setups
from tablas.abak import formats as abak_formats
from tablas.abak import position as abak_position
from tablas.abak import steps as abak_steps
from tablas.abalone import overlays
from tablas.abalone import rules as abalone_rules
from tablas.abalone import steps as abalone_steps
from tablas.abalone.movement import Move
from tablas.backgammon import rules as backgammon_rules
from tablas.backgammon import steps as backgammon_steps
from tablas.games import kind
from tablas.values import ROLLS, Dice, Setup, Side

DICE_GAMES = ("backgammon", "abak")


def steps_of(name: str) -> Any:
    return import_module(f"tablas.{name}.steps")


def paths(graph: dict[str, Any], number: int = 0) -> Iterator[list[dict[str, Any]]]:
    """Every way along the edges to a complete node."""
    node = graph["nodes"][number]
    if node["complete"]:
        yield []
    for step in node["steps"]:
        for rest in paths(graph, step["next"]):
            yield [step, *rest]


def text(path: list[dict[str, Any]]) -> str:
    return " ".join(step["word"] for step in path) or "-"


def positions(name: str, count: int, seed: int) -> Iterator[Any]:
    """Positions of random games, and set-ups that play does not reach."""
    rng, rules = random.Random(seed), kind(name).rules
    position = rules.start()
    for number in range(count):
        yield getattr(setups, name)(rng) if number % 3 == 0 else position
        following = list(rules.plays(position, rng.choice(ROLLS)))
        position = rng.choice(following) if following else rules.start()


@pytest.mark.parametrize("name", DICE_GAMES)
def test_every_path_is_a_legal_play_and_together_they_reach_every_end(name):
    game, rng = kind(name), random.Random(11)
    for position in positions(name, 90, seed=5):
        dice = rng.choice([roll for roll in ROLLS if not roll.double or rng.random() < 0.3])
        graph = steps_of(name).graph(Setup(position, Side.WHITE), dice)
        ends = game.rules.plays(position, dice)
        if not ends:
            assert graph["nodes"][0]["steps"] == []
            continue
        reached = set()
        some = {text(path) for path in paths(graph)}
        for words in rng.sample(sorted(some), min(len(some), 12)):
            play = game.notation.read(position, dice, words)
            assert game.rules.why_illegal(position, dice, play) is None
            assert game.rules.after(position, play) in ends
        for node in graph["nodes"]:
            if node["complete"]:
                reached.add(node["position"])
        assert reached == {placed(name, end) for end in ends}


def placed(name: str, end: Any) -> str:
    """An end of White's turn as the graph writes it."""
    return steps_of(name).position_json(Setup(end, Side.BLACK))["position"]


@pytest.mark.parametrize("name", DICE_GAMES)
@pytest.mark.parametrize("side", list(Side))
def test_each_node_is_reached_and_each_step_changes_the_position_by_its_text(name, side):
    setup = Setup(kind(name).rules.start(), side)
    graph = steps_of(name).graph(setup, Dice(3, 1))
    nodes = graph["nodes"]
    aims = {step["next"] for node in nodes for step in node["steps"]}
    assert aims == set(range(1, len(nodes)))
    for path in paths(graph):
        after = kind(name).rules.after(setup.position, read(name, setup, text(path)))
        number = path[-1]["next"]
        expected = steps_of(name).position_json(Setup(after, side.other))["position"]
        assert nodes[number]["position"] == expected
        assert nodes[number]["left"] == ()


def read(name: str, setup: Setup[Any], words: str) -> Any:
    return kind(name).notation.read(setup.position, Dice(3, 1), words)


def test_a_die_that_would_leave_the_other_unplayable_is_not_offered():
    # The 6- and the 11-point are held: after 13/7 nothing plays the 1, after 13/12 nothing the 6.
    own, opp = [0] * 26, [0] * 26
    own[13], own[12], own[0] = 1, 1, 13
    opp[25 - 6], opp[25 - 11], opp[0] = 2, 2, 11
    setup = Setup(backgammon_rules.Position(tuple(own), tuple(opp)), Side.WHITE)
    graph = backgammon_steps.graph(setup, Dice(6, 1))
    assert [step["word"] for step in graph["nodes"][0]["steps"]] == ["13/7"]
    assert why(graph, 13, 1) == {"larger-die"}
    assert why(graph, 12) == {"blocked"}


def test_no_movement_is_a_graph_of_one_complete_node():
    own, opp = (14, *[0] * 24, 1), (3, *[2] * 6, *[0] * 19)
    graph = backgammon_steps.graph(
        Setup(backgammon_rules.Position(own, opp), Side.BLACK), Dice(6, 6)
    )
    assert len(graph["nodes"]) == 1
    assert graph["nodes"][0]["complete"]
    assert text(next(paths(graph))) == "-"


def abak(words: str) -> Setup[Any]:
    return abak_formats.read(words)


MID_GAME = "E/1/e/1/S/sssn/1/sg/3/SSGS/gs/sD/2/SSN/Sd/SSO/2/os/2 G/- -/ss w"


def why(graph: dict[str, Any], place: int, die: int | None = None) -> set[str]:
    """The rules named for the checkers of a place."""
    return {
        graph["reasons"][number]["rule"]
        for where, _, with_die, number in graph["nodes"][0]["why"]
        if where == place and die in (None, with_die)
    }


def test_while_one_waits_on_the_bar_the_others_say_so():
    graph = abak_steps.graph(abak(MID_GAME), Dice(5, 2))
    assert why(graph, 13) == {"bar-first", "covered"}
    assert why(graph, 7) == {"trapped"}
    assert {step["source"] for step in graph["nodes"][0]["steps"]} == {25}


def test_the_wounded_the_guard_and_the_general_name_their_rules():
    setup = abak("ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w")
    graph = abak_steps.graph(setup, Dice(6, 5))
    assert why(graph, 24, 5) == {"blocked"}
    assert "wounded" not in why(graph, 23)  # a soldier stands on the odd wounded
    back = {die for place, _, die, _ in graph["nodes"][0]["why"] if place == 6}
    assert all(die in (0, 6, 5, -6, -5) for die in back)


def test_a_lone_half_of_an_assault_is_refused_with_the_guards_rule():
    points = [""] * 25
    points[11], points[5] = "S", "g"
    position = abak_position.Position(tuple(points))
    graph = abak_steps.graph(Setup(position, Side.WHITE), Dice(6, 1))
    assert why(graph, 11, 6) == {"lone-guard"}


@pytest.mark.parametrize("name", DICE_GAMES)
def test_every_checker_on_top_moves_with_a_die_or_says_why_not(name):
    rng = random.Random(2)
    for position in positions(name, 40, seed=8):
        dice = rng.choice(ROLLS)
        node = steps_of(name).graph(Setup(position, Side.WHITE), dice)["nodes"][0]
        if node["complete"]:
            continue
        told = {(place, abs(die)) for place, _, die, _ in node["why"]}
        moves = {(step["source"], step["die"]) for step in node["steps"]}
        for place in own_tops(name, position):
            for die in set(node["left"]):
                assert (place, die) in told | moves or (place, 0) in told


def own_tops(name: str, position: Any) -> list[int]:
    if name == "backgammon":
        return [place for place in range(1, 26) if position.own[place]]
    tops = [place for place in range(1, 25) if position.points[place][-1:].isupper()]
    return tops + [25] * bool(position.bar)


def test_the_moves_of_abalone_are_the_legal_ones():
    for start in ("belgian-daisy", "standard"):
        setup = Setup(abalone_rules.start(start), Side.BLACK)
        graph = abalone_steps.graph(setup)
        legal = abalone_rules.plays(setup.position)
        moves = {
            Move(tuple(step["cells"]), step["direction"]): step
            for step in graph["nodes"][0]["steps"]
        }
        assert set(moves) == set(legal.values())
        for end, move in legal.items():
            node = graph["nodes"][moves[move]["next"]]
            assert node["complete"]
            assert node["position"] == abalone_steps.rows(end, Side.WHITE)


def test_each_group_of_abalone_moves_or_says_why_not():
    setup = Setup(abalone_rules.start(), Side.BLACK)
    graph = abalone_steps.graph(setup)
    first = graph["nodes"][0]
    told = {(cells, way) for cells, way, _ in first["why"]}
    moves = {("".join(step["cells"]), step["direction"]) for step in first["steps"]}
    assert not told & moves
    groups = {"".join(cells) for cells in abalone_steps.groups(setup.position)}
    assert len(told) + len(moves) == 6 * len(groups)


def test_threats_are_the_marbles_that_can_be_ejected():
    position = abalone_rules.Position(frozenset({"e7", "e8"}), frozenset({"e9", "a1"}))
    setup = Setup(position, Side.BLACK)
    assert overlays.threats(setup) == {"black": [], "white": ["e9"]}
    assert overlays.pushed(position, Move(("e7", "e8"), "e")) == ("e9",)


def test_formations_carry_the_words_of_the_glossary():
    position = abalone_rules.Position(frozenset({"a1", "a2", "a3"}), frozenset({"e5"}))
    found = overlays.formations_json(Setup(position, Side.BLACK))
    lance = next(formation for formation in found if formation["key"] == "lances")
    assert (lance["es"], lance["side"], lance["cells"]) == ("lanza", "black", ["a1", "a2", "a3"])


@pytest.mark.parametrize("name", ["backgammon", "abak", "abalone"])
def test_the_json_is_json(name):
    setup = Setup(kind(name).rules.start(), Side.BLACK)
    steps = steps_of(name)
    graph = steps.graph(setup) if name == "abalone" else steps.graph(setup, Dice(2, 2))
    assert json.loads(json.dumps(graph))["side"] == "black"
    assert json.loads(json.dumps(steps.position_json(setup)))["game"] == name


@pytest.mark.parametrize("name", DICE_GAMES)
def test_no_step_leads_into_a_dead_end(name):
    rng = random.Random(4)
    for position in positions(name, 40, seed=9):
        graph = steps_of(name).graph(Setup(position, Side.WHITE), rng.choice(ROLLS))
        if kind(name).rules.outcome(position):
            continue
        assert all(node["complete"] or node["steps"] for node in graph["nodes"])
