"""Opening theory and facts: counted right, stopped and gone on with, and written as pages."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from click.testing import CliRunner
from research.abak.__main__ import abak
from research.abak.experts import EXPERTS
from research.abak.facts import CLASSES, EVENTS, AbakFacts, measure, without, worth_of
from research.abak.facts_page import _percent
from research.abak.facts_page import write_page as write_facts
from research.abak.openings import (
    KEPT,
    OPENINGS,
    PAIRS,
    Expert,
    OpeningBook,
    begun,
    by_itself,
    play_round,
    study,
)
from research.abak.openings_page import write_page as write_openings
from research.abak.rollouts import of_points, other_side
from research.abak.self_play import SideBySide, dice_of, seeds_from
from research.abak.tally import Results, RolledMean, Sums

from tablas import kernel
from tablas.abak import codec, formats, notation, picture, rules
from tablas.abak.validity import faults
from tablas.engine.abak.choosers import at_random, heuristic, heuristic_evaluation
from tablas.engine.abak.heuristic import evaluate, packed
from tablas.engine.dice.evaluator import equities
from tablas.values import Dice, Setup, Side

LAST_TWO = "s/22/S -/- DEGGNOSSSSSSSS/deggnossssssss w"
FEW = "1/s/1/ss/1/s/13/S/1/SS/1/S -/- DEGGNOSSSSS/deggnosssss w"


GAMES = 2  # of each candidate in a round


def anybody() -> Expert:
    """Plays at random, but knows what looks good: quick, and enough to count with."""
    return Expert("anybody", at_random(1), heuristic_evaluation)


def test_a_tally_gives_mean_error_and_shares():
    points = np.array([1, 1, -1, 2, -3, 1, 0, 2], np.int8)
    tally = Results()
    tally.add(points[:3])
    tally.add(points[3:])
    assert tally.mean == pytest.approx(points.mean())
    assert tally.error == pytest.approx(points.std(ddof=1) / len(points) ** 0.5)
    assert tally.share(lambda p: p >= 2) == 2 / 8
    assert Results.read(tally.written()) == tally


def test_results_become_chances_and_back():
    points = np.array([-3, -2, -1, 0, 1, 2, 3], np.int8)
    assert equities(of_points(points)).tolist() == points.tolist()
    assert equities(other_side(of_points(points))).tolist() == (-points).tolist()
    estimate = RolledMean()
    estimate.add(of_points(points[:4]))
    estimate.add(of_points(points[4:]))
    assert estimate.mean == pytest.approx(0)
    assert estimate.error == pytest.approx(points.std(ddof=1) / 7**0.5)
    assert estimate.chance(0) == 3.5 / 7


def test_the_net_rolls_out_with_little_spread_and_dice_that_are_the_same_for_all():
    expert = EXPERTS["net"](1)
    boards = packed([formats.read(FEW).position, formats.read(LAST_TWO).position])
    found = expert.rolled(boards, 0, 36, 6)
    assert found.shape == (2, 36, 5)
    assert np.allclose(found[1], [1, 0, 0, 0, 0], atol=1e-6)
    assert equities(found[0]).std() < 0.5
    again = expert.rolled_out(boards[:1], 30, 36, 6)
    assert np.allclose(again, found[0, 30:])


def test_games_to_the_end_begin_with_every_roll_equally_often():
    expert = Expert("heuristic", heuristic(), evaluate)
    found = expert.rolled_out(packed([formats.read(LAST_TWO).position]), 0, 36, 0)
    assert np.allclose(found, [1, 0, 0, 0, 0])
    longer = expert.rolled_out(packed([formats.read(FEW).position]), 0, 72, 0)
    assert abs(equities(longer).mean()) < 1
    assert len({tuple(row) for row in longer}) > 1


def test_sums_give_mean_and_error():
    values = np.array([3.0, 5.0, 4.0, 8.0])
    sums = Sums()
    sums.add(values[:1])
    sums.add(values[1:])
    assert sums.mean == pytest.approx(5.0)
    assert sums.error == pytest.approx(values.std(ddof=1) / 2)


def test_the_opening_roll_is_never_a_double_and_every_other_roll_is_fair():
    seeds = seeds_from(1, 36_000)
    first = dice_of(seeds, 0, opening=True)
    assert (first[:, 0] != first[:, 1]).all()
    later = dice_of(seeds, 5, opening=True)
    counts = np.bincount(later[:, 0] * 6 + later[:, 1], minlength=43)[7:]
    assert (abs(counts - 1000) < 5 * 32).all()
    assert (abs(np.bincount(first.ravel(), minlength=7)[1:] - 12_000) < 5 * 100).all()


def test_games_can_begin_with_given_rolls_and_say_who_won():
    starts = np.repeat(kernel.abak.start()[None], 8, 0)
    given = np.tile(np.array([[[6, 6], [1, 1]]], np.uint8), (8, 1, 1))
    games, seen = SideBySide.of(8), []
    anyone = at_random(3)
    for turns in games.turns(starts, (anyone, anyone), seeds_from(2, 8), given=given):
        seen.append(turns.dice)
        last = turns
    assert (seen[0] == 6).all()
    assert (seen[1] == 1).all()
    loser = codec.decode(last.after[0].tobytes())
    points = rules.outcome(loser).points
    assert games.points[last.games[0]] == (-points if last.number % 2 == 0 else points)
    assert games.length.max() == last.number + 1


def test_every_roll_comes_equally_often_at_the_beginning():
    assert len({tuple(pair.ravel()) for pair in PAIRS}) == 1296
    assert len({tuple(pair[0]) for pair in PAIRS[:36]}) == 36
    assert len({tuple(pair[1]) for pair in PAIRS[:36]}) == 36


def test_candidates_are_the_plays_that_look_best_and_all_plays_if_there_are_few():
    line = begun(rules.start(), Dice(3, 1), anybody(), most=6)
    assert len(line.candidates) == 6
    all_plays = rules.plays(rules.start(), Dice(3, 1))
    best = evaluate(packed(all_plays)).min()
    assert evaluate(packed([line.best.reached]))[0] == pytest.approx(best, abs=1e-3)
    assert len(begun(rules.start(), Dice(6, 6), anybody(), most=9).candidates) == 3


def test_a_round_counts_for_who_made_the_play():
    line = begun(rules.start(), Dice(3, 1), anybody(), most=2)
    assert play_round(line, by_itself(anybody()), 36) == 72
    assert [candidate.rolled_mean.games for candidate in line.candidates] == [36, 36]
    assert line.best.equity >= line.candidates[1].equity


def test_a_candidate_that_lies_behind_is_dropped_but_three_stay():
    line = begun(rules.start(), Dice(3, 1), anybody(), most=5)
    for rank, candidate in enumerate(line.candidates):
        candidate.rolled_mean.add(
            of_points(np.repeat(np.int8([1, -1]), [60 - 10 * rank, 40 + 10 * rank]))
        )
    assert line.contenders() == line.candidates[: KEPT + 1]
    line.candidates[KEPT].rolled_mean.add(of_points(np.full(100, -1, np.int8)))
    assert line.contenders() == line.candidates[:KEPT]


def studied(book: OpeningBook, rounds: int) -> OpeningBook:
    found = study(book, anybody(), error=9, reply_error=9, most=2, games=GAMES)
    for _, _line in zip(range(rounds), found, strict=False):
        pass
    return book


def test_a_book_is_saved_and_gone_on_with(tmp_path: Path):
    book, path = studied(OpeningBook("anybody"), 4), tmp_path / "book.json"
    book.save(path)
    again = OpeningBook.load(path, "anybody")
    assert again == book
    assert OpeningBook.load(path, "somebody else") == OpeningBook("somebody else")
    games = sum(
        c.rolled_mean.games for line in studied(again, 2).first.values() for c in line.candidates
    )
    assert games == 6 * 2 * GAMES


def test_the_page_shows_every_roll_with_its_picture_and_replies(tmp_path: Path):
    book = studied(OpeningBook("anybody"), 18)
    page, pictures = tmp_path / "page.md", tmp_path / "images"
    write_openings(book, page, pictures, made="Made for a test.")
    text = page.read_text(encoding="utf-8")
    assert len(re.findall(r"^## \d-\d: `", text, re.MULTILINE)) == len(OPENINGS) == 15
    assert "Replies to" in text
    for name in re.findall(r"\(images/(\d\d\.svg)\)", text):
        ET.parse(pictures / name)


def test_a_page_of_a_run_that_was_stopped_shows_only_what_was_looked_at(tmp_path: Path):
    book = studied(OpeningBook("anybody"), 2)
    write_openings(book, tmp_path / "page.md", tmp_path / "images", made="Made for a test.")
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^## \d-\d: `", text, re.MULTILINE)) == 2
    assert "inf" not in text


def test_a_start_without_a_class_is_a_valid_set_up_with_the_same_places():
    for letter in CLASSES:
        position = without(letter)
        assert not faults(position)
        assert position.off == letter
        assert sum(map(len, position.points)) == 28
        assert [len(stack) for stack in position.points] == [
            len(stack) for stack in without("G").points
        ]


def test_the_worth_of_a_class_is_counted_from_both_sides_of_the_table():
    found = worth_of("G", at_random(5), 6, seed=1)
    assert len(found) == 6
    assert set(found) <= {-1.0, 0.0, 1.0}


def test_facts_grow_are_saved_and_told(tmp_path: Path):
    facts, path = AbakFacts("anybody"), tmp_path / "facts.json"
    for _, _grown in zip(range(2), measure(facts, at_random(2), 6), strict=False):
        pass
    assert facts.result.games == facts.turns.count == 12
    assert set(facts.events) == set(EVENTS)
    assert 40 < facts.turns.mean < 400
    assert facts.events["hits"].mean > 1
    facts.save(path)
    assert AbakFacts.load(path, "anybody") == facts
    assert AbakFacts.load(path, "other") == AbakFacts("other")
    write_facts(facts, tmp_path / "page.md", made="Made for a test.")
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    for words in ("games won by who begins", "traps by a druid", "| odd wounded |"):
        assert words in page


def test_a_picture_draws_each_checker_once_and_collars_the_trapped():
    text = "ssd/3/ESO/4/G/2/s/SSS/1/e/2/gD/ss/S/1/s/n -/- GNSSSS/gosss w"
    drawn = picture.svg(formats.read(text), title='a "board"')
    root = ET.fromstring(drawn)
    svg = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{svg}use")) == sum(c.isalpha() for c in text.split(maxsplit=1)[0])
    assert drawn.count("stroke-dasharray") == 1
    assert len(drawn) < 9000
    assert drawn == picture.svg(
        Setup(formats.read(text).position.swapped(), Side.BLACK), title='a "board"'
    )


def test_bar_and_tray_are_in_the_picture():
    position = rules.after(rules.start(), notation.read(rules.start(), Dice(3, 1), "S8/5 N6/5"))
    waiting = rules.Position(position.points, bar="SS", opp_off="ss")
    drawn = picture.svg(Setup(waiting, Side.WHITE), title="x")
    assert drawn.count('href="#ws"') == "".join(position.points).count("S") + 2
    assert ">2</text>" in drawn


def test_the_commands_write_their_pages(tmp_path):
    page = tmp_path / "facts.md"
    options = ["--player", "heuristic", "--games", "4", "--batch", "4", "--page", str(page)]
    done = CliRunner().invoke(abak, ["facts", *options])
    assert (done.exit_code, done.stdout.strip()) == (0, str(page))
    assert "python -m research.abak facts --player heuristic --games 4" in page.read_text("utf-8")
    again = CliRunner().invoke(abak, ["facts", *options])
    assert "games" not in again.stderr  # it has them already


def test_books_of_other_rollouts_are_other_books():
    expert = anybody()
    assert expert.described(8) == "anybody, to the end"  # it has no net that could judge
    with_net = Expert("net", expert.chooser, expert.judge, lambda *_: np.zeros((1, 1, 5)))
    assert with_net.described(8) == "net, rolled out by the kernel and judged after 8 turns"
    assert with_net.described(0) == "net, to the end"


def test_a_share_of_all_games_still_has_an_interval():
    assert _percent(1.0, 40) == "100.0% (91.2% to 100.0%)"
    assert _percent(0.5, 400) == "50.0% (45.1% to 54.9%)"
