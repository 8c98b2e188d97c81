"""A person at the web app, played by a browser: starts games, moves by mouse, keys or touch."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Error

STANDING = """() => {
  const board = document.querySelector('.board > *');
  const pressed = [...document.querySelectorAll('.actions button:not([disabled])')];
  return {
    known: Boolean(board),
    active: Boolean(board?.graph && !board.still && !board.done && !board.sent),
    confirm: Boolean(board?.turn?.graph && board.turn.path.length && board.active
      && board.graph.nodes[board.turn.path.at(-1).next].complete),
    primary: document.querySelector('.actions button.primary:not([disabled])')?.textContent.trim(),
    buttons: pressed.map((button) => button.textContent.trim()),
    over: document.documentElement.outerHTML.includes('href="/replay/'),
  };
}"""
MOVABLE = """() => {
  const board = document.querySelector('.board > *');
  return [...board.renderRoot.querySelectorAll('.place.movable')].map((one) => one.dataset.place);
}"""
STEP = """() => {
  const board = document.querySelector('.board > *');
  const node = board.graph.nodes[board.turn.path.at(-1)?.next ?? 0];
  const step = node.steps[0];
  if (!step) return null;
  const point = board.side === 'white' ? step.source : 25 - step.source;
  return { place: step.source === 25 ? `bar-${board.side}` : `p${point}`, die: step.die };
}"""
WHERE = """(goal) => {
  const board = document.querySelector('.board > *');
  const places = board.renderRoot.querySelectorAll('[data-place]');
  const all = [...places].map((one) => one.dataset.place);
  return [all.indexOf(board.focusedPlace), all.indexOf(goal)];
}"""
BEST = """() => {
  const { moves } = document.querySelector('.board > *');
  return moves.find((one) => one.ejects) ?? moves.find((one) => one.pushed.length) ?? moves[0];
}"""


class Person:
    """One browser tab; every error of the page is kept."""

    def __init__(self, browser: Any, base: str, **options: Any) -> None:
        self.base = base
        self.context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "locale": "en-US", **options}
        )
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        self.touch = bool(options.get("has_touch"))
        self.faults: list[str] = []
        self.outside: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", self._asked)

    def _heard(self, line: Any) -> None:
        if line.type == "error" and "Failed to load resource" not in line.text:
            self.faults.append(line.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.base, "data:", "blob:")):
            self.outside.append(request.url)

    def close(self) -> None:
        self.context.close()

    def open(self, path: str) -> Any:
        answer = self.page.goto(self.base + path)
        self.page.wait_for_selector("#top .brand")
        return answer

    def press(self, locator: Any) -> None:
        if self.touch:
            locator.tap(force=True)
        else:
            locator.click(force=True)

    def start(self, game: str, *, level: int = 0) -> str:
        """A game against a bot from the first page; gives its id."""
        self.open("/")
        self.page.wait_for_selector(".levels .choice")
        self.press(self.page.locator(f".game-card:has([value={game}])"))
        self.press(self.page.locator(".levels .choice").nth(level))
        self.page.locator(".start").click()
        self.page.wait_for_url("**/game/*")
        self.page.wait_for_selector(".board > *")
        return str(self.page.url.rpartition("/")[2])

    def until(self, expression: str, seconds: float = 10) -> None:
        """Wait for the page; unlike Playwright's own way it needs no eval, which pages forbid."""
        end = time.monotonic() + seconds
        while not self._holds(expression):
            assert time.monotonic() < end, expression
            self.page.wait_for_timeout(40)

    def _holds(self, expression: str) -> bool:
        try:
            return bool(self.page.evaluate(expression))
        except Error as error:
            # The page is just being left for another one: it does not hold yet.
            if "Execution context was destroyed" in str(error):
                return False
            raise

    def standing(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(STANDING)
        return found

    def play_out(self, game: str, seconds: float = 120) -> int:
        """Play until the game is over; gives the number of turns played."""
        end, turns = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            now = self.standing()
            if now["over"]:
                return turns
            turns += self.act(game, now)
            self.page.wait_for_timeout(25)
        raise AssertionError(f"not over after {seconds} s and {turns} turns: {now}")

    def act(self, game: str, now: dict[str, Any]) -> int:
        """Do one thing, if there is one to do; 1 for a turn that was played."""
        if game == "abalone":
            return self.push() if now["active"] else 0
        if now["confirm"] or now["primary"]:
            try:
                self.page.locator(".actions button.primary:enabled").first.click(timeout=600)
            except Exception as error:  # noqa: BLE001 the table has moved on meanwhile
                assert "Timeout" in str(error), error
            return int(now["confirm"])
        if now["active"] and (places := self.page.evaluate(MOVABLE)):
            self.press(self.page.locator(f'[data-place="{places[-1]}"] .stand').last)
        return 0

    def play_out_by_keyboard(self, seconds: float = 150) -> int:
        """A dice game with no pointer at all: Tab, arrows, digits, Space."""
        keys, end, turns = self.page.keyboard, time.monotonic() + seconds, 0
        self.page.locator(".board > *").evaluate("(board) => board.focusPlace('p24')")
        while time.monotonic() < end:
            now = self.standing()
            if now["over"]:
                return turns
            self.page.locator(".board > *").evaluate(
                "(board) => board.focusPlace(board.focusedPlace)"
            )
            if now["confirm"] or now["primary"]:
                keys.press("Space")  # the focus stays on the board all the time
                turns += int(now["confirm"])
            elif now["active"] and (step := self.page.evaluate(STEP)):
                self.walk_to(step["place"])
                keys.press(str(step["die"]))
            self.page.wait_for_timeout(25)
        raise AssertionError(f"not over after {seconds} s and {turns} turns: {now}")

    def walk_to(self, place: str) -> None:
        """With the arrow keys: the board is two rows of fourteen places."""
        now, goal = self.page.evaluate(WHERE, place)
        if now // 14 != goal // 14:
            self.page.keyboard.press("ArrowDown" if goal >= 14 else "ArrowUp")
        along = goal % 14 - now % 14
        for _ in range(abs(along)):
            self.page.keyboard.press("ArrowRight" if along > 0 else "ArrowLeft")

    def push(self) -> int:
        move = self.page.evaluate(BEST)
        cells = move["cells"]
        for cell in cells if len(cells) == 1 else (cells[0], cells[-1]):
            self.press(self.page.locator(f'[data-cell="{cell}"]').first)
        if len(cells) == 1:
            self.press(self.page.locator(f'[data-cell="{move["targets"][0]}"]').first)
        else:
            self.press(self.page.locator(f'[data-way="{move["direction"]}"]').first)
        return 1
