"""The kernel in Chromium: the same numbers, a worker that can be stopped, and a strict policy."""

from __future__ import annotations

import httpx

from tablas import kernel
from tablas.abalone import formats
from tablas.engine.abalone.book import known_opening
from tablas.engine.abalone.engine import AbaloneEngine
from tablas.engine.abalone.levels import LEVELS
from tablas.games import NAMES, kind
from tablas.server.web.static import site
from web_keeping import KEPT
from web_modules import with_modules

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10"
STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0"
# Nothing has been ejected for 60 plies, and Black stands better.
CLOSED = "5/1w4/1ww1bb1/www1bbb1/1wwwbbbb1/1wwwbbb1/2wbb2/1w4/5 b 0-0 60"
VERSION = "/static\\/(\\w+)/.exec([...document.scripts].map(({ src }) => src).join())[1]"
FOLDER = f"`/static/${{{VERSION}}}/app/`"
ASK = with_modules("""async (question) => {
  const { inBrowser } = await use("app/engine/in_browser.js");
  return inBrowser.ask(question);
}""")
ABAK = "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w"
SCALAR = """async ([base, depth]) => {
  const { Kernel } = await import(`${base}/app/engine/kernel.js`);
  const file = await fetch(`${base}/kernel/scalar.wasm`);
  const kernel = await Kernel.begin(await WebAssembly.compile(await file.arrayBuffer()));
  const perft = (game) => String(kernel.perft(game, kernel.start(game), depth));
  return {
    signature: String(kernel.signature()),
    search: String(kernel.searchSignature()),
    perft: Object.fromEntries(kernel.games.map((game) => [game, perft(game)])),
  };
}"""
# A long question is withdrawn after its first answer; frames must have gone on meanwhile.
STOPPED = with_modules("""async (question) => {
  const { inBrowser } = await use("app/engine/in_browser.js");
  const control = new AbortController();
  let frames = 0;
  let longest = 0;
  let last = performance.now();
  const frame = (now) => {
    frames += 1;
    longest = Math.max(longest, now - last);
    last = now;
    if (!control.signal.aborted) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  let told = 0;
  const tell = () => (told += 1) === 2 && control.abort();
  const judged = await inBrowser.ask(question, { tell, signal: control.signal });
  return { told, frames, longest, best: judged.best, waiting: inBrowser.waiting.size };
}""")


def native_move(text: str, *, press: bool) -> str:
    """What the level `advanced` plays outside the browser, pressing or not."""
    setup = formats.read(text)
    engine = AbaloneEngine(megabytes=4)
    limit = LEVELS["advanced"].limit
    return engine.analyse(setup.position, limit, quiet=setup.quiet, press=press).best.pv[0]


def test_the_kernel_in_the_browser_is_the_native_one_and_answers_every_question(person, web):
    me = person(service_workers="allow")
    me.open("/rules")
    page = me.page
    told = page.evaluate(ASK, {"ask": "numbers", "game": "", "depth": 2})
    assert told["build"] == "simd"
    assert told["signature"] == str(kernel.signature())
    assert told["search"] == str(kernel.abalone.search_signature())
    for name in NAMES:
        mirror = getattr(kernel, name)
        assert told["perft"][name] == str(mirror.perft(mirror.start(), 2))

    scalar = page.workers[0].evaluate(SCALAR, [site().base, 2])  # what older browsers run
    assert scalar["signature"] == told["signature"]
    assert scalar["search"] == told["search"]
    assert scalar["perft"] == told["perft"]

    opening = {"game": "backgammon", "text": START.format(dice="31")}
    assert page.evaluate(ASK, {"ask": "judge", "care": "fast", **opening})["best"] == "8/5 6/5"
    assert page.evaluate(ASK, {"ask": "choose", "level": "expert", **opening})["text"] == "8/5 6/5"
    assert page.evaluate(ASK, {"ask": "luck", **opening}) > 0
    before = {"game": "backgammon", "text": START.format(dice="00")}
    assert 0.5 < page.evaluate(ASK, {"ask": "chances", **before})[0] < 0.56
    cube = page.evaluate(ASK, {"ask": "cube", "care": "fast", **before})["cube"]
    assert (cube["doubles"], cube["answer"]) == (False, "take")

    long = {"ask": "judge", "care": "rollout", "game": "abalone", "text": STANDARD}
    stopped = page.evaluate(STOPPED, long)
    assert stopped["told"] >= 2
    assert stopped["waiting"] == 0
    assert stopped["frames"] > 0
    assert page.evaluate(ASK, {"ask": "choose", "level": "club", "game": "abalone"})["text"]
    closed = {"game": "abalone", "text": CLOSED}
    waits, presses = (native_move(CLOSED, press=press) for press in (False, True))
    assert waits != presses, "with this network another closed position is needed"
    assert page.evaluate(ASK, {"ask": "choose", "level": "advanced", **closed})["text"] == presses

    page.evaluate(KEPT)
    page.context.set_offline(True)
    page.reload()
    assert page.evaluate(ASK, {"ask": "judge", "care": "fast", **opening})["best"] == "8/5 6/5"
    abak = {"game": "abak", "text": ABAK, "dice": [3, 1]}
    assert page.evaluate(ASK, {"ask": "choose", "level": "expert", **abak})["text"]
    daisy = kind("abalone").start("belgian-daisy")
    known = {"game": "abalone", "text": kind("abalone").formats.write(daisy)}
    book = [play.play for play in known_opening(daisy.position).plays]
    assert page.evaluate(ASK, {"ask": "choose", "level": "expert", **known})["text"] in book
    page.context.set_offline(False)

    pages = httpx.get(f"{web.base}/").headers["content-security-policy"]
    assert "wasm" not in pages  # a page compiles nothing: its worker does
    src = page.evaluate(f"() => {FOLDER}")
    worker = httpx.get(f"{web.base}{src}engine/worker.js").headers["content-security-policy"]
    assert "'wasm-unsafe-eval'" in worker
    assert "'unsafe-eval'" not in worker
