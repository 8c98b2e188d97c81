"""axe-core finds nothing where something went wrong, nor in a dialog; the pages: every_page."""

from __future__ import annotations

import pytest

from web_axe import RUN, RUNS


def broken(me) -> None:
    """A page that the server could not give: its own words in the frame that every page has."""
    html = {"accept": "text/html"}
    shell = me.context.request.get(f"{me.base}/no-such-page", headers=html).text()
    body = shell.replace('data-page="missing"', 'data-page="broken"')
    assert body != shell
    fails = {"status": 500, "content_type": "text/html", "body": body}
    me.page.route("**/history", lambda route: route.fulfill(**fails))
    me.open("/history")
    me.page.get_by_role("heading", name="Something went wrong").wait_for()


def offline(me) -> None:
    me.open("/rules/abak")
    me.page.wait_for_load_state("networkidle")  # its own part is loaded after the frame
    me.context.set_offline(True)
    me.page.locator("#offline p").wait_for()


@pytest.mark.parametrize("fault", [broken, offline])
def test_axe_finds_nothing_where_something_is_wrong(person, axe, fault):
    me = person(bypass_csp=True, reduced_motion="reduce")
    fault(me)
    me.page.evaluate(axe)
    for theme, run in RUNS.items():
        me.page.emulate_media(color_scheme=theme)
        assert me.page.evaluate(run) == [], theme


def test_axe_finds_nothing_in_an_open_dialog(person, axe):
    me = person(bypass_csp=True)
    me.against_bot("abalone")
    me.menu()
    me.page.get_by_role("button", name="Resign").click()
    me.page.get_by_role("dialog").wait_for()
    me.page.evaluate(axe)
    assert me.page.evaluate(RUN) == []
