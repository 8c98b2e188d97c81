"""Slow and broken lines in the browser: who is quick or late misses nothing."""

from __future__ import annotations

import time

import httpx
from playwright.sync_api import expect

from web_modules import with_modules
from web_players import PATIENCE

TABLE = with_modules("""async () => {
  const { heard, seated, withRecord } = await use("app/game/table.js");
  const played = (n) => ({ t: 'event', n, event: { do: 'played', side: 'white', play: `${n}` } });
  const record = '{"tablas": 1}\\n{"do": "played", "play": "1"}\\n{"do": "played", "play": "2"}\\n';
  const shown = ({ events }) => events.flatMap(({ play }) => play ?? []).join(' ');
  const start = seated('x', {}, {});
  const late = heard(heard(start, played(2), 0), played(3), 0);
  const ahead = heard(withRecord(heard(start, played(1), 0), record, 2), played(2), 0);
  return {
    ahead: shown(ahead), next: shown(heard(ahead, played(3), 0)), gap: late.behind,
    older: withRecord(late, record, 2).behind, newer: withRecord(late, record, 3).behind,
  };
}""")

BUSY = with_modules("""async () => {
  const { Connection } = await use("app/game/connection.js");
  const sent = [], shown = [];
  globalThis.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 1;
    send(text) { sent.push(JSON.parse(text)); }
    close() {}
  };
  const listener = { frame: (frame) => shown.push(frame.id), connection() {}, since: () => null };
  const line = new Connection('x', listener);
  const refused = (id) => ({ t: 'refused', id, error: { retry_after: 0.01 } });
  const opening = line.command('open', { open: 'ab' }), play = line.command('play', { play: '-' });
  line.heard(refused(opening));
  line.heard(refused(play));
  while (sent.length < 3) await new Promise((done) => setTimeout(done, 5));
  line.heard({ t: 'ack', id: opening });
  return [sent[2].t, sent[2].id === opening, shown.length, line.pending.size];
}""")


def invite(host) -> str:
    """A link from the editor, whose page is another one than the first."""
    host.open("/editor?game=abalone&position=belgian-daisy")
    host.page.locator("[name=opponent]").select_option("friend")
    host.page.get_by_role("button", name="Play from here").click()
    return str(host.page.locator("#link").input_value())


def test_an_invitation_that_was_accepted_before_its_page_listened_opens_the_game(person):
    host, friend = person(), person()
    link = invite(host)
    host.page.add_init_script("globalThis.tunnel = true")
    host.page.goto(link)
    host.page.locator("#link").wait_for()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Accept and play").click()
    game = friend.seated()
    host.page.evaluate("globalThis.tunnel = false")
    assert host.seated() == game


def asked_for(me, held, times) -> None:
    """Wait until the page has asked so often for what is held back."""
    end = time.monotonic() + PATIENCE
    while len(held) < times:
        assert time.monotonic() < end, f"asked {len(held)} times"
        me.page.wait_for_timeout(20)


def test_a_late_catalogue_holds_up_the_form_and_then_one_click_meets_the_computer(person, web):
    me = person()
    held = []
    late = True
    me.page.route("**/api/kinds", lambda route: held.append(route) if late else route.continue_())
    me.open("/")
    asked_for(me, held, 1)
    expect(me.page.locator(".start")).to_have_count(0)
    late = False
    for route in held:
        route.continue_()
    me.page.locator(".start").click()
    told = httpx.get(f"{web.base}/api/games/{me.seated()}").json()
    assert (told["mode"], told["white"]["bot"] or told["black"]["bot"]) == ("live", True)


def test_what_was_said_while_the_line_was_cut_is_read_afterwards(person):
    host, friend = person(), person()
    host.at_table_with(friend, "abalone")
    for one in (host, friend):
        one.page.get_by_role("button", name="Chat").click()
    friend.page.locator(".connection").wait_for(state="detached")
    friend.cut()
    friend.page.locator(".connection").wait_for()
    host.page.get_by_role("button", name="Good luck!").click()
    host.page.locator(".lines").get_by_text("Good luck!").wait_for()
    friend.mend()
    friend.page.locator(".lines").get_by_text("Good luck!").wait_for()


def test_a_table_opens_without_its_chat_and_says_nothing_wrong(person):
    me = person()
    me.page.route("**/api/games/*/chat", lambda route: route.abort())
    me.against_bot("abalone")
    me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
    expect(me.page.get_by_text("could not be loaded")).to_have_count(0)


def test_a_move_stands_once_in_the_list_whether_its_frame_or_the_record_comes_first(person):
    me = person()
    me.open("/rules")
    assert me.page.evaluate(TABLE) == {
        "ahead": "1 2", "next": "1 2 3", "gap": True, "older": True, "newer": False,
    }  # fmt: skip


def test_what_the_dice_need_is_sent_again_where_the_server_could_not_store_it(person):
    me = person()
    me.open("/rules")
    # The opening went out twice, nobody was told of it; a play is shown as refused.
    assert me.page.evaluate(BUSY) == ["open", True, 2, 0]
