"""The review of a match: costs, marks, cubes, luck, sums, and that it can be stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from tablas import record
from tablas.cli import review as review_options
from tablas.files import GameSheet, MatchSheet, read
from tablas.games import kind
from tablas.play.actions import OpeningRolled, Played, Rolled
from tablas.play.game import Game
from tablas.play.standing import state_of
from tablas.review import Mark, MatchReview, Thresholds, judge_of, review
from tablas.review.as_json import key_of, part_fields, read_part, review_fields
from tablas.review.care import CARES
from tablas.review.html import report
from tablas.review.openings import opening_table, openings_text
from tablas.review.review import questions
from tablas.review.store import opened, store_path
from tablas.review.text import summary, turning_points
from tablas.review.trend import PlayedMatch, trend_fields, trend_text
from tablas.values import Dice, Side

MATCH = """\
; [EventDate "2026.11.16"]

 3 point match

 Game 1
 Ana : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 6/4
  2) 66: 24/18 24/18 13/7 13/7   21: 13/11 6/5
  3)  Doubles => 2                Takes
  4) 65: 18/12 18/13             11: 24/23 24/23 6/5 6/5
  5) 11: 6/4 6/4
      Wins 2 points

 Game 2
 Ana : 2                        Bob : 0
  1)                             64: 24/14
  2) 31: 24/23 13/10              Wins 1 point
"""


@cache
def match() -> MatchSheet:
    return read(MATCH.encode(), ".mat")


@cache
def fast() -> MatchReview:
    return review(match(), judge_of("backgammon", "fast"))


def decision(game: int, number: int, what: str = "play"):
    own = [one for one in fast().decisions if (one.game, one.what) == (game, what)]
    return own[number]


def test_the_best_opening_play_costs_nothing():
    first = decision(0, 0)
    assert (first.played, first.cost, first.mark) == ("8/5 6/5", 0.0, Mark.FINE)
    assert first.alternatives[0].text == "8/5 6/5"
    assert first.position.startswith("XGID=") and ":31:0:0:0:3:" in first.position


def test_a_bad_play_costs_what_the_best_one_is_worth_more():
    bad = decision(1, 1)  # 31 not making the point
    assert bad.best == "8/5 6/5"
    assert bad.mark is not Mark.FINE
    worths = {one.text: one.worth for one in bad.alternatives}
    assert bad.cost == pytest.approx(worths["8/5 6/5"] - worths[bad.played], abs=1e-5)


def test_the_one_played_is_judged_as_deeply_as_the_best():
    normal = review(match(), judge_of("backgammon", "normal"))
    for one in normal.decisions:
        if one.what == "play" and one.counts:
            plies = {way.text: way.plies for way in one.alternatives}
            assert plies[one.played] == plies[one.best] == 2


def test_cube_decisions_are_judged_for_both_sides():
    doubles = [one for one in fast().decisions if one.what == "double"]
    (answer,) = [one for one in fast().decisions if one.what == "answer"]
    assert [one.played for one in doubles].count("double") == 1
    assert (answer.side, answer.played) == (Side.BLACK, "take")
    assert {way.text for way in answer.alternatives} == {"no-double", "double-take", "double-drop"}
    assert all(one.game == 0 for one in doubles), "no cube in the Crawford game"


def test_a_play_is_judged_with_the_cube_that_may_be_turned_next():
    # Rolled out (108 trials, cubeful) hitting costs .215; by chances and formula alone .011.
    backgammon = kind("backgammon")
    text = "XGID=-BA--a---aab-------cacbAa-:0:0:1:53:0:0:0:9:10"
    state = state_of(backgammon, *backgammon.formats.read_situation(text))
    play = backgammon.notation.read(state.position, state.dice, "23/20*/15")
    judged = judge_of("backgammon", "normal").play(state, play)
    assert judged.alternatives[0].text == "23/15"
    assert judged.cost == pytest.approx(0.215, abs=0.1)


def test_luck_is_fair_over_all_rolls():
    judge = judge_of("backgammon", "fast")
    (question,) = [one for one in questions(match()) if one.key == (0, 2, "luck")]
    rolls = [Dice(high, low) for high in range(1, 7) for low in range(1, 7)]
    lucks = [judge.luck(question.state, dice, opening=False)[0] for dice in rolls]
    assert sum(lucks) == pytest.approx(0, abs=1e-3)
    assert max(lucks) > 0.1 > -0.1 > min(lucks)


def test_the_luck_of_the_opening_is_that_of_both_sides():
    first = next(roll for roll in fast().rolls if roll.game == 0)
    assert (first.side, first.dice) == (Side.WHITE, "31")
    assert 0.1 < first.luck < 0.3  # the best opening roll


def test_the_sides_add_up():
    found = fast()
    for side in Side:
        own = [one for one in found.decisions if one.side is side and one.counts]
        seen = found.side(side)
        assert seen.decisions == len(own)
        assert seen.cost == pytest.approx(sum(one.cost for one in own), abs=1e-5)
        assert seen.rating == pytest.approx(500 * seen.cost / len(own))
        assert sum(phase.decisions for phase in seen.phases.values()) == len(own)
    # 2-1 in a match to 3 after Crawford: Bob doubles at once, so it is about even.
    assert found.result == pytest.approx(0.5, abs=0.03)
    luck = found.white.gained - found.black.gained
    assert found.adjusted == pytest.approx(found.result - luck, abs=1e-5)


def test_thresholds_are_a_setting():
    marks = Thresholds(0.001, 0.002, 0.003)
    strict = review(match(), judge_of("backgammon", "fast"), thresholds=marks)
    assert {one.mark for one in fast().mistakes()} != {Mark.BLUNDER}
    assert {one.mark for one in strict.mistakes() if one.cost >= 0.003} == {Mark.BLUNDER}


def test_a_review_that_was_stopped_goes_on_and_comes_out_the_same():
    judge = judge_of("backgammon", "fast")
    parts = {key_of(part): part for part in (*fast().decisions[:6], *fast().rolls[:3])}
    asked: list[object] = []
    again = review(match(), judge, known=parts, progress=lambda *told: asked.append(told[2]))
    assert again == fast()
    assert not set(asked) & set(parts)


def test_what_is_stored_is_read_again(tmp_path):
    for part in (*fast().decisions, *fast().rolls):
        assert read_part(json.loads(json.dumps(part_fields(part)))) == part
    judge = judge_of("backgammon", "fast")
    file = tmp_path / "match.mat"
    with opened(file, match(), judge, judge.thresholds) as store:
        for part in fast().decisions[:5]:
            store.add(part)
    cut = store_path(file, "fast")
    cut.write_text(cut.read_text()[:-20])  # killed in the middle of a line
    with opened(file, match(), judge, judge.thresholds) as store:
        assert list(store.known.values()) == list(fast().decisions[:4])
    with opened(file, match(), judge, Thresholds(0.01)) as store:
        assert not store.known, "another setting begins anew"


def test_illegal_plays_are_not_judged():
    wrong = read(MATCH.replace("52: 13/8 6/4", "52: 13/8").encode(), ".mat")
    found = review(wrong, judge_of("backgammon", "fast"))
    (illegal,) = [one for one in found.decisions if one.illegal]
    assert (illegal.played, illegal.counts, illegal.cost) == ("13/8", False, 0.0)
    assert "1 illegal plays" in summary(wrong, found, "en")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_summary_names_players_mistakes_and_reasons(language):
    text = summary(match(), fast(), language)
    assert "Ana 2 – 1 Bob" in text
    assert ("Performance rating" if language == "en" else "Índice de juego") in text
    assert "24/23 13/10" in text and "XGID=" in text


def test_the_report_stands_alone_in_both_languages():
    page = report(match(), fast(), "es")
    assert page.startswith('<!doctype html>\n<html lang="es">')
    for outside in ("<script", "src=", "<link", "@import"):
        assert outside not in page
    assert page.count("url(") == page.count("url(#"), "only what the file itself defines"
    assert page.count("<svg") == 1 + len(fast().mistakes()[:24])
    assert 'lang="en"' in page and 'lang="es"' in page


def test_names_cannot_break_the_report():
    evil = replace(fast(), white=replace(fast().white, name="<img src=x onerror=alert(1)>"))
    assert "<img" not in report(match(), evil)


def test_the_json_is_whole():
    fields = json.loads(json.dumps(review_fields(fast())))
    assert len(fields["decisions"]) == len(fast().decisions)
    assert fields["white"]["rating"] == round(fast().white.rating, 4)


def test_a_player_is_followed_over_matches():
    later = replace(fast(), white=replace(fast().white, name="Eva", play_cost=0.0, cube_cost=0.0))
    later = replace(later, black=replace(later.black, name="ana", play_cost=0.0, cube_cost=0.0))
    matches = [
        PlayedMatch("2026-11-17", "b.mat", later),
        PlayedMatch("2026-11-16", "a.mat", fast()),
    ]
    fields = trend_fields(matches, "Ana")
    assert [one["opponent"] for one in fields["matches"]] == ["Bob", "Eva"]
    assert "better than the first" in trend_text(matches, "Ana", "en")
    assert "Zoe plays in none" in trend_text(matches, "Zoe", "en")


def test_the_openings_of_many_matches_are_counted():
    rows = {(row.dice, row.play): row for row in opening_table([fast(), fast()])}
    assert (rows["31", "8/5 6/5"].games, rows["31", "8/5 6/5"].cost) == (2, 0.0)
    assert rows["64", "24/14"].games == 2
    assert len(rows) == 2, "one play a game"
    assert "24/14" in openings_text(opening_table([fast()]), "es")
    assert "no opening plays" in openings_text((), "en")


def played(game: str, *actions) -> MatchSheet:
    now = Game.begin(kind(game))
    for action in actions:
        now = now.apply(action)
    paper = record.Record(game=now, white="Ana", black="Bob")
    return MatchSheet(games=(GameSheet(record=paper),))


def test_abak_is_reviewed_in_the_same_way():
    game = Game.begin(kind("abak")).apply(OpeningRolled(3, 1))
    worst = list(kind("abak").rules.plays(game.position, game.state.dice).values())
    sheet = played(
        "abak", OpeningRolled(3, 1), Played(Side.WHITE, worst[-1]), Rolled(Side.BLACK, Dice(6, 5))
    )
    found = review(sheet, judge_of("abak", "fast"))
    plays = [one for one in found.decisions if one.what == "play"]
    assert plays[0].alternatives and found.unit == "points"
    assert len(found.rolls) == 2
    assert "<svg" in report(sheet, found)


def test_abalone_costs_are_chances_of_winning():
    moves = ["a1b2", "i5h5"]
    game = Game.begin(kind("abalone"))
    for text in moves:
        play = game.kind.notation.read(game.position, None, text)
        game = game.apply(Played(game.turn, play))
    sheet = MatchSheet(games=(GameSheet(record=record.Record(game=game)),))
    judge = judge_of("abalone", "fast")
    found = review(sheet, judge)
    assert found == review(sheet, judge), "the same question gets the same answer"
    assert (found.unit, found.rolls, found.adjusted) == ("chances", (), None)
    assert all(0 <= one.chance <= 1 and 0 <= one.cost <= 1 for one in found.decisions)
    assert found.black.accuracy is not None and found.black.accuracy > 50
    assert not list(turning_points(found))
    assert "Accuracy" in summary(sheet, found, "en")


def test_an_ejection_that_was_missed_is_told():
    abalone = kind("abalone")
    setup = abalone.formats.read("5/2b2w/1bb1w1w/1b1bbwww/1w2bwb2/w1wwwbb1/2wbbb1/2b3/1w3 b 0-0 0")
    game = Game.begin(abalone, setup=setup)
    quiet = next(
        play
        for play in abalone.rules.plays(game.position).values()
        if not abalone.ejects(game.position, play)
    )
    assert any(abalone.ejects(game.position, play) for play in plays_of(game))
    sheet = MatchSheet(
        games=(GameSheet(record=record.Record(game=game.apply(Played(game.turn, quiet)))),)
    )
    (only,) = review(sheet, judge_of("abalone", "fast")).decisions
    assert (only.fault, only.mark) == ("missed-ejection", Mark.BLUNDER)


def plays_of(game):
    return game.kind.rules.plays(game.position).values()


def test_the_command_offers_every_level_of_care():
    assert tuple(care.name for care in CARES) == review_options.CARES
