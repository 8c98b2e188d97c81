"""A game against the weakest bot, begun from a page: for tests, pictures and measurements."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

BEGIN = """async ([game, side, terms]) => {
  const headers = { "content-type": "application/json", "x-tablas": "web" };
  const post = async (path, body) =>
    (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
  await post("/api/guest", {});
  const { bots } = await (await fetch("/api/bots")).json();
  const bot = bots.find((one) => one.game === game).id;
  return (await post("/api/games", { agreement: { game, ...terms }, bot, side })).id;
}"""


def begun(page: Page, game: str, *, side: str = "white", **terms: Any) -> str:
    """The id of a new game of whoever is here, a guest if nobody is; `terms` are agreed on."""
    return str(page.evaluate(BEGIN, [game, side, terms]))
