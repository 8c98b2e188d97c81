"""The frozen positions of Abak and their rollouts: a judge that no change of a net may move."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tablas import kernel
from tablas.abak import codec, formats
from tablas.engine import weights
from tablas.engine.abak.search import REPLIES
from tablas.engine.dice.evaluator import equities
from tree import CORPUS

FILE = CORPUS / "abak_reference.jsonl"


@pytest.fixture(scope="module")
def reference():
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def boards(reference):
    return codec.encode_many([formats.read(one["position"]).position for one in reference])


def test_a_thousand_different_positions_of_every_phase(reference, boards):
    assert len({one["position"] for one in reference}) == 1000
    assert {one["phase"] for one in reference} == {"middle", "end", "race"}
    assert not kernel.abak.outcomes(boards).any()


def distance(found, reference, judge) -> float:
    """The root mean square difference with the noise of the rollouts taken out."""
    known = np.array([judge in one for one in reference])
    rolled, noise = np.array([one[judge] for one in reference if judge in one]).T
    return float(np.mean((found[known] - rolled) ** 2 - noise**2)) ** 0.5


@pytest.mark.parametrize("name", ["abak", "abak-large"])
def test_the_nets_judge_near_the_rollouts(name, reference, boards):
    found = equities(weights.net(name).evaluate(boards))
    assert distance(found, reference, "cut") < 0.12
    assert distance(found, reference, "end") < 0.13


def test_looking_ahead_brings_the_judgement_nearer(reference, boards):
    net = weights.net("abak")
    searcher = kernel.abak.Searcher(net, net, weights.net("abak-quick"))
    some, judged = reference[::4], boards[::4]
    plain = distance(equities(net.evaluate(judged)), some, "cut")
    ahead = searcher.values(judged, plies=1, replies=REPLIES)
    assert distance(equities(ahead), some, "cut") < plain
