"""A browser, the gallery's own server for the tests of the boards, and one of the whole app."""

from __future__ import annotations

import importlib.util
import shutil
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import expect

from server_running import Running, warm_starts
from web_accounts import make_moderator
from web_players import ONLY_HERE, Person
from web_windows import Windows

ROOT = Path(__file__).resolve().parent.parent.parent
# A wait ends as soon as what it waits for is there; this is for a machine that is busy elsewhere.
PATIENCE = 90_000
expect.set_options(timeout=PATIENCE)
STEADY = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame(), await frame();  // by then every board has measured the room that it has
  const boards = [...document.querySelectorAll("#boards .exhibit > :not(h2)")];
  await Promise.all(boards.map((board) => board.updateComplete));
}"""
VISIT = """(query) => {
  document.activeElement?.blur();
  scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent("anew", { detail: query }));
}"""
STILL = """async () => {
  const boards = [...document.querySelectorAll("#boards .exhibit > :not(h2)")];
  const roots = [document, ...boards.map((board) => board.renderRoot)];
  await Promise.all(roots.flatMap((root) => root.getAnimations()).map((one) => one.finished));
}"""
# The headless shell draws pages as Chromium does, for half the processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)


def tool(name: str) -> ModuleType:
    """A script of tools/ as a module: its path below that folder, without the ending."""
    script = ROOT / "tools" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"tools_{script.stem}", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that failed tells what each of its people sees: it may not fail a second time."""
    report = yield
    lender = getattr(item, "funcargs", {}).get("lender")
    if lender is not None and call.when == "call" and report.failed:
        report.sections += [("What a person sees", one.sees()) for one in lender.people]
        lender.people.clear()
    return report


@pytest.fixture(scope="session", autouse=True)
def _warm_starts() -> Iterator[None]:
    with warm_starts():
        yield


@pytest.fixture(scope="session")
def gallery() -> Iterator[str]:
    """The address of the gallery, served for this run only."""
    served = tool("web/gallery")
    with served.server(gallery=served.KeptGallery) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (Debian: apt install chromium-headless-shell)")
    # Where there is a Chromium, a missing Playwright is a fault of the set-up and not a skip.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        # A tab begins as an empty page, which would have a process of its own and be thrown away.
        flags = ["--no-sandbox", "--renderer-process-limit=1", ONLY_HERE]
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield running
        running.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, as tests/web/package.json locks it."""
    if shutil.which("npm") is None:
        pytest.skip("no npm on this machine (Debian: apt install npm)")
    modules: Path = tool("checks/check_web").set_up()
    return (modules / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


class Shown:
    """The gallery in one tab, with the events that its boards have told."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "console",
            lambda line: self.faults.append(line.text) if line.type == "error" else None,
        )
        page.goto(f"{address}/gallery.html?only=none")
        page.wait_for_selector("html[data-ready]")

    def visit(self, query: str) -> None:
        """See the boards as nobody has touched them, as the query says."""
        self.page.mouse.move(0, 0)
        self.page.evaluate(VISIT, query)
        self.steady()

    def steady(self) -> None:
        """Wait until every board has the size and the dress that it will have."""
        self.page.evaluate(STEADY)

    def still(self) -> None:
        """Wait until nothing moves any more, such as the dice."""
        self.page.evaluate(STILL)

    def board(self, name: str) -> Any:
        board = self.page.locator(f"#{name}")
        board.scroll_into_view_if_needed()
        return board

    def place(self, name: str, place: str) -> Any:
        return self.page.locator(f"#{name} [data-place='{place}'], #{name} [data-cell='{place}']")

    def act(self, name: str, act: str) -> Any:
        return self.page.locator(f"#{name} [data-act='{act}']").first

    def drawn(self, name: str) -> None:
        """Wait until the board shows what it knows: it is drawn once a frame."""
        self.page.locator(f"#{name}").evaluate("board => board.updateComplete")

    def announced(self, name: str) -> str:
        self.drawn(name)
        return str(self.page.locator(f"#{name} [role=status]").inner_text())

    def told(self, name: str, event: str) -> list[str]:
        """What a board told by events of this name, the latest first."""
        start = f"{name} {event}"
        lines = self.page.locator("#events li").all_inner_texts()
        return [line.removeprefix(start).strip() for line in lines if line.startswith(start)]

    def value(self, name: str, expression: str) -> Any:
        return self.page.locator(f"#{name}").evaluate(f"board => {expression}")

    def middle(self, locator: Any) -> tuple[float, float]:
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture(scope="session")
def tabs(browser: Any, gallery: str) -> Iterator[Any]:
    """A tab with the gallery for each set of options, `tabs(**options)`, kept for all tests.

    The gallery stores nothing, and its boards can be put up anew: a page costs more than they do.
    """
    kept: dict[str, list[Shown]] = {}

    def free(**options: Any) -> list[Shown]:
        name = repr(sorted(options.items()))
        if not kept.setdefault(name, []):
            context = browser.new_context(**options)
            context.set_default_timeout(PATIENCE)
            kept[name].append(Shown(context.new_page(), gallery))
        return kept[name]

    yield free
    for shelf in kept.values():
        for one in shelf:
            one.page.context.close()


@pytest.fixture
def shown(tabs: Any) -> Iterator[Any]:
    """Opens the gallery: `shown(query, only=exhibit, **context)`; fails on an error of the page."""
    lent: list[tuple[list[Shown], Shown]] = []

    def open_gallery(query: str = "", only: str = "", **options: Any) -> Shown:
        free = tabs(**{"viewport": {"width": 1300, "height": 900}, **options})
        one = free.pop()
        lent.append((free, one))
        one.visit(f"{query or '?'}&only={only}")
        return one

    yield open_gallery
    faults = [fault for _, one in lent for fault in one.faults]
    for free, one in lent:
        one.faults.clear()
        free.append(one)
    assert faults == []


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of the whole app, on a free port of this machine."""
    data = tmp_path_factory.mktemp("web") / "data"
    make_moderator(data)
    running = Running(data, workers=1).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def lender(browser: Any) -> Windows:
    """The windows of the people at the app."""
    return Windows(browser)


@pytest.fixture
def person(lender: Windows, web: Running) -> Iterator[Any]:
    """Opens tabs; at the end none of them may have met an error or asked another server."""
    opened: list[Person] = []

    def enter(**options: Any) -> Person:
        opened.append(Person(lender, web.base, **options))
        return opened[-1]

    yield enter
    for one in opened:
        one.close()
    assert [fault for one in opened for fault in one.faults] == []
    assert [url for one in opened for url in one.outside] == []
