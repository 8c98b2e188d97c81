"""Sounds: rendered by our own script, small, decoded by the browser, heard when they are seen."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect
from tools.web import sounds

from web_modules import with_modules
from web_players import PATIENCE

MOST = 80_000  # bytes of all sounds together
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
# Black, the bot, is to roll; whatever it rolls it can play.
BLACK_TO_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"
DECODED = """async (names) => {
  const main = document.querySelector('script[type=module]').src;
  const base = main.replace('bundles/app/main.js', 'sounds/');
  const audio = new OfflineAudioContext(1, 1, 44100);
  return Promise.all(names.map(async (name) => {
    const answer = await fetch(`${base}${name}.mp3`);
    const buffer = await audio.decodeAudioData(await answer.arrayBuffer());
    const samples = buffer.getChannelData(0);
    const loud = [];
    for (let i = 0; i + 44 <= samples.length; i += 44) {
      loud.push(Math.sqrt(samples.slice(i, i + 44).reduce((sum, one) => sum + one * one, 0) / 44));
    }
    const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    return { loud, peak };
  }));
}"""
# What is started, by the name of its file, with the seconds until it is heard and how loud it is.
HEARD = """
  globalThis.heard = [];
  globalThis.buzzed = [];
  const names = new WeakMap();
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    const answer = await plainFetch(...given);
    const name = /sounds\\/(\\w+)\\.mp3/.exec(answer.url)?.[1];
    if (!name) return answer;
    const bytes = await answer.arrayBuffer();
    names.set(bytes, name);
    return { ok: true, arrayBuffer: async () => bytes };
  };
  const decode = AudioContext.prototype.decodeAudioData;
  AudioContext.prototype.decodeAudioData = async function (bytes) {
    const name = names.get(bytes);
    const buffer = await decode.call(this, bytes);
    names.set(buffer, name);
    return buffer;
  };
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (next, ...more) {
    this.leadsTo = next;
    return connect.call(this, next, ...more);
  };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (at, ...more) {
    const later = at - this.context.currentTime;
    globalThis.heard.push({ name: names.get(this.buffer), later, gain: this.leadsTo.gain.value });
    return start.call(this, at, ...more);
  };
  navigator.vibrate = (pattern) => globalThis.buzzed.push(pattern);
"""
NOISES = with_modules("""async () => {
  const { landings, noisesOf } = await use("app/game/noises.js");
  const { flights } = await use("board/dicegame/table-flights.js");
  const steps = [
    { source: 13, target: 7, effect: 'plain' }, { source: 7, target: 4, effect: 'hit' },
    { source: 8, target: 5, effect: 'plain' }, { source: 3, target: 0, effect: 'plain' },
  ];
  const none = { white: '', black: '' };
  const stacks = { points: Array(25).fill(''), bar: none, off: none };
  const all = flights({ spot: () => ({ x: 0, y: 0 }) }, steps, 'white', stacks, stacks);
  const flown = all.filter(({ id }) => !id.startsWith('bar'));
  const played = (last) =>
    noisesOf({ state: { board: { last } } }, { do: 'played' }).map(([name]) => name);
  return {
    flown: flown.map(({ delay, time }) => delay + time), landed: landings(steps),
    checkers: played({ side: 'black', steps }), dance: played({ side: 'black', steps: [] }),
    push: played({ side: 'black', cells: ['a1'], ejects: false }),
    eject: played({ side: 'black', cells: ['a1'], ejects: true }),
    rolled: noisesOf({}, { do: 'rolled' }), took: noisesOf({}, { do: 'took' }),
  };
}""")
LOUDNESS = with_modules("""async ([chosen, hour]) => {
  localStorage['tablas-settings'] = JSON.stringify({ sounds: chosen });
  return (await use("app/sounds.js")).loudness(new Date(2026, 5, 1, hour));
}""")


ON_THE_BOARD = ("roll", "move", "hit", "push", "eject", "cube")


def decibels(share: float) -> float:
    """Below the loudest that a file can hold."""
    return float(20 * np.log10(share))


def loudest(loud: np.ndarray) -> float:
    """How loud a sound is for an ear, which adds up about 50 ms."""
    power = np.convolve(loud**2, np.ones(50) / 50, "valid")
    return decibels(np.sqrt(power.max()))


def attack(loud: np.ndarray) -> int:
    """Milliseconds from the first that is heard to nine tenths of the first stroke."""
    begins = int(np.argmax(loud > 0.05 * loud.max()))
    stroke = loud[begins : begins + 60]
    return int(np.argmax(stroke >= 0.9 * stroke.max()))


def heard(me: Any) -> list[str]:
    return [one["name"] for one in me.page.evaluate("globalThis.heard")]


def until_heard_as_it_lands(me: Any) -> None:
    """Turn by turn, until a checker of the bot was asked for before it landed.

    What a busy machine paints only after the landing is heard at once, and that is right.
    """
    end = time.monotonic() + PATIENCE
    while not me.page.evaluate("globalThis.heard.some(({ later }) => later > 0.1)"):
        assert time.monotonic() < end, me.page.evaluate("globalThis.heard")
        me.play_on("backgammon", 1)


def test_the_files_are_all_there_and_small():
    files = {path.stem: path.stat().st_size for path in sounds.FOLDER.glob("*.mp3")}
    assert files.keys() == sounds.SOUNDS.keys()
    assert sum(files.values()) <= MOST


def test_what_the_browser_decodes_is_what_the_script_renders_and_fits_together(person):
    me = person()
    me.open("/settings")
    names = list(sounds.SOUNDS)
    levels = {}
    for name, decoded in zip(names, me.page.evaluate(DECODED, names), strict=True):
        samples, loud = sounds.rendered(name), np.array(decoded["loud"])
        assert np.array_equal(samples, sounds.rendered(name)), name
        assert shape(samples, loud) > 0.9, name
        assert decibels(decoded["peak"]) < -1, name  # nothing is cut off, not by the encoder either
        assert attack(loud) < 20, name
        assert len(loud) < 1_400, name  # milliseconds
        levels[name] = loudest(loud)
    board = [levels[name] for name in ON_THE_BOARD]
    assert max(board) - min(board) < 5, levels  # one hand plays all of them
    assert max(levels.values()) - min(levels.values()) < 9, levels


def shape(samples: np.ndarray, loud: np.ndarray) -> float:
    """How well what is decoded follows what was rendered, millisecond by millisecond."""
    expected = np.sqrt((samples[: len(samples) // 44 * 44].reshape(-1, 44) ** 2).mean(axis=1))
    assert len(loud) >= len(expected)
    # The encoder puts a little silence before the sound, which the page leaves out.
    return float(
        max(
            np.corrcoef(loud[late : late + len(expected)], expected)[0, 1]
            for late in range(min(60, len(loud) - len(expected)) + 1)
        )
    )


def test_each_sound_comes_when_it_is_seen_and_nights_are_quiet(person):
    me = person()
    me.open("/settings")
    found = me.page.evaluate(NOISES)
    # One checker that goes on is one flight with two landings.
    assert found["flown"] == found["landed"][1:]
    assert found["checkers"] == ["move", "hit", "move", "move"]
    assert (found["dance"], found["push"], found["eject"]) == ([], ["push"], ["eject"])
    assert (found["rolled"], found["took"]) == ([["roll", 0]], [["cube", 0]])
    by_hour = {hour: me.page.evaluate(LOUDNESS, ["auto", hour]) for hour in (6, 7, 21, 22)}
    assert by_hour[6] == by_hour[22] < by_hour[7] == by_hour[21]
    assert me.page.evaluate(LOUDNESS, ["usual", 23]) == by_hour[7]
    assert me.page.evaluate(LOUDNESS, [False, 12]) == 0  # as it was kept once
    assert me.page.evaluate(LOUDNESS, [True, 12]) == by_hour[7]


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_a_turn_is_heard_as_it_is_seen_until_sounds_are_switched_off(person, options):
    me = person(paced=True, **options)
    me.page.add_init_script(HEARD)
    me.against_bot("backgammon", position=BLACK_TO_ROLL, cube=False)
    me.press(me.page.locator(".player").first)  # nothing is heard before a touch
    me.until("() => document.querySelector('.board > *').active")
    me.page.evaluate("globalThis.heard.length = 0, globalThis.buzzed.length = 0")
    me.press(me.page.locator(".board .place.movable .stand").last)
    # My own step, as I make it; the roll before it may have had to be fetched.
    me.until("() => globalThis.heard.some(({ name }) => name === 'move' || name === 'hit')")
    assert bool(me.page.evaluate("globalThis.buzzed.length")) == bool(options)
    until_heard_as_it_lands(me)
    assert "roll" in heard(me)
    me.menu()
    me.press(me.page.get_by_role("button", name="Sounds off"))
    expect(me.page.get_by_role("button", name="Sounds on")).to_be_visible()
    me.page.keyboard.press("Escape")  # the sheet may lie over the checker that is to move
    expect(me.page.locator("details.more > .sheet")).to_be_hidden()
    me.until("() => document.querySelector('.board > *').active")
    me.page.evaluate("globalThis.heard.length = 0")
    played = me.page.locator(".moves li").count()
    me.play_on("backgammon", 1)
    me.until(f"() => document.querySelectorAll('.moves li').length > {played}")
    assert heard(me) == []
    me.open("/settings")
    choice = me.page.get_by_role("combobox", name="Sounds")
    expect(choice).to_have_value("off")
    me.page.evaluate("globalThis.heard.length = 0")
    choice.select_option("loud")
    me.press(me.page.locator("h1"))
    choice.select_option("quiet")
    me.until("() => globalThis.heard.some(({ gain }) => gain > 0.2 && gain < 0.23)")
