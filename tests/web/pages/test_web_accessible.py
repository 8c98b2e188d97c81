"""The gallery under axe-core, and the boards as a screen reader meets them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from web_axe import COLOURS, RUN

GOLDEN = Path(__file__).parent / "aria"
# What the form of the gallery is set to, and what axe looks at then.
DRESSES = {
    "": RUN,
    "theme=dark": COLOURS,
    "contrast=high&letters=on": RUN,
    "contrast=high&theme=dark": COLOURS,
    "board=linen&pieces=garnet&language=es": COLOURS,
}
DRESS = """(query) => {
  const form = document.getElementById("options");
  form.reset();
  for (const [name, value] of new URLSearchParams(query)) {
    const field = form.elements.namedItem(name);
    if (field.type === "checkbox") field.checked = true;
    else field.value = value;
    if (field.value !== value) throw new Error(`no ${name} is called ${value}`);
  }
  form.dispatchEvent(new Event("change"));
}"""
BOARDS = ["abak-free", "abak-bar", "backgammon-double", "backgammon-off", "abalone-middle"]


@pytest.mark.parametrize(
    ("boards", "dresses"), [([], [""]), (BOARDS, list(DRESSES))], ids=["plain", "dressed"]
)
def test_axe_finds_nothing_on_the_gallery(shown, axe, boards, dresses):
    page = shown(only=" ".join(boards))
    page.page.evaluate(axe)
    wrong = []
    for query, run in ((query, DRESSES[query]) for query in dresses):
        page.page.evaluate(DRESS, query)
        page.steady()
        page.still()  # axe measures what it sees, and the dice tumble in
        wrong += [
            f"{query} {fault['id']}: {fault['nodes'][0]['target']}"
            f" {fault['nodes'][0]['failureSummary']}"
            for fault in page.page.evaluate(run)
        ]
    assert wrong == []


def test_axe_can_fail(shown, axe):
    page = shown(only=BOARDS[0])
    page.page.evaluate(axe)
    page.page.evaluate("document.querySelector('#boards').append(document.createElement('button'))")
    assert [fault["id"] for fault in page.page.evaluate(RUN)] == ["button-name"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_boards_read_as_their_golden_files(shown, language):
    """Renew with TABLAS_GOLDEN=write, and read the difference."""
    page = shown(f"?language={language}")
    for name in BOARDS:
        found = page.board(name).aria_snapshot() + "\n"
        golden = GOLDEN / f"{name}.{language}.yaml"
        if os.environ.get("TABLAS_GOLDEN") == "write":
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(found, encoding="utf-8")
        assert found == golden.read_text(encoding="utf-8"), golden.name
