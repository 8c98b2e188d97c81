"""The cube and match play of Abak, with numbers of its own."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from tablas import kernel
from tablas.abak import codec
from tablas.abak.shape import contact
from tablas.cli.main import tablas
from tablas.engine.dice.cube_action import cube_state, efficiencies, judge
from tablas.engine.weights import net
from tablas.play.cube import Cube
from tablas.play.terms import Stakes
from tablas.values import Side


@pytest.fixture(scope="module")
def boards():
    """Every tenth position of some games of the net, the last ones with races."""
    rng, judge_of = np.random.default_rng(3), net("abak")
    now = np.repeat(kernel.abak.start()[None], 24, 0)
    met = []
    for turn in range(400):
        now = judge_of.choose(now, rng.integers(1, 7, (len(now), 2), dtype=np.uint8))[0]
        now = now[kernel.abak.outcomes(now) == 0]
        if turn % 5 == 0:
            met.append(now)
    return np.concatenate(met)


def test_the_kernel_tells_races_from_contact_as_the_positions_do(boards):
    live = kernel.abak.cube_efficiency(boards)
    positions = codec.decode_many(boards)
    touching = np.array([contact(position) for position in positions])
    assert 0.01 < 1 - touching.mean() < 0.5
    assert len(set(live[touching])) == 1
    by_pips = sorted(
        (position.pips, one)
        for position, one, near in zip(positions, live, touching, strict=True)
        if not near
    )
    found = [one for _, one in by_pips]
    assert found == sorted(found), "a longer race leaves more to the cube"
    assert efficiencies("abak", boards) == live.tolist()


def test_a_lead_is_worth_less_in_abak_than_in_backgammon():
    for own, opp in ((1, 3), (2, 5), (3, 9), (7, 11)):
        ours = kernel.match_equity(own, opp, game="abak")
        assert 0.5 < ours < kernel.match_equity(own, opp)
        assert ours + kernel.match_equity(opp, own, game="abak") == pytest.approx(1)
    with pytest.raises(ValueError, match="'backgammon' or 'abak'"):
        kernel.match_equity(3, 5, game="abalone")


def test_a_match_of_abak_goes_by_its_own_equities():
    stakes = Stakes(away=(3, 5))
    ours = cube_state(Cube(), stakes, Side.WHITE, "abak")
    theirs = cube_state(Cube(), stakes, Side.WHITE, "backgammon")
    even = (0.5, 0.1, 0.0, 0.1, 0.0)
    assert ours.away == theirs.away == (3, 5)
    assert ours.worth(even, 0.68) != theirs.worth(even, 0.68)
    assert ours.worths((1.0, 0.0, 0.0, 0.0, 0.0), 0.68)[2] == pytest.approx(
        2 * kernel.match_equity(2, 5, game="abak") - 1
    )


@pytest.mark.parametrize("plies", [0, 1])
def test_the_cube_is_judged_some_turns_ahead(plies, boards):
    row = boards[:1]
    found = judge(net("abak"), row, kernel.CubeState(), plies=plies, game="abak")
    assert found.available
    assert found.double_drop == 1
    assert found.no_double >= min(found.double_take, found.double_drop) or found.doubles
    plain = net("abak").evaluate(row)[0]
    assert found.chances[0] == pytest.approx(plain[0], abs=0 if plies == 0 else 0.2)


def run(*arguments: str) -> str:
    done = CliRunner().invoke(tablas, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_the_commands_know_the_table_of_abak():
    table = json.loads(run("met", "abak", "--length", "3", "--json"))
    assert table["before_and_in_crawford"][0][2] == kernel.match_equity(1, 3, game="abak")
    assert run("met", "abak") != run("met", "backgammon") == run("met")
    told = json.loads(run("cube", "abak", "--match", "5:2-3", "--plies", "0", "--json"))
    drop = kernel.match_equity(2, 2, game="abak")
    assert told["match_chances"][2] == pytest.approx(drop)
