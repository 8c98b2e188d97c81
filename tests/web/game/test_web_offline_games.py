"""Games without a connection: reloaded in the middle, played to their end, handed in later."""

from __future__ import annotations

from playwright.sync_api import expect

from tablas.games import NAMES, kind

# Plays every turn at once, the way boards tell their pages: the first way through the legal steps.
PLAYED_OUT = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const board = document.querySelector(".board > *");
  let graph = null;
  for (;;) {
    if (document.querySelector(".ask.end")) return;
    const button = document.querySelector(".ask .primary, .middle .actions .primary:enabled");
    if (button && !board.graph) button.click();
    else if (board.graph && board.graph !== graph) {
      graph = board.graph;
      const words = [];
      let node = graph.nodes[0];
      while (node.steps.length && !(words.length && node.complete)) {
        const best = node.steps.find((step) => step.ejects || step.target === 0);
        const step = best ?? node.steps[Math.floor(Math.random() * node.steps.length)];
        words.push(step.word);
        node = graph.nodes[step.next];
      }
      const detail = { play: words.join(" "), move: null };
      board.dispatchEvent(new CustomEvent("play", { detail, bubbles: true }));
    }
    await frame();
  }
}"""
LEVELS = {
    "backgammon": ("0", "Beginner"),
    "abak": ("2", "Teacher"),  # plays by rules of thumb, without the net
    "abalone": ("0", "Beginner"),
}
# One is played to its end: how a game ends is the same for all, and turns cost the most here. Not
# Abalone, where nobody may get anywhere for hundreds of moves.
WHOLE = "abak"
REPLAY = "async (id) => (await fetch(`/api/games/${id}/replay`)).json()"


def test_games_without_a_connection_outlast_a_reload_and_are_handed_in(person):
    me = person(service_workers="allow")
    me.open("/settings")
    page = me.page
    page.get_by_role("button", name="Keep everything on this device").click()
    expect(page.get_by_text("Everything is on this device.")).to_be_visible()
    for game in NAMES:
        me.context.set_offline(True)
        page.goto(f"{me.base}/")
        expect(page.locator(".start")).to_have_text("Play on this device")
        me.press(page.locator(f".game-card:has([value={game}])"))
        page.locator(".levels input").fill("99")  # the strongest that there is here
        expect(page.locator("#level-line strong")).to_have_text("Expert")
        page.locator(".levels input").fill(LEVELS[game][0])
        expect(page.locator("#level-line strong")).to_have_text(LEVELS[game][1])
        me.press(page.locator(".start"))
        page.wait_for_url("**/local?game=*")
        assert me.play_on(game, 2) == 2
        page.reload()
        expect(page.locator(".panel-body li").nth(1)).to_be_visible()  # the moves are still there
        if game == WHOLE:
            page.evaluate(PLAYED_OUT)
        else:
            me.menu()
            page.get_by_role("button", name="Resign").last.click()  # no bot refuses the most
            page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(page.locator(".ask.end")).to_contain_text("Kept on this device")

        me.context.set_offline(False)
        review = page.locator('.ask.end a[href^="/review/"]')
        expect(review).to_be_visible()
        game_id = review.get_attribute("href").rpartition("/")[2]
        replay = page.evaluate(REPLAY, game_id)
        assert (replay["status"], replay["you"]) == ("finished", ["white"])
        assert replay["agreement"]["dice"] == "device"
        events = [one["event"]["do"] for one in replay["games"][0]["moments"][1:]]
        assert events.count("played") > (8 if game == WHOLE else 2)
        assert ("resigned" in events) is (game != WHOLE)
        assert ("opening" in events) is kind(game).dice
    me.open("/")
    expect(page.locator(".start")).to_have_text("Play now")
    expect(page.locator(".panel.device")).to_have_count(0)  # nothing is left on the device
    me.open(f"/replay/{game_id}")
    expect(page.locator(".board > *")).to_be_visible()
