"""Training of the race net: positions, what follows from a roll, learning; needs PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from tablas import kernel

race = pytest.importorskip("tablas.training.backgammon.race", exc_type=ImportError)


def test_sides_are_whole_and_on_their_way():
    rng = np.random.default_rng(1)
    entries = race.entered(200, rng)
    counts = np.concatenate([entries, race.begun(200, entries, rng)])
    assert len(entries) > 50
    assert (counts.sum(axis=1) == race.CHECKERS).all()
    assert (race.home_index(counts) == -1).all()
    assert (counts @ np.arange(race.PLACES) <= race.MOST_PIPS).all()
    boards = race.packed(counts)
    turned = np.concatenate([boards[:, 16:], boards[:, :16]], axis=1)
    assert np.array_equal(race.moved(turned), counts)


def test_at_home_the_next_roll_says_what_the_tables_say():
    whole, first, _ = kernel.backgammon.build_bearoff()
    counts = np.zeros((3, race.PLACES), np.uint8)
    counts[0, [0, 6]] = 13, 2
    counts[1, [5, 6]] = 7, 8
    counts[2, [0, 1, 4, 5]] = 5, 2, 4, 4
    judge = race.RollsJudge(race.RaceNet())
    chances, after = race.expected(counts, judge, race.RollsGuess(), np.random.default_rng(2))
    index = race.home_index(counts)
    assert chances[:, 0] == pytest.approx(whole[index], abs=2e-3)
    assert chances[1, 1] == pytest.approx(first[index[1] - race.FULL_FROM], abs=2e-3)
    assert chances[[0, 2], 1].tolist() == [race.NOW.tolist()] * 2  # the gammon is saved
    assert (after.sum(axis=1) == race.CHECKERS).all()


def test_it_comes_nearer_to_what_follows(monkeypatch):
    monkeypatch.setattr(race, "POOL", 64)
    monkeypatch.setattr(race, "GAMES", 100)
    monkeypatch.setattr(race, "TELL_EVERY", 5)
    reports = list(race.train(race.RaceNet(1), 75, 1))
    # A batch has few positions here, so that one alone says little.
    early, late = (
        np.mean([(report.off, report.off_first) for report in part], axis=0)
        for part in (reports[1:5], reports[-4:])
    )
    assert (late < 0.7 * early).all()
