"""Whoever gets a window of the browser finds nothing of those who had it before."""

from __future__ import annotations

LEFT = """async () => {
  localStorage.left = "1";
  document.cookie = "left=1";
  await caches.open("left");
  await new Promise((done) => { indexedDB.open("left", 1).onsuccess = done; });
}"""
FOUND = """async () => [
  localStorage.left ?? null, document.cookie.includes("left"), await caches.has("left"),
  (await indexedDB.databases()).some(({ name }) => name === "left"),
]"""


def test_a_window_that_was_given_back_is_empty(lender, person):
    me = person()
    me.open("/rules")
    assert me.page.evaluate(FOUND) == [None, False, False, False]
    me.page.evaluate(LEFT)
    assert me.page.evaluate(FOUND) == ["1", True, True, True]
    me.context.set_offline(offline=True)
    window = me.window
    lender.take_back(window)
    me.window = lender.lend(me.base, window.size, locale="en-US", service_workers="block")
    assert me.window is window
    me.page = me.context.new_page()
    me.open("/rules")
    assert me.page.evaluate(FOUND) == [None, False, False, False]
