"""Pictures and clips to share: made in the browser from the board, and read back from the files."""

from __future__ import annotations

import base64
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from web_modules import with_modules

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
GAMMON = "XGID=-BB----------o------------:1:1:1:00:0:0:0:0:10"
# The browser's own decoder reads the clip: frames, loops, and how far its last frame is from the
# picture of the same board, in steps of 256 a channel.
READ_BACK = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const clip = new ImageDecoder({ data: bytes, type: 'image/gif' });
  await Promise.all([clip.completed, clip.tracks.ready]);
  const { frameCount, repetitionCount } = clip.tracks.selectedTrack;
  const { image } = await clip.decode({ frameIndex: frameCount - 1 });
  const [width, height] = [image.displayWidth, image.displayHeight];
  const pixels = (source) => {
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d');
    pen.drawImage(source, 0, 0, width, height);
    return pen.getImageData(0, 0, width, height).data;
  };
  const [shown, drawn] = [pixels(image), pixels(globalThis.picture)];
  const far = shown.reduce((sum, value, i) => sum + Math.abs(value - drawn[i]), 0) / shown.length;
  return { frameCount, loops: repetitionCount === Infinity, width, far };
}"""
FRAMES = with_modules("""async () => {
  const { framesOf } = await use("app/share/clip.js");
  const id = location.pathname.split('/')[2];
  const { games } = await (await fetch(`/api/games/${id}/replay`)).json();
  return framesOf(games[0].moments).length;
}""")
COLOUR = """(canvas, [x, y]) => {
  const at = [Math.round(x * canvas.width), Math.round(y * canvas.height), 1, 1];
  return [...canvas.getContext('2d').getImageData(...at).data];
}"""


def saved(me: Any, button: str, folder: Path) -> bytes:
    with me.page.expect_download() as download:
        me.page.get_by_role("button", name=button).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_bytes()


def test_a_finished_game_is_shared_as_picture_and_looping_clip(person, tmp_path):
    me = person()
    me.against_bot("backgammon", position=GAMMON)
    me.play_out("backgammon")
    me.page.locator(".tools").get_by_role("button", name="Share").first.press("Enter")
    canvas = me.page.locator(".share canvas")
    canvas.wait_for()
    picture = saved(me, "Save the picture", tmp_path)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", picture[16:20]) == (960,)
    me.page.evaluate("globalThis.picture = document.querySelector('.share canvas')")
    me.page.get_by_role("button", name="Make a clip").click()
    expect(me.page.locator(".share img")).to_be_visible()
    clip = saved(me, "Save the clip", tmp_path)
    assert clip[:6] == b"GIF89a"
    found = me.page.evaluate(READ_BACK, base64.b64encode(clip).decode())
    assert (found["loops"], found["width"]) == (True, 480)
    assert found["frameCount"] == me.page.evaluate(FRAMES)
    assert found["far"] < 8  # 255 colours with a pattern of dots, and half the size
    me.page.keyboard.press("Escape")
    expect(me.page.locator(".share")).to_have_count(0)
    expect(me.page.locator(".stage")).to_have_count(0)


@pytest.mark.parametrize("theme", ["walnut", "linen"])
def test_a_position_is_shared_by_touch_in_the_colours_one_sees(person, theme):
    me = person(**PHONE, locale="es-ES")
    me.page.add_init_script("""
      navigator.canShare = () => true;
      navigator.share = async ({ files }) => { globalThis.given = files.map(({ name }) => name); };
    """)
    me.open("/settings")
    me.page.get_by_role("combobox", name="Tablero").select_option(theme)
    me.open("/editor?game=abak")
    me.page.get_by_role("button", name="Imagen").tap()
    canvas = me.page.locator(".share canvas")
    canvas.wait_for()
    # The middle of the left felt: its colour is the theme's, though the phone's board is turned.
    colour = canvas.evaluate(COLOUR, [0.28, 0.5])
    green = colour[1] > colour[0] + 20
    assert green == (theme == "walnut"), colour
    box = canvas.bounding_box()
    assert box["width"] > box["height"]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    me.page.get_by_role("button", name="Guardar la imagen").tap()
    me.until("() => globalThis.given?.[0] === 'tablas-abak.png'")
    me.page.get_by_role("button", name="Cerrar", exact=True).tap()
    expect(me.page.locator(".share")).to_have_count(0)
