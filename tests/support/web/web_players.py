"""A person at the web app, played by a browser: starts games, moves by mouse, keys or touch."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Error
from playwright.sync_api import TimeoutError as TooLate

from server_running import fresh_address
from web_windows import Windows

STANDING = """() => {
  const board = document.querySelector('.board > *');
  const pressed = [...document.querySelectorAll('.actions button:not([disabled])')];
  return {
    known: Boolean(board),
    active: board?.turn ? board.active
      : Boolean(board?.graph && !board.still && !board.done && !board.sent),
    confirm: Boolean(board?.turn?.graph && board.turn.path.length && board.active
      && board.graph.nodes[board.turn.path.at(-1).next].complete),
    primary: document.querySelector('.actions button.primary:not([disabled])')?.textContent.trim(),
    buttons: pressed.map((button) => button.textContent.trim()),
    over: Boolean(document.querySelector('[href*="/replay/"]')),
  };
}"""
# The page looks for itself and answers once: asking it again and again costs both of us far more.
READY = f"""async () => {{
  const standing = {STANDING};
  for (let looks = 0; looks < 50; looks += 1) {{
    const now = standing();
    if (now.over || now.active || now.primary) return now;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }}
  return standing();
}}"""
# What is looked for may not be drawn yet, and then the look itself fails: that is "not yet" too.
HOLDS = """async () => {
  const holds = %s;
  let fault = '';
  for (let looks = 0; looks < 100; looks += 1) {
    try {
      if (await holds()) return null;
      fault = '';
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      fault = error.message;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return fault;
}"""
MOVABLE = """async () => {
  const board = document.querySelector('.board > *');
  await board.updateComplete;  // what is drawn may be a frame behind what was played
  return [...board.renderRoot.querySelectorAll('.place.movable')].map((one) => one.dataset.place);
}"""
BEST = """() => {
  const { moves } = document.querySelector('.board > *');
  return moves.find((one) => one.ejects) ?? moves.find((one) => one.pushed.length) ?? moves[0];
}"""
# Every socket of the page, so that a test can kill the line as a tunnel does: without a word; and
# until the end of the tunnel no other opens. The browser cuts off new ones too when it is offline,
# but may tell the page of it first.
SOCKETS = """
  globalThis.lines = [];
  globalThis.tunnel = false;
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      globalThis.lines.push(this);
      if (globalThis.tunnel) this.close();
      for (const kind of ["message", "close"])
        this.addEventListener(kind, (event) => this.dead && event.stopImmediatePropagation());
    }
    send(data) { if (!this.dead) super.send(data); }
  };
"""
# Tests look at what happens, not at how it is shown: moves of others are there at once and nothing
# is heard, unless a test is about their pace; and they play every turn themselves.
AT_ONCE = """
  try {
    localStorage["tablas-settings"] ??= '{"speed": "none", "finish": "never", "sounds": "off"}';
  } catch {}
"""
# Two bots play on the first page, which costs more than the rest of it; it is whole without them.
NO_LIVE_BOARD = """
  const fetched = globalThis.fetch;
  globalThis.fetch = (what, ...rest) =>
    String(what).includes("/showcase/")
      ? Promise.resolve(new Response("", { status: 404 })) : fetched(what, ...rest);
"""
# What the browser of the tests knows: this machine, and of every other one that it has no address.
ONLY_HERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
NO_ADDRESS = "net::ERR_NAME_NOT_RESOLVED"


# For people who are stuck: where the focus is, and all that can be read.
SEEN = """() => [
  `focus: ${document.activeElement?.outerHTML.slice(0, 200)}`,
  document.body.innerText.slice(0, 2000),
].join('\\n')"""
PATIENCE = 90.0  # seconds; a wait ends as soon as what it waits for is there
HURRY = 600.0  # milliseconds; a button that is gone by then belongs to the past
A_GAME = 600.0  # for a whole game, which takes half a minute where nobody else is at work


class Person:
    """One browser tab; every error of the page is kept."""

    def __init__(
        self,
        windows: Windows,
        base: str,
        *,
        paced: bool = False,
        live: bool = False,
        unused: bool = False,
        **options: Any,
    ) -> None:
        self.base = base
        # What keeps the app for a journey offline fetches all of it, for every person anew.
        usual = {
            "viewport": {"width": 1280, "height": 800},
            "locale": "en-US",
            "service_workers": "block",
        }
        options = usual | options
        # Accounts are limited by address; the tests stand behind a trusted proxy.
        proxied = {"x-forwarded-for": fresh_address()}
        media = {name: options.pop(name, None) for name in ("color_scheme", "reduced_motion")}
        size = options.pop("viewport")
        self.windows = windows
        windows.people.append(self)
        self.window = windows.lend(base, size, unused=unused, **options)
        self.context = self.window.context
        self.context.set_extra_http_headers(proxied)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page = self.context.new_page()
        # A page has these, not a window: those who differ in them have the same ones in turn.
        if size != self.window.size:
            self.page.set_viewport_size(size)
        if any(media.values()):
            self.page.emulate_media(**media)
        self.page.add_init_script(
            SOCKETS + ("" if paced else AT_ONCE) + ("" if live else NO_LIVE_BOARD)
        )
        self.touch = bool(options.get("has_touch"))
        self.hurry = HURRY
        self.hindered = ""  # why the last press that failed did
        self.faults: list[str] = []
        self.outside: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("framenavigated", self._went)

    def _heard(self, line: Any) -> None:
        # Other servers have no address here: to listen to every request costs more than the page.
        if NO_ADDRESS in line.text:
            self.outside.append(line.location["url"])
        # A line that was cut on purpose is told here too.
        told = ("Failed to load resource", "WebSocket connection to")
        if line.type == "error" and not any(one in line.text for one in told):
            self.faults.append(line.text)

    def _went(self, frame: Any) -> None:
        if not frame.url.startswith((self.base, "data:", "blob:", "about:")):
            self.outside.append(frame.url)

    def close(self) -> None:
        if self in self.windows.people:
            self.windows.people.remove(self)
        self.windows.take_back(self.window)

    def sees(self) -> str:
        """What a failed test is told of this page."""
        try:
            told = self.page.evaluate(SEEN)
        except Error as error:
            told = f"the page does not answer: {error}"
        return f"{self.page.url}\nfaults: {self.faults}\n{told}"

    def open(self, path: str) -> Any:
        answer = self.page.goto(self.base + path)
        self.page.wait_for_selector("#top .brand", state="attached")
        return answer

    def press(self, locator: Any) -> None:
        if self.touch:
            locator.tap(force=True)
        else:
            locator.click(force=True)

    def start(self, game: str, *, level: int = 0) -> str:
        """A game against a bot from the first page; gives its id."""
        self.open("/")
        self.page.wait_for_selector(".levels input")
        self.press(self.page.locator(f".game-card:has([value={game}])"))
        self.page.locator(".levels input").fill(str(level))
        self.press(self.page.locator(".start"))
        return self.seated()

    def against_bot(self, game: str, side: str = "white", **terms: Any) -> str:
        """At a table against the weakest bot, on terms of one's own; gives the id of the game."""
        bots = self.context.request.get(f"{self.base}/api/bots").json()["bots"]
        weakest = next(bot["id"] for bot in bots if bot["game"] == game)
        self.open(f"/game/{self.begun(game, weakest, side, **terms)}")
        return self.seated()

    def alone(self, game: str, **terms: Any) -> str:
        """At a table for both sides on this screen; gives the id of the game."""
        self.open(f"/game/{self.begun(game, None, **terms)}")
        return self.seated()

    def begun(self, game: str, bot: str | None, side: str = "white", **terms: Any) -> str:
        """The id of a new game, whose table nobody has opened yet."""
        self.asked("/api/guest", {})
        agreement = {"game": game, **terms}
        asked = {"agreement": agreement, "bot": bot, "side": side}
        return str(self.asked("/api/games", asked)["id"])

    def invitation(self, game: str, side: str = "white", **terms: Any) -> str:
        """The id of an offer to whoever has the link."""
        self.asked("/api/guest", {})
        asked = {"agreement": {"game": game, **terms}, "side": side, "invitation": True}
        return str(self.asked("/api/offers", asked)["id"])

    def at_table_with(self, friend: Person, game: str, side: str = "white", **terms: Any) -> str:
        """Both at one table, whose id it gives; what leads there by hand are four more pages."""
        offer = self.invitation(game, side, **terms)
        friend.asked("/api/guest", {})
        begun = str(friend.asked(f"/api/offers/{offer}/accept", {})["game"])
        for one in (self, friend):
            one.open(f"/game/{begun}")
            one.seated()
        return begun

    def asked(self, path: str, body: dict[str, Any]) -> Any:
        """What the server answers this person; no page is needed for it, which would cost more."""
        headers = {"x-tablas": "web"}
        answer = self.context.request.post(self.base + path, data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def menu(self) -> None:
        """Open the sheet of what is seldom needed at a table."""
        self.press(self.page.locator("details.more > summary"))
        self.page.locator("details.more > .sheet").wait_for()

    def more(self) -> None:
        """Open what else can be chosen on the first page."""
        closed = self.page.locator(".play-form details:not([open]) > summary")
        self.page.wait_for_selector(".play-form details")
        if closed.count():
            closed.click()

    def opponent(self, value: str) -> None:
        """Choose whom to play on the first page: bot, anyone, friend or here."""
        self.more()
        self.page.locator(f".choice:has([value={value}])").click()

    def seated(self) -> str:
        """Wait for the table that opens; gives the id of its game."""
        self.page.wait_for_url("**/game/*")
        self.page.wait_for_selector(".board > *")
        return str(self.page.url.rpartition("/")[2])

    def until(self, expression: str, seconds: float = PATIENCE) -> None:
        """Wait for the page; unlike Playwright's own way it needs no eval, which pages forbid."""
        end = time.monotonic() + seconds
        while (fault := self._missing(expression)) is not None:
            assert time.monotonic() < end, f"{expression} {fault}"

    def _missing(self, expression: str) -> str | None:
        """What is missing after two seconds, nothing if it holds; the page looks, as in READY."""
        try:
            missing: str | None = self.page.evaluate(HOLDS % expression)
        except Error as error:
            # The page is just being left for another one: it does not hold yet.
            if "Execution context was destroyed" in str(error):
                return "the page was left"
            raise
        return missing

    def cut(self) -> None:
        """The line is cut, and nothing gets through until `mend`."""
        self.page.evaluate(
            "globalThis.tunnel = true; globalThis.lines.forEach((line) => { line.dead = true; })"
        )
        self.context.set_offline(True)

    def mend(self) -> None:
        self.page.evaluate("globalThis.tunnel = false")
        self.context.set_offline(False)

    def standing(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(STANDING)
        return found

    def ready(self) -> dict[str, Any]:
        """How things stand as soon as there is something to do, or after a second."""
        found: dict[str, Any] = self.page.evaluate(READY)
        return found

    def play_out(self, game: str, seconds: float = A_GAME) -> int:
        """Play until the game is over; gives the number of turns played."""
        return self.play_on(game, 10_000, seconds)

    def play_on(self, game: str, turns: int, seconds: float = A_GAME) -> int:
        """Play so many turns, or until the game is over; gives the number of turns played."""
        end, played = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            now = self.ready()
            if now["over"] or played == turns:
                return played
            played += self.act(game, now)
            self.page.wait_for_timeout(20)
        hindered = f"; the last press that failed: {self.hindered}" if self.hindered else ""
        raise AssertionError(f"not over after {seconds} s and {played} turns: {now}{hindered}")

    def act(self, game: str, now: dict[str, Any]) -> int:
        """Do one thing, if there is one to do; 1 for a turn that was played."""
        if game == "abalone":
            return self.push() if now["active"] else 0
        if now["primary"]:
            # The button that was seen, by its name: at the end of the game its place is taken by
            # the rematch, which nobody here has asked for.
            named = re.compile(rf"^\s*{re.escape(now['primary'])}\s*$")
            seen = self.page.locator(".actions button.primary:enabled").filter(has_text=named)
            return int(self.pressed(seen.first) and now["confirm"])
        if now["active"] and (places := self.page.evaluate(MOVABLE)):
            self.press(self.page.locator(f'[data-place="{places[-1]}"] .stand').last)
        return 0

    def pressed(self, button: Any) -> bool:
        """Press a button that was seen a moment ago; False if the table has moved on meanwhile.

        A busy machine may need seconds for a press, and one that is given up each time would be
        given up for ever: the next one has twice as long, after one that got through half.
        """
        try:
            button.click(timeout=self.hurry)
        except TooLate as late:
            self.hindered = str(late)
            self.hurry = min(2 * self.hurry, PATIENCE * 1000)
            return False
        self.hurry = max(HURRY, self.hurry / 2)
        return True

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
