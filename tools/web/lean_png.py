"""Our own pictures made small: six bits a colour, no alpha where nothing shows through.

Renderers spend their bytes on the lowest bits of gradients, which nobody sees. Rows are filtered as
the PNG specification recommends: by whichever filter leaves the smallest differences.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

MAGIC: Final = b"\x89PNG\r\n\x1a\n"
HEADER: Final = ">IIBBBBB"
STEP: Final = 4  # between two shades
RGBA: Final = 6
RGB: Final = 2


def lean(png: bytes) -> bytes:
    """The same picture in fewer bytes; it must have eight bits and four channels."""
    pixels = decoded(png)
    rounded = (pixels.astype(np.int32) + STEP // 2) // STEP * STEP
    kept = rounded.clip(0, 255).astype(np.uint8)
    return encoded(kept[..., :3] if (kept[..., 3] == 255).all() else kept)


def decoded(png: bytes) -> Pixels:
    """The pixels of a PNG, as rows of red, green, blue and alpha."""
    parts = list(_chunks(png))
    width, height, bits, kind, *_ = struct.unpack(HEADER, dict(parts)[b"IHDR"])
    if (bits, kind) != (8, RGBA):
        raise ValueError(f"PNG of {bits} bits and kind {kind}: expected 8 bits and kind {RGBA}")
    packed = b"".join(body for name, body in parts if name == b"IDAT")
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 4 * width)
    pixels = np.zeros((height, 4 * width), np.uint8)
    above = np.zeros(4 * width, np.int32)
    for number, row in enumerate(rows):
        above = _unfiltered(int(row[0]), row[1:].astype(np.int32), above)
        pixels[number] = above
    return pixels.reshape(height, width, 4)


def encoded(pixels: Pixels) -> bytes:
    """Pixels of three or four channels as a PNG."""
    height, width, channels = pixels.shape
    above = np.zeros(width * channels, np.int32)
    rows = []
    for line in pixels.reshape(height, -1).astype(np.int32):
        left, corner = (
            np.concatenate([np.zeros(channels, np.int32), one[:-channels]]) for one in (line, above)
        )
        ways = [line - guess for guess in _guesses(left, above, corner)]
        sizes = [int(np.abs((way + 128) % 256 - 128).sum()) for way in ways]
        best = sizes.index(min(sizes))
        rows.append(bytes([best]) + (ways[best] % 256).astype(np.uint8).tobytes())
        above = line
    kind = RGBA if channels == 4 else RGB
    header = struct.pack(HEADER, width, height, 8, kind, 0, 0, 0)
    body = zlib.compress(b"".join(rows), 9)
    return MAGIC + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _guesses(left: Any, above: Any, corner: Any) -> tuple[Any, ...]:
    """What the five filters of PNG expect in a row: nothing, left, above, their mean, Paeth."""
    plane = left + above - corner
    to_left, to_above, to_corner = (abs(plane - one) for one in (left, above, corner))
    nearest = np.where(
        (to_left <= to_above) & (to_left <= to_corner),
        left,
        np.where(to_above <= to_corner, above, corner),
    )
    return np.zeros_like(left), left, above, (left + above) // 2, nearest


def _unfiltered(kind: int, row: Any, above: Any) -> Any:
    """A row as it was before its filter; what depends on the left is undone pixel by pixel."""
    if kind in (0, 2):
        return (row + above * (kind == 2)) % 256
    line = row.copy().reshape(-1, 4)
    upper = above.reshape(-1, 4)
    left = corner = np.zeros(4, np.int32)
    for number in range(len(line)):
        guess = _guesses(left, upper[number], corner)[kind]
        line[number] = left = (line[number] + guess) % 256
        corner = upper[number]
    return line.reshape(-1)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = len(MAGIC)
    while place < len(png):
        (size,) = struct.unpack(">I", png[place : place + 4])
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + size]
        place += 12 + size


def _chunk(name: bytes, body: bytes) -> bytes:
    checked = name + body
    return struct.pack(">I", len(body)) + checked + struct.pack(">I", zlib.crc32(checked))
