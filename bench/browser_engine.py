"""The kernel in Chromium beside the native one, in one run, each on one thread.

    python -m bench.browser_engine [http://127.0.0.1:8000]

Starts a server of its own unless one is named. Needs Linux, Chromium and Playwright. Printed are,
with the date, the machine and its load: static judgements a second, a decision two plies ahead,
nodes a second without dice and the depth that two seconds of them reach; the bytes of kernel and
nets as they are sent; what a page that has the files needs from a question to the first answer; and
the memory that all three games take.

All times are processor time, of this process and of the threads of the page's, so that a busy
machine changes little; of several goes the fastest counts. A phone that is slowed down four times
needs four times as much: the browser's own slow-down leaves workers as they are.
"""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

import httpx
from bench.machine import description, load
from playwright.sync_api import Browser, Worker, sync_playwright
from tools.measure.nets.browser_nets import met
from tools.web.shots import server

from tablas.engine import weights
from tablas.engine.abalone.engine import AbaloneEngine, AbaloneLimit
from tablas.engine.abalone.network import abalone_net
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.engines import dice_side, engine
from tablas.games import NAMES, kind
from tablas.values import Dice

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support" / "web"))
from web_modules import with_modules  # type: ignore[import-not-found]

DICE_GAMES: Final = tuple(name for name in NAMES if kind(name).dice)
SEARCHED: Final = next(name for name in NAMES if not kind(name).dice)
GOES: Final = 5
BOARDS: Final = 600
REPEATED: Final = 10
DECISIONS: Final = 6
NODES: Final = 200_000
SECONDS: Final = 2.0
SLOWER: Final = 4
NANOSECONDS: Final = 1e-9
WORKER: Final = "DedicatedWorker"  # the name of its thread
MEGABYTE: Final = 1_000_000

# In the engine's own worker: a kernel as it begins, with the nets of a game.
READY: Final = """async ([folder, game]) => {
  const { Thinking } = await import(`${folder}/app/engine/thinking.js`);
  const manifest = await (await fetch("/api/engine")).json();
  const load = async (path) => (await fetch(path)).arrayBuffer();
  globalThis.kernel = await new Thinking(manifest, load).ready(game);
}"""
JUDGED: Final = """([game, rows]) => {
  const boards = rows.map((row) => Uint8Array.from(row));
  globalThis.again = () => kernel.chances(game, boards);
}"""
SCORED: Final = JUDGED.replace("kernel.chances(game, boards)", "kernel.addedScores(boards)")
AGAIN: Final = "(count) => { for (let i = 0; i < count; i += 1) globalThis.again(); }"
DECIDED: Final = """([game, turns]) => {
  for (const [row, dice] of turns) kernel.plays(game, Uint8Array.from(row), dice, { plies: 2 });
}"""
SEARCH: Final = """([game, nodes]) => {
  const found = kernel.bestMoves(kernel.start(game), [], { nodes });
  return [found.depth, found.nodes];
}"""
# A page that has everything but has not begun: until the first thing is known.
FIRST: Final = """async ([question]) => {
  const { inBrowser } = await use("app/engine/in_browser.js");
  await inBrowser.end();
  await new Promise((done) => inBrowser.ask(question, { tell: done }).then(done));
  return inBrowser.bytes;
}"""


def spent(work: Callable[..., Any], *given: Any) -> tuple[float, Any]:
    """Seconds of this process, and what came of them."""
    began = time.process_time()
    answer = work(*given)
    return time.process_time() - began, answer


def threads(process: int, name: str = "") -> dict[str, int]:
    """Nanoseconds of each thread of a process whose name begins so."""
    found = {}
    for thread in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if (thread / "comm").read_text(encoding="utf-8").startswith(name):
                found[thread.name] = int((thread / "schedstat").read_text("ascii").split()[0])
    return found


class InChromium:
    """A page and its worker, asked from outside."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.page = browser.new_context(service_workers="block").new_page()
        self.page.goto(f"{base}/rules")
        version = httpx.get(f"{base}/api/engine").json()["kernel"]["simd"].split("/")[2]
        self.folder = f"/static/{version}"
        before = {one for one in renderers(browser) if threads(one, WORKER)}
        self.ask({"ask": "facts", "game": NAMES[0]})
        (self.process,) = {one for one in renderers(browser) if threads(one, WORKER)} - before

    def worker(self, game: str) -> Worker:
        """With a fresh kernel."""
        with self.page.expect_worker() as begun:
            self.ask({"ask": "facts", "game": game})
        begun.value.evaluate(READY, [self.folder, game])
        return begun.value

    def spent(self, work: Callable[..., Any], *given: Any, name: str = WORKER) -> tuple[float, Any]:
        """Seconds of its workers, or of other threads, and what came of them."""
        before = threads(self.process, name)
        answer = work(*given)
        after = threads(self.process, name)
        return sum(after[one] - before.get(one, 0) for one in after) * NANOSECONDS, answer

    def ask(self, question: dict[str, Any]) -> int:
        """From the beginning; gives the bytes of the kernel's memory."""
        return int(self.page.evaluate(with_modules(FIRST), [question]))


def row(title: str, here: float, there: float, unit: str, *, more: bool) -> None:
    """A line with both, and how much of the native speed the browser has."""
    share = there / here if more else here / there
    print(f"{title:34} native {here:>12,.4g} {unit:6} Chromium {there:>12,.4g}   {share:.0%}")


def static_judgements(chromium: InChromium, game: str) -> None:
    boards = met(game, BOARDS)
    net: Any = weights.net(game) if game in DICE_GAMES else abalone_net()
    worker = chromium.worker(game)
    worker.evaluate(JUDGED if game in DICE_GAMES else SCORED, [game, boards.tolist()])

    def native() -> None:
        for _ in range(REPEATED):
            net.evaluate(boards)

    here, there = [], []
    for _ in range(GOES):
        here.append(spent(native)[0])
        there.append(chromium.spent(worker.evaluate, AGAIN, REPEATED)[0])
    per = REPEATED * len(boards)
    row(f"{game}: judgements a second", per / min(here), per / min(there), "", more=True)


def decisions(chromium: InChromium, game: str) -> None:
    """Two plies ahead, each time with an empty cache, and without tables of endings."""
    rng, codec = random.Random(1), kind(game).codec
    rows = met(game, 400)[::60][:DECISIONS]
    turns = [(one, sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)) for one in rows]
    asked = [(codec.decode(one.tobytes()), Dice(*dice)) for one, dice in turns]
    told = [[one.tolist(), dice] for one, dice in turns]

    def native(searching: Any) -> None:
        for position, dice in asked:
            searching.analyse(position, dice, DiceLimit(plies=2))

    here, there = [], []
    for _ in range(3):
        options = {"net_name": game} | ({"tables": False} if game == "backgammon" else {})
        here.append(spent(native, dice_side(game).search(**options))[0])
        there.append(chromium.spent(chromium.worker(game).evaluate, DECIDED, [game, told])[0])
    per = 1000 / len(turns)
    row(f"{game}: two plies ahead", per * min(here), per * min(there), "ms", more=False)


def searches(chromium: InChromium, game: str) -> None:
    start = kind(game).start().position
    here, there = [], []
    for _ in range(3):
        own = AbaloneEngine(megabytes=16)
        seconds, found = spent(own.analyse, start, AbaloneLimit(nodes=NODES))
        here.append(found.nodes / seconds)
        worker = chromium.worker(game)
        seconds, (_depth, nodes) = chromium.spent(worker.evaluate, SEARCH, [game, NODES])
        there.append(nodes / seconds)
    row(f"{game}: nodes a second", max(here), max(there), "", more=True)
    limit = AbaloneLimit(nodes=int(SECONDS * max(here)))
    native = AbaloneEngine(megabytes=16).analyse(start, limit).depth
    depth, _ = chromium.worker(game).evaluate(SEARCH, [game, int(SECONDS * max(there))])
    print(f"{game}: depth in {SECONDS:g} s: native {native}, Chromium {depth}")


def sizes(base: str) -> None:
    """Bytes as they are sent."""
    answer = httpx.get(f"{base}/api/engine").json()
    for game, known in answer["games"].items():
        files = [*known["nets"].values(), *filter(None, [known["book"]])]
        sent = [sent_size(base, path) for path in (answer["kernel"]["simd"], *files)]
        names = ", ".join(f"{size / 1000:.0f}" for size in sent)
        print(f"{game}: {sum(sent) / 1000:.0f} kB as sent (kernel, nets, book: {names})")


def sent_size(base: str, path: str) -> int:
    with httpx.stream("GET", base + path, headers={"accept-encoding": "gzip"}) as answer:
        return sum(map(len, answer.iter_raw()))


def renderers(browser: Browser) -> list[int]:
    """The processes of pages."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [int(one["id"]) for one in found if one["type"] == "renderer"]


def first_answers(chromium: InChromium) -> None:
    """A hint in the first position of each game, the files in the browser's cache."""
    for game in NAMES:
        question = hint(game, "fast")
        best = min(chromium.spent(chromium.ask, question, name="")[0] for _ in range(GOES))
        slow = SLOWER * best
        print(f"{game}: first answer {best:.2f} s; slowed down {SLOWER} times {slow:.2f} s")


def hint(game: str, care: str) -> dict[str, Any]:
    """The question about the first position of a game."""
    text = kind(game).formats.write(kind(game).start())
    dice = [3, 1] if kind(game).dice else None
    return {"ask": "judge", "care": care, "game": game, "text": text, "dice": dice}


def resident(process: int) -> int:
    """Bytes of memory that this process has to itself."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    lines = (line.split() for line in text.splitlines() if line.startswith("Private_"))
    return 1024 * sum(int(line[1]) for line in lines)


def memory(browser: Browser, base: str) -> None:
    """One worker that has thought about all games, and the page around it."""
    chromium = InChromium(browser, base)
    alone = resident(chromium.process)
    script = """async ([questions]) => {
      const { inBrowser } = await use("app/engine/in_browser.js");
      for (const question of questions) await inBrowser.ask(question);
      return inBrowser.bytes;
    }"""
    asked = [hint(game, "normal") for game in NAMES]
    own = chromium.page.evaluate(with_modules(script), [asked])
    print(
        f"memory: kernel {own / MEGABYTE:.0f} MB; its page {alone / MEGABYTE:.0f} MB without it, "
        f"{resident(chromium.process) / MEGABYTE:.0f} MB with all three games"
    )


def measured(browser: Browser, base: str) -> None:
    chromium = InChromium(browser, base)
    for game in NAMES:
        static_judgements(chromium, game)
    for game in DICE_GAMES:
        decisions(chromium, game)
    searches(chromium, SEARCHED)
    sizes(base)
    first_answers(chromium)
    memory(browser, base)


def main(base: str | None) -> None:
    print(*description(), sep="\n")
    for name in NAMES:
        engine(name).prepare()
    names = ("chromium", "chromium-headless-shell")
    path = next(filter(None, map(shutil.which, names)), None)
    with nullcontext(base) if base else server() as address, sync_playwright() as playwright:
        assert address
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        print(json.dumps({"chromium": browser.version}))
        measured(browser, address.rstrip("/"))
        browser.close()
    print(f"load average after: {load()}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
