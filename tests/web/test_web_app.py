"""The web app in a real browser, against a server of its own on a free port of this machine."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import httpx
import pytest

from server_running import Running
from web_players import Person

PAGES = ["/", "/learn", "/learn#abak-9", "/rules", "/rules/abak", "/rules/abalone", "/settings",
         "/account", "/api", "/dice", "/editor", "/history", "/no-such-page"]  # fmt: skip
MOST_FIRST_LOAD = 150_000
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
    "locale": "es-ES",
}


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    running = Running(tmp_path_factory.mktemp("web") / "data", workers=1).start()
    yield running
    running.stop()


@pytest.fixture
def person(browser, web):
    """Opens tabs; at the end none of them may have met an error or asked another server."""
    opened: list[Person] = []

    def enter(**options) -> Person:
        opened.append(Person(browser, web.base, **options))
        return opened[-1]

    yield enter
    for one in opened:
        one.close()
    assert [fault for one in opened for fault in one.faults] == []
    assert [url for one in opened for url in one.outside] == []


@pytest.mark.parametrize("game", ["abak", "backgammon", "abalone"])
def test_a_whole_game_against_a_bot_by_mouse(person, game):
    me = person()
    me.start(game)
    assert me.play_out(game) > 5
    assert "wins" in me.page.locator(".status").first.inner_text()
    assert me.page.get_by_role("button", name="Rematch").is_visible()


def test_a_whole_game_by_touch_on_a_phone_in_spanish(person):
    me = person(**PHONE)
    me.start("abak")
    assert me.play_out("abak") > 5
    assert "gana" in me.page.locator(".status").first.inner_text()
    wide = me.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


def test_a_whole_game_by_keyboard_alone(person):
    me = person()
    me.start("abak")
    assert me.play_out_by_keyboard() > 5
    assert "wins" in me.page.locator(".status").first.inner_text()


def test_two_strangers_who_want_the_same_are_paired(person):
    first, second = person(), person()
    for one in (first, second):
        one.open("/")
        one.page.wait_for_selector(".levels .choice")
        one.page.get_by_text("Anyone", exact=True).click()
        one.page.locator(".start").click()
        if one is first:
            one.page.get_by_role("heading", name="Waiting for an opponent").wait_for()
    for one in (first, second):
        one.page.wait_for_url("**/game/*")
    assert first.page.url == second.page.url


def test_two_people_at_one_screen_take_a_move_back(person):
    me = person()
    me.open("/")
    me.page.wait_for_selector(".levels .choice")
    me.page.locator(".game-card:has([value=abalone])").click()
    me.page.get_by_text("Two at this screen").click()
    me.page.locator(".start").click()
    me.page.wait_for_url("**/game/*")
    me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
    me.push()
    me.page.locator(".moves li").wait_for()
    me.page.get_by_text("More", exact=True).first.click()
    me.page.get_by_role("button", name="Take back").click()
    me.page.get_by_text("No moves yet.").wait_for()


def test_a_finished_game_is_in_the_history_and_can_be_replayed(person):
    me = person()
    game = me.start("abalone")
    me.play_out("abalone")
    me.open("/history")
    me.page.locator(f"a[href='/replay/{game}']").click()
    before = me.page.locator(".board > *").evaluate("(board) => board.position.position")
    me.page.get_by_role("button", name="To the end").click()
    after = me.page.locator(".board > *").evaluate("(board) => board.position.position")
    assert before != after


def test_the_dice_of_a_game_are_proven_and_a_changed_one_is_found(person, web, tmp_path):
    me = person()
    game = me.start("backgammon")
    me.page.wait_for_selector(".moves li, .actions button")
    me.page.get_by_text("More", exact=True).first.click()
    me.page.on("dialog", lambda dialog: dialog.accept())
    me.page.get_by_role("button", name="Resign a single game").click()
    me.page.get_by_role("link", name="Replay").wait_for()
    me.open(f"/dice?game={game}")
    assert "Proven" in me.page.locator(".verdict").inner_text()
    record = httpx.get(f"{web.base}/api/games/{game}/record").text
    changed = re.sub(r'("do": ?"opening", ?"white": ?)(\d)', _other_die, record, count=1)
    assert changed != record
    file = tmp_path / "changed.jsonl"
    file.write_text(changed, encoding="utf-8")
    me.page.set_input_files("input[type=file]", file)
    me.page.locator(".verdict.no").wait_for()
    assert "Roll 1, line 2" in me.page.locator("li.bad").first.inner_text()


def _other_die(found: re.Match[str]) -> str:
    return f"{found[1]}{int(found[2]) % 6 + 1}"


def test_the_check_of_the_dice_works_saved_to_disk(person, web, tmp_path):
    saved, record = tmp_path / "tablas-dice.html", tmp_path / "game.jsonl"
    saved.write_text(httpx.get(f"{web.base}/dice.html").text, encoding="utf-8")
    corpus = Path(__file__).parent.parent / "corpus" / "games"
    proven = next((path for path in sorted(corpus.rglob("*.jsonl")) if _has_dice(path)), None)
    me = person()
    me.page.goto(saved.as_uri())
    me.outside.clear()  # the page itself came from disk
    if proven is not None:
        record.write_bytes(proven.read_bytes())
        me.page.set_input_files("#file", record)
        me.page.locator("#report .yes").wait_for()
    record.write_text("no record", encoding="utf-8")
    me.page.set_input_files("#file", record)
    me.page.locator("#report .no").wait_for()
    assert me.outside == []


def _has_dice(path: Path) -> bool:
    return "dice" in json.loads(path.read_text(encoding="utf-8").splitlines()[0])


def test_two_people_meet_by_a_link_talk_and_come_back_after_a_cut(person):
    host, friend, watcher = person(), person(), person()
    host.open("/")
    host.page.get_by_text("A friend").click()
    host.page.locator(".start").click()
    link = host.page.locator("#link").input_value()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Accept and play").click()
    for one in (host, friend):
        one.page.wait_for_url("**/game/*")
        one.page.locator(".actions button, .moves li, .status").first.wait_for()
    watcher.open(f"/game/{host.page.url.rpartition('/')[2]}")
    host.page.get_by_text("one is watching").wait_for()
    friend.page.get_by_role("button", name="Chat").click()
    hostile = "<img src=x onerror=\"document.title='hit'\">"
    host.page.get_by_role("button", name="Chat").click()
    host.page.fill("#say", hostile)
    host.page.get_by_role("button", name="Send").click()
    friend.page.get_by_text(hostile).wait_for()
    assert "hit" not in friend.page.title()
    assert friend.page.locator(".lines img").count() == 0
    friend.context.set_offline(True)
    friend.page.locator("#offline p").wait_for()
    host.page.get_by_role("button", name="Good luck!").click()
    friend.context.set_offline(False)
    friend.page.reload()
    friend.page.get_by_role("button", name="Chat").click()
    friend.page.get_by_text("Good luck!").first.wait_for()
    status = friend.page.locator(".status").first.inner_text()
    assert status


def test_a_game_goes_on_after_the_server_was_restarted(browser, tmp_path):
    server = Running(tmp_path / "data", workers=1).start()
    me = Person(browser, server.base)
    try:
        me.start("abalone")
        me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
        server.stop()
        me.page.get_by_text("The connection is lost").wait_for()
        server.start()
        me.page.get_by_text("The connection is lost").wait_for(state="detached", timeout=30_000)
        assert me.play_out("abalone") > 5
    finally:
        me.close()
        server.stop()


def test_a_hostile_address_is_only_text(person):
    me = person()
    answer = me.page.goto(me.base + "/person/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
    me.page.locator("h1").wait_for()
    assert answer.status == 200
    assert me.page.locator("#page img").count() == 0


def test_the_language_can_be_switched_and_stays(person):
    me = person()
    me.open("/")
    me.page.get_by_role("button", name="Español").click()
    me.page.get_by_role("button", name="Jugar ahora").wait_for()
    assert me.page.evaluate("document.documentElement.lang") == "es"
    me.open("/rules/abak")
    assert "reglas" in me.page.locator("h1").inner_text().lower()


def test_settings_hold_at_once_and_after_a_reload(person):
    me = person()
    me.open("/settings")
    for label, value in (("Colours", "dark"), ("Board", "slate")):
        me.page.locator("label.field", has_text=label).locator("select").select_option(value)
    me.page.get_by_label("Letters instead").check()
    me.page.reload()
    found = me.page.evaluate("({...document.documentElement.dataset})")
    assert (found["theme"], found["board"]) == ("dark", "slate")
    me.page.wait_for_selector("tablas-abak[letters]")


def test_an_account_is_made_left_and_entered_again(person):
    me = person()
    me.open("/account")
    register = me.page.locator("#register")
    register.locator("[name=name]").fill("Ana Prueba")
    register.locator("[name=password]").fill("correct horse battery")
    register.get_by_role("button", name="Make an account").click()
    me.page.get_by_role("heading", name="Ana Prueba").wait_for()
    me.page.get_by_role("button", name="Log out").first.click()
    login = me.page.locator("#login")
    login.locator("[name=name]").fill("Ana Prueba")
    login.locator("[name=password]").fill("wrong horse battery")
    login.get_by_role("button", name="Log in").click()
    me.page.locator(".notice").wait_for()
    login.locator("[name=password]").fill("correct horse battery")
    login.get_by_role("button", name="Log in").click()
    me.page.get_by_role("heading", name="Ana Prueba").wait_for()


@pytest.mark.parametrize("game", ["abak", "backgammon", "abalone"])
def test_every_lesson_of_a_course_can_be_solved(person, game):
    me = person()
    me.open(f"/learn#{game}-1")
    solutions = me.page.evaluate(
        """async (game) => {
          const base = document.querySelector('script[type=module]').src.replace('main.js', '');
          const { COURSES } = await import(`${base}learn/lessons.js`);
          return COURSES[game]().map((lesson) => lesson.solution);
        }""",
        game,
    )
    for number, solution in enumerate(solutions, start=1):
        me.page.get_by_text(f"{number} of {len(solutions)}").wait_for()
        me.until("() => Boolean(document.querySelector('.board > *')?.graph)")
        board = me.page.locator(".board > *")
        for word in solution:
            assert board.evaluate("(board, word) => board.type(word)", word), (game, number, word)
        if game != "abalone":
            _finish_turn(me)
        me.page.get_by_text("Solved!").wait_for()
        if number < len(solutions):
            me.page.get_by_role("button", name="Next lesson").click()
    me.page.get_by_role("link", name="Now play a game").wait_for()


def _finish_turn(me: Person) -> None:
    """Play what is left of the dice, then confirm."""
    confirm = me.page.get_by_role("button", name="Confirm turn", exact=True).last
    for _ in range(4):
        if confirm.is_enabled():
            break
        me.act("any", {"confirm": False, "primary": None, "active": True})
        me.page.wait_for_timeout(50)
    confirm.click()


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_on_any_page(person, axe, dark):
    me = person(bypass_csp=True, color_scheme="dark" if dark else "light")
    faults = []
    me.start("abak")
    paths = [*PAGES, me.page.url.removeprefix(me.base)]
    for path in paths:
        me.page.goto("about:blank")
        me.open(path)
        me.page.wait_for_timeout(600)
        me.page.evaluate(axe)
        found = me.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        faults += [
            f"{path} {one['id']}: {one['nodes'][0]['target']}" for one in found["violations"]
        ]
    assert faults == []


def test_the_first_page_is_small(web):
    """All that the first page loads, compressed as it is sent."""
    agreed = {"accept-encoding": "gzip", "accept-language": "es"}
    page = httpx.get(f"{web.base}/", headers=agreed)
    total = len(gzip.compress(page.content))
    for path in set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)):
        with httpx.stream("GET", web.base + path, headers=agreed) as answer:
            assert answer.status_code == 200, path
            assert "immutable" in answer.headers["cache-control"]
            total += sum(len(part) for part in answer.iter_raw())
    assert total <= MOST_FIRST_LOAD


def test_pages_forbid_everything_that_is_not_ours(web):
    policy = httpx.get(f"{web.base}/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    missing = httpx.get(f"{web.base}/nowhere", headers={"accept": "text/html"})
    assert (missing.status_code, missing.headers["content-type"][:9]) == (404, "text/html")
    assert httpx.get(f"{web.base}/api/nowhere").headers["content-type"] == "application/json"
    assert httpx.get(f"{web.base}/static/0123456789abcdef/app/main.js").status_code == 404
    assert httpx.get(f"{web.base}/static/x/../../../pyproject.toml").status_code == 404


def test_the_static_parts_stay_readable_offline(person):
    me = person()
    me.open("/")
    me.page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    me.page.reload()
    me.until("() => navigator.serviceWorker.controller !== null")
    me.open("/rules/abak")
    me.context.set_offline(True)
    me.page.reload()
    me.page.get_by_role("heading", name="A movement").wait_for()
    me.page.locator("#offline p").wait_for()
