"""Problems and progress in a real browser: solved and failed, a mistake that comes back, the plots.

The server runs in this process, so that its clock can be put forward by days.
"""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from people_server import PASSWORD, PeopleServer
from stored_reviews import reviewed_game
from tablas.problems import problem_named
from tablas.server.people.accounts import DAY
from tablas.server.storage.schema_problems import mistakes
from web_axe import RUN
from web_players import Person

# The arrows of a kind that a board draws; a play typed and confirmed.
ARROWS = "[data-way={}]"
PLAY = "(board, text) => { board.type(text); board.confirm(); }"
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    data = tmp_path_factory.mktemp("school")
    with ThreadPoolExecutor(1) as thread:  # Playwright's loop runs in this one
        running = thread.submit(partial(PeopleServer, data, reviewers=0)).result()
    running.start()
    yield running
    running.stop()


@pytest.fixture
def pupil(lender, school):
    """Opens tabs of somebody with an account, in English and on a desk unless told otherwise."""
    opened = []

    def enter(name, **options):
        me = Person(lender, school.url, bypass_csp=True, **options)
        me.page.context.request.post(
            f"{school.url}/api/register",
            data={"name": name, "password": PASSWORD},
            headers={"x-tablas": "web"},
        )
        me.page.add_init_script("localStorage.setItem('tablas-known', '1')")
        opened.append(me)
        return me

    yield enter
    for one in opened:
        one.close()
    assert [fault for one in opened for fault in one.faults] == []


def identity(me, school):
    return me.page.context.request.get(f"{school.url}/api/me").json()["id"]


def test_a_problem_is_solved_and_another_one_failed(pupil, axe):
    me = pupil("Solving Sol")
    me.open("/problems")
    expect(me.page.get_by_role("heading", level=1)).to_have_text("Problems")
    with me.page.expect_response("**/api/problems/next**") as heard:
        me.page.locator(".problem-set").nth(0).get_by_role("link", name="Solve problems").click()
    problem = problem_named(heard.value.json()["problem"]["id"])
    board, verdict = me.page.locator(".board > *"), me.page.locator(".problem-verdict")
    expect(board).to_be_visible()
    expect(board.locator(ARROWS.format("best"))).to_have_count(0)  # no answer in the question
    solve(me, problem, problem.best)
    expect(verdict.locator("h2")).to_contain_text("Solved!")
    expect(verdict).to_contain_text(re.compile(r"Your rating: 1\d\d\d \(\+\d+\)"))

    with me.page.expect_response("**/api/problems/next**") as heard:
        me.page.get_by_role("button", name="Next problem").click()
    problem = problem_named(heard.value.json()["problem"]["id"])
    expect(verdict).to_have_count(0)
    wrong = wrong_answer(problem)
    solve(me, problem, wrong)
    expect(verdict.locator("h2")).to_contain_text("Not the best")
    expect(verdict.locator(".why")).to_contain_text("Better is")
    if not problem.about_cube:
        expect(verdict.locator(".alternatives li").nth(1)).to_be_visible()
        expect(board.locator(ARROWS.format("best"))).not_to_have_count(0)
        expect(board.locator(ARROWS.format("played"))).not_to_have_count(0)
    me.page.evaluate(axe)
    assert me.page.evaluate(RUN) == []


def solve(me, problem, answer):
    if problem.about_cube:
        names = {"no-double": "No double, the other", "too-good": "Too good", "take": "take"}
        name = names.get(answer, answer.replace("-", ", "))
        me.page.locator(".answers").get_by_role("button", name=name).click()
        return
    board = me.page.locator(".board > *")
    expect(me.page.locator(".task h1")).to_contain_text("Find the best")
    me.until("() => Boolean(document.querySelector('.board > *')?.graph)")
    board.evaluate(PLAY if problem.dice else "(board, text) => board.type(text)", answer)


def wrong_answer(problem):
    if problem.about_cube:
        return "no-double" if problem.best != "no-double" else "double-take"
    state = problem.state()
    rules, notation = state.kind.rules, state.kind.notation
    reached = rules.after(
        state.position, notation.read(state.position, state.dice, problem.best, state.turn)
    )
    plays = rules.plays(state.position, state.dice)
    return next(notation.write(state.position, play) for to, play in plays.items() if to != reached)


def test_a_mistake_comes_back_on_a_phone_and_progress_is_drawn(pupil, school, axe):
    me, foe = pupil("Erring Eva", **PHONE, locale="es-ES"), pupil("Fiona Foe")
    mine, hers = identity(me, school), identity(foe, school)
    for seed in (3, 4, 5):
        reviewed_game(school, mine, hers, seed=seed)
        school.clock.ahead += DAY
    reviewed_game(school, hers, mine, "abalone")

    def due():
        with me.page.expect_response("**/api/problems/mistakes") as heard:
            me.page.reload() if me.page.url.endswith("#mistakes") else me.open("/problems#mistakes")
        return heard.value.json()["problem"]

    one = due()
    rows = school.rows(select(mistakes).where(mistakes.c.person == mine))
    assert len(rows) > 3
    bodies = {row["id"]: json.loads(row["body"]) for row in rows}
    body = bodies[one["id"]]
    verdict = me.page.locator(".problem-verdict")
    answered(me, one, body["played"])
    expect(verdict.locator("h2")).to_contain_text("No es la mejor")
    expect(verdict).to_contain_text("Vuelve el")
    assert verdict.evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(verdict.get_by_role("link", name="Revisión de la partida")).to_be_visible()
    assert due()["id"] != one["id"]
    # Days later it is asked again; the others wait meanwhile.
    others = mistakes.update().where(mistakes.c.person == mine, mistakes.c.id != one["id"])
    school.written(others.values(due_at=school.clock.wall() + 9 * DAY))
    school.clock.ahead += 2 * DAY
    again = due()
    assert again["id"] == one["id"]
    answered(me, again, body["best"])
    expect(verdict.locator("h2")).to_contain_text("¡Resuelto!")

    me.open("/progress")
    expect(me.page.get_by_role("heading", level=1)).to_have_text("Mi progreso")
    me.page.get_by_role("button", name="Backgammon").click()
    plots = me.page.locator(".progress-plot svg")
    expect(plots).to_have_count(2)
    expect(plots.nth(0)).to_have_attribute("aria-label", re.compile("Índice de error.*: de "))
    me.page.locator(".progress-plot summary").nth(0).click()
    expect(me.page.locator(".progress-plot").nth(0).locator("tbody tr")).to_have_count(3)
    expect(me.page.get_by_role("region", name="Errores por temas").locator("tr")).not_to_have_count(
        0
    )
    wide = me.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["viewport"]["width"]
    me.page.evaluate(axe)
    assert me.page.evaluate(RUN) == []


def answered(me, question, text):
    if question["choices"]:
        place = question["choices"].index(text)
        me.page.locator(".answers button").nth(place).click()
        return
    me.until("() => Boolean(document.querySelector('.board > *')?.graph)")
    typed = PLAY if question["dice"] else "(board, text) => board.type(text)"
    me.page.locator(".board > *").evaluate(typed, text)
