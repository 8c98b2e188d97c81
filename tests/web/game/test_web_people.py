"""Accounts, passkeys and moderation in a real browser."""

from __future__ import annotations

import itertools

from playwright.sync_api import expect

from web_accounts import logged_in, registered
from web_players import Person

_numbers = itertools.count(1)


def test_an_account_is_made_left_and_entered_again(person):
    me = person()
    registered(me, "Ana Prueba")
    me.page.get_by_role("button", name="Log out").first.click()
    login = me.page.locator("#login")
    login.locator("[name=name]").fill("Ana Prueba")
    login.locator("[name=password]").fill("wrong horse battery")
    login.get_by_role("button", name="Log in").click()
    me.page.locator(".notice").wait_for()
    login.locator("[name=password]").fill("correct horse battery")
    login.get_by_role("button", name="Log in").click()
    me.page.get_by_role("heading", name="Ana Prueba").wait_for()


def test_an_account_with_a_passkey_alone(lender, web):
    """Browsers know no passkeys for numbers, so the server is asked by its name."""
    me = Person(lender, web.base.replace("127.0.0.1", "localhost"))
    keys = me.context.new_cdp_session(me.page)
    keys.send("WebAuthn.enable")
    keys.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    me.open("/account")
    me.page.locator("#register [name=name]").fill("Llave Clara")
    me.page.get_by_role("button", name="With a passkey instead").click()
    me.page.get_by_role("heading", name="Llave Clara").wait_for()
    me.page.get_by_text("This device").wait_for()
    me.page.get_by_role("button", name="Log out").first.click()
    me.page.get_by_role("button", name="With a passkey", exact=True).click()
    me.page.get_by_role("heading", name="Llave Clara").wait_for()
    # To delete the account is asked about, and needs the passkey once more only when it is late.
    me.page.get_by_role("button", name="Delete everything").click()
    me.page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    me.page.get_by_role("heading", name="Make an account").wait_for()
    me.close()
    assert me.faults == []


def test_a_hostile_name_is_refused_and_hostile_words_are_only_text(person):
    me = person()
    hostile = "<img src=x onerror=\"document.title='hit'\">"
    me.open("/account")
    me.page.locator("#register [name=name]").fill(hostile[:20])
    me.page.locator("#register [name=password]").fill("correct horse battery")
    me.page.locator("#register").get_by_role("button", name="Make an account").click()
    me.page.locator(".notice").wait_for()
    name = registered(me, f"Plain {next(_numbers)}")
    me.page.get_by_label("About me").fill(hostile)
    me.page.get_by_role("button", name="Save").click()
    me.page.get_by_text("Saved.").wait_for()
    me.open(f"/person/{name}")
    me.page.get_by_text(hostile).wait_for()
    expect(me.page.locator("#page img")).to_have_count(0)
    assert "hit" not in me.page.title()


def test_moderators_read_reports_act_and_everything_is_in_the_log(person):
    rude, angry, moderator = person(), person(), person()
    names = [registered(rude, "Rude Rudolf"), registered(angry, "Angry Ann")]
    angry.open(f"/person/{names[0]}")
    angry.page.get_by_role("button", name="Report").click()
    box = angry.page.get_by_role("dialog", name="Report Rude Rudolf")
    box.get_by_label("What is it about?").select_option("stalling")
    box.get_by_label("What should the moderators know?").fill("<b>lets</b> the clock run")
    box.get_by_role("button", name="Report").click()
    angry.page.get_by_text("The moderators will look at it.").wait_for()
    moderator.open("/moderation")
    moderator.page.get_by_text("Only moderators see this page").wait_for()
    logged_in(moderator)
    moderator.open("/moderation")
    row = moderator.page.locator("li", has_text="Rude Rudolf").first
    row.get_by_text("<b>lets</b> the clock run").wait_for()
    row.get_by_role("button", name="Act").click()
    form = moderator.page.locator("#deed")
    expect(form.get_by_label("Name")).to_have_value("Rude Rudolf")
    form.get_by_label("What to do").select_option("ban")
    form.get_by_label("For how long").select_option("7")
    form.get_by_label("Reason (the person can read it)").fill("let the clock run")
    form.get_by_role("button", name="Do it").click()
    log = moderator.page.get_by_role("region", name="Log", exact=True)
    log.get_by_role("row", name="banned").first.wait_for()
    row.get_by_role("button", name="Settle").click()
    moderator.page.get_by_label("What was decided?").fill("a week of rest")
    moderator.page.get_by_role("dialog").get_by_role("button", name="Settle").click()
    moderator.page.get_by_text("No reports are waiting.").wait_for()
    log.get_by_text("a week of rest").wait_for()
    rude.open("/account")
    rude.page.get_by_text("let the clock run").wait_for()
    rude.open("/")
    rude.page.wait_for_selector(".levels input")
    rude.page.locator(".start").click()
    rude.page.get_by_text("may not play or talk here").wait_for()
