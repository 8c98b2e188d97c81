"""Fingers on the boards: a long press, a tap that is answered with a reason, a drag."""

from __future__ import annotations

from playwright.sync_api import expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_long_press_shows_the_card_and_moves_nothing(shown):
    name = "abak-free"
    page = shown(only=name, **PHONE)
    page.board(name)
    x, y = page.middle(page.place(name, "p13").locator(".stand").last)
    session = page.page.context.new_cdp_session(page.page)
    touch = {"touchPoints": [{"x": x, "y": y}]}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", **touch})
    page.page.locator(f"#{name} .card").wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.page.wait_for_timeout(300)  # the finger is gone, the card is still to be read
    expect(page.page.locator(f"#{name} .card")).to_contain_text(
        "White soldier on 13", use_inner_text=True
    )
    assert page.told(name, "change") == []


def test_a_tapped_checker_that_cannot_move_says_why_until_the_next_tap(shown):
    name = "abak-free"
    page = shown(only=name, **PHONE)
    page.board(name)
    card = page.page.locator(f"#{name} .card")
    stuck = page.page.locator(f"#{name} .place:not(.movable)", has=page.page.locator(".stand"))
    page.page.touchscreen.tap(*page.middle(stuck.first.locator(".stand").last))
    card.wait_for()
    page.page.wait_for_timeout(300)
    assert card.inner_text()
    assert page.told(name, "change") == []
    page.page.touchscreen.tap(
        *page.middle(page.page.locator(f"#{name} .place.movable").first.locator(".stand").last)
    )
    card.wait_for(state="detached")
    assert page.told(name, "change") != []


def test_a_finger_drags_a_checker_and_does_not_scroll(shown):
    name = "abak-free"
    page = shown("?layout=rotated", only=name, **PHONE)
    page.board(name)
    start = page.middle(page.place(name, "p13").locator(".stand").last)
    end = page.middle(page.place(name, "p8").locator(".touch"))
    session = page.page.context.new_cdp_session(page.page)
    before = page.page.evaluate("scrollY")

    def touch(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", *start)
    for part in range(1, 9):
        x, y = (a + (b - a) * part / 8 for a, b in zip(start, end, strict=True))
        touch("touchMove", x, y)
    touch("touchEnd", *end)
    assert page.told(name, "change")[0] == "S13/8"
    assert page.page.evaluate("scrollY") == before
