"""The gallery under axe-core, and the boards as a screen reader meets them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "aria"
QUERIES = [
    "",
    "?theme=dark",
    "?contrast=high&letters=1",
    "?contrast=high&theme=dark",
    "?board=linen&pieces=garnet&language=es",
]
BOARDS = ["abak-free", "abak-bar", "backgammon-double", "backgammon-off", "abalone-middle"]


@pytest.mark.parametrize("query", QUERIES)
def test_axe_finds_nothing_on_the_gallery(shown, axe, query):
    page = shown(query)
    page.still()  # axe measures what it sees, and the dice tumble in
    page.page.evaluate(axe)
    found = page.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [
        f"{fault['id']}: {fault['nodes'][0]['target']} {fault['nodes'][0]['failureSummary']}"
        for fault in found["violations"]
    ] == []


def test_axe_can_fail(shown, axe):
    page = shown()
    page.page.evaluate(axe)
    page.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    found = page.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [fault["id"] for fault in found["violations"]] == ["button-name"]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", BOARDS)
def test_the_board_reads_as_its_golden_file(shown, name, language):
    """Renew with TABLAS_GOLDEN=write, and read the difference."""
    page = shown(f"?language={language}", only=name)
    found = page.board(name).aria_snapshot() + "\n"
    golden = GOLDEN / f"{name}.{language}.yaml"
    if os.environ.get("TABLAS_GOLDEN") == "write":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")
