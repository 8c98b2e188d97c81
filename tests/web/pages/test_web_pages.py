"""The pages of the web app in a real browser: settings, language, editor, replay, offline."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

MOST_FIRST_LOAD = 150_000
AT_THE_THUMBS = """() => {
  const board = document.querySelector('.board > *')?.getBoundingClientRect();
  const all = [...document.querySelectorAll('.actions button')];
  const shown = all.filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const last = shown.at(-1)?.getBoundingClientRect();
  if (!board || !last) return false;
  return last.left > board.right && last.bottom > 180 && last.bottom <= 360;
}"""
PHONE_ON_ITS_SIDE = {
    "viewport": {"width": 740, "height": 360},
    "has_touch": True,
    "is_mobile": True,
}
# Whether the worker has written down all that this page has loaded.
KEPT = """async () => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const parts = loaded.filter((name) => new URL(name).pathname.startsWith("/static/"));
  const found = await Promise.all([location.pathname, ...parts].map((one) => caches.match(one)));
  return parts.length > 0 && found.every(Boolean);
}"""


IN_SPANISH = """async () => {
  const texts = await Promise.all(["/settings", "/offline"].map(async (path) =>
    (await caches.match(path))?.text()));
  return texts.every((text) => text?.includes('<html lang="es"'));
}"""
ALL_KEPT = """async () => {
  const base = document.querySelector("script[type=module]").src.replace("bundles/app/main.js", "");
  const { files } = await (await fetch(`${base}files.json`)).json();
  return (await Promise.all(files.map((one) => caches.match(one)))).every(Boolean);
}"""
# As a browser says it of an app that was installed.
INSTALLED = """
  const plain = globalThis.matchMedia;
  globalThis.matchMedia = (query) =>
    query === "(display-mode: standalone)" ? { matches: true } : plain.call(globalThis, query);
"""


def test_a_hostile_address_is_only_text(person):
    me = person()
    answer = me.page.goto(me.base + "/person/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
    me.page.locator("h1").wait_for()
    assert answer.status == 200
    expect(me.page.locator("#page img")).to_have_count(0)


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
    for label, value in (("Colours", "dark"), ("Board", "linen")):
        me.page.get_by_role("combobox", name=label).select_option(value)
    me.page.get_by_label("Letters instead").check()
    me.page.reload()
    found = me.page.evaluate("({...document.documentElement.dataset})")
    assert (found["theme"], found["board"]) == ("dark", "linen")
    me.page.wait_for_selector("tablas-abak[letters]")


HOME = """() => {
  const board = document.querySelector(".board > *, .sample > *");
  const [one, twelve] = ["p1", "p12"].map((id) =>
    board.renderRoot.querySelector(`[data-place="${id}"] .touch`).getBoundingClientRect().x);
  return one < twelve ? "left" : "right";
}"""


def test_home_on_the_left_is_chosen_at_the_table_or_in_the_settings_and_kept(person):
    me = person()
    me.open("/")
    me.page.wait_for_selector(".levels input")
    me.page.locator(".game-card:has([value=backgammon])").click()
    me.opponent("here")
    me.page.locator(".start").click()
    me.seated()
    assert me.page.evaluate(HOME) == "right"
    # The sheet grows when the opening roll has fallen: a press amid that may miss its button.
    me.page.get_by_role("button", name="Confirm turn").wait_for()
    me.menu()
    me.page.get_by_role("button", name="Mirror the board").click()
    me.until(f"() => ({HOME})() === 'left'")
    me.page.reload()
    me.page.wait_for_selector(".board > *")
    me.until(f"() => ({HOME})() === 'left'")
    me.open("/editor?game=backgammon")
    me.page.wait_for_selector(".board > *")
    me.until(f"() => ({HOME})() === 'left'")
    me.open("/settings")
    me.page.wait_for_selector(".sample > *")
    assert me.page.evaluate(HOME) == "left"
    box = me.page.get_by_label("Home on the left")
    expect(box).to_be_checked()
    box.uncheck()
    me.until(f"() => ({HOME})() === 'right'")


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


def test_lessons_and_boards_of_the_rules_come_only_when_they_are_opened(person):
    me = person()
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url))
    me.open("/")
    me.page.wait_for_selector(".levels input")
    assert not [url for url in asked if "/learn/" in url or "/app/rules/" in url]
    me.open("/learn#backgammon-1")
    me.until("() => Boolean(document.querySelector('.board > *')?.graph)")
    courses = [url.rpartition("/")[2] for url in asked if "/learn/" in url and ".json" in url]
    assert courses == ["backgammon.json"]


def test_pages_forbid_everything_that_is_not_ours(web):
    policy = httpx.get(f"{web.base}/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    missing = httpx.get(f"{web.base}/nowhere", headers={"accept": "text/html"})
    assert (missing.status_code, missing.headers["content-type"][:9]) == (404, "text/html")
    assert httpx.get(f"{web.base}/api/nowhere").headers["content-type"] == "application/json"
    assert httpx.get(f"{web.base}/static/0123456789abcdef/app/main.js").status_code == 404
    assert httpx.get(f"{web.base}/static/x/../../../pyproject.toml").status_code == 404


def test_pages_stay_themselves_offline_and_the_others_say_so(person):
    me = person(service_workers="allow")
    me.open("/")
    me.page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    me.page.reload()
    me.until("() => navigator.serviceWorker.controller !== null")
    me.page.get_by_role("button", name="Español").click()
    me.page.get_by_role("button", name="Jugar ahora").wait_for()
    me.until(IN_SPANISH)  # the pages that were never opened, too
    me.open("/rules/abak")
    me.page.wait_for_load_state("networkidle")
    me.until(KEPT)
    me.context.set_offline(True)
    me.page.reload()
    me.page.get_by_role("heading", name="Un movimiento").wait_for()
    me.page.locator("#offline p").wait_for()
    for path, name in (("/settings", "Ajustes"), ("/rules", "Reglas")):
        me.page.goto(me.base + path)
        expect(me.page.locator("h1")).to_contain_text(name)
    me.page.goto(f"{me.base}/history")  # was never opened, and needs the server
    expect(me.page.locator("h1")).to_have_text("Sin conexión")
    expect(me.page).to_have_title(re.compile("Sin conexión"))
    me.context.set_offline(False)
    expect(me.page.locator("h1")).to_have_text("Mis partidas")  # by itself


def test_an_installed_app_keeps_boards_that_were_never_opened(person):
    me = person(
        service_workers="allow",
        viewport={"width": 390, "height": 664},
        has_touch=True,
        is_mobile=True,
    )
    me.page.add_init_script(INSTALLED)
    me.open("/")
    me.page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    me.page.reload()
    me.until(ALL_KEPT)
    me.context.set_offline(True)
    me.page.goto(f"{me.base}/rules/abalone")
    me.page.locator(".live").first.scroll_into_view_if_needed()
    me.page.locator("tablas-abalone").first.wait_for()


def test_a_finished_game_is_in_the_history_and_can_be_replayed(person):
    me = person()
    me.open("/editor?game=abalone&position=5/2ww2/4b2/3wbb2/3wbb3/1w1bbw2/ww1wbb1/2b3/5+b+5-4+0")
    me.page.locator("[name=opponent]").select_option("here")
    me.page.get_by_role("button", name="Play from here").click()
    game = me.seated()
    me.play_out("abalone")
    me.open("/history")
    me.page.locator(f"a[href='/replay/{game}']").click()
    board = me.page.locator(".board > *")
    before = board.evaluate("(board) => board.position.position")
    assert before.startswith("5/2ww2/4b2")
    me.page.get_by_role("button", name="To the end").click()
    assert board.evaluate("(board) => board.position.position") != before


def test_the_editor_sets_a_position_up_tries_a_roll_and_shares_it(person):
    me = person()
    me.open("/editor")
    board = me.page.locator(".board > *")
    board.wait_for()
    me.page.get_by_role("button", name="Empty the board").click()
    me.page.get_by_text("Not a legal position").wait_for()
    for point in ("p6", "p6", "p20"):
        if point == "p20":
            me.page.get_by_role("button", name="guard").nth(1).click()
        me.page.locator(f"[data-place={point}]").click(force=True)
    me.until("() => !document.querySelector('#fault').textContent")
    text = me.page.locator("[name=position]").input_value()
    assert text == "4/g/13/SS/5 -/- DEGGNOSSSSSSS/degnosssssssss w"
    me.page.get_by_role("button", name="Take away").click()
    me.page.locator("[data-place=p6]").focus()
    me.page.keyboard.press("Enter")
    me.until("() => document.querySelector('[name=position]').value.includes('/S/5 ')")
    me.page.fill("[name=roll]", "31")
    me.page.get_by_role("button", name="Show").click()
    me.page.get_by_text("Trying the roll 31").wait_for()
    me.until("() => location.search.includes('roll=31')")
    me.page.reload()  # the address is the link that is shared
    me.page.get_by_text("Trying the roll 31").wait_for()
    me.until("() => Boolean(document.querySelector('.board > *').graph)")
    assert board.evaluate("(board) => board.type('S6/3 S3/2') && board.confirm()")
    me.until("() => document.querySelector('[name=position]').value.endsWith('b')")
    assert "/S/1 " in me.page.locator("[name=position]").input_value()


@pytest.mark.parametrize(
    ("game", "first", "names"),
    [
        ("abak", "ED/OS/3/sssn", ["Position text"]),
        ("backgammon", "4HPwATDgc/ABMA", ["XGID", "GNU Backgammon ID"]),
        ("abalone", "belgian-daisy", ["Position text", "FEN", "Compact", "List of marbles"]),
    ],
)
def test_every_notation_that_the_editor_shares_means_the_same_position(web, game, first, names):
    start = first if game != "abak" else f"{first}/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w"
    told = httpx.get(f"{web.base}/api/board/{game}", params={"position": start}).json()
    assert [one["en"] for one in told["notations"]] == names
    for one in told["notations"]:
        again = httpx.get(f"{web.base}/api/board/{game}", params={"position": one["text"]}).json()
        assert again["board"]["position"] == told["board"]["position"], one


@pytest.mark.parametrize("game", ["abak", "backgammon"])
def test_a_game_from_here_begins_at_the_set_up_and_its_record_says_so(person, web, game):
    me = person()
    positions = {
        "abak": "sns/gs/18/SSG/1/SN/1 -/- DEGOSSSSSS/degossssss b",
        "backgammon": "XGID=-BB--------------------bb-:0:0:-1:00:0:0:0:0:10",
    }
    me.open(f"/editor?game={game}&position={positions[game].replace(' ', '+')}")
    me.page.locator("[name=side]").select_option("white")
    me.page.get_by_role("button", name="Play from here").click()
    played = me.seated()
    me.play_out(game)
    record = httpx.get(f"{web.base}/api/games/{played}/record").text
    assert f'"position":"{positions[game]}"' in record.replace('": "', '":"')
    me.open(f"/dice?game={played}")
    expect(me.page.locator(".verdict")).to_contain_text("Proven", use_inner_text=True)


def test_a_phone_on_its_side_shows_the_whole_board_with_the_buttons_at_the_thumbs(person):
    me = person(**PHONE_ON_ITS_SIDE)
    me.against_bot("abak", cube=False)
    me.until(AT_THE_THUMBS)  # in one look: with every turn the buttons come and go
    board = me.page.locator(".board > *").bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= 360
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_example_shows_a_board_in_a_page_of_another_origin(browser, web, tmp_path):
    example = Path(__file__).parents[3] / "examples" / "board.html"
    text = example.read_text(encoding="utf-8").replace("http://127.0.0.1:8000", web.base)
    page = browser.new_page()
    (tmp_path / "board.html").write_text(text, encoding="utf-8")
    page.goto((tmp_path / "board.html").as_uri())
    board = page.frame_locator("iframe").locator("tablas-abak")
    board.get_by_role("button", name="Point 18, from the bottom: black guard, trapped").wait_for()
    page.close()


def test_a_play_can_be_typed_and_marbles_can_wait_for_a_button(person):
    me = person()
    me.open("/settings")
    me.page.get_by_label("Confirm each move").check()
    me.open("/editor?game=abalone&position=belgian-daisy")
    me.page.locator("[name=opponent]").select_option("here")
    me.page.get_by_role("button", name="Play from here").click()
    me.seated()
    typed = me.page.locator("#typed")
    typed.fill("e5e6")
    typed.press("Enter")
    me.page.locator(".notice").get_by_text("not a legal play").wait_for()
    typed.fill("a1b2")
    typed.press("Enter")
    me.page.get_by_role("button", name="Undo").click()
    me.page.get_by_role("button", name="Confirm turn").and_(me.page.locator(":disabled")).wait_for()
    typed.fill("a1b2")
    typed.press("Enter")
    me.page.get_by_role("button", name="Confirm turn").click()
    me.page.locator(".moves").get_by_text("a1b2").wait_for()
