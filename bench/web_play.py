"""A few turns of each game by mouse, as the bench of the web app plays them."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Error, Locator, Page

TURNS = 8
PAUSE = 150  # milliseconds between two taps
LONGEST = 500  # to look for something that may have gone meanwhile
# Every turn is played here, also those in which nothing is to be decided.
BY_HAND = """localStorage["tablas-settings"] ??= '{"finish": "never"}';"""
# A move that pushes, if there is one.
PUSH = """() => {
  const moves = document.querySelector('.board > *').moves ?? [];
  return moves.find((one) => one.pushed.length) ?? moves.at(-1) ?? null;
}"""
# Somewhere to go that is not a checker to be tapped: the place where the next step ends.
GOAL = """() => {
  const board = document.querySelector(".board > *");
  const node = board?.turn?.graph?.nodes[board.turn.path.at(-1)?.next ?? 0];
  const places = (node?.steps ?? []).map(({ target }) => {
    if (target === 0) return `off-${board.side}`;
    return `p${board.side === "white" ? target : 25 - target}`;
  });
  const movable = (place) => board.renderRoot.querySelector(`.movable[data-place=${place}]`);
  return places.find((place) => !movable(place)) ?? null;
}"""


def begin(page: Page, base: str, game: str) -> None:
    page.add_init_script(BY_HAND)
    page.goto(base)
    page.wait_for_selector(".levels input")
    page.click(f".game-card:has([value={game}])")
    page.locator(".levels input").fill("0")
    page.click(".start")
    page.wait_for_selector(".board > *")


def play(page: Page, game: str) -> None:
    """A few turns by mouse: checkers, destinations, marbles, arrows, Roll and Confirm."""
    turns = tapped = 0
    while turns < TURNS:
        button = page.locator(".actions button.primary:enabled")
        movable = page.locator(".place.movable .stand")
        if game == "abalone":
            turns += _pushed(page)
        elif button.count():
            turns += _pressed(page, button.first)
        elif movable.count():
            tapped += 1
            _tapped(page, movable, tapped)
        page.wait_for_timeout(100)


def tap(page: Page, what: Locator) -> None:
    """Where it lies is looked up before: a tap itself is the mouse's alone, no script is in it."""
    box = what.bounding_box(timeout=LONGEST)
    assert box
    page.wait_for_timeout(PAUSE)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _pressed(page: Page, button: Locator) -> int:
    """1 for a turn that was confirmed."""
    try:
        confirms = "onfirm" in (button.text_content(timeout=LONGEST) or "")
        tap(page, button)
    except Error:
        return 0  # the table has moved on meanwhile
    return int(confirms)


def _tapped(page: Page, movable: Locator, number: int) -> None:
    """Every other tap is on where somebody goes, if no checker stands there."""
    goal = page.evaluate(GOAL) if number % 2 else None
    where = page.locator(f'[data-place="{goal}"] .touch') if goal else movable.last
    with suppress(Error):
        tap(page, where)


def _pushed(page: Page) -> int:
    move = page.evaluate(PUSH)
    if not move:
        return 0
    for cell in dict.fromkeys((move["cells"][0], move["cells"][-1])):
        tap(page, page.locator(f'[data-cell="{cell}"]').first)
    way, target = move["direction"], move["targets"][0]
    goal = f'[data-cell="{target}"]' if len(move["cells"]) == 1 else f'[data-way="{way}"]'
    tap(page, page.locator(goal).first)
    return 1
