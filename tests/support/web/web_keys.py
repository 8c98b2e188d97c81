"""A person who has a keyboard and nothing else: Tab, arrows, Enter, digits, letters."""

from __future__ import annotations

import time
from typing import Any

from web_players import A_GAME, BEST, Person

FOCUSED = """(wanted) => {
  let here = document.activeElement;
  while (here?.shadowRoot?.activeElement) here = here.shadowRoot.activeElement;
  return Boolean(here?.matches(wanted) || document.activeElement?.matches(wanted));
}"""
STEP = """() => {
  const board = document.querySelector('.board > *');
  if (!board.active) return null;
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
CELLS = """(goal) => {
  const board = document.querySelector('.board > *');
  const spot = (cell) => {
    const box = board.renderRoot.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, box.width];
  };
  return { here: spot(board.focusedCell), goal: spot(goal), view: board.view };
}"""
WAYS = {"nw": "q", "ne": "w", "w": "a", "e": "d", "sw": "z", "se": "x"}
TURNED = {"nw": "se", "ne": "sw", "w": "e", "e": "w", "sw": "ne", "se": "nw"}


class KeyboardPerson(Person):
    """Never touches a pointer; the focus is where the keys have brought it."""

    def press_key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 60) -> None:
        """Tab until the focus is on what the selector means."""
        for _ in range(most):
            if self.page.evaluate(FOCUSED, selector):
                return
            self.press_key("Tab")
        raise AssertionError(f"no way to {selector} by Tab")

    def start(self, game: str, *, level: int = 0) -> str:
        """Tab to the games, choose one with the arrows, a level too, and Enter on the button."""
        self.open("/")
        self.page.wait_for_selector(".levels input")
        self.tab_to("[name=game]")
        for _ in range(3):
            if self.page.evaluate(FOCUSED, f"[value={game}]"):
                break
            self.press_key("ArrowDown")
        self.page.wait_for_selector(".levels input")
        self.tab_to(".levels input")
        self.press_key("Home")
        for _ in range(level):
            self.press_key("ArrowRight")
        self.tab_to(".start")
        self.press_key("Enter")
        return self.seated()

    def play_on(self, game: str, turns: int, seconds: float = A_GAME) -> int:
        end, played = time.monotonic() + seconds, 0
        board = f"tablas-{game}"
        self.tab_to(board)
        while time.monotonic() < end:
            now = self.ready()
            if now["over"] or played == turns:
                return played
            assert self.page.evaluate(FOCUSED, board), "the board has lost the keyboard"
            played += self.act(game, now)
            self.page.wait_for_timeout(20)
        raise AssertionError(f"not over after {seconds} s and {played} turns: {now}")

    def act(self, game: str, now: dict[str, Any]) -> int:
        if game == "abalone":
            return self.push() if now["active"] else 0
        if now["primary"] in ("Take", "Next game"):
            self.tab_to(".actions .primary")
            self.press_key("Enter")
            self.until(f"() => document.activeElement?.matches('tablas-{game}')")
            return 0
        if now["confirm"] or now["primary"]:
            self.press_key("Space")  # rolls and confirms; the focus stays on the board
            return int(now["confirm"])
        if now["active"] and (step := self.page.evaluate(STEP)):
            self.walk_to(step["place"])
            self.press_key(str(step["die"]))
        return 0

    def walk_to(self, place: str) -> None:
        """With the arrow keys: the board is two rows of fourteen places."""
        now, goal = self.page.evaluate(WHERE, place)
        if now // 14 != goal // 14:
            self.press_key("ArrowDown" if goal >= 14 else "ArrowUp")
        along = goal % 14 - now % 14
        for _ in range(abs(along)):
            self.press_key("ArrowRight" if along > 0 else "ArrowLeft")

    def push(self) -> int:
        move = self.page.evaluate(BEST)
        cells, way = move["cells"], move["direction"]
        for cell in dict.fromkeys((cells[0], cells[-1])):
            view = self.step_to(cell)
            self.press_key("Enter")
        self.press_key(WAYS[way if view == "black" else TURNED[way]])
        return 1

    def step_to(self, cell: str) -> str:
        """Over the cells with the arrows: rows first, then along the row."""
        for _ in range(40):
            found = self.page.evaluate(CELLS, cell)
            (x, y, wide), (goal_x, goal_y, _) = found["here"], found["goal"]
            if abs(goal_y - y) > wide / 2:
                self.press_key("ArrowDown" if goal_y > y else "ArrowUp")
            elif abs(goal_x - x) > wide / 2:
                self.press_key("ArrowRight" if goal_x > x else "ArrowLeft")
            else:
                return str(found["view"])
        raise AssertionError(f"the arrows do not lead to {cell}")
