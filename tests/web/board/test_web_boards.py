"""The boards in a browser: whole turns by mouse, touch and keyboard, checked by the rules."""

from __future__ import annotations

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from tablas.backgammon import formats as backgammon_formats
from tablas.games import kind
from tablas.values import Dice, Setup, Side

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def data(gallery):
    with urllib.request.urlopen(f"{gallery}/gallery.json") as answer:
        return json.load(answer)


def legal(data, game: str, name: str, text: str) -> bool:
    """Whether the rules read this text as a legal play of the exhibit."""
    exhibit = data[game][name]
    graph = exhibit["graph"]
    if game == "backgammon":
        sign = f"XGID={exhibit['position']['position']}:0:0:1:00:0:0:0:0:10"
        setup: Setup = backgammon_formats.read(sign)
    elif game == "abak":
        setup = kind("abak").formats.read(f"{exhibit['position']['position']} w")
    else:
        setup = kind("abalone").formats.read(f"{exhibit['position']['position']} b")
    dice = Dice(*graph["dice"]) if "dice" in graph else None
    assert setup.turn is (Side.BLACK if game == "abalone" else Side.WHITE)
    play = kind(game).notation.read(setup.position, dice, text)
    return kind(game).rules.why_illegal(setup.position, dice, play) is None


def movable(page, name: str):
    return page.page.locator(f"#{name} .place.movable")


def test_a_whole_turn_by_mouse(shown, data):
    name = "backgammon-mid"
    page = shown(only=name)
    page.board(name)
    for _ in range(2):
        page.page.mouse.click(*page.middle(movable(page, name).first.locator(".stand").last))
        page.drawn(name)
    assert page.announced(name).endswith("The turn is complete: confirm it")
    page.act(name, "confirm").click()
    (play,) = page.told(name, "play")
    assert legal(data, "backgammon", "mid-game", play)
    # A turn is told once, however often the button is pressed.
    page.drawn(name)
    expect(page.act(name, "confirm")).to_have_count(0)
    assert page.told(name, "play") == [play]


def test_a_tap_plays_the_larger_die_first_and_the_dice_swap_it(shown):
    name = "backgammon-mid"
    page = shown(only=name)
    page.board(name)
    page.place(name, "p13").locator(".stand").last.click()
    assert page.told(name, "change")[0] == "13/9"
    page.act(name, "undo").click()
    assert page.told(name, "undo") == [""] or page.told(name, "undo") == ["-"]
    page.act(name, "dice").click()
    page.place(name, "p13").locator(".stand").last.click()
    assert page.told(name, "change")[0] == "13/11"


def test_a_tap_on_a_destination_brings_somebody_there(shown):
    name = "backgammon-mid"
    page = shown(only=name)
    page.board(name)
    page.place(name, "p9").locator(".touch").click()
    assert page.told(name, "change")[0] == "13/9"


def test_dragging_plays_both_dice_with_one_checker(shown, data):
    name = "backgammon-mid"
    page = shown(only=name)
    page.board(name)
    start = page.middle(page.place(name, "p13").locator(".stand").last)
    end = page.middle(page.place(name, "p7").locator(".touch"))
    page.page.mouse.move(*start)
    page.page.mouse.down()
    page.page.mouse.move(start[0] + 5, start[1])
    page.drawn(name)
    expect(page.page.locator(f"#{name} .hand")).to_have_count(0)  # 12 pixels make a drag
    page.page.mouse.move(start[0] + 14, start[1])
    page.page.mouse.move(*end, steps=4)
    page.drawn(name)
    expect(page.page.locator(f"#{name} .hand")).to_have_count(1)
    assert page.page.locator(f"#{name} .ghost").count() >= 2
    page.page.mouse.up()
    assert page.told(name, "change")[0].split()[-1].endswith("/7")
    page.act(name, "confirm").click()
    assert legal(data, "backgammon", "mid-game", page.told(name, "play")[0])


def test_a_drag_to_nowhere_changes_nothing_and_says_what_is_allowed(shown):
    name = "backgammon-mid"
    page = shown(only=name)
    page.board(name)
    start = page.middle(page.place(name, "p13").locator(".stand").last)
    end = page.middle(page.place(name, "p18").locator(".touch"))
    page.page.mouse.move(*start)
    page.page.mouse.down()
    page.page.mouse.move(*end, steps=4)
    page.page.mouse.up()
    assert page.told(name, "change") == []
    expect(page.page.locator(f"#{name} .card")).to_be_visible()


def test_a_whole_turn_by_touch_on_a_turned_board(shown, data):
    name = "abak-free"
    page = shown(only=name, **PHONE)
    page.board(name)
    assert page.value(name, "board.shape") == "rotated"
    for _ in range(2):
        page.page.touchscreen.tap(*page.middle(movable(page, name).first.locator(".stand").last))
        page.drawn(name)
    confirm = page.act(name, "confirm")
    page.page.touchscreen.tap(*page.middle(confirm))
    (play,) = page.told(name, "play")
    assert legal(data, "abak", "free", play)


def test_a_whole_turn_by_keyboard(shown, data):
    name = "abak-free"
    page = shown(only=name)
    page.board(name)
    keys = page.page.keyboard
    page.place(name, "p24").focus()
    # From 24 along the far row to 13: past five points, the bar, and six more.
    for _ in range(12):
        keys.press("ArrowLeft")
    assert page.value(name, "board.shadowRoot.activeElement.dataset.place") == "p13"
    keys.press("Enter")
    assert "picked up" in page.announced(name)
    keys.press("ArrowDown")  # 12
    for _ in range(4):
        keys.press("ArrowRight")  # 11, 10, 9, 8
    keys.press("Enter")
    assert page.told(name, "change")[0] == "S13/8"
    keys.press("u")
    assert "Undone" in page.announced(name)
    for _ in range(4):
        keys.press("ArrowLeft")
    keys.press("ArrowUp")
    keys.press("5")
    assert page.told(name, "change")[0] == "S13/8"
    keys.press("2")
    if not page.value(name, "board.standing().complete"):
        keys.press("ArrowDown")
        keys.press("ArrowRight")
        keys.press("2")
    keys.press(" ")
    (play,) = page.told(name, "play")
    assert legal(data, "abak", "free", play)


def test_space_rolls_and_d_doubles(shown):
    page = shown()
    page.board("abak-start")
    page.place("abak-start", "p24").focus()
    page.page.keyboard.press(" ")
    page.page.keyboard.press("d")
    assert page.told("abak-start", "roll") == [""]
    assert page.told("abak-start", "double") == [""]


def test_only_the_top_of_a_stack_reacts_and_the_card_names_the_rule(shown):
    name = "abak-free"
    page = shown(only=name)
    page.board(name)
    page.place(name, "p13").locator("[data-index='1']").hover()
    page.drawn(name)
    expect(page.page.locator(f"#{name} .ghost")).to_have_count(0)
    page.page.wait_for_selector(f"#{name} .card")
    text = page.page.locator(f"#{name} .card").inner_text()
    assert "only the top checker of a stack moves" in text.lower()


def test_the_card_speaks_spanish_and_tells_what_forbids_the_wounded(shown):
    name = "abak-free"
    page = shown("?language=es", only=name)
    page.board(name)
    page.place(name, "p24").locator(".stand").last.hover()
    page.page.wait_for_selector(f"#{name} .card")
    text = page.page.locator(f"#{name} .card").inner_text()
    assert "Herido par blanco en 24" in text
    assert "el herido par solo juega dados pares, no un 5" in text
    label = page.place(name, "p13").get_attribute("aria-label")
    assert label.startswith("Punto 13, de abajo arriba: soldado blanco")


def test_the_generals_targets_behind_are_hollow(shown):
    name = "abak-free"
    page = shown(only=name)
    page.board(name)
    page.place(name, "p8").locator(".stand").last.hover()
    page.page.wait_for_selector(f"#{name} .ghost")
    hollow = page.value(
        name,
        "[...board.shadowRoot.querySelectorAll('.ghost')]"
        ".filter((ghost) => !ghost.querySelector('.shade')).length",
    )
    assert hollow >= 1


def test_each_class_on_the_bar_can_be_chosen(shown, data):
    name = "abak-bar"
    page = shown(only=name)
    page.board(name)
    page.place(name, "bar-white").locator("[data-index='1']").click()
    assert page.told(name, "change")[0].startswith("Nbar/")


def test_typed_notation_plays_and_says_what_is_wrong(shown, data):
    name = "backgammon-double"
    page = shown()
    field = page.board(name).locator("input")
    field.fill("13/10(2) 6/3(2)")
    field.press("Enter")
    assert page.value(name, "board.standing().complete")
    page.act(name, "confirm").click()
    assert legal(data, "backgammon", "double", page.told(name, "play")[0])
    other = page.board("abak-free").locator("input")
    other.fill("S13/1")
    other.press("Enter")
    assert "not a legal play" in page.announced("abak-free")
    other.fill("hello")
    other.press("Enter")
    assert "not a play such as" in page.announced("abak-free")


def test_flip_mirror_and_nb_names(shown):
    page = shown("?flip=1&numbers=nb")
    label = page.place("backgammon-start", "p13").get_attribute("aria-label")
    assert label.startswith("Point N12")
    assert page.value("backgammon-start", "board.geometry.near(24)")
    mirrored = shown("?mirror=1")
    assert mirrored.value("backgammon-start", "board.geometry.alongOf(1)") == 12.5
    box = mirrored.place("backgammon-start", "p1").locator(".touch").bounding_box()
    other = mirrored.place("backgammon-start", "p12").locator(".touch").bounding_box()
    assert box["x"] < other["x"]


def test_reduced_motion_shows_no_glides(shown):
    name = "backgammon-mid"
    page = shown(reduced_motion="reduce", only=name)
    page.board(name)
    page.place(name, "p13").locator(".stand").last.click()
    page.drawn(name)
    assert page.value(name, "board.shadowRoot.querySelectorAll('.flights > *').length") == 0


def test_motion_is_shown_and_stops_under_time_pressure(shown):
    name = "backgammon-mid"
    page = shown(only=name)
    page.board(name)
    flying = (
        "(board.tap('p13', -1), board.updateComplete.then(() =>"
        " board.shadowRoot.querySelectorAll('.flights > *').length))"
    )
    assert page.value(name, flying) == 1
    page.value(name, "(board.clock = 15000, board.undo())")
    assert page.value(name, flying) == 0


def test_abalone_by_two_taps(shown, data):
    name = "abalone-start"
    page = shown(only=name)
    page.board(name)
    page.place(name, "c3").click()
    page.place(name, "d4").click()
    (play,) = page.told(name, "play")
    assert play == "c3d4"
    assert legal(data, "abalone", "start", play)


def test_abalone_by_both_ends_and_an_arrow(shown, data):
    name = "abalone-start"
    page = shown(only=name)
    page.board(name)
    page.place(name, "a1").click()
    page.place(name, "c3").click()
    assert page.value(name, "board.selection") == ["a1", "b2", "c3"]
    assert "3 marbles selected" in page.announced(name)
    ways = page.page.locator(f"#{name} [data-way]")
    assert ways.count() >= 1
    page.page.locator(f"#{name} [data-way='ne']").click()
    (play,) = page.told(name, "play")
    assert legal(data, "abalone", "start", play)


def test_abalone_a_drag_along_a_line_pushes(shown, data):
    name = "abalone-threats"
    page = shown(only=name)
    page.board(name)
    start = page.middle(page.place(name, "e7").locator(".touch"))
    page.page.mouse.move(*start)
    page.page.mouse.down()
    page.page.mouse.move(*page.middle(page.place(name, "e9").locator(".touch")), steps=4)
    page.page.mouse.up()
    (play,) = page.told(name, "play")
    assert play == "e7e8"
    assert legal(data, "abalone", "close", play)
    assert page.value(name, "board.lost") == {"white": 3, "black": 1}


def test_abalone_a_swipe_selects_and_keys_move(shown, data):
    name = "abalone-start"
    page = shown(only=name)
    page.board(name)
    start = page.middle(page.place(name, "b1").locator(".touch"))
    end = page.middle(page.place(name, "b3").locator(".touch"))
    page.page.mouse.move(*start)
    page.page.mouse.down()
    page.page.mouse.move(*end, steps=5)
    page.page.mouse.up()
    assert page.value(name, "board.selection") == ["b1", "b2", "b3"]
    page.page.keyboard.press("Escape")
    page.place(name, "c3").focus()
    page.page.keyboard.press("Enter")
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("Enter")
    assert page.value(name, "board.selection") == ["c3", "c4"]
    page.page.keyboard.press("q")  # north-west
    (play,) = page.told(name, "play")
    assert legal(data, "abalone", "start", play)


REFUSALS = """(globalThis.refusals = [], board.addEventListener("refused",
  ({ detail }) => globalThis.refusals.push(detail.reason.en)), 0)"""


def test_abalone_says_why_a_group_cannot_go(shown):
    name = "abalone-start"
    page = shown(only=name)
    page.board(name)
    page.value(name, REFUSALS)
    page.place(name, "a1").click()
    page.place(name, "a2").focus()
    page.page.keyboard.press("z")  # south-west, off the board
    assert "cannot leave the board" in page.announced(name)
    page.page.keyboard.press("Escape")
    page.place(name, "i5").click()  # White's, and Black is to move
    theirs = "This marble belongs to the other side: tap one of yours"
    assert page.announced(name) == theirs
    assert page.page.evaluate("globalThis.refusals")[1:] == [theirs]  # and pages can show it


@pytest.mark.parametrize("width", [320, 360, 768, 1300])
def test_nothing_sticks_out_sideways(shown, width):
    page = shown("?language=es", viewport={"width": width, "height": 800})
    wide = page.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width


def test_any_page_shows_a_board_from_an_attribute(browser, gallery):
    page = browser.new_page()
    start = {"game": "abak", "position": "ED/OS/21/d -/- -/-", "turn": "white", "language": "es"}
    page.goto(f"{gallery}/embed.html#{json.dumps(start)}")
    label = page.locator("tablas-abak [data-place='p24']").get_attribute("aria-label")
    assert label == "Punto 24, de abajo arriba: herido par blanco; encima: druida blanco"
    page.close()


def test_an_unknown_game_says_so(browser, gallery):
    page = browser.new_page()
    page.goto(f"{gallery}/embed.html?game=<b>chess&position=x")
    page.wait_for_function("document.querySelector('main').textContent.startsWith('Tablas: game')")
    expect(page.locator("main b")).to_have_count(0)
    page.close()


def test_after_a_button_the_board_keeps_the_keyboard(shown):
    name = "backgammon-mid"
    page = shown(only=name)
    page.board(name)
    page.place(name, "p13").locator(".stand").last.click()
    page.act(name, "undo").focus()
    page.page.keyboard.press("Enter")
    page.drawn(name)
    assert page.value(name, "board.shadowRoot.activeElement?.dataset.place") is not None


def test_who_has_left_the_board_by_tab_is_not_fetched_back(shown):
    name = "backgammon-mid"
    page = shown(only=name)
    page.board(name)
    page.place(name, "p13").locator(".stand").last.click()
    page.act(name, "undo").focus()
    page.page.evaluate("document.querySelector('#boards').append(document.createElement('button'))")
    page.page.locator("#boards > button").focus()
    page.value(name, "board.undo()")  # as when a reply is shown, or somebody else's move
    page.drawn(name)
    expect(page.page.locator("#boards > button")).to_be_focused()


def test_the_last_move_is_announced_and_drawn_with_arrows(shown):
    name = "backgammon-start"
    page = shown(only=name)
    steps = [
        {"piece": "S", "source": 13, "target": 7, "effect": "plain"},
        {"piece": "S", "source": 8, "target": 7, "effect": "hit"},
    ]
    move = json.dumps({"side": "black", "steps": steps})
    page.value(name, f"(board.arrows = true, board.lastMove = {move}, board.updateComplete)")
    assert page.announced(name) == "Black played Checker 13 to 7; Checker 8 to 7, hits"
    expect(page.page.locator(f"#{name} .arrow")).to_have_count(2)


def test_enter_goes_through_the_classes_on_the_bar(shown):
    name = "abak-bar"
    page = shown(only=name)
    page.place(name, "bar-white").focus()
    heard = []
    for _ in range(4):
        page.page.keyboard.press("Enter")
        heard.append(page.announced(name).split(" on ")[0])
    assert heard == ["Even wounded", "General", "Soldier", "Put back"]
    page.page.keyboard.press("Enter")
    page.page.keyboard.press("Enter")
    page.page.keyboard.press("4")
    assert page.told(name, "change")[0] == "Nbar/21"
