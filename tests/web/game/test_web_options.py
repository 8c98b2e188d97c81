"""Everything that can be agreed on can be chosen on the first page, and the game has it."""

from __future__ import annotations

import os
import time

import httpx
import pytest
from playwright.sync_api import expect

from server_running import fresh_address
from tablas import games
from tablas.play.game import Game
from tablas.play.options import OPTIONS, Option
from tablas.record import game_record
from web_players import PATIENCE

GAMES = ["abak", "backgammon", "abalone"]
# What is agreed on with a bot goes to one address of the server, what is offered to another.
BOTH = ("bot", "friend")
OPPONENTS = {"abak": ("friend",), "backgammon": BOTH, "abalone": ("bot",)}
if os.environ.get("TABLAS_WHOLE_GAMES"):
    OPPONENTS = dict.fromkeys(GAMES, BOTH)


# Where what was agreed on is all that counts, the table is not opened: it costs more than the rest.
STAYS = """navigation.addEventListener("navigate", (event) => {
  if (new URL(event.destination.url).pathname.startsWith("/game/")) event.preventDefault();
})"""


def agreed(web, game: str) -> dict:
    return httpx.get(f"{web.base}/api/games/{game}").json()["agreement"]


def first_position(web, game: str) -> str:
    """As the server has written it down; on the board a bot may have moved already."""
    end = time.monotonic() + PATIENCE
    while not (text := httpx.get(f"{web.base}/api/games/{game}/record").text):
        assert time.monotonic() < end, "nothing was written down"  # before the first roll or move
        time.sleep(0.05)
    record = game_record.read(text)
    return Game(record.game.first, record.game.first).position_text()


def at_the_form(me, game: str, opponent: str = "bot") -> None:
    me.open("/")
    me.page.wait_for_selector(".levels input")
    me.page.locator(f".game-card:has([value={game}])").click()
    if opponent != "bot":
        me.opponent(opponent)


def more(me) -> None:
    me.more()


def with_the_cube(me, game: str) -> None:
    """A single game against a bot is without it, unless somebody asks."""
    if "cube" in games.kind(game).options:
        me.page.get_by_role("checkbox", name="Doubling cube").check()


def begun(me, web, opponent: str = "bot") -> dict:
    """Press the button, let a friend accept where one is asked; gives what was agreed on."""
    me.page.locator(".start").click()
    if opponent == "friend":
        accepted(web, me.page.locator("#link").input_value())
    return agreed(web, me.seated())


def sent(me, web, opponent: str = "bot") -> dict:
    """The same, seen from the server: whoever asked has stayed at the form."""
    path = "/api/offers" if opponent == "friend" else "/api/games"
    with me.page.expect_response(
        lambda one: one.request.method == "POST" and one.url.endswith(path)
    ) as answer:
        me.page.locator(".start").click()
    made = answer.value.json()["id"]
    me.page.evaluate("localStorage.clear()")  # the form would begin with these choices again
    return agreed(web, accepted(web, made) if opponent == "friend" else made)


def accepted(web, link: str) -> str:
    """The game that begins when a friend follows the link, without a browser of their own."""
    headers = {"x-tablas": "test", "x-forwarded-for": fresh_address()}
    with httpx.Client(base_url=web.base, headers=headers) as friend:
        friend.post("/api/guest", json={}).raise_for_status()
        answer = friend.post(f"/api/offers/{link.rpartition('/')[2]}/accept")
        return str(answer.raise_for_status().json()["game"])


def listed(me, name: str):
    return me.page.get_by_role("combobox", name=name, exact=True)


def changed(me, option: Option) -> dict:
    """Give an option the second value that is offered; gives the field that should follow."""
    value = option.values[1][0]
    if isinstance(value, bool):
        me.page.get_by_role("checkbox", name=option.title.en, exact=True).set_checked(value)
    else:
        listed(me, option.title.en).select_option(str(value))
    return {option.name: value}


def of(game: str, *when: str) -> list[Option]:
    """The options of a game but the cube, without which most mean nothing."""
    own = (OPTIONS[name] for name in games.kind(game).options if name in OPTIONS)
    return [option for option in own if option.when in when and option.name != "cube"]


def test_abalone_begins_as_on_the_sheet_with_the_daisy_beside_it_in_plain_sight(person, web):
    me = person()
    at_the_form(me, "abalone")
    shown = me.page.get_by_role("group", name="Start position").get_by_role("radio")
    assert [one.get_attribute("value") for one in shown.all()] == ["standard", "belgian-daisy"]
    expect(me.page.get_by_role("radio", name="Standard")).to_be_checked()
    assert not me.page.locator("details").evaluate("(more) => more.open")
    assert "start" not in begun(me, web)
    assert first_position(web, me.seated()).startswith("wwwww/")
    at_the_form(me, "abalone")
    me.page.get_by_text("Belgian Daisy", exact=True).first.click()
    assert begun(me, web)["start"] == "belgian-daisy"
    assert first_position(web, me.seated()).startswith("ww1bb/")


def test_every_start_can_be_chosen_among_the_options_and_in_the_editor(person, web):
    me = person()
    at_the_form(me, "abalone")
    more(me)
    expect(listed(me, "Start position").locator("option")).to_have_count(16)
    listed(me, "Start position").select_option("snakes")
    me.page.get_by_role("radio", name="Snakes").wait_for()  # now it is in plain sight, too
    assert begun(me, web)["start"] == "snakes"
    me.open("/editor?game=abalone")
    listed(me, "Start position").select_option("the-wall")
    me.until("() => document.querySelector('[name=position]').value.startsWith('2w2/')")


@pytest.fixture
def chooser(person):
    """Somebody who chooses at the form again and again, and never leaves it for a table."""
    me = person()
    me.page.add_init_script(STAYS)
    return me


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_can_be_chosen_and_the_game_has_it(chooser, web, game):
    for opponent in OPPONENTS[game]:
        at_the_form(chooser, game, opponent)
        more(chooser)
        with_the_cube(chooser, game)
        chosen = {"game": game}
        for option in of(game, "always", "money"):
            chosen |= changed(chooser, option)
        assert len(chosen) > 4
        assert sent(chooser, web, opponent) == chosen


@pytest.mark.parametrize("game", GAMES)
def test_a_match_has_its_own_options_and_none_of_money_play(chooser, web, game):
    for opponent in OPPONENTS[game]:
        at_the_form(chooser, game, opponent)
        more(chooser)
        with_the_cube(chooser, game)
        for option in of(game, "money"):
            changed(chooser, option)
        listed(chooser, "Length").select_option("7")
        chosen = {"game": game, "length": 7}
        for option in of(game, "match"):
            chosen |= changed(chooser, option)
        for option in of(game, "money"):
            expect(chooser.page.get_by_text(option.title.en, exact=True)).to_have_count(0)
        assert sent(chooser, web, opponent) == chosen


@pytest.mark.parametrize("game", ["abak", "backgammon"])
def test_without_the_cube_nothing_is_asked_about_it(chooser, web, game):
    at_the_form(chooser, game)
    more(chooser)
    assert not chooser.page.get_by_role("checkbox", name="Doubling cube").is_checked()
    expect(chooser.page.get_by_text("Jacoby rule")).to_have_count(0)
    assert sent(chooser, web) == {"game": game, "cube": False}


CLOCKS = {
    "backgammon": ("delay 10+12", "sudden 20", "bronstein 10+10", "move 0+30", "days 3"),
    "abalone": ("sudden 10", "sudden 15", "delay 10+5", "fischer 20+10", "days 1"),
    "abak": ("days 7",),
}


@pytest.mark.parametrize("game", CLOCKS)
def test_every_kind_of_clock_can_be_chosen(chooser, web, game):
    # Whoever has asked a bot can choose again in the same form; a friend's link takes its place.
    for opponent, clocks in by_opponent(CLOCKS[game]):
        at_the_form(chooser, game, opponent)
        more(chooser)
        with_the_cube(chooser, game)
        for clock in clocks:
            check_clock(chooser, web, game, opponent, clock)


def by_opponent(clocks: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Bot and friend in turn, and the clocks of one visit to the form."""
    return [("bot", clocks[::2]), *(("friend", (clock,)) for clock in clocks[1::2])]


def check_clock(me, web, game: str, opponent: str, clock: str) -> None:
    listed(me, "Time").select_option(clock)
    terms = sent(me, web, opponent)
    kind, _, number = clock.partition(" ")
    agreed_time = {"days": int(number)} if kind == "days" else {"time": clock}
    assert terms == {"game": game} | agreed_time


def test_the_clock_that_was_chosen_stands_at_the_table(person, web):
    me = person()
    at_the_form(me, "abalone")
    more(me)
    listed(me, "Time").select_option("fischer 20+10")
    assert begun(me, web)["time"] == "fischer 20+10"
    me.page.locator(".clock").first.wait_for()


def test_two_at_one_screen_do_not_wait_for_days(person):
    me = person()
    at_the_form(me, "abak", "here")
    more(me)
    times = listed(me, "Time").locator("option")
    assert not [one for one in times.all() if one.get_attribute("value").startswith("days")]


def test_what_was_agreed_on_is_told_at_the_table(person):
    me = person()
    at_the_form(me, "abalone")
    more(me)
    for name in ("target", "plies"):
        changed(me, OPTIONS[name])
    said = "Marbles to win: First to 4: blitz · Total limit: 350 moves"
    expect(me.page.locator(".sum")).to_contain_text(said, use_inner_text=True)
    me.page.locator(".start").click()
    me.seated()
    me.page.get_by_text(said).first.wait_for()


@pytest.mark.parametrize("start", ["nackgammon", "longgammon"])
def test_the_starts_of_backgammon_can_be_chosen(chooser, web, start):
    at_the_form(chooser, "backgammon")
    more(chooser)
    listed(chooser, "Start position").select_option(start)
    assert sent(chooser, web)["start"] == start


def test_nackgammon_is_played_against_a_bot_and_recorded_as_such(person, web):
    me = person()
    at_the_form(me, "backgammon")
    me.page.locator(".levels input").fill("0")
    more(me)
    listed(me, "Start position").select_option("nackgammon")
    me.page.locator(".start").click()
    played = me.seated()
    assert "-BB" in first_position(web, played)
    assert me.play_on("backgammon", turns=3) == 3
    record = httpx.get(f"{web.base}/api/games/{played}/record").text
    assert '"variant": "nackgammon"' in record
