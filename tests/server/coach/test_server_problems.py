"""Problems over REST: no answer in the question, ratings, a daily one, mistakes that come back."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from people_server import code, people_server
from stored_reviews import review_of, reviewed_game
from tablas.games import NAMES
from tablas.problems import packaged, problem_named
from tablas.server.coach.spaced_repetition import (
    GOOD,
    Memory,
    days_until_due,
    fresh,
    recalled,
    tried,
)
from tablas.server.people.accounts import DAY
from tablas.server.storage.schema_problems import mistakes, problem_ratings

WRONG_CUBE = {"no-double": "double-take", "double-take": "no-double", "double-drop": "no-double",
              "too-good": "double-drop"}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("problems"), analysts=0, reviewers=0) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh_limits(server):
    server.sign_in.limits._buckets.clear()


def told(answer):
    assert answer.status_code == 200, answer.text
    return answer.json()


def answered(browser, id_, text, **more):
    return told(browser.post(f"/api/problems/{id_}/answers", json={"answer": text} | more))


def wrong_answer(problem):
    """A legal answer that is not the best one."""
    if problem.about_cube:
        return WRONG_CUBE[problem.best]
    state = problem.state()
    rules, notation = state.kind.rules, state.kind.notation
    best = notation.read(state.position, state.dice, problem.best, state.turn)
    reached = rules.after(state.position, best)
    plays = rules.plays(state.position, state.dice)
    return next(notation.write(state.position, play) for to, play in plays.items() if to != reached)


def test_the_index_tells_sets_and_themes_and_to_strangers_nothing_about_people(server):
    index = told(server.browser().get("/api/problems"))
    assert [one["game"] for one in index["sets"]] == list(NAMES)
    for one in index["sets"]:
        assert one["count"] == len(packaged(one["game"]))
        assert one["themes"]
        assert (one["rating"], one["daily"], index["mistakes"]) == (None, None, None)


@pytest.mark.parametrize("game", NAMES)
def test_a_question_holds_no_answer_and_the_server_checks_it(server, game):
    browser = server.registered(f"Solver {game}")
    asked = told(browser.get(f"/api/problems/next?game={game}"))["problem"]
    problem = problem_named(asked["id"])
    if not problem.about_cube:
        assert problem.best not in json.dumps(asked)
    assert set(asked) == {
        *("id", "game", "what", "position", "dice", "side", "choices", "own", "tries")
    }
    failed = answered(browser, problem.id, wrong_answer(problem))
    assert (failed["right"], failed["best"]) == (False, problem.best)
    assert failed["rating"]["after"] < failed["rating"]["before"]
    if not problem.about_cube:
        why = failed["decision"]["shown"]["why"]
        assert why["best"] + why["played"] + failed["decision"]["does"]
    # Only the first try counts; the second one is right and changes nothing.
    solved = answered(browser, problem.id, problem.best)
    assert (solved["right"], solved["first"]) == (True, False)
    assert solved["rating"]["before"] == solved["rating"]["after"]
    (row,) = server.rows(select(problem_ratings).where(problem_ratings.c.problem == problem.id))
    assert row["rating"] > problem.first_rating
    assert (row["tries"], row["solved"]) == (1, 0)
    again = told(browser.get(f"/api/problems/next?game={game}"))["problem"]
    assert again["id"] != problem.id


def test_a_guest_is_rated_but_rates_no_problem(server):
    browser = server.browser()
    told(browser.post("/api/guest", json={}))
    problem = next(one for one in packaged("abalone") if len(one.themes) > 1)
    solved = answered(browser, problem.id, problem.best)
    assert solved["rating"]["after"] > solved["rating"]["before"]
    of_it = select(problem_ratings).where(problem_ratings.c.problem == problem.id)
    assert not server.rows(of_it)
    index = told(browser.get("/api/problems"))
    assert [(one["tries"], one["solved"]) for one in index["sets"] if one["tries"]] == [(1, 1)]


def test_a_theme_gives_problems_of_that_theme_alone(server):
    browser = server.registered("Thematic")
    asked = told(browser.get("/api/problems/next?game=abalone&theme=defence"))["problem"]
    assert "defence" in problem_named(asked["id"]).themes
    assert told(browser.get("/api/problems/next?game=abalone&theme=nothing"))["problem"] is None


def test_the_daily_problem_is_the_same_for_all_and_makes_a_streak(server):
    ana, bea = server.registered("Daily Ana"), server.registered("Daily Bea")
    seen = set()
    for day in range(1, 4):
        asked = told(ana.get("/api/problems/daily?game=abalone"))
        assert asked == told(bea.get("/api/problems/daily?game=abalone"))
        seen.add(asked["day"])
        problem = problem_named(asked["problem"]["id"])
        solved = answered(ana, problem.id, problem.best, daily=True)
        assert solved["streak"]["now"] == day
        failed = answered(bea, problem.id, wrong_answer(problem), daily=True)
        assert failed["streak"] == {"now": 0, "most": 0}
        # The first answer of the day counts.
        assert answered(bea, problem.id, problem.best, daily=True)["streak"]["now"] == 0
        server.clock.ahead += DAY
    assert len(seen) == 3
    assert told(ana.get("/api/problems"))["streak"] == {"now": 3, "most": 3}
    server.clock.ahead += DAY
    assert told(ana.get("/api/problems"))["streak"] == {"now": 0, "most": 3}


@pytest.mark.refuses(
    "no-such-problem", "no-such-answer", "illegal", "unreadable-play", "too-many-requests"
)
def test_what_is_no_problem_or_no_answer_is_refused(server):
    browser = server.registered("Refused")
    for name in ("0000000000", "m000000000" + "0"):
        assert code(browser.get(f"/api/problems/{name}")) == "no-such-problem"
    cube = next(one for one in packaged("backgammon") if one.about_cube)
    play = next(one for one in packaged("backgammon") if not one.about_cube)
    for problem, text, expected in (
        (cube, "take", "no-such-answer"),
        (play, "25/1", "illegal"),
        (play, "nonsense", "unreadable-play"),
    ):
        answer = browser.post(f"/api/problems/{problem.id}/answers", json={"answer": text})
        assert code(answer).startswith(expected)
    for _ in range(240):
        answer = browser.post(f"/api/problems/{cube.id}/answers", json={"answer": "take"})
        if answer.status_code == 429:
            break
    assert code(answer) == "too-many-requests"


def test_a_mistake_comes_back_after_days_until_it_is_learnt(server):
    browser, other = server.registered("Learner"), server.registered("Foe of Learner")
    mine, theirs = (one.get("/api/me").json()["id"] for one in (browser, other))
    assert told(browser.get("/api/problems/mistakes"))["problem"] is None
    match = reviewed_game(server, mine, theirs)
    wrong = [
        one for one in review_of("backgammon", 3)["decisions"]
        if one["side"] == "white" and one["mark"] in ("error", "blunder")
    ]  # fmt: skip
    first = told(browser.get("/api/problems/mistakes"))
    assert first["mistakes"]["due"] == min(8, len(wrong)) > 1
    asked = first["problem"]
    (row,) = server.rows(select(mistakes).where(mistakes.c.id == asked["id"]))
    body = json.loads(row["body"])
    assert (asked["own"], body["side"], row["match"]) == (True, "white", match)
    assert body["best"] not in json.dumps(asked)
    # Nobody else sees it.
    assert code(other.get(f"/api/problems/{asked['id']}")) == "no-such-problem"
    failed = answered(browser, asked["id"], body["played"])
    assert (failed["right"], failed["learnt"], failed["match"]) == (False, False, match)
    assert failed["due_at"] == server_day(server, failed["due_at"])
    days = 0
    while True:
        due = told(browser.get("/api/problems/mistakes"))
        assert not due["problem"] or due["problem"]["id"] != asked["id"]
        (row,) = server.rows(select(mistakes).where(mistakes.c.id == asked["id"]))
        waited = row["due_at"] - server.clock.wall()
        server.clock.ahead += waited + 1
        solved = answered(browser, asked["id"], body["best"])
        assert solved["right"]
        days += 1
        if solved["learnt"]:
            break
        assert solved["due_at"] - server.clock.wall() >= waited
    assert 2 <= days <= 10
    assert told(browser.get("/api/problems/mistakes"))["mistakes"]["learnt"] == 1
    # The same review is not taken in twice.
    assert len(server.rows(select(mistakes).where(mistakes.c.person == mine))) == min(8, len(wrong))


def server_day(server, due_at):
    """The same time, if it lies a day ahead: nothing comes back on the same day."""
    assert due_at - server.clock.wall() >= DAY - 60_000
    return due_at


def test_progress_adds_up_what_reviews_found(server):
    browser, other = server.registered("Improver"), server.registered("Foe of Improver")
    mine, theirs = (one.get("/api/me").json()["id"] for one in (browser, other))
    assert told(browser.get("/api/progress"))["games"] == []
    reviewed_game(server, mine, theirs)
    reviewed_game(server, theirs, mine, seed=4)
    reviewed_game(server, mine, theirs, "abalone")
    told_all = told(browser.get("/api/progress"))
    games = {one["game"]: one for one in told_all["games"]}
    assert set(games) == {"backgammon", "abalone"}
    sides = review_of("backgammon", 3)["white"], review_of("backgammon", 4)["black"]
    decisions = sum(side["plays"] + side["cubes"] for side in sides)
    cost = sum(side["play_cost"] + side["cube_cost"] for side in sides)
    dice = games["backgammon"]
    assert dice["rating"] == pytest.approx(500 * cost / decisions, abs=0.01)
    assert [one["luck"] for one in dice["matches"]] == [side["luck"] for side in sides]
    assert sum(one["count"] for one in dice["phases"]) == decisions
    assert dice["themes"][0]["name"]["en"] != ""
    assert sum(one["games"] for one in dice["openings"]) == 1  # the other game was begun by her
    assert games["abalone"]["matches"][0]["luck"] is None
    assert games["abalone"]["matches"][0]["accuracy"] is not None
    # Nobody else's profile tells error rates.
    assert "cost" not in other.get("/api/people/Improver").text


def test_fsrs_gives_the_intervals_of_its_reference_implementation():
    """Good every time, the second time on the same day: the days that py-fsrs 4's own test has."""
    memory, days = tried(fresh(GOOD), 0.0, right=True), []
    for _ in range(5):
        days.append(round(memory.stability))
        memory = tried(memory, days[-1], right=True)
    assert days == [4, 14, 44, 125, 328]


def test_fsrs_forgets_as_its_formulas_say():
    memory = Memory(3.0, 5.0)
    assert recalled(memory, 3.0) == pytest.approx(0.9)
    lapsed = tried(memory, 3.0, right=False)
    assert lapsed.stability == pytest.approx(1.034578)
    assert lapsed.difficulty == pytest.approx(6.607035)
    assert days_until_due(fresh()) == 1.0
